#include <memory>

#include "lab/arguments/arguments.h"
#include "lab/commands/prove/played_result.h"
#include "lab/commands/prove/proof_result.h"
#include "lab/commands/prove/prove.h"

namespace oknos::lab {

namespace {

constexpr const char* kProveFooter =
    "Searches every position with and without the rules, in the full window and in narrower ones, and compares the\n"
    "values. It uses two searches: plain alpha-beta (plain), and the same with null moves (null_move). The exit code\n"
    "is 1 if any value differs. A position can specify its own depth and window (oknos_depth, oknos_window; see\n"
    "docs/proofs.md).\n\n"
    "Examples:\n"
    "  oknos-lab prove positions/tactics.epd --depth 4\n"
    "  oknos-lab prove positions/stalemates.epd --theorem T2 --search null_move --depth 1-2\n"
    "  oknos-lab prove wac.epd --each --depth 3-4 --windows 1\n"
    "  oknos-lab prove wac.epd --depth 5 --out proof.db    # --resume continues it, --shard 2/3 does a part\n"
    "  oknos-lab prove wac.epd --positional hash --width 60 --margin-scale 0.5\n"
    "  oknos-lab prove positions/counterexamples.epd --without-guard child-alive\n"
    "  oknos-lab prove wac.epd --preset muller --rule weak_deep_futility\n"
    "  oknos-lab prove wac.epd --playing --depth 8 --sample 100";

struct ProveState {
  ProveOptions options;
  int width = 0;
  std::uint64_t nodes = 0;
};

// What the shadow check of the playing search knows nothing of.
constexpr const char* kOfProofs[] = {"--theorem",    "--rule",  "--each",         "--search",     "--windows",
                                     "--positional", "--width", "--margin-scale", "--node-limit", "--seed"};

void add_rule_choice(CLI::App& command, ProveOptions& options) {
  command.add_option("--theorem", options.theorem, "Only the rules of this theorem: T1, T2, T3, T4, T4', T5")
      ->type_name("T");
  command.add_option("--rule", options.rules, "Only this rule (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command.add_flag("--each", options.each, "Test each rule of the preset alone, then all together");
  command.add_option("--without-guard", options.without_guards, "Disable this guard (repeatable)")
      ->type_name("GUARD")
      ->allow_extra_args(false);
}

void add_search_choice(CLI::App& command, ProveOptions& options, int& width) {
  constexpr int kMaxWindows = 1000;
  constexpr int kWidest = 2000;  // centipawns
  constexpr std::uint64_t kMaxNodesAPosition = std::uint64_t{1} << 62;
  command.add_option("--depth", options.depth, "Depths 1 to N, or A to B (default: 3)")->type_name("N|A-B");
  command.add_option("--search", options.searches, "Search to use: plain, null_move or both (default: both)")
      ->type_name("SEARCH");
  add_number(command, "--windows", options.windows, 1, kMaxWindows, "windows",
             "Number of windows per position and depth (default: 8)");
  command
      .add_option("--positional", options.positional,
                  "Replace the positional terms of the evaluation: hash or mobility (default: keep them)")
      ->type_name("TERM");
  add_number(command, "--width", width, 0, kWidest, "centipawns", "Bound W on the replaced terms (default: 50)");
  command.add_option("--margin-scale", options.margin_scale, "Let the rules use only this fraction of W (default: 1)")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("F");
  add_number(command, "--node-limit", options.node_limit, std::uint64_t{1}, kMaxNodesAPosition, "nodes",
             "Skip searches that need more nodes than this without the rules (default: 2,000,000)");
  add_number(command, "--seed", options.seed, std::uint64_t{0}, ~std::uint64_t{0}, "",
             "Seed of the windows (default: 1)");
}

void add_prove(CLI::App& app, int& exit_code, Team* team) {
  constexpr int kMaxShown = 1'000'000;
  constexpr std::uint64_t kMaxNodesAPosition = std::uint64_t{1} << 62;
  const auto state = std::make_shared<ProveState>();
  ProveOptions& options = state->options;
  options.search.preset = "sound";
  CLI::App* command = app.add_subcommand("prove", "Test that the sound rules never change the value of a search");
  command->footer(kProveFooter);
  command->add_option("files", options.files, "Positions: FILE.epd, FILE.fen, or - for standard input")
      ->required()
      ->type_name("FILE...");
  add_rule_options(*command, options.search);
  add_rule_choice(*command, options);
  add_search_choice(*command, options, state->width);
  command->add_flag("--playing", options.playing,
                    "Instead, test the search that plays: search every move that it skipped and node that it cut");
  add_number(*command, "--nodes", state->nodes, std::uint64_t{1}, kMaxNodesAPosition, "nodes",
             "With --playing: search this many nodes (default: 20,000 unless --depth is given)");
  add_number(*command, "--sample", options.sample, std::uint64_t{1}, kMaxNodesAPosition, "",
             "With --playing: check one in N of the pruned moves and nodes (default: 1)");
  add_number(*command, "--show", options.shown, 0, kMaxShown, "differences",
             "Number of differences to explain (default: 3)");
  add_store_options(*command, options.run, team);
  add_workers(*command, options.run);
  command->add_flag("--json", options.run.json, "Print a JSON value for each difference and one for the summary");
  add_color(*command, options.run.color);
  for (const char* of_proofs : kOfProofs) command->get_option(of_proofs)->excludes("--playing");
  for (const char* of_playing : {"--nodes", "--sample"}) command->get_option(of_playing)->needs("--playing");
  command->callback([state, command, &exit_code] {
    if (command->count("--width") > 0) state->options.width = state->width;
    if (command->count("--nodes") > 0) state->options.search.nodes = state->nodes;
    exit_code = prove(state->options);
  });
}

}  // namespace

StoredCommand prove_command() {
  return {{kind_of<ProofResult>(), kind_of<PlayedResult>()}, add_prove};
}

}  // namespace oknos::lab
