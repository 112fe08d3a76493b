#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string_view>

#include "lab/arguments/arguments.h"
#include "lab/commands/audit/audit.h"
#include "lab/commands/audit/audit_result.h"
#include "lab/commands/audit/write_claims.h"
#include "lab/commands/claims/claims_audit.h"
#include "lab/commands/claims/claims_result.h"

namespace oknos::lab {

namespace {

constexpr const char* kAuditFooter =
    "Searches each position with one thread and an empty table, to depth 10 unless a limit is given. One of every N\n"
    "moves that a rule skipped, or nodes that it cut (--sample), is then searched by a separate search, the shadow\n"
    "search: to the unreduced depth, without the futility rules and without a table. A skipped move was an error if\n"
    "the shadow search scores it above alpha; a node cut at beta was an error if it scores below beta.\n\n"
    "Examples:\n"
    "  oknos-lab audit wac.epd\n"
    "  oknos-lab audit ecm.epd --preset heinz --depth 8 --sample 200 --out audit.db\n"
    "  oknos-lab audit ecm.epd --sample 5000 --sample razoring=50 --out audit.db --resume\n"
    "  oknos-lab audit ecm.epd --margins --rule razoring --rule reverse_futility\n"
    "  oknos-lab audit ecm.epd --judge modern\n"
    "  oknos-lab audit endings.epd --judge tablebases=/syzygy --sample 10\n"
    "  oknos-lab audit --show audit.db --by depth,kind --worst 10\n\n"
    "With --claims, the pruned moves and nodes come from a file that another engine wrote (docs/claims.md). The\n"
    "engine named by --judge searches each of them to the depth that the file gives:\n"
    "  oknos-lab audit --claims claims.jsonl --judge cmd=stockfish,option.Hash=1 --out claims.db\n"
    "  oknos-lab audit --claims claims.jsonl --judge cmd=./engine --rule futility --max-depth 4 --timeout 10s\n"
    "With --judge oknos, they are checked as in an audit of positions. --write-claims writes such a file for Oknos:\n"
    "  oknos-lab audit ecm.epd --depth 8 --write-claims own.jsonl\n"
    "  oknos-lab audit --claims own.jsonl --judge oknos";

// Some options go with few others: the rest would have no effect.
void refuse_others(const CLI::App& command, const char* with, std::initializer_list<std::string_view> taken) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_single_name();
    if (option->count() == 0 || std::find(taken.begin(), taken.end(), name) != taken.end()) continue;
    throw CLI::ValidationError((option->get_positional() ? name : "--" + name) + " cannot be combined with " + with);
  }
}

// Only what the file contains is searched.
void refuse_others_with_claims(const CLI::App& command) {
  refuse_others(command, "--claims",
                {"claims", "judge", "rule", "max-depth", "timeout", "by", "worst", "json", "color", "out", "resume",
                 "force", "shard", "workers"});
}

void refuse_without_claims(const CLI::App& command) {
  for (const char* name : {"--max-depth", "--timeout"})
    if (command.get_option(name)->count() > 0) throw CLI::ValidationError(name, "needs --claims");
}

// Nothing is judged.
void refuse_others_with_write_claims(const CLI::App& command) {
  refuse_others(command, "--write-claims",
                {"write-claims", "files", "preset", "set", "evalfile", "depth", "nodes", "time", "hash", "sample",
                 "without-guard", "force", "workers"});
}

void add_audit(CLI::App& app, int& exit_code, Team* team) {
  constexpr std::size_t kMaxWorst = 1'000'000;
  constexpr std::uint64_t kMaxErrors = std::uint64_t{1} << 40;
  struct State {
    AuditOptions options;
    RawLimits raw;
    ClaimsAuditOptions claims;
    std::string write_claims;
  };
  const auto state = std::make_shared<State>();
  AuditOptions& options = state->options;
  options.search.hash = AuditOptions::kDefaultHash;
  CLI::App* command = app.add_subcommand("audit", "Measure how often each pruning rule is wrong");
  command->footer(kAuditFooter);
  const PositionsOrStore positions = add_positions_or_store(*command, options.files, options.show);
  add_rule_options(*command, options.search);
  add_evalfile(*command, options.search);
  add_limit_options(*command, options.search, state->raw);
  command
      ->add_option("--sample", options.sample,
                   "Check one in N of the pruned moves and nodes (default: 1000); RULE=N for one rule (repeatable)")
      ->type_name("N")
      ->allow_extra_args(false);
  command->add_flag("--margins", options.margins,
                    "Take a margin sweep: the error rate of every margin that a rule could have");
  command
      ->add_option("--rule", options.rules,
                   "With --margins: watch this rule, enabled or not; with --claims: judge the claims of this rule only "
                   "(repeatable)")
      ->type_name("RULE")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--judge", options.judge,
          "Preset of the shadow search (default: the audited preset without the futility rules), or tablebases=FOLDER "
          "(Syzygy); with --claims: cmd=ENGINE, oknos, tablebases=FOLDER or a preset")
      ->type_name("NAME|FILE|tablebases=FOLDER|cmd=ENGINE|oknos");
  command
      ->add_option("--claims", state->claims.claims,
                   "Instead of positions, audit what another engine pruned and wrote to this file")
      ->type_name("FILE.jsonl");
  add_optional(*command, "--max-depth", state->claims.max_depth, 0, Claim::kDepthMost, "plies",
               "With --claims: judge only claims about nodes of at most this depth");
  add_time(
      *command, "--timeout", [state](std::int64_t t) { state->claims.timeout = t; },
      "With --claims: a search of the judge that takes longer than this counts as failed (default: 60)");
  command
      ->add_option("--write-claims", state->write_claims,
                   "Write the samples to this file, for --claims, instead of checking them")
      ->type_name("FILE.jsonl");
  add_number(
      *command, "--root-impact", options.root_impact, std::uint64_t{0}, kMaxErrors, "errors",
      "Undo one in N errors, one at a time, and search the root again: does its result change? (default: 0, never)");
  command->add_option("--without-guard", options.without_guards, "Disable this guard (repeatable)")
      ->type_name("GUARD")
      ->allow_extra_args(false);
  command
      ->add_option("--by", options.by,
                   "Group the second table by: depth, kind, phase, node, exemption, ply (default: depth)")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_number(*command, "--worst", options.worst, std::size_t{0}, kMaxWorst, "cases",
             "Number of worst errors to show (default: 3)");
  add_store_options(*command, options.run, team);
  add_workers(*command, options.run);
  command->add_flag("--json", options.run.json, "Print one JSON value");
  add_color(*command, options.run.color);
  command->callback([state, command, positions, &exit_code] {
    if (!state->claims.claims.empty()) {
      refuse_others_with_claims(*command);
      const AuditOptions& o = state->options;
      ClaimsAuditOptions& claims = state->claims;
      claims.judge = o.judge;
      claims.rules = o.rules;
      claims.by = o.by;
      claims.worst = o.worst;
      claims.run = o.run;
      exit_code = audit_claims(claims);
      return;
    }
    if (!state->write_claims.empty()) refuse_others_with_write_claims(*command);
    refuse_without_claims(*command);
    positions.check(*command, {"--by", "--worst"});
    take_limits(*command, state->raw, state->options.search);
    exit_code = state->write_claims.empty() ? audit(state->options) : write_claims(state->options, state->write_claims);
  });
}

}  // namespace

StoredCommand audit_command() {
  return {{kind_of<AuditResult>(), kind_of<ClaimsResult>()}, add_audit};
}

}  // namespace oknos::lab
