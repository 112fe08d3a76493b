#include "lab/commands/report.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "lab/arguments/arguments.h"
#include "lab/store/work_unit_ranges.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/output_file.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;

// --- The page -------------------------------------------------------------------------------------------------------

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

// --- A run ----------------------------------------------------------------------------------------------------------

namespace {

// The question that searches as the run did, but for the position: from the header's "preset modern, null_move=off,
// settings 0123, without legal-move", "depth 8" and "16".
Json search_of(const store::StoreView& view) {
  Json out = {{"set", Json::object()}};
  constexpr std::string_view kPreset = "preset ", kWithout = "without ";
  const std::string rules = view.entry("rules");
  for (std::string_view rest = rules; !rest.empty();) {
    const std::string_view whole = rest.substr(0, rest.find(','));
    const std::string_view word = text::trim(whole);
    rest.remove_prefix(std::min(rest.size(), whole.size() + 1));
    const std::size_t equals = word.find('=');
    if (word.starts_with(kPreset))
      out["preset"] = word.substr(kPreset.size());
    else if (word.starts_with(kWithout))
      out["set"]["guards." + std::string(word.substr(kWithout.size()))] = "off";
    else if (equals != word.npos)
      out["set"][std::string(word.substr(0, equals))] = word.substr(equals + 1);
  }
  const std::string limits = view.entry("limits");
  for (const char* key : {"depth", "nodes"})
    if (const auto words = text::words(limits); words.size() >= 2 && words[0] == key)
      if (const auto n = text::parse_int<std::uint64_t>(words[1])) out[key] = *n;
  if (const auto hash = text::parse_int<std::uint64_t>(view.entry("hash"))) out["hash"] = *hash;
  return out;
}

}  // namespace

Result<Json> run_json(const store::StoreView& view, const RunKinds& kinds, std::size_t worst) {
  const RunKind* kind = find_kind(kinds, view.kind());
  if (!kind)
    return Error{fmt::format("{} holds a run of '{}', of which there is no report; there are reports of {}",
                             text::quoted(view.path()), view.kind(), listed(kinds, &RunKind::name))};
  const auto result = kind->read(view);
  if (!result) return Error{result.error()};
  (*result)->show_for_report(worst);
  Json header = Json::array();
  for (const store::HeaderEntry& entry : view.description().header) header.push_back({entry.name, entry.value});
  return Json{{"file", std::filesystem::path(view.path()).filename().string()},
              {"kind", view.kind()},
              {"header", std::move(header)},
              {"work_units", work_units_of(view.shard(), view.work_units())},
              {"done", view.done().size()},
              {"search", search_of(view)},
              {"result", (*result)->json()}};
}

// --- The command ----------------------------------------------------------------------------------------------------

namespace {

struct Question {
  std::vector<std::string> stores;
  std::string out;  // the page
  bool force = false;
  std::size_t worst = 4;  // cases of each rule of an audit
  bool json = false;      // what the page would hold, to standard output
};

Result<std::string> runs_json(const Question& q, const RunKinds& kinds) {
  Json out = Json::array();
  for (const std::string& path : q.stores) {
    const auto view = store::StoreView::open(path);
    if (!view) return Error{view.error()};
    auto run = run_json(**view, kinds, q.worst);
    if (!run) return Error{run.error()};
    out.push_back(*std::move(run));
  }
  return json_text(out);
}

int write_page(const Question& q, const std::string& runs) {
  const auto empty = report_page();
  if (!empty) return complain(kFailure, "this program was built without the report's page: " + empty.error());
  const auto page = filled_page(*empty, runs);
  if (!page) return complain(kFailure, page.error());
  constexpr std::size_t kKilobyte = 1000;
  OutputFile file;
  if (const auto error = file.open({q.out, q.force, q.stores})) return complain(kFailure, "--out " + error->message);
  file.write(*page);
  if (const auto error = file.finish()) return complain(kFailure, "--out " + error->message);
  std::printf("%s: %zu KB, %s\n", q.out.c_str(), page->size() / kKilobyte, counted(q.stores.size(), "run").c_str());
  return 0;
}

int report(const Question& q, const RunKinds& kinds) {
  if (!q.json && q.out.empty()) return complain(kUsage, "--out FILE.html says where the page goes");
  if (!q.out.empty())
    if (const auto error = check_output({q.out, q.force, q.stores}))
      return complain(kFailure, "--out " + error->message);
  const auto runs = runs_json(q, kinds);
  if (!runs) return complain(kFailure, runs.error());
  if (!q.json) return write_page(q, *runs);
  std::printf("%s\n", runs->c_str());
  return 0;
}

}  // namespace

void add_report(CLI::App& app, int& exit_code, const RunKinds& kinds) {
  constexpr std::size_t kMaxWorst = 1000;
  const auto q = std::make_shared<Question>();
  CLI::App* command = app.add_subcommand("report", "Make one self-contained page of tables and plots from run stores");
  command->footer(
      "The page is a single file that opens in any browser, offline, in light or dark mode, and can be\n"
      "printed. Several runs can be on one page.\n\n"
      "Examples:\n"
      "  oknos-lab report audit.db --out audit.html\n"
      "  oknos-lab report audit.db margin_sweep.db ablate.db --out study.html");
  command->add_option("stores", q->stores, "Run stores")->required()->type_name("RUN.db...");
  CLI::Option* out = command->add_option("--out", q->out, "Page to write")->type_name("FILE.html");
  add_force(*command, q->force);
  add_number(*command, "--worst", q->worst, std::size_t{0}, kMaxWorst, "cases",
             "Number of worst errors to show per rule of an audit (default: 4)");
  command->add_flag("--json", q->json, "Print the contents of the page as one JSON value")->excludes(out);
  command->callback([q, kinds, &exit_code] { exit_code = report(*q, kinds); });
}

}  // namespace oknos::lab
