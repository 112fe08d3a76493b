// The sections of the site and their pages: the file in the repository, and its short name in the menu. Every page of the
// documentation stands in exactly one of them.
const rules = ["stand_pat", "delta_pruning", "lazy_evaluation", "frontier_futility", "extended_futility", "fitted_futility", "capture_futility", "razoring", "limited_razoring", "reverse_futility", "general_futility", "weak_general_futility", "frontier_node", "over_kill", "super_stand_pat", "plain_super", "plain_deep", "deep_futility", "weak_deep_futility", "general_deep_futility", "late_move_pruning", "history_pruning", "see_pruning"];
const titled = (name) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ").replace("See ", "SEE ");

export const sections = [
  {
    title: "Start",
    folder: "start",
    pages: [
      ["README.md", "What Oknos is"],
      ["docs/install.md", "Installation"],
      ["docs/tutorial.md", "Tutorial"],
      ["docs/faq.md", "Questions"],
      ["docs/strength-at-a-glance.md", "Strength at a glance"],
      ["docs/packages.md", "Packages"],
      ["CHANGELOG.md", "Changes"],
      ["docs/README.md", "All pages"],
    ],
  },
  {
    title: "Learn",
    folder: "learn",
    // learn/index.md is the site's own.
    own: [["learn/index.md", "Futility pruning, explained"]],
    pages: [
      ["docs/explorer.md", "The tree explorer"],
      ["docs/seeds.md", "Founding texts"],
      ["docs/mullers-program.md", "Muller's program"],
    ],
  },
  {
    title: "Rules",
    folder: "rules",
    pages: [
      ["docs/rules/README.md", "All rules"],
      ["docs/rules/conventions.md", "Conventions"],
      ["docs/rules/guards.md", "Guards"],
      ["docs/rules/exemptions.md", "Exempt moves"],
      ["docs/rules/savings.md", "What they save"],
      ["docs/proofs.md", "Proofs"],
      ...rules.map((name) => [`docs/rules/${name}.md`, titled(name)]),
      ["docs/rules/search_features.md", "Other search features"],
    ],
  },
  {
    title: "Play",
    folder: "play",
    pages: [
      ["docs/gui.md", "In a chess GUI"],
      ["docs/lichess.md", "On Lichess"],
      ["docs/testers.md", "For engine testers"],
      ["docs/uci.md", "The engine over UCI"],
      ["docs/presets.md", "Presets"],
      ["docs/playing-strength.md", "Playing strength"],
      ["docs/tablebases.md", "Tablebases"],
    ],
  },
  {
    title: "Measure",
    folder: "measure",
    pages: [
      ["docs/laboratory.md", "The laboratory"],
      ["docs/audit.md", "Audit"],
      ["docs/margins.md", "Margins"],
      ["docs/claims.md", "Audit your own engine"],
      ["docs/matches.md", "Matches"],
      ["docs/statistics.md", "Statistics"],
      ["docs/suites.md", "Suites"],
      ["docs/regret.md", "Regret"],
      ["docs/effort.md", "Effort"],
      ["docs/tuning.md", "Tuning"],
      ["docs/price.md", "Prices"],
      ["docs/datagen.md", "Games and positions"],
      ["positions/README.md", "Position sets"],
    ],
  },
  {
    title: "Findings",
    folder: "findings",
    pages: [
      ["docs/studies/README.md", "All studies"],
      ["docs/studies/usual-margins.md", "The usual margins"],
      ["docs/studies/four-engines.md", "Four engines"],
      ["docs/studies/calibrated.md", "Calibrated margins"],
      ["docs/studies/half-points.md", "Half points in endings"],
      ["docs/studies/worth.md", "What is each rule worth?"],
      ["docs/studies/xiphos.md", "Better margins for another engine"],
      ["docs/studies/demolito.md", "An audit that finds unsearched evasions"],
      ["docs/studies/network-margins.md", "Margins under the network"],
      ["docs/studies/heinz-again.md", "Heinz again"],
      ["docs/studies/distance.md", "Distance from the root"],
      ["docs/studies/dead-exemptions.md", "Exemptions without effect"],
      ["docs/studies/mediocre-symptoms.md", "Judging a node as a whole"],
      ["docs/studies/muller.md", "Muller's family today"],
      ["docs/studies/recorded.md", "The value of skipped moves"],
      ["docs/studies/table-bound.md", "Bounds after skipped moves"],
      ["docs/strength.md", "Experiment log"],
    ],
  },
  {
    title: "Reference",
    folder: "reference",
    pages: [
      ["docs/command-line.md", "Command line"],
      ["docs/output.md", "Output, JSON, exit codes"],
      ["docs/uci-options.md", "UCI options"],
      ["docs/rules/parameters.md", "Rules and parameters"],
      ["docs/data-format.md", "Data format"],
      ["docs/run-stores.md", "Run stores"],
      ["docs/claims-reference.md", "Claims"],
      ["docs/trace.md", "Trees as files"],
      ["docs/explorer-interface.md", "The explorer's interface"],
      ["docs/library.md", "Library"],
      ["docs/c-interface.md", "C interface"],
      ["docs/glossary.md", "Glossary"],
    ],
  },
  {
    title: "Develop",
    folder: "develop",
    pages: [
      ["CONTRIBUTING.md", "Contributing"],
      ["docs/architecture.md", "Architecture"],
      ["docs/life-of-a-search.md", "One search, step by step"],
      ["docs/stored-commands.md", "Writing a stored command"],
      ["docs/testing.md", "How it is tested"],
      ["docs/releasing.md", "Making a release"],
      ["docs/web-package.md", "npm package"],
      ["docs/openbench.md", "OpenBench"],
      ["docs/evaluation.md", "Evaluation"],
      ["docs/training.md", "Training"],
      ["docs/network.md", "Network"],
      ["docs/training-log.md", "Training log"],
    ],
  },
];

// The page of the site that a file of the repository becomes. The first of a section is its index, unless the site has one
// of its own.
export function pageOf(section, path) {
  const [first] = section.own ?? section.pages;
  if (first[0] === path) return `${section.folder}/index.md`;
  return `${section.folder}/${path.split("/").at(-1).toLowerCase().replace("readme.md", "about.md").replace("changelog.md", "changes.md")}`;
}
