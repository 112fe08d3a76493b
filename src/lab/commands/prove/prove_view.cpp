#include "lab/commands/prove/prove_view.h"

#include <fmt/format.h>

#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

using pruning::kRuleInfos;
using pruning::Verdict;

namespace {

constexpr int kFirst = 9;  // columns kept longest

std::string plural(std::uint64_t n, const std::string& word) {
  return grouped(n) + " " + word + (n == 1 ? "" : "s");
}

std::string saved(std::uint64_t with, std::uint64_t without) {
  if (without == 0) return "-";
  const double part = 1.0 - static_cast<double>(with) / static_cast<double>(without);
  return fmt::format("{:.1f} %", 100.0 * part);  // NOLINT: per cent
}

// No wider than the heading of its column, so that as many columns as possible fit on a terminal.
std::string_view cell_text(SearchKind search) {
  return search == SearchKind::Plain ? "plain" : "null";
}

std::vector<Column> columns(bool by_rules) {
  return {{by_rules ? "rules" : "", Align::Left, kFirst},
          {"search", Align::Left, kFirst},
          {"depth", Align::Right, kFirst},
          {"searches", Align::Right, kFirst - 1},
          {"differ", Align::Right, kFirst},
          {"nodes without", Align::Right, kFirst - 2},
          {"with", Align::Right, kFirst - 2},
          {"saved", Align::Right, kFirst},
          {"interior", Align::Right, kFirst - 3},
          {"horizon", Align::Right, kFirst - 3},
          {"moves", Align::Right, kFirst - 4},
          {"evaluations", Align::Right, kFirst - 4}};
}

void add_row(TextTable& table, const std::string& name, std::string_view search, const std::string& depth,
             const Sums& s) {
  if (s.searches == 0) return;
  table.add_row({{name},
                 {std::string(search)},
                 {depth},
                 {grouped(s.searches)},
                 {grouped(s.differences), s.differences > 0 ? Tone::Bad : Tone::Good},
                 {compact(s.without.all_nodes())},
                 {compact(s.with.all_nodes())},
                 {saved(s.with.all_nodes(), s.without.all_nodes()), Tone::Strong},
                 {saved(s.with.nodes, s.without.nodes)},
                 {saved(s.with.quiescence_nodes, s.without.quiescence_nodes)},
                 {saved(s.with.generated, s.without.generated)},
                 {saved(s.with.evaluations, s.without.evaluations)}});
}

void add_rows(TextTable& table, const ProofFacts& facts, const Tally& tally, bool full_only) {
  const bool by_rules = facts.variants.size() > 1;
  for (std::size_t v = 0; v < facts.variants.size(); ++v)
    for (const SearchKind search : facts.searches) {
      Sums all;
      int depths = 0;
      std::string last;
      for (const auto& [key, row] : tally.rows) {
        if (key.variant != v || key.search != search) continue;
        const Sums& sums = row.of(full_only);
        all += sums;
        ++depths;
        last = std::to_string(key.depth);
        if (!by_rules) add_row(table, "", cell_text(search), last, sums);
      }
      if (by_rules || depths > 1)
        add_row(table, by_rules ? facts.variants[v] : "", cell_text(search), depths > 1 ? "all" : last, all);
    }
}

std::string verdict_words(const WrongClaim& w) {
  const std::string bound = fmt::format("{}", w.bound.value());
  switch (w.kind) {
    case Verdict::Kind::Cut:
      return w.move.empty() ? fmt::format("the node is worth {}", bound)
                            : fmt::format("{} holds beta, being worth at least {}", w.move, bound);
    case Verdict::Kind::Restrict:
      return fmt::format("{} need not be generated: none of those is worth more than {}", w.move, bound);
    case Verdict::Kind::Resolve:
    case Verdict::Kind::Quiesce:
      return fmt::format("quiescence may decide, since the node is worth at most {}", bound);
    default:
      return fmt::format("{} may be skipped: it is worth at most {}", w.move, bound);
  }
}

std::string place_words(const NodePlace& p) {
  std::string out = fmt::format("depth {}, window {}", p.depth, to_text(p.window));
  return out + (p.path.empty() ? ", the root" : ", after " + p.path);
}

std::string epd_line(const NodePlace& p) {
  return p.epd.empty() ? "" : "    as a position for prove: " + p.epd + "\n";
}

}  // namespace

std::string proof_heading(const ProofPlan& plan, const std::string& preset) {
  std::string rules = plan.variants.size() > 1 ? "each rule alone and all together" : plan.variants.front().name;
  if (plan.variants.size() == 1 && rules == "all") rules = "all rules";
  std::string out = fmt::format("Preset {}, {}; ", preset, rules);
  for (std::size_t i = 0; i < plan.searches.size(); ++i)
    out += (i > 0 ? " and " : "") + std::string(adjective(plan.searches[i])) + " search";
  out += plan.first_depth == plan.last_depth ? fmt::format(", depth {}", plan.last_depth)
                                             : fmt::format(", depths {} to {}", plan.first_depth, plan.last_depth);
  out += fmt::format(", {} each", plural(static_cast<std::uint64_t>(plan.windows), "window"));
  if (plan.positional.kind != Positional::Kind::None)
    out += fmt::format("; positional part {}, W = {}{}",
                       plan.positional.kind == Positional::Kind::Hash ? "hash" : "mobility", plan.positional.width,
                       plan.width_told == plan.positional.width ? "" : fmt::format(", told as {}", plan.width_told));
  for (int g = 1; g < pruning::kGuards; ++g)
    if (!plan.guards(static_cast<pruning::Guard>(g)))
      out += fmt::format("; without the guard {}", pruning::name_of(static_cast<pruning::Guard>(g)));
  return out;
}

std::string proof_report(const ProofFacts& facts, const Tally& tally, std::size_t positions, const Style& style) {
  std::string out = fmt::format("{}, {}, {} compared: ", plural(positions, "position"), plural(tally.windows, "window"),
                                tally.searches() == 1 ? "1 search" : grouped(tally.searches()) + " searches");
  out += tally.differing() == 0 ? style.paint(Tone::Good, "no difference.")
                                : style.paint(Tone::Bad, plural(tally.differing(), "difference") + ".");
  out += "\n";
  if (tally.dropped > 0)
    out += fmt::format(
        "{} of {} searches of a position to a depth were too large without rules ({} nodes) and were "
        "dropped: {}.\n",
        grouped(tally.dropped), grouped(tally.cases), grouped(facts.node_limit), percent(tally.dropped, tally.cases));
  for (std::size_t v = 0; v < facts.variants.size(); ++v) {
    const Sums s = tally.sum(v, false);
    if (s.differences == 0) continue;
    const std::uint64_t plain = s.differences - s.mate_differences;
    out += fmt::format("{}: {} of the searches ({})", capitalised(facts.variants[v]), grouped(s.differences),
                       percent(s.differences, s.searches));
    if (plain > 0)
      out += fmt::format(", by {} centipawns on average, {} at most", s.total_difference / plain, s.largest.value());
    if (s.mate_differences > 0) out += fmt::format("; {} of them about a mate", grouped(s.mate_differences));
    out += ".\n";
  }
  TextTable table(columns(facts.variants.size() > 1));
  table.add_heading(facts.windows > 1 ? "all windows" : "full windows");
  add_rows(table, facts, tally, false);
  if (facts.windows > 1) {
    table.add_heading("full windows only");
    add_rows(table, facts, tally, true);
  }
  return out + "\n" + table.to_text(style);
}

std::string difference_text(const ProofFacts& facts, const Difference& d, const std::string& name, const Style& style) {
  const std::string head =
      fmt::format("{} without the rules, {} with ({}): {} search, depth {}, window {}", d.without.value(),
                  d.with.value(), facts.variants[d.variant], adjective(d.search), d.depth, to_text(d.window));
  return fmt::format("{}\n  {}\n  {}\n", style.paint(Tone::Bad, head), name, d.epd);
}

std::string explanation_text(const Explanation& e) {
  std::string out;
  if (e.claim) {
    const WrongClaim& w = *e.claim;
    out += fmt::format("  {} is wrong at {}:\n    {}\n", plain_name(kRuleInfos[w.rule].name), place_words(w.node),
                       w.node.fen);
    out += fmt::format("    it says that {}; in truth {}\n    E = {}{}\n", verdict_words(w), w.truth.value(),
                       w.evaluation.value(),
                       w.move.empty() ? "" : fmt::format(", the move wins {} at once", w.gain.value()));
    out += epd_line(w.node);
  } else if (e.node) {
    out += fmt::format(
        "  No single verdict is wrong; what is made of them is, at {}:\n    {}\n    {} without the rules, {} with\n",
        place_words(e.node->node), e.node->node.fen, e.node->without.value(), e.node->with.value());
    out += epd_line(e.node->node);
  } else {
    out += e.gave_up ? "  Which verdict is wrong is not known: there was too much to search.\n"
                     : "  No verdict is wrong by itself.\n";
  }
  return out;
}

}  // namespace oknos::lab
