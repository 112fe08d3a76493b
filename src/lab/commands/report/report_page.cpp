#include "lab/commands/report/report_page.h"

namespace oknos::lab {

namespace {

constexpr char kText[] =
#include "report_page.inc"
    ;
constexpr std::string_view kPage{kText, sizeof kText - 1};

// What the build writes instead of a page, before the reason.
constexpr std::string_view kMissing = "missing: ";
// Before the place of the runs, and after it.
constexpr std::string_view kBefore = "<script type=\"application/json\" id=\"oknos-runs\">";
constexpr std::string_view kAfter = "null</script>";

// Within a script element only "<" could end it; in JSON it stands in texts alone, where it may be written by its
// number.
std::string without_tags(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) c == '<' ? out += "\\u003c" : out += c;
  return out;
}

}  // namespace

Result<std::string_view> report_page() {
  if (kPage.starts_with(kMissing)) return Error{std::string(kPage.substr(kMissing.size()))};
  return kPage;
}

Result<std::string> filled_page(std::string_view page, const std::string& runs) {
  const std::size_t before = page.find(kBefore);
  const std::size_t place = before == std::string_view::npos ? before : before + kBefore.size();
  if (place == std::string_view::npos || !page.substr(place).starts_with(kAfter))
    return Error{"the page has no place for runs"};
  constexpr std::size_t kNothing = std::string_view("null").size();
  return std::string(page.substr(0, place)) + without_tags(runs) + std::string(page.substr(place + kNothing));
}

}  // namespace oknos::lab
