#include "lab/commands/prove/proof_result.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <tuple>

#include "engine/base/text.h"
#include "lab/commands/prove/prove_view.h"

namespace oknos::lab {

namespace {

constexpr std::string_view kBetween = ", ";

// The sums of the searches of a case, told apart by their key, and whether they are those of the full windows alone.
struct ProofSum {
  Tally::Key key;
  bool full = false;
  Sums sums;
};

constexpr auto kProofCaseFields = [](auto& f, auto& c) {
  f("number", c.number, "place of the position in the input, from 1");
  f("id", c.id, "the position's name");
  f("fen", c.fen, "the position, before the moves of its history");
  f("depth", c.depth, "plies");
  f("cases", c.tally.cases, "kinds of search (plain, null_move)");
  f("dropped", c.tally.dropped, "of those, too large without rules");
  f("windows", c.tally.windows, "windows that were searched");
};

template <class F, class C>
void count_fields(F& f, C& counts, const std::array<const char*, 4>& names) {
  f(names[0], counts.nodes, "interior nodes");
  f(names[1], counts.quiescence_nodes, "nodes of quiescence");
  f(names[2], counts.generated, "moves that were generated");
  f(names[3], counts.evaluations, "evaluations");
}

constexpr auto kProofSumFields = [](auto& f, auto& s) {
  f("rules", s.key.variant, "in the order of the header's rule sets, from 0");
  f.choice("search", s.key.search, 2, "plain; null_move: with a null move");
  f("full", s.full, "1: of the full windows alone");
  f("searches", s.sums.searches, "searches that were compared");
  f("differences", s.sums.differences, "whose values differ");
  f("total_difference", s.sums.total_difference, "centipawns, added up; mates excepted");
  f("mate_differences", s.sums.mate_differences, "differences of which one value is a mate");
  f("largest", s.sums.largest, "difference, centipawns; mates excepted");
  count_fields(f, s.sums.without, {"nodes_without", "quiescence_without", "moves_without", "evaluations_without"});
  count_fields(f, s.sums.with, {"nodes_with", "quiescence_with", "moves_with", "evaluations_with"});
};

constexpr auto kDifferenceFields = [](auto& f, auto& d) {
  f("rules", d.variant, "in the order of the header's rule sets, from 0");
  f.choice("search", d.search, 2, "plain; null_move: with a null move");
  f("alpha", d.window.alpha, "lower bound of the window, centipawns");
  f("beta", d.window.beta, "upper bound of the window");
  f("without", d.without, "value without the rules");
  f("with", d.with, "value with them");
  f("epd", d.epd, "a position that asks prove for this search alone");
};

std::vector<ProofSum> sums_of(const Tally& tally) {
  std::vector<ProofSum> out;
  for (const auto& [key, row] : tally.rows) {
    out.push_back({key, false, row.all});
    out.push_back({key, true, row.full});
  }
  return out;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t from = 0; !text.empty() && from <= text.size();) {
    const std::size_t to = std::min(text.find(kBetween, from), text.size());
    out.push_back(text.substr(from, to - from));
    from = to + kBetween.size();
  }
  return out;
}

std::vector<std::string> without_guards(const ProofPlan& plan) {
  std::vector<std::string> out;
  for (int g = 1; g < pruning::kGuards; ++g)
    if (!plan.guards(static_cast<pruning::Guard>(g))) out.emplace_back(name_of(static_cast<pruning::Guard>(g)));
  return out;
}

}  // namespace

store::RunSpec proof_identity(const ProofPlan& plan, const std::string& preset) {
  constexpr std::array<const char*, 3> kPositional{"none", "hash", "mobility"};
  std::vector<std::string> rule_sets;
  for (const Variant& v : plan.variants) rule_sets.push_back(v.name);
  std::vector<std::string_view> searches;
  for (const SearchKind kind : plan.searches) searches.push_back(name_of(kind));
  store::RunSpec spec;
  spec.identity = {{"rule_sets", fmt::format("{}", fmt::join(rule_sets, kBetween))},
                   {"searches", fmt::format("{}", fmt::join(searches, kBetween))},
                   {"depths", fmt::format("{}-{}", plan.first_depth, plan.last_depth)},
                   {"windows", std::to_string(plan.windows)},
                   {"node_limit", std::to_string(plan.node_limit)},
                   {"seed", std::to_string(plan.seed)},
                   {"positional", kPositional[static_cast<std::size_t>(plan.positional.kind)]},
                   {"width", std::to_string(plan.positional.width)},
                   {"width_told", std::to_string(plan.width_told)},
                   {"without_guards", fmt::format("{}", fmt::join(without_guards(plan), kBetween))}};
  spec.notes = {{"preset", preset}};
  return spec;
}

store::Format<ProofCase> ProofResult::format() {
  return store::format_of<ProofCase>([](auto& t, auto& c) {
    auto sums = sums_of(c.tally);
    t.row("cases", c, kProofCaseFields);
    t.rows("sums", sums, kProofSumFields);
    t.rows("differences", c.tally.differences, kDifferenceFields);
    if constexpr (store::reads_rows<decltype(t)>) {
      for (ProofSum& s : sums) {
        s.key.depth = c.depth;
        (s.full ? c.tally.rows[s.key].full : c.tally.rows[s.key].all) = s.sums;
      }
      for (Difference& d : c.tally.differences) {
        d.depth = c.depth;
        d.position = static_cast<std::size_t>(c.number - 1);
      }
    }
  });
}

void ProofSums::add(const ProofCase& c) {
  tally += c.tally;
  positions.insert(c.number);
  for (const Difference& d : c.tally.differences) ids[d.position] = c.id;
}

std::vector<const Difference*> ProofSums::first_differences(int most) const {
  std::vector<const Difference*> all;
  for (const Difference& d : tally.differences) all.push_back(&d);
  std::sort(all.begin(), all.end(), [](const Difference* a, const Difference* b) {
    const auto key = [](const Difference& d) {
      return std::tuple(d.depth, d.position, d.search, d.variant, d.window.alpha, d.window.beta);
    };
    return key(*a) < key(*b);
  });
  std::vector<const Difference*> out;
  for (const Difference* d : all) {
    if (static_cast<int>(out.size()) >= most) break;
    const bool seen =
        std::any_of(out.begin(), out.end(), [&](const Difference* o) { return o->position == d->position; });
    if (!seen) out.push_back(d);
  }
  return out;
}

ProofResult::ProofResult(const RunHeader& header) {
  facts.preset = header.entry("preset");
  facts.variants = split(header.entry("rule_sets"));
  for (const std::string& name : split(header.entry("searches")))
    facts.searches.push_back(name == name_of(SearchKind::NullMove) ? SearchKind::NullMove : SearchKind::Plain);
  facts.windows = text::parse_int<int>(header.entry("windows")).value_or(0);
  facts.node_limit = text::parse_int<std::uint64_t>(header.entry("node_limit")).value_or(0);
  facts.seed = text::parse_int<std::uint64_t>(header.entry("seed")).value_or(0);
  facts.width = text::parse_int<int>(header.entry("width")).value_or(0);
  facts.width_told = text::parse_int<int>(header.entry("width_told")).value_or(0);
  facts.without_guards = split(header.entry("without_guards"));
}

std::optional<Error> ProofResult::add(WorkUnitNumber, const ProofCase& c) {
  for (const auto& [key, row] : c.tally.rows)
    if (key.variant >= facts.variants.size()) return Error{fmt::format("the header has no rule set {}", key.variant)};
  sums.add(c);
  return std::nullopt;
}

std::string ProofResult::text(const Style& style) const {
  constexpr int kShown = 3;  // differences
  std::string out;
  for (const Difference* d : sums.first_differences(kShown))
    out += difference_text(facts, *d, sums.ids.at(d->position), style) + "\n";
  return out + proof_report(facts, sums.tally, sums.positions.size(), style);
}

nlohmann::ordered_json ProofResult::json() const {
  return proof_summary_json(*this);
}

}  // namespace oknos::lab
