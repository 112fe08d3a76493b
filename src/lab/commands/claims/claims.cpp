#include "lab/commands/claims/claims.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <set>
#include <thread>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "lab/formats/line_source.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

// --- The file -------------------------------------------------------------------------------------------------------

// Its lines, by number. They are read on demand; only one line for each reader is in memory.
class ClaimsFile {
 public:
  // Standard input and pipes are refused, because every reader starts at the beginning of the file.
  static Result<ClaimsFile> open(const std::string& path) {
    std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
    if (!file) return Error{fmt::format("cannot read {}: {}", text::quoted(path), std::strerror(errno))};
    return ClaimsFile(std::move(file));
  }

  // The line with that number, from 0, valid until the next call. Fast for increasing numbers. None: the file has fewer
  // lines.
  std::optional<std::string_view> line(WorkUnitNumber number) {
    if (number < next_) {
      std::rewind(file_.get());
      lines_ = std::make_unique<LineSource>(file_.get());
      next_ = 0;
      starts_ = 0;
    }
    constexpr std::string_view kStartLine = "{\"oknos_claims\":";  // as claims.h writes it
    std::string_view line;
    while (lines_->next(line)) {
      if (line.starts_with(kStartLine)) ++starts_;
      if (next_++ == number) return line;
    }
    return std::nullopt;
  }
  // How many processes had begun to write when the line read last was written, as far as start lines tell.
  std::uint64_t starts() const { return starts_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  explicit ClaimsFile(std::unique_ptr<std::FILE, Close> file)
      : file_(std::move(file)), lines_(std::make_unique<LineSource>(file_.get())) {}

  std::unique_ptr<std::FILE, Close> file_;
  std::unique_ptr<LineSource> lines_;
  WorkUnitNumber next_ = 0;
  std::uint64_t starts_ = 0;
};

namespace {

// The text value of the line's first field "rule"; empty: it has none.
std::string rule_named_in(std::string_view line) {
  constexpr std::string_view kField = "\"rule\"";
  const std::size_t field = line.find(kField);
  if (field == std::string_view::npos) return {};
  const std::size_t begin = line.find('"', field + kField.size());
  const std::size_t end = begin == std::string_view::npos ? begin : line.find('"', begin + 1);
  return end == std::string_view::npos ? "" : std::string(line.substr(begin + 1, end - begin - 1));
}

}  // namespace

bool holds_claims(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  auto lines = ClaimsFile::open(file);
  if (!lines) return false;
  for (WorkUnitNumber i = 0; const auto line = lines->line(i); ++i)
    if (const std::string_view content = text::trim(*line); !content.empty()) return content.front() == '{';
  return false;
}

// --- The question ---------------------------------------------------------------------------------------------------

std::optional<record::Refusal> Claims::Question::check() {
  for (const auto take : {&Question::take_judge, &Question::take_choice})
    if (const auto error = (this->*take)()) return record::Refusal{error->message};
  if (const auto error = take_file()) return record::Refusal{error->message, kFailure};
  return std::nullopt;
}

// "oknos", "oknos,heinz", "oknos,frontier_futility.margin=200": our own search, with what comes behind it.
std::optional<Error> Claims::Question::take_judge() {
  if (judge.empty())
    return Error{"--judge is expected: who searches what was pruned, such as \"cmd=ENGINE,option.Hash=1\""};
  auto loaded = table_judge(judge);
  if (!loaded) return Error{"--judge: " + loaded.error()};
  tables = std::move(*loaded);
  for (const std::string& problem : tables.problems) complain(0, "--judge: left out " + problem);
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

std::optional<Error> Claims::Question::take_choice() {
  for (const std::string& rule : rules)
    if (!is_rule_name(rule)) return Error{"--rule: a rule's name " + rule_name_problem(rule)};
  if (timeout.empty()) return std::nullopt;
  if (tables.tables) return Error{"--timeout: tablebases do not search"};
  if (own)
    return Error{fmt::format("--timeout: --judge oknos has none; its searches end after {} nodes",
                             grouped(OwnJudge::kMaxNodes))};
  const auto time = parse_duration(timeout);
  if (!time) return Error{"--timeout: " + time.error()};
  patience = *time;
  return std::nullopt;
}

std::optional<Error> Claims::Question::take_file() {
  auto source = ClaimsFile::open(file);
  if (!source) return Error{source.error()};
  std::set<std::string> known;
  for (; const auto line = source->line(lines); ++lines)
    if (const std::string rule = rule_named_in(*line); !rule.empty()) known.insert(rule);
  for (const std::string& rule : rules)
    if (!known.contains(rule))
      return Error{fmt::format("--rule: {} has no claim of \"{}\"; its rules: {}", text::quoted(file), rule,
                               known.empty() ? "none" : listed(known))};
  const auto of_file = store::hash_of_file(file);
  if (!of_file) return Error{of_file.error()};
  hash = *of_file;
  return std::nullopt;
}

bool Claims::Question::wants(const Claim& claim) const {
  return claim.depth <= max_depth &&
         (rules.empty() || std::find(rules.begin(), rules.end(), claim.rule) != rules.end());
}

store::RunSpec Claims::Question::identity() const {
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

// --- The work -------------------------------------------------------------------------------------------------------

struct Claims::Worker {
  std::unique_ptr<ClaimJudge> judge;
  ClaimsFile file;
  int failures = 0;  // in a row

  static Result<std::unique_ptr<Worker>> make(const Question& q) {
    std::unique_ptr<ClaimJudge> judge;
    if (q.tables.tables) {
      judge = std::make_unique<TableClaimJudge>(q.tables);
    } else if (q.own) {
      judge = std::make_unique<OwnJudge>(q.player);
    } else {
      auto player = make_player(q.player);
      if (!player) return Error{player.error()};
      judge = std::make_unique<PlayingJudge>(std::move(*player), q.patience);
    }
    auto file = ClaimsFile::open(q.file);
    if (!file) return Error{file.error()};
    q.judge_name = judge->name();
    q.judge_build = judge->build();
    return std::make_unique<Worker>(Worker{std::move(judge), std::move(*file)});
  }
  void stop() { judge->stop(); }
};

namespace {

using State = JudgedClaim::State;

// The state after a failure of the judge. Nothing: it was interrupted.
Outcome<JudgedClaim> after_failure(Claims::Worker& worker, JudgedClaim out, const Failure& failure) {
  constexpr int kMaxFailures = 10;  // a judge that fails so often one after the other will not do better
  worker.judge->give_up();          // the next claim starts it again
  if (failure.kind == FailureKind::Interrupted || interrupted()) return std::nullopt;
  if (failure.kind == FailureKind::CannotStart) return Error{fmt::format("line {}: {}", out.line, failure.text)};
  if (++worker.failures >= kMaxFailures)
    return Error{fmt::format("{} claims in a row without a verdict; the last, line {}: {}", kMaxFailures, out.line,
                             failure.text)};
  out.state = State::Failed;
  out.problem = failure.text;
  return out;
}

// The claim with its verdict, as an audit stores it.
AuditPosition audited(const Claim& claim, const ClaimVerdict& verdict, std::uint64_t line) {
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

// Processes are told apart by numbers of their own, beyond any number of start lines, or by those.
std::uint64_t process_of(const Claim& claim, const ClaimsFile& file) {
  constexpr std::uint64_t kOwnNumbers = std::uint64_t{1} << 40;
  return claim.process ? kOwnNumbers + *claim.process : file.starts();
}

}  // namespace

Outcome<JudgedClaim> Claims::find(const Question& q, Worker& worker, WorkUnitNumber number) {
  JudgedClaim out;
  out.line = static_cast<std::uint64_t>(number) + 1;
  const auto without_case = [&](State state, std::string problem = "") {
    out.state = state;
    out.problem = std::move(problem);
    return out;
  };
  const auto line = worker.file.line(number);
  if (!line) return Error{fmt::format("{} has become shorter", text::quoted(q.file))};
  const auto parsed = parse_claim(*line);
  if (!parsed) return without_case(State::Malformed, parsed.error());
  if (!*parsed) return without_case(State::Empty);
  const Claim& claim = **parsed;
  if (!q.wants(claim)) return without_case(State::LeftOut);
  out.search = claim.search;
  out.process = process_of(claim, worker.file);
  out.every = claim.every;
  out.slack = claim.slack;
  out.slack_unit = claim.slack_unit;
  if (!claim.fired && !out.slack) return without_case(State::NotActed);
  if (!worker.judge->can_judge(claim)) return without_case(State::LeftOut);
  const ClaimOutcome outcome = worker.judge->judge(claim);
  if (const auto* failure = std::get_if<Failure>(&outcome)) return after_failure(worker, std::move(out), *failure);
  worker.failures = 0;
  out.audited = audited(claim, std::get<ClaimVerdict>(outcome), out.line);
  if (!claim.fired) out.state = State::Watched;
  return out;
}

// --- The result -----------------------------------------------------------------------------------------------------

std::string_view name_of(State state) {
  constexpr std::array<std::string_view, JudgedClaim::kStates> kNames{"judged",    "empty",  "watched", "not acted",
                                                                      "malformed", "failed", "left out"};
  return kNames[static_cast<std::size_t>(state)];
}

void ClaimSums::add(const JudgedClaim& claim) {
  ++lines[static_cast<std::size_t>(claim.state)];
  if (claim.state == State::Judged || claim.state == State::Watched) add_margin(claim);
  if (claim.state == State::Judged) {
    AuditPosition position = claim.audited;
    position.search = cluster_of(claim);
    audit.add(position);
  }
  if (!claim.problem.empty() && first_problem.empty())
    first_problem = fmt::format("line {}: {}", claim.line, claim.problem);
}

void ClaimSums::add_margin(const JudgedClaim& claim) {
  if (!claim.slack) return;
  // Rounded to centipawns, a rule that just did not act may seem to have been at its threshold.
  const int slack = claim.state == State::Judged ? *claim.slack : std::min(*claim.slack, -1);
  for (const AuditCase& c : claim.audited.cases)
    if (!c.half_points)  // tablebases do not know what a margin saves
      margins.add({c.rule, claim.slack_unit, c.depth, slack, claim.every, c.nodes, c.error, cluster_of(claim)});
}

// Every process counts its searches from 1.
ClusterCounts::Cluster ClaimSums::cluster_of(const JudgedClaim& claim) {
  const auto next = static_cast<ClusterCounts::Cluster>(clusters_.size() + 1);
  return clusters_.try_emplace({claim.process, claim.search}, next).first->second;
}

double ClaimSums::errors_of_all() const {
  double out = 0;
  for (const auto& [rule, tally] : audit.by_rule())
    out += tally.error_rate().rate * static_cast<double>(audit.pruned_by(rule));
  return out;
}

template <class Report>
void Claims::Summary::report(Report& out) const {
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
    const std::uint64_t n = sums.count(note.state);
    out.value(note.key, n);
    const std::string line = counted(n, note.what) + " " + note.then;
    if (n > 0 && note.state == State::Watched)
      out.paragraph(line + "\n");
    else if (n > 0)
      out.line(line);
  }
  if (!sums.first_problem.empty()) out.line("The first problem: " + sums.first_problem);
  if (const std::string warning = repetition.warning(); !warning.empty()) out.line("Warning: " + warning + ".");
  out.value("first_problem", sums.first_problem);
  if (repetition.repeated > 0)
    out.value("judged_again", nlohmann::ordered_json{{"claims", repetition.repeated},
                                                     {"other_value", repetition.other_value},
                                                     {"other_nodes", repetition.other_nodes}});
}
template void Claims::Summary::report(record::TextReport&) const;
template void Claims::Summary::report(record::JsonReport&) const;

// --- The run --------------------------------------------------------------------------------------------------------

namespace {

class ClaimsRun final : public record::RunOf<Claims> {
  using RunOf::RunOf;

  std::string heading() const override {
    std::string out = fmt::format("{} of {}, judged by {}", counted(question_.lines, "line"),
                                  text::quoted(question_.file), style().paint(Tone::Strong, question_.judge_name));
    if (const std::string shard = shard_text(); !shard.empty()) out += ", " + shard;
    if (done_before() > 0) out += fmt::format(", {} judged before", grouped(done_before()));
    return out + "\n\n";
  }

  void take(WorkUnitNumber number, JudgedClaim claim, bool fresh) override {
    constexpr std::uint64_t kMaxComplaints = 5;
    if (fresh && !claim.problem.empty() && complaints_ < kMaxComplaints) {
      say(fmt::format("{}:{}: {}", question_.file, claim.line, claim.problem));
      if (++complaints_ == kMaxComplaints) say("further problems are counted only");
    }
    if (claim.state == State::Judged) {
      const AuditCase& c = claim.audited.cases.front();
      errors_ += c.error ? 1 : 0;
      if (fresh) answers_.push_back({static_cast<WorkUnitNumber>(claim.line) - 1, c.value, claim.audited.nodes});
    }
    add(number, std::move(claim));
  }

  // Our own judge and tablebases have been tested for that.
  std::optional<Error> close_files() override {
    if (failed() || interrupted() || question_.own || question_.tables.tables) return std::nullopt;
    const std::vector<JudgeAnswer> answers = answers_to_repeat(answers_);
    std::vector<Claim> claims(answers.size());
    for (std::size_t i = answers.size(); i-- > 0;) {  // the first line first: the file is read once
      const auto line = any_worker().file.line(answers[i].work_unit);
      const auto claim = line ? parse_claim(*line) : Error{"gone"};
      if (!claim || !*claim) return Error{fmt::format("{} has changed", text::quoted(question_.file))};
      claims[i] = **claim;
    }
    std::vector<Repetition> found(workers().size());
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < workers().size(); ++worker)
      threads.emplace_back([&, worker] {
        for (std::size_t i = worker; i < answers.size() && !interrupted(); i += workers().size())
          repeat(*workers()[worker]->judge, claims[i], answers[i], found[worker]);
      });
    for (std::thread& thread : threads) thread.join();
    Repetition& repetition = result().summary().repetition;
    for (const Repetition& part : found) repetition += part;
    if (const std::string warning = repetition.warning(); !warning.empty()) say("warning: " + warning);
    return std::nullopt;
  }

  static void repeat(ClaimJudge& judge, const Claim& claim, const JudgeAnswer& first, Repetition& found) {
    const ClaimOutcome again = judge.judge(claim);
    const auto* failure = std::get_if<Failure>(&again);
    if (failure) judge.give_up();
    if (failure && failure->kind == FailureKind::Interrupted) return;
    found.compare(first, again);
  }

  std::string progress_text() const override {
    return fmt::format("{} of {}, {} wrong", grouped(done()), counted(work_units_of_shard(), "line"), compact(errors_));
  }

  // A file of something else, or an engine that never wrote: no result must not look like a good one. A shard may
  // have none.
  int exit_code() const override {
    const ClaimSums& sums = result().summary().sums;
    const bool judged = sums.count(State::Judged) + sums.count(State::Watched) > 0;
    if (judged || (sums.first_problem.empty() && !shard_text().empty())) return 0;
    const bool left_out = sums.count(State::LeftOut) > 0;
    const bool chosen = left_out && (!question_.rules.empty() || question_.max_depth < Claim::kDepthMost);
    const bool looked_up = left_out && question_.tables.tables;
    return complain(
        kFailure,
        fmt::format("{} has no claim{} that could be judged{}", text::quoted(question_.file),
                    chosen ? " among those that --rule and --max-depth choose" : "",
                    looked_up ? "; tablebases judge skipped moves and cut nodes of positions that they have" : ""));
  }

  std::vector<JudgeAnswer> answers_;  // of this run
  std::uint64_t errors_ = 0;
  std::uint64_t complaints_ = 0;
};

}  // namespace

int audit_claims(Claims::Question question, const RunArguments& run) {
  if (const auto refusal = question.check()) return complain(refusal->exit_code, refusal->message);
  return ClaimsRun(question, run).run();
}

}  // namespace oknos::lab
