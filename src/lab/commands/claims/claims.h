#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/commands/claims/claim_judge.h"
#include "lab/commands/claims/claim_margins.h"
#include "lab/play/participant.h"
#include "lab/record/stored_command.h"
#include "lab/shadow/audit_view.h"

// `oknos-lab audit FILE.jsonl --judge "cmd=ENGINE,..."`: how often are the pruning rules of another engine wrong?
// (docs/claims.md) There is a work unit for each line of the file.
namespace oknos::lab {

struct JudgedClaim {
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

  State state = State::Judged;
  std::string problem;
  std::uint64_t line = 0, search = 0, process = 0, every = 1;
  std::optional<int> slack;
  std::string slack_unit;
  AuditPosition audited;  // with one case if the claim was judged
};
std::string_view name_of(JudgedClaim::State state);

// The sums over all lines.
struct ClaimSums {
  AuditSums audit;
  ClaimMargins margins;
  std::array<std::uint64_t, JudgedClaim::kStates> lines{};  // by state
  std::string first_problem;                                // "line 17: ..."

  std::uint64_t count(JudgedClaim::State state) const { return lines[static_cast<std::size_t>(state)]; }
  void add(const JudgedClaim& claim);
  double errors_of_all() const;  // rules together, with their own margins; estimated from the claims

 private:
  void add_margin(const JudgedClaim& claim);
  ClusterCounts::Cluster cluster_of(const JudgedClaim& claim);

  std::map<std::pair<std::uint64_t, std::uint64_t>, ClusterCounts::Cluster> clusters_;  // by process and search
};

// The kind of stored runs (record/stored_command.h). The command is `audit`, in commands/audit.cpp.
struct Claims {
  static constexpr const char* kName = "claims";
  static constexpr const char* kUnits = "lines";
  static constexpr const char* kDescription = "how often the rules of another engine are wrong, by its claims";

  struct Question {
    std::string file, judge;         // as parse_participant() reads it, or "oknos", possibly followed by that
    std::vector<std::string> rules;  // whose claims are judged; none: of all
    int max_depth = Claim::kDepthMost;
    std::string timeout;  // for one search; empty: a minute
    AuditViewOptions view;
    // Since check():
    Participant player;
    bool own = false;   // it searches as our own audit does
    TableJudge tables;  // judge instead, where there are any
    std::int64_t patience = 60'000;
    WorkUnitNumber lines = 0;
    std::string hash;                             // of the file
    mutable std::string judge_name, judge_build;  // since there is a worker

    WorkUnitNumber units() const { return lines; }
    std::vector<std::string> inputs() const { return {file}; }
    bool wants(const Claim& claim) const;
    store::RunSpec identity() const;
    std::optional<record::Refusal> check();

   private:
    std::optional<Error> take_judge();
    std::optional<Error> take_choice();
    std::optional<Error> take_file();
  };
  struct Worker;

  using Unit = JudgedClaim;
  static Outcome<Unit> find(const Question& question, Worker& worker, WorkUnitNumber number);
  static constexpr auto kLayout = [](auto& t, auto& claim) {
    t.row("claims", claim, [](auto& f, auto& c) {
      f("line", c.line, "in the file, from 1");
      f.choice(
          "state", c.state, JudgedClaim::kStates,
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

  // The tables of an audit and of other margins, and notes about claims that could not be judged.
  struct Summary {
    ClaimSums sums;
    AuditViewOptions view;
    Repetition repetition;  // of the run that has just ended

    explicit Summary(const RunHeader&) {}
    std::optional<Error> add(const JudgedClaim& claim) {
      sums.add(claim);
      return std::nullopt;
    }
    template <class Report>
    void report(Report& out) const;
    void asked(const Question& question) { view = question.view; }
    void show_for_report(std::size_t worst) { view = report_view(worst); }
  };
};

// Returns the program's exit code: 0 (even if claims were wrong), kFailure, kUsage or kInterruptedExit.
int audit_claims(Claims::Question question, const RunArguments& run);

// Whether the file has lines of JSON, such as claims, instead of positions.
bool holds_claims(const std::string& file);

}  // namespace oknos::lab
