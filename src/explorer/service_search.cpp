// Questions that take a while: a search whose tree is kept, and searching after all a sample of what one left out.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <future>
#include <nlohmann/json.hpp>

#include "engine/base/splitmix.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/presets/options.h"
#include "engine/search/engine.h"
#include "engine/uci/identity.h"
#include "explorer/foreign_claim.h"
#include "explorer/node_view.h"
#include "explorer/question.h"
#include "explorer/recorder.h"
#include "explorer/service.h"
#include "explorer/tree_position.h"
#include "lab/play/plan.h"
#include "lab/shadow/shadow.h"
#include "lab/terminal/json_text.h"

namespace oknos::explorer {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr int kMaxChecked = 100'000;
constexpr std::size_t kMaxFailures = 5;  // of another engine, one after the other; then it will not do better
constexpr std::size_t kCheckHash = 8;    // MiB
constexpr std::chrono::milliseconds kBetweenLines{100};

std::string error_line(const std::string& message) {
  return Json{{"error", message}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Lines of progress, not too many; remembers that nobody listens any more.
class Teller {
 public:
  explicit Teller(const Service::Lines& line) : line_(line) {}

  template <class MakeLine>
  void progress(MakeLine&& make) {
    const auto now = Clock::now();
    if (!listening_ || (told_ && now - *told_ < kBetweenLines)) return;
    told_ = now;
    listening_ = line_(lab::json_text(Json{{"progress", make()}}));
  }
  bool listening() const { return listening_; }

 private:
  const Service::Lines& line_;
  std::optional<Clock::time_point> told_;
  bool listening_ = true;
};

// One of the searches that may run at a time.
class Turn {
 public:
  Turn(std::mutex& mutex, int& running, int most) : mutex_(mutex), running_(running) {
    const std::lock_guard lock(mutex_);
    granted_ = running_ < most;
    if (granted_) ++running_;
  }
  ~Turn() {
    const std::lock_guard lock(mutex_);
    if (granted_) --running_;
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  explicit operator bool() const { return granted_; }

 private:
  std::mutex& mutex_;
  int& running_;
  bool granted_ = false;
};

Trace header_of(const SearchQuestion& q, const pruning::Preset& preset, const Rules& rules) {
  Trace t;
  t.engine = fmt::format("{} {}", uci::kName, uci::kVersion);
  t.fen = q.fen;
  t.chess960 = q.chess960;
  t.moves = q.moves;
  t.preset = preset.name;
  t.settings = pruning::named_values(rules.settings);
  for (const auto& [name, value] : q.set)
    if (name.starts_with("guards.")) t.settings.emplace_back(name, value);
  return t;
}

// The entries that leave something out which can be searched after all, at most so many, spread evenly by their hash:
// the same for the same tree.
std::vector<std::uint32_t> sample_of(const Trace& t, int most, std::size_t& all) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> drawn;
  for (std::uint32_t i = 0; i < t.entries.size(); ++i) {
    const TraceEntry& e = t.entries[i];
    const bool cut = e.kind == EntryKind::Visit && e.end == NodeEnd::RuleCut;
    if ((!e.skipped() && !cut) || e.rule == kNoRule) continue;
    drawn.emplace_back(splitmix::mixed(i + splitmix::kStep), i);
  }
  all = drawn.size();
  const auto wanted = std::min<std::size_t>(drawn.size(), static_cast<std::size_t>(most));
  std::nth_element(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(wanted), drawn.end());
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < wanted; ++i) out.push_back(drawn[i].second);
  std::sort(out.begin(), out.end());
  return out;
}

// -1 where there is none.
int number_in(const std::string& text) {
  constexpr std::size_t kMaxDigits = 9;
  const bool is_number =
      !text.empty() && text.size() <= kMaxDigits && text.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? std::stoi(text) : -1;
}

#if defined(__EMSCRIPTEN__)
// In a page whoever does not want to wait any longer ends the whole worker.
template <class Work, class Stop>
bool done_unless_left(Teller&, Work&& work, Stop&&) {
  const std::atomic<bool> left{false};
  work(left);
  return true;
}
#else
// Works in a thread of its own and looks now and then whether somebody still waits for it; if not, it is stopped.
// False: it was.
template <class Work, class Stop>
bool done_unless_left(Teller& teller, Work&& work, Stop&& stop) {
  std::atomic<bool> left{false};
  auto result = std::async(std::launch::async, [&] { work(left); });
  while (result.wait_for(kBetweenLines) != std::future_status::ready) {
    teller.progress([] { return Json::object(); });
    if (teller.listening()) continue;
    left = true;
    stop();
  }
  result.get();
  return teller.listening();
}
#endif

struct RuleSum {
  std::uint64_t pruned = 0, checked = 0, wrong = 0;
};
using RuleSums = std::map<std::pair<int, int>, RuleSum>;  // by rule and depth

RuleSums pruned_in(const Trace& trace) {
  RuleSums out;
  for (const TraceEntry& e : trace.entries)
    if (e.rule != kNoRule && (e.skipped() || e.end == NodeEnd::RuleCut)) ++out[{e.rule, e.depth}].pruned;
  return out;
}

// `failed`: samples that the judge could not search.
std::string audit_answer(const Trace& trace, const RuleSums& sums, Json cases, std::size_t pruned,
                         std::size_t failed = 0) {
  Json rules = Json::array();
  for (const auto& [key, sum] : sums)
    rules.push_back({{"rule", trace.rules[static_cast<std::size_t>(key.first)]},
                     {"depth", key.second},
                     {"pruned", sum.pruned},
                     {"checked", sum.checked},
                     {"wrong", sum.wrong}});
  return lab::json_text(Json{
      {"done", {{"rules", std::move(rules)}, {"cases", std::move(cases)}, {"pruned", pruned}, {"failed", failed}}}});
}

}  // namespace

bool Service::comes_in_lines(const Request& request) {
  return request.method == "POST" &&
         (request.path == "/api/search" || request.path == "/api/analyse" || request.path.starts_with("/api/audit/") ||
          request.path.starts_with("/api/check/"));
}

void Service::answer_in_lines(const Request& request, const Lines& line) {
  const Turn turn(mutex_, running_, limits_.searches);
  if (!turn) {
    line(error_line(fmt::format("{} searches run already; wait for one or stop it", limits_.searches)));
    return;
  }
  if (request.path == "/api/search") return search(request.body, line);
  if (request.path == "/api/analyse") return analyse(request.body, line);
  constexpr std::string_view kAudit = "/api/audit/", kCheck = "/api/check/";
  if (request.path.starts_with(kAudit)) return audit(number_in(request.path.substr(kAudit.size())), request.body, line);
  const std::string numbers = request.path.substr(kCheck.size());
  const std::size_t stroke = std::min(numbers.find('/'), numbers.size());
  const int entry = number_in(numbers.substr(std::min(stroke + 1, numbers.size())));
  check(number_in(numbers.substr(0, stroke)), entry, line);
}

void Service::search(const std::string& body, const Lines& line) {
  const auto question = read_search_question(body, limits_.depth);
  if (!question) return (void)line(error_line(question.error()));
  const auto preset = preset_named(question->preset);
  if (!preset) return (void)line(error_line("\"preset\": " + preset.error()));
  const auto rules = rules_of(*preset, *question);
  if (!rules) return (void)line(error_line(rules.error()));
  if (legal_moves(question->position).empty())
    return (void)line(error_line(question->position.in_check() ? "the side to move is checkmated: there is no tree"
                                                               : "it is stalemate: there is no tree"));
  Engine engine(question->hash.value_or(lab::SearchOptions::kDefaultHash));
  engine.set_position(question->position);
  Teller teller(line);
  const auto listener = [&](const Recorder::Progress& p) {
    teller.progress([&] { return Json{{"depth", p.depth}, {"entries", p.entries}}; });
    if (!teller.listening() || p.enough) engine.stop();
  };
  Recorder recorder(limits_.entries, listener, rules->settings);
  if (question->ordinal) recorder.look_for(*question->ordinal);
  SearchRequest request;
  request.limits.depth = question->depth;
  request.limits.nodes = question->nodes;
  request.settings = rules->settings;
  request.tracing = Tracing::Observed;
  request.observer = &recorder;
  request.guards = rules->guards;
  const SearchReport report = engine.search(request);
  if (!teller.listening()) return;
  if (report.lines.empty())
    return (void)line(error_line(fmt::format(
        "not even the first iteration was completed{}",
        recorder.overflowed() ? fmt::format(" within {} entries", limits_.entries) : "; give it more nodes")));
  Trace trace = header_of(*question, *preset, *rules);
  trace.depth = recorder.found() ? recorder.found()->depth : report.lines.front().depth;
  trace.nodes = report.nodes;
  trace.time = report.time;
  trace.score = report.lines.front().score.value();
  trace.best = to_text(report.best, question->position.chess960());
  recorder.give(trace.depth, trace);
  Json done = {{"entries", trace.entries.size()},
               {"depth", trace.depth},
               {"nodes", trace.nodes},
               {"time_ms", trace.time},
               {"best", trace.best},
               {"score", trace.score},
               {"overflowed", recorder.overflowed()}};
  if (recorder.found() && recorder.found()->entry < trace.entries.size()) done["entry"] = recorder.found()->entry;
  done["id"] = keep(std::move(trace));
  line(lab::json_text(Json{{"done", std::move(done)}}));
}

std::optional<std::string> Service::no_judge(const Trace& trace) const {
  if (judge_) return std::nullopt;
  return fmt::format(
      "{} recorded this tree, so it must search what it skipped: start oknos-lab explore with --engine \"cmd=PROGRAM\"",
      trace.writer());
}

// As audit() and check(), but the other engine searches.
void Service::audit_foreign(const Trace& trace, int sample_size, const Lines& line) {
  const auto root = root_of(trace);
  if (!root) return (void)line(error_line(root.error()));
  RuleSums sums = pruned_in(trace);
  std::size_t all = 0;
  const std::vector<std::uint32_t> sample = sample_of(trace, sample_size, all);
  Teller teller(line);
  Json cases = Json::array();
  std::size_t failed = 0, in_a_row = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    teller.progress([&] { return Json{{"done", i}, {"of", sample.size()}}; });
    if (!teller.listening()) return;
    const auto claim = claim_at(trace, *root, sample[i]);
    if (!claim) continue;
    Result<lab::ClaimVerdict> verdict = Error{};
    const auto work = [&](const std::atomic<bool>& left) { verdict = judge_->judge(*claim, left); };
    if (!done_unless_left(teller, work, [] {})) return;
    if (!verdict) {
      ++failed;
      if (++in_a_row >= kMaxFailures) return (void)line(error_line(verdict.error()));
      continue;
    }
    in_a_row = 0;
    RuleSum& sum = sums[{trace.entries[sample[i]].rule, trace.entries[sample[i]].depth}];
    ++sum.checked;
    sum.wrong += verdict->error ? 1 : 0;
    cases.push_back({{"entry", sample[i]},
                     {"wrong", verdict->error},
                     {"value", verdict->value.value()},
                     {"regret", verdict->error_size.value()},
                     {"nodes", verdict->nodes_searched}});
  }
  line(audit_answer(trace, sums, std::move(cases), all, failed));
}

void Service::check_foreign(const Trace& trace, std::uint32_t entry, const Lines& line) {
  const auto root = root_of(trace);
  if (!root) return (void)line(error_line(root.error()));
  const auto claim = claim_at(trace, *root, entry);
  if (!claim) return (void)line(error_line(fmt::format("node {} leaves nothing out that could be searched", entry)));
  Teller teller(line);
  Result<lab::ClaimVerdict> verdict = Error{};
  const auto work = [&](const std::atomic<bool>& left) { verdict = judge_->judge(*claim, left); };
  if (!done_unless_left(teller, work, [] {})) return;
  if (!verdict) return (void)line(error_line(verdict.error()));
  line("{\"done\":" + verdict_json(*claim, *verdict, judge_->name()) + "}");
}

void Service::audit(int id, const std::string& body, const Lines& line) {
  const auto trace = find(id);
  if (!trace) return (void)line(error_line(fmt::format("tree {} is not kept any more; search again", id)));
  const auto wanted = read_audit_question(body, kMaxChecked);
  if (!wanted) return (void)line(error_line(wanted.error()));
  if (trace->foreign()) {
    const auto missing = no_judge(*trace);
    return missing ? (void)line(error_line(*missing)) : audit_foreign(*trace, *wanted, line);
  }
  const auto settings = settings_of(*trace);
  if (!settings) return (void)line(error_line(settings.error()));
  const auto root = root_of(*trace);
  if (!root) return (void)line(error_line(root.error()));
  const lab::ShadowSettings shadow = lab::ShadowSettings::of(*settings);

  RuleSums sums = pruned_in(*trace);
  std::size_t all = 0;
  const std::vector<std::uint32_t> sample = sample_of(*trace, *wanted, all);
  Teller teller(line);
  SubtreeSearch window;
  Json cases = Json::array();
  for (std::size_t i = 0; i < sample.size(); ++i) {
    teller.progress([&] { return Json{{"done", i}, {"of", sample.size()}}; });
    if (!teller.listening()) return;
    const auto s = sample_at(*trace, *root, sample[i]);
    if (!s) continue;
    lab::ShadowVerdict v;
    const auto work = [&](const std::atomic<bool>&) { v = lab::check_sample(*s, shadow, window); };
    if (!done_unless_left(teller, work, [&] { window.stop(); })) return;
    RuleSum& sum = sums[{trace->entries[sample[i]].rule, trace->entries[sample[i]].depth}];
    ++sum.checked;
    sum.wrong += v.error ? 1 : 0;
    cases.push_back({{"entry", sample[i]},
                     {"wrong", v.error},
                     {"value", v.value.value()},
                     {"regret", v.error_size.value()},
                     {"nodes", v.nodes}});
  }
  line(audit_answer(*trace, sums, std::move(cases), all));
}

void Service::check(int id, int entry, const Lines& line) {
  const auto trace = find(id);
  if (!trace) return (void)line(error_line(fmt::format("tree {} is not kept any more; search again", id)));
  if (trace->foreign()) {
    const auto missing = no_judge(*trace);
    return missing ? (void)line(error_line(*missing)) : check_foreign(*trace, static_cast<std::uint32_t>(entry), line);
  }
  const auto settings = settings_of(*trace);
  if (!settings) return (void)line(error_line(settings.error()));
  const auto root = root_of(*trace);
  if (!root) return (void)line(error_line(root.error()));
  const auto sample = entry < 0 ? std::nullopt : sample_at(*trace, *root, static_cast<std::uint32_t>(entry));
  if (!sample) return (void)line(error_line(fmt::format("node {} leaves nothing out that could be searched", entry)));
  Teller teller(line);
  SubtreeSearch window;
  const lab::ShadowSettings shadow = lab::ShadowSettings::of(*settings);
  Engine engine(kCheckHash);
  std::string verdict;
  const auto work = [&](const std::atomic<bool>& left) {
    const auto found = lab::check_sample(*sample, shadow, window);
    if (!left) verdict = verdict_json(*sample, found, line_after(*sample, shadow.judging, engine));
  };
  const auto stop = [&] {
    window.stop();
    engine.stop();
  };
  if (!done_unless_left(teller, work, stop)) return;
  line("{\"done\":" + verdict + "}");
}

}  // namespace oknos::explorer
