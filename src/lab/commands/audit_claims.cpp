#include "lab/commands/audit_claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "lab/experiment/ordered_parallel_for.h"
#include "lab/play/participant.h"
#include "lab/record/stored_command.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

// --- Other margins --------------------------------------------------------------------------------------------------

namespace {

using Curve = ClaimMargins::Curve;
using Item = ClaimMargins::Item;
using Items = std::vector<Item>;

// Some depths of nodes.
struct Depths {
  int from, to;  // plies
};
constexpr int kAnyDepth = ClaimMargins::kAnyDepth;
constexpr std::array<Depths, 6> kDepths = {{{0, 0}, {1, 1}, {2, 2}, {3, 4}, {5, 7}, {8, kAnyDepth}}};

std::string text_of(const Depths& depths) {
  if (depths.to == 0) return "quiescence";
  if (depths.from == depths.to) return fmt::format("depth {}", depths.from);
  return depths.to == kAnyDepth ? fmt::format("depth {} or more", depths.from)
                                : fmt::format("depth {} to {}", depths.from, depths.to);
}

// A round number near x, with one digit that is not 0.
int one_digit(double x) {
  constexpr double kTen = 10.0;
  const double size = std::pow(kTen, std::floor(std::log10(x)));
  return static_cast<int>(std::lround(std::round(x / size) * size));
}

// Changes of a margin that are shown, in rising order. Of a unit that is not known: quantiles of the slack with which
// the rule fired, to both sides.
std::vector<int> steps_of(const std::string& unit, const Items& items) {
  if (unit == ClaimMargins::kCentipawns) return {-400, -200, -100, -50, -25, 0, 25, 50, 100, 200, 400};
  if (unit == "plies") return {-3, -2, -1, 0, 1, 2, 3};
  if (unit == "moves") return {-16, -8, -4, -2, -1, 0, 1, 2, 4, 8, 16};
  std::vector<int> fired, out = {0};
  for (const Item& i : items)
    if (i.slack > 0) fired.push_back(i.slack);
  std::sort(fired.begin(), fired.end());
  for (const double share : {0.1, 0.25, 0.5, 0.75}) {
    if (fired.empty()) break;
    const int step = one_digit(fired[static_cast<std::size_t>(share * static_cast<double>(fired.size() - 1))]);
    out.insert(out.end(), {step, -step});
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Curve curve_of(const std::string& rule, const std::string& unit, const std::string& depths, Items items) {
  Curve out{rule, unit, depths, items.size()};
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.search < b.search; });
  struct Sums {
    double pruned = 0, errors = 0, nodes = 0;
    ClusterCounts wrong;
  };
  const auto sums_with = [&](int change) {
    Sums sums;
    for (const Item& i : items) {
      if (i.slack < change) continue;
      const auto weight = static_cast<double>(i.every);
      sums.pruned += weight;
      sums.errors += i.error ? weight : 0.0;
      sums.nodes += weight * static_cast<double>(i.nodes);
      sums.wrong.add(i.search, i.error);
    }
    return sums;
  };
  const Sums own = sums_with(0);
  if (own.pruned == 0) return out;
  out.errors = own.errors;
  out.nodes = own.nodes;
  const int least = std::min_element(items.begin(), items.end(), [](const Item& a, const Item& b) {
                      return a.slack < b.slack;
                    })->slack;
  for (const int change : steps_of(unit, items)) {
    if (change < least && change < 0) continue;  // nothing is known of what so small a margin would prune
    Sums sums = sums_with(change);
    if (sums.wrong.trials() < ClaimMargins::kFewest) continue;
    if (!out.points.empty() && out.points.back().wrong.trials() == sums.wrong.trials()) {
      if (change != 0) continue;
      out.points.pop_back();  // no other than the engine's own margin
    }
    const auto [fewer, more] = std::minmax({sums.wrong.events(), own.wrong.events()});
    out.points.push_back({change, std::move(sums.wrong), sums.pruned / own.pruned, sums.errors - own.errors,
                          own.nodes - sums.nodes, more - fewer});
  }
  return out;
}

Curve curve_at(const std::pair<std::string, std::string>& key, const Items& items, const Depths& depths) {
  Items some;
  std::copy_if(items.begin(), items.end(), std::back_inserter(some),
               [&](const Item& i) { return i.depth >= depths.from && i.depth <= depths.to; });
  return curve_of(key.first, key.second, text_of(depths), std::move(some));
}

struct ChangeLine {
  const Curve* curve;
  const ClaimMargins::Point* point;
};

constexpr auto kChangeLine = [](auto& f, const ChangeLine& l) {
  const Curve& curve = *l.curve;
  const ClaimMargins::Point& p = *l.point;
  const bool own = p.change == 0;
  const auto against = [own](double more, double of) {
    return own || of == 0 ? std::nullopt : std::optional(more / of);
  };
  constexpr record::ColumnTraits kChange{.scale = 100, .suffix = " %", .decimals = 1, .sign = true, .keep = 7};
  const auto price = p.nodes_per_error();
  const std::string name = capitalised(plain_name(curve.rule)) + (curve.depths.empty() ? "" : ", " + curve.depths);
  f.text("", curve.unit == ClaimMargins::kCentipawns ? name : fmt::format("{} ({})", name, curve.unit), "",
         {.heading = true});
  f.text("margin", own ? std::string("  as it is") : fmt::format("  {:+}", p.change), "",
         {.keep = record::kAlways, .tone = own ? Tone::Strong : Tone::Plain});
  f.json("rule", curve.rule);
  f.json("unit", curve.unit);
  f.json("depths", curve.depths);
  f.json("change", p.change);
  f("prunes", p.share, "", {.scale = 100, .suffix = " %", .decimals = 1, .keep = 5, .key = "share"});
  f("checked", p.wrong.trials(), "", {.keep = 3});
  f("wrong", p.wrong.events(), "", {.keep = 4});
  f("rate", record::Rate{p.wrong.proportion()}, "", {.keep = 8, .keep_interval = 2, .tone = Tone::Strong});
  f.text("errors", against(p.more_errors, curve.errors), "", kChange);
  f.json("more_errors", p.more_errors);
  f.text("saves", against(-p.more_nodes, curve.nodes), "", kChange);
  f.json("more_nodes", p.more_nodes);
  f("nodes an error", price ? std::optional(std::llround(*price)) : std::nullopt, "",
    {.keep = 6, .key = "nodes_per_error"});
};

constexpr const char* kChangeLegend =
    "Margin: larger or smaller than the engine's, in centipawns if no unit is named; prunes: compared with its own. "
    "Errors, and the nodes that the rule saves: more or fewer than with its own margin. Nodes an error: what a larger "
    "margin pays for each error that it avoids, and what a smaller one gains for each that it adds; empty for fewer "
    "than five errors. Which of them wins games, only games can tell.";

}  // namespace

std::vector<Curve> ClaimMargins::curves() const {
  std::vector<Curve> out;
  for (const auto& [key, items] : items_) {
    Curve whole = curve_of(key.first, key.second, "", items);
    if (whole.points.size() < 2) continue;
    out.push_back(std::move(whole));
    std::vector<Curve> parts;
    for (const Depths& depths : kDepths)
      if (Curve part = curve_at(key, items, depths); part.points.size() > 1) parts.push_back(std::move(part));
    if (parts.size() > 1) std::move(parts.begin(), parts.end(), std::back_inserter(out));
  }
  return out;
}

std::vector<Curve> ClaimMargins::curves_at(const std::string& rule, int least_depth, int greatest_depth) const {
  std::vector<Curve> out;
  for (const auto& [key, items] : items_)
    if (key.first == rule) out.push_back(curve_at(key, items, {least_depth, greatest_depth}));
  return out;
}

std::optional<double> ClaimMargins::Point::nodes_per_error() const {
  if (changed < kFewestErrors || more_errors * more_nodes >= 0) return std::nullopt;
  return -more_nodes / more_errors;
}

template <class Report>
void report_claim_margins(Report& out, const ClaimMargins& margins) {
  std::vector<ChangeLine> lines;
  const auto curves = margins.curves();
  for (const Curve& curve : curves)
    for (const ClaimMargins::Point& p : curve.points) lines.push_back({&curve, &p});
  if (lines.empty()) return;
  out.table("margin_changes", lines, kChangeLine);
  out.note(kChangeLegend);
}
template void report_claim_margins(record::TextReport&, const ClaimMargins&);
template void report_claim_margins(record::JsonReport&, const ClaimMargins&);

namespace {

// --- The file -------------------------------------------------------------------------------------------------------

// The text value of the line's first field "rule"; empty: it has none.
std::string rule_named_in(std::string_view line) {
  constexpr std::string_view kField = "\"rule\"";
  const std::size_t field = line.find(kField);
  if (field == std::string_view::npos) return {};
  const std::size_t begin = line.find('"', field + kField.size());
  const std::size_t end = begin == std::string_view::npos ? begin : line.find('"', begin + 1);
  return end == std::string_view::npos ? "" : std::string(line.substr(begin + 1, end - begin - 1));
}

// --- Does a judge answer the same when it is asked again?
// Some claims are judged twice, the second time in another order: what a judge keeps from one search to the next, and
// what it leaves to chance, then changes its answers.

struct Answer {
  WorkUnitNumber line = 0;  // the claim's, from 0
  int value = 0;
  std::uint64_t nodes = 0;  // searched
};

struct Repetition {
  std::uint64_t claims = 0;
  std::uint64_t other_value = 0;  // or no verdict at all
  std::uint64_t other_nodes = 0;  // with the same value
  std::string example;            // "line 17: 0.35, then 0.41"

  void compare(const Answer& first, const ClaimOutcome& again) {
    ++claims;
    const auto* verdict = std::get_if<ClaimVerdict>(&again);
    if (verdict && verdict->value == Score{first.value}) {
      other_nodes += verdict->nodes_searched != first.nodes ? 1 : 0;
      return;
    }
    ++other_value;
    if (example.empty())
      example = fmt::format("line {}: {}, then {}", first.line + 1, score_text(Score{first.value}),
                            verdict ? score_text(verdict->value) : std::get<Failure>(again).text);
  }
  // Why the results of this judge cannot be repeated, one line; empty: nothing was found against it.
  std::string warning() const {
    if (other_value + other_nodes == 0) return "";
    return fmt::format(
        "the judge is not deterministic: of {} judged again in another order, {} got another value and {} another "
        "number of nodes{}; give it one thread, and make sure that ucinewgame clears all that it has learnt",
        counted(claims, "claim"), other_value, other_nodes, example.empty() ? "" : " (" + example + ")");
  }
};
constexpr auto kRepetition = [](auto& f, const Repetition& r) {
  f("claims", r.claims, "");
  f("other_value", r.other_value, "");
  f("other_nodes", r.other_nodes, "");
};

// There is a work unit for each line of the file.
struct Claims {
  static constexpr const char* kName = kClaimsKind;
  static constexpr const char* kUnits = "lines";
  static constexpr const char* kDescription = "how often the rules of another engine are wrong, by its claims";

  // --- The question -------------------------------------------------------------------------------------------------

  struct Question : ClaimsOptions {
    static constexpr std::uint64_t kMaxNodes = 200'000'000;  // of our own search; then there is no verdict

    Participant player{};
    bool own = false;     // it searches as our own audit does
    TableJudge tables{};  // judge instead, where there are any
    std::int64_t patience = 60'000;
    // Of the lines: where they begin, which is all that is held of them, and which a process wrote when it started.
    std::vector<std::streamoff> beginnings{};
    std::vector<WorkUnitNumber> starts{};
    std::string hash{};                               // of the file
    mutable std::string judge_name{}, judge_build{};  // since there is a worker

    WorkUnitNumber units() const { return static_cast<WorkUnitNumber>(beginnings.size()); }
    std::vector<std::string> inputs() const { return {file}; }

    std::optional<record::Refusal> check() {
      for (const auto take : {&Question::take_judge, &Question::take_choice})
        if (const auto error = (this->*take)()) return record::Refusal{error->message};
      if (const auto error = take_file()) return record::Refusal{error->message, kFailure};
      return std::nullopt;
    }

    bool wants(const Claim& claim) const {
      return claim.depth <= max_depth &&
             (rules.empty() || std::find(rules.begin(), rules.end(), claim.rule) != rules.end());
    }

    store::RunSpec identity() const {
      Participant known = player;
      known.build = judge_build;
      const std::set<std::string> chosen(rules.begin(), rules.end());
      store::RunSpec spec;
      spec.identity = {{"claims", hash},
                       {"judge", tables.tables ? tables.identity() : (own ? "oknos, " : "") + identity_of(known)},
                       {"engine", judge_name},
                       {"rules", chosen.empty() ? "all" : listed(chosen, {}, " ")},
                       {"max_depth", max_depth == Claim::kDepthMost ? "none" : std::to_string(max_depth)},
                       {"timeout", fmt::format("{} ms", patience)}};
      return spec;
    }

   private:
    // "oknos", "oknos,heinz", "oknos,frontier_futility.margin=200": our own search, with what comes behind it.
    std::optional<Error> take_judge() {
      if (judge.empty())
        return Error{"--judge is expected: who searches what was pruned, such as \"cmd=ENGINE,option.Hash=1\""};
      auto loaded = table_judge(judge);
      if (!loaded) return Error{"--judge: " + loaded.error()};
      tables = std::move(*loaded);
      if (tables.tables) return std::nullopt;
      const std::size_t comma = judge.find(',');
      own = text::trim(judge.substr(0, comma)) == "oknos";
      auto parsed = parse_participant(!own                         ? judge
                                      : comma == std::string::npos ? std::string(pruning::kDefaultPreset)
                                                                   : judge.substr(comma + 1));
      if (!parsed) return Error{"--judge: " + parsed.error()};
      player = std::move(*parsed);
      const auto is_network = [](const Change& c) { return c.name == Plan::kEvalFile; };
      if (own && (player.foreign() || player.hash || player.threads ||
                  std::any_of(player.changes.begin(), player.changes.end(), is_network)))
        return Error{"--judge: oknos takes a preset and settings of its rules, nothing else"};
      if (player.control.given()) return Error{"--judge: the claims say how deep it searches; give no limit"};
      // It must not write claims or trees of its own, to the file that it judges of all.
      player.hidden_variables = {"OKNOS_CLAIMS", "OKNOS_TRACE"};
      return std::nullopt;
    }

    std::optional<Error> take_choice() {
      for (const std::string& rule : rules)
        if (!is_rule_name(rule)) return Error{"--rule: a rule's name " + rule_name_problem(rule)};
      if (timeout.empty()) return std::nullopt;
      if (tables.tables) return Error{"--timeout: tablebases do not search"};
      if (own)
        return Error{
            fmt::format("--timeout: --judge oknos has none; its searches end after {} nodes", grouped(kMaxNodes))};
      const auto time = parse_duration(timeout);
      if (!time) return Error{"--timeout: " + time.error()};
      patience = *time;
      return std::nullopt;
    }

    std::optional<Error> take_file() {
      constexpr std::string_view kStartLine = "{\"oknos_claims\":";  // as claims.h writes it
      std::ifstream in(file, std::ios::binary);
      std::set<std::string> known;
      std::string line;
      for (std::streamoff begin = 0; std::getline(in, line); begin = in.tellg()) {
        if (line.starts_with(kStartLine)) starts.push_back(units());
        beginnings.push_back(begin);
        if (const std::string rule = rule_named_in(line); !rule.empty()) known.insert(rule);
      }
      for (const std::string& rule : rules)
        if (!known.contains(rule))
          return Error{fmt::format("--rule: {} has no claim of \"{}\"; its rules: {}", text::quoted(file), rule,
                                   known.empty() ? "none" : listed(known))};
      const auto of_file = store::hash_of_file(file);
      if (!of_file) return Error{of_file.error()};
      hash = *of_file;
      return std::nullopt;
    }
  };

  // --- What is found for a line -------------------------------------------------------------------------------------

  enum class State : std::uint8_t {
    Judged,
    Empty,      // a blank line, or the version of the format
    Watched,    // the rule did not act: judged to see what a smaller margin would prune
    NotActed,   // the rule did not act, and there is no slack: not judged
    Malformed,  // not a valid claim
    Failed,     // the judge gave no verdict
    LeftOut     // not asked for: another rule, too deep, or not in the tablebases that judge
  };
  static constexpr int kStates = 7;
  friend std::string_view name_of(State state) {
    return name_among(std::array<std::string_view, kStates>{"judged", "empty", "watched", "not acted", "malformed",
                                                            "failed", "left out"},
                      state);
  }

  struct Unit {
    State state = State::Judged;
    std::string problem;
    std::uint64_t line = 0, search = 0, process = 0, every = 1;
    std::optional<int> slack;
    std::string slack_unit;
    AuditPosition audited;  // with one case if the claim was judged
  };
  static constexpr auto kLayout = [](auto& t, auto& claim) {
    t.row("claims", claim, [](auto& f, auto& c) {
      f("line", c.line, "in the file, from 1");
      f.choice(
          "state", c.state, kStates,
          "judged; empty: no claim; watched, not acted: the rule did not fire; malformed; failed: no verdict; left "
          "out: not asked for, or not in the tablebases that judge");
      f("problem", c.problem, "of a malformed or failed one: what is wrong");
      f("search", c.search, "the engine's search that it comes from");
      f("every", c.every, "of so many such claims this is one");
      f("slack", c.slack, "by how much the margin could be larger and the rule still fire, as the engine gave it");
      f("fen", c.audited.fen, "the position in which the rule was asked");
      f("nodes", c.audited.nodes, "nodes that the judge searched");
      f("process", c.process, "that wrote it: start lines before it, or 2^40 and the number that it gave itself");
      f("slack_unit", c.slack_unit, "empty: centipawns");
    });
    t.rows("pruned", claim.audited.counts, kAuditCountFields);
    t.rows("cases", claim.audited.cases, kAuditCaseFields);
  };

  // --- The work -----------------------------------------------------------------------------------------------------

  struct Worker {
    const Question& q;
    std::ifstream file;
    std::unique_ptr<Player> player;  // null: our own search, or tablebases
    SubtreeSearch search{};
    int failures = 0;  // in a row

    static Result<std::unique_ptr<Worker>> make(const Question& q) {
      q.judge_name = q.tables.tables ? q.tables.text() : "Oknos, preset " + q.player.name;
      std::unique_ptr<Player> player;
      if (!q.tables.tables && !q.own) {
        auto made = make_player(q.player);
        if (!made) return Error{made.error()};
        player = std::move(*made);
        q.judge_name = player->name();
        q.judge_build = player->build();
      }
      auto out = std::unique_ptr<Worker>(new Worker{q, std::ifstream(q.file, std::ios::binary), std::move(player)});
      out->search.limit_nodes(Question::kMaxNodes);
      return out;
    }
    void stop() { search.stop(); }

    // None: it cannot be read any more.
    std::optional<std::string> line(WorkUnitNumber number) {
      std::string out;
      file.clear();
      file.seekg(q.beginnings[static_cast<std::size_t>(number)]);
      if (!std::getline(file, out)) return std::nullopt;
      return std::string(text::trim(out));
    }

    // None: the claim is beyond the judge. After a failure, an engine is ended, and started again for the next claim.
    std::optional<ClaimOutcome> judge(const Claim& claim) {
      if (q.tables.tables) return look_up(claim);
      if (player) {
        ClaimOutcome out = judge_claim(*player, claim, q.patience);
        if (std::holds_alternative<Failure>(out)) player->give_up();
        return out;
      }
      const ClaimVerdict out = check_claim(claim, ShadowSettings::of(q.player.settings), search);
      if (interrupted()) return Failure{FailureKind::Interrupted, q.judge_name + " was interrupted"};
      if (!search.cut_short()) return out;
      return Failure{FailureKind::Silent,
                     fmt::format("{}: no verdict within {} nodes", q.judge_name, grouped(Question::kMaxNodes))};
    }

   private:
    // Skipped moves and cut nodes. What a claim saved is not known then, nor whether a shallower search would have seen
    // the error.
    std::optional<ClaimOutcome> look_up(const Claim& claim) const {
      if (claim.action == Claim::Action::Reduce) return std::nullopt;
      const auto said = table_verdict(sample_of(claim), *q.tables.tables);
      if (!said) return std::nullopt;
      ClaimVerdict out;
      out.value = score_of(said->result);
      out.half_points = said->half_points;
      out.error = said->half_points > 0;
      return out;
    }
  };

  static Outcome<Unit> find(const Question& q, Worker& worker, WorkUnitNumber number) {
    Unit out;
    out.line = static_cast<std::uint64_t>(number) + 1;
    const auto without_case = [&](State state, std::string problem = "") {
      out.state = state;
      out.problem = std::move(problem);
      return out;
    };
    const auto line = worker.line(number);
    if (!line) return Error{fmt::format("{} has become shorter", text::quoted(q.file))};
    const auto parsed = parse_claim(*line);
    if (!parsed) return without_case(State::Malformed, parsed.error());
    if (!*parsed) return without_case(State::Empty);
    const Claim& claim = **parsed;
    if (!q.wants(claim)) return without_case(State::LeftOut);
    // Processes are told apart by numbers of their own, beyond any number of start lines, or by those.
    constexpr std::uint64_t kOwnNumbers = std::uint64_t{1} << 40;
    const auto started = std::upper_bound(q.starts.begin(), q.starts.end(), number) - q.starts.begin();
    out.process = claim.process ? kOwnNumbers + *claim.process : static_cast<std::uint64_t>(started);
    out.search = claim.search;
    out.every = claim.every;
    out.slack = claim.slack;
    out.slack_unit = claim.slack_unit;
    if (!claim.fired && !out.slack) return without_case(State::NotActed);
    const auto outcome = worker.judge(claim);
    if (!outcome) return without_case(State::LeftOut);
    if (const auto* failure = std::get_if<Failure>(&*outcome)) {
      constexpr int kMaxFailures = 10;  // a judge that fails so often one after the other will not do better
      if (failure->kind == FailureKind::Interrupted || interrupted()) return std::nullopt;
      if (failure->kind == FailureKind::CannotStart) return Error{fmt::format("line {}: {}", out.line, failure->text)};
      if (++worker.failures >= kMaxFailures)
        return Error{fmt::format("{} claims in a row without a verdict; the last, line {}: {}", kMaxFailures, out.line,
                                 failure->text)};
      return without_case(State::Failed, failure->text);
    }
    worker.failures = 0;
    out.audited = audited(claim, std::get<ClaimVerdict>(*outcome), out.line);
    if (!claim.fired) out.state = State::Watched;
    return out;
  }

  // The claim with its verdict, as an audit stores it.
  static AuditPosition audited(const Claim& claim, const ClaimVerdict& verdict, std::uint64_t line) {
    AuditPosition out;
    out.fen = fen::to_text(claim.line.current);
    out.nodes = verdict.nodes_searched;
    PrunedCount pruned;
    (claim.action != Claim::Action::Cut && claim.move ? pruned.moves : pruned.nodes) = claim.fired ? claim.every : 0;
    out.counts.push_back({claim.rule, claim.depth, pruned});
    AuditCase c = case_of(sample_of(claim), verdict);
    c.rule = c.rules = claim.rule;
    c.ordinal = line;
    c.ply = claim.ply.value_or(0);
    c.slack = claim.slack.value_or(0);
    out.cases.push_back(std::move(c));
    return out;
  }

  // --- The summary --------------------------------------------------------------------------------------------------

  class Summary {
   public:
    ClaimSums sums;
    AuditViewOptions view;
    Repetition repetition;  // of the run that has just ended

    explicit Summary(const RunHeader&) {}
    void asked(const Question& question) { view = question.view; }
    void show_for_report(std::size_t worst) { view = report_view(worst); }
    std::uint64_t count(State state) const { return lines_[static_cast<std::size_t>(state)]; }
    bool has_problem() const { return !first_problem_.empty(); }

    std::optional<Error> add(const Unit& claim) {
      ++lines_[static_cast<std::size_t>(claim.state)];
      if (!claim.problem.empty() && first_problem_.empty())
        first_problem_ = fmt::format("line {}: {}", claim.line, claim.problem);
      if (claim.audited.cases.empty()) return std::nullopt;
      // Every process counts its searches from 1.
      const auto next = static_cast<ClusterCounts::Cluster>(clusters_.size() + 1);
      const auto cluster = clusters_.try_emplace({claim.process, claim.search}, next).first->second;
      const bool acted = claim.state == State::Judged;
      const AuditCase& c = claim.audited.cases.front();
      // Rounded to centipawns, a rule that just did not act may seem to have been at its threshold. Tablebases do not
      // know what a margin saves.
      if (claim.slack && !c.half_points)
        sums.margins.add({c.rule, claim.slack_unit, c.depth, acted ? *claim.slack : std::min(*claim.slack, -1),
                          claim.every, c.nodes, c.error, cluster});
      if (!acted) return std::nullopt;
      AuditPosition position = claim.audited;
      position.search = cluster;
      sums.audit.add(position);
      return std::nullopt;
    }

    // The tables of an audit and of other margins, and notes about claims that could not be judged.
    template <class Report>
    void report(Report& out) const {
      AuditViewOptions of_claims = view;
      of_claims.unit = "claim";
      report_audit(out, sums.audit, of_claims);
      report_claim_margins(out, sums.margins);
      const struct {
        State state;
        const char *what, *then, *key;
      } notes[] = {{State::Watched, "claim", "of rules that did not act.", "watched"},
                   {State::NotActed, "line", "of rules that did not act and gave no slack: not judged.", "not_acted"},
                   {State::LeftOut, "claim", "left out.", "left_out"},
                   {State::Malformed, "line", "without a valid claim.", "malformed"},
                   {State::Failed, "claim", "without a verdict of the judge.", "failed"}};
      for (const auto& note : notes) {
        const std::uint64_t n = count(note.state);
        out.value(note.key, n);
        const std::string line = counted(n, note.what) + " " + note.then;
        if (n > 0 && note.state == State::Watched)
          out.paragraph(line + "\n");
        else if (n > 0)
          out.line(line);
      }
      if (has_problem()) out.line("The first problem: " + first_problem_);
      if (const std::string warning = repetition.warning(); !warning.empty()) out.line("Warning: " + warning + ".");
      out.value("first_problem", first_problem_);
      if (repetition.claims > 0) out.value("judged_again", record::json_of_line(repetition, kRepetition));
    }

   private:
    std::array<std::uint64_t, kStates> lines_{};                                          // by state
    std::string first_problem_;                                                           // "line 17: ..."
    std::map<std::pair<std::uint64_t, std::uint64_t>, ClusterCounts::Cluster> clusters_;  // by process and search
  };
};

// --- The run --------------------------------------------------------------------------------------------------------

class ClaimsRun final : public record::RunOf<Claims> {
  using RunOf::RunOf;
  using State = Claims::State;

  std::string heading() const override {
    std::string out =
        fmt::format("{} of {}, judged by {}", counted(static_cast<std::uint64_t>(question_.units()), "line"),
                    text::quoted(question_.file), style().paint(Tone::Strong, question_.judge_name));
    if (const std::string shard = shard_text(); !shard.empty()) out += ", " + shard;
    if (done_before() > 0) out += fmt::format(", {} judged before", grouped(done_before()));
    return out + "\n\n";
  }

  void take(WorkUnitNumber number, Claims::Unit claim, bool fresh) override {
    constexpr std::uint64_t kMaxComplaints = 5;
    if (fresh && !claim.problem.empty() && complaints_ < kMaxComplaints) {
      say(fmt::format("{}:{}: {}", question_.file, claim.line, claim.problem));
      if (++complaints_ == kMaxComplaints) say("further problems are counted only");
    }
    if (claim.state == State::Judged) {
      const AuditCase& c = claim.audited.cases.front();
      errors_ += c.error ? 1 : 0;
      if (fresh) answers_.push_back({number, c.value, claim.audited.nodes});
    }
    add(number, std::move(claim));
  }

  // Of a hundred claims, spread evenly, the last one first. Our own judge and tablebases have been tested for that.
  std::optional<Error> close_files() override {
    if (failed() || interrupted() || question_.own || question_.tables.tables) return std::nullopt;
    constexpr std::size_t kMaxRepeated = 100;
    const std::size_t count = std::min(answers_.size(), kMaxRepeated);
    std::vector<Answer> asked;
    for (std::size_t i = count; i-- > 0;) asked.push_back(answers_[i * answers_.size() / count]);
    Repetition& repetition = result().summary().repetition;
    OrderedParallelFor<ClaimOutcome> again;
    again.find = [&](int worker, WorkUnitNumber i) {
      Claims::Worker& own = *workers()[static_cast<std::size_t>(worker)];
      const auto line = own.line(asked[static_cast<std::size_t>(i)].line);
      const auto claim = line ? parse_claim(*line) : Error{"gone"};
      const bool is_there = claim && *claim;
      return std::vector{is_there ? *own.judge(**claim) : Failure{FailureKind::Silent, "the file has changed"}};
    };
    again.keep = [&](const ClaimOutcome& outcome) {
      repetition.compare(asked[repetition.claims], outcome);
      return true;
    };
    again.run(static_cast<WorkUnitNumber>(count), static_cast<int>(workers().size()));
    if (const std::string warning = repetition.warning(); !warning.empty()) say("warning: " + warning);
    return std::nullopt;
  }

  std::string progress_text() const override {
    return fmt::format("{} of {}, {} wrong", grouped(done()), counted(work_units_of_shard(), "line"), compact(errors_));
  }

  // A file of something else, or an engine that never wrote: no result must not look like a good one. A shard may
  // have none.
  int exit_code() const override {
    const Claims::Summary& found = result().summary();
    const bool judged = found.count(State::Judged) + found.count(State::Watched) > 0;
    if (judged || (!found.has_problem() && !shard_text().empty())) return 0;
    const bool left_out = found.count(State::LeftOut) > 0;
    const bool chosen = left_out && (!question_.rules.empty() || question_.max_depth < Claim::kDepthMost);
    const bool looked_up = left_out && question_.tables.tables;
    return complain(
        kFailure,
        fmt::format("{} has no claim{} that could be judged{}", text::quoted(question_.file),
                    chosen ? " among those that --rule and --max-depth choose" : "",
                    looked_up ? "; tablebases judge skipped moves and cut nodes of positions that they have" : ""));
  }

  std::vector<Answer> answers_;  // of this run
  std::uint64_t errors_ = 0;
  std::uint64_t complaints_ = 0;
};

using ClaimsResult = record::ResultOf<Claims>;

}  // namespace

bool holds_claims(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  std::ifstream in(file, std::ios::binary);
  for (std::string line; std::getline(in, line);)
    if (const std::string_view content = text::trim(line); !content.empty()) return content.front() == '{';
  return false;
}

int audit_claims(const ClaimsOptions& options, const RunArguments& run) {
  Claims::Question question{options};
  if (const auto refusal = question.check()) return complain(refusal->exit_code, refusal->message);
  return ClaimsRun(question, run).run();
}

RunKind claims_kind() {
  return kind_of<ClaimsResult>();
}

int show_claims(const std::string& store, const RunArguments& run, const AuditViewOptions& view) {
  return show_run<ClaimsResult>(store, run, [&](ClaimsResult& result) { result.summary().view = view; });
}

double ClaimSums::errors_of_all() const {
  double out = 0;
  for (const auto& [rule, tally] : audit.by_rule())
    out += tally.error_rate().rate * static_cast<double>(audit.pruned_by(rule));
  return out;
}

Result<ClaimSums> claim_sums(const std::string& store) {
  const auto view = store::StoreView::open(store);
  if (!view) return Error{view.error()};
  if ((*view)->kind() != kClaimsKind)
    return Error{fmt::format("{} holds a run of '{}'; with --engine it is an audit of claims", text::quoted(store),
                             (*view)->kind())};
  auto result = read_result<ClaimsResult>(**view);
  if (!result) return Error{result.error()};
  return std::move(result->summary().sums);
}

}  // namespace oknos::lab
