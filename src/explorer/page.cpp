#include "explorer/page.h"

#include <string>

namespace oknos::explorer {

namespace {

constexpr char kText[] =
#include "explore_page.inc"
    ;
constexpr std::string_view kPage{kText, sizeof kText - 1};

// What the build writes instead of a page, before the reason.
constexpr std::string_view kMissing = "missing: ";

}  // namespace

Result<std::string_view> explorer_page() {
  if (kPage.starts_with(kMissing)) return Error{std::string(kPage.substr(kMissing.size()))};
  return kPage;
}

}  // namespace oknos::explorer
