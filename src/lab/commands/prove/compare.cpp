#include "lab/commands/prove/compare.h"

#include "engine/eval/evaluator.h"
#include "lab/commands/prove/windows.h"
#include "lab/terminal/interrupt.h"

namespace oknos::lab {

namespace {

class Comparison {
 public:
  Comparison(const ProofPlan& plan, const ProofPosition& position, std::size_t index, int depth)
      : plan_(plan), position_(position), index_(index), depth_(depth) {
    for (const Variant& v : plan.variants) rules_.push_back(rules_of(plan, position, v));
  }

  void run(SearchKind kind) {
    const oracle::Semantics semantics = semantics_of(plan_, position_, kind);
    ++tally_.cases;
    if (position_.window) {
      if (!compare(kind, semantics, *position_.window)) ++tally_.dropped;
      return;
    }
    const auto value = compare(kind, semantics, Window{});
    if (!value) {
      ++tally_.dropped;
      return;
    }
    constexpr std::uint64_t kSearchesOfPosition = 1024;  // more than depths and kinds
    const auto own = static_cast<std::uint64_t>(2 * depth_ + static_cast<int>(kind));
    RandomNumbers random(plan_.seed, static_cast<std::uint64_t>(position_.number) * kSearchesOfPosition + own);
    const std::vector<Window> windows =
        draw_windows(plan_.windows, static_eval(position_.position, semantics), *value, random);
    for (std::size_t i = 1; i < windows.size() && !interrupted(); ++i) compare(kind, semantics, windows[i]);
  }

  Tally take() { return std::move(tally_); }

 private:
  // Gives the value without rules; nothing when that is too large a search.
  std::optional<Score> compare(SearchKind kind, const oracle::Semantics& semantics, const Window& window) {
    const Asked without = ask_oracle(position_.position, semantics, nullptr, depth_, window, plan_.node_limit);
    if (!without.value) return std::nullopt;
    ++tally_.windows;
    for (std::size_t v = 0; v < rules_.size() && !interrupted(); ++v) {
      const Asked with = ask_oracle(position_.position, semantics, &rules_[v], depth_, window);
      tally_.add({v, index_, kind, depth_, window, *without.value, *with.value}, without.counts, with.counts);
    }
    return without.value;
  }

  const ProofPlan& plan_;
  const ProofPosition& position_;
  const std::size_t index_;
  const int depth_;
  std::vector<oracle::Rules> rules_;  // of each variant
  Tally tally_;
};

}  // namespace

Tally compare(const ProofPlan& plan, const ProofPosition& position, std::size_t index, int depth) {
  Comparison comparison(plan, position, index, depth);
  for (const SearchKind kind : plan.searches)
    if (!interrupted() && (!position.search || *position.search == kind)) comparison.run(kind);
  return comparison.take();
}

Asked ask_oracle(const Position& position, const oracle::Semantics& semantics, const oracle::Rules* rules, int depth,
                 const Window& window, std::uint64_t limit) {
  oracle::Search search(position, semantics, rules);
  search.set_limit(limit);
  Asked out;
  out.value = search.value(Depth{depth}, window.alpha, window.beta);
  out.counts = search.counts();
  return out;
}

Score static_eval(const Position& position, const oracle::Semantics& semantics) {
  const eval::Incremental incremental = eval::Incremental::of(position);
  if (semantics.material_only) return incremental.material(position.side_to_move());
  if (!semantics.positional) return eval::evaluate(position, incremental).total();
  return clamp_to_evaluation(incremental.value(position.side_to_move()) + semantics.positional(position));
}

}  // namespace oknos::lab
