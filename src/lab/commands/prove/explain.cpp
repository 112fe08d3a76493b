#include "lab/commands/prove/explain.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/parts/restricted.h"
#include "lab/commands/prove/compare.h"

namespace oknos::lab {

using oracle::Arrival;
using pruning::NodeContext;
using pruning::Verdict;

namespace {

constexpr std::uint64_t kPatience = 50'000'000;  // nodes, all searches of one explanation

std::string quoted_opcode(const std::string& opcode, const std::string& text) {
  return text.empty() ? "" : fmt::format(" {} \"{}\";", opcode, text);
}

std::string search_opcodes(SearchKind kind, int depth, const Window& w) {
  return fmt::format(" oknos_search {}; oknos_depth {}; oknos_window {} {};", name_of(kind), depth, w.alpha.value(),
                     w.beta.value());
}

std::string evaluation_opcode(const ProofPosition& position) {
  return position.material_only ? " oknos_evaluation material;" : "";
}

std::string rule_opcode(const ProofPlan& plan, const ProofPosition& position, std::size_t variant) {
  std::string out;
  const bool own = !plan.rules_given && !position.rules.empty();
  const std::vector<pruning::RuleId>& rules = position.rules;
  for (const pruning::RuleId id : rules)
    if (own) out += fmt::format(" {}", pruning::kRuleInfos[id].name);
  const std::string& name = plan.variants[variant].name;
  if (!own && pruning::find_rule(name)) out = " " + name;
  return out.empty() ? "" : " oknos_rule" + out + ";";
}

class Explainer {
 public:
  Explainer(const ProofPlan& plan, const ProofPosition& position, const Difference& difference)
      : plan_(plan),
        position_(position),
        difference_(difference),
        semantics_(semantics_of(plan, position, difference.search)),
        rules_(rules_of(plan, position, plan.variants[difference.variant])) {}

  Explanation run() {
    for (int depth = 0; depth <= difference_.depth && !done(); ++depth)
      search(depth, [this](const auto&... x) { check_claim(x...); });
    for (int depth = 0; depth <= difference_.depth && !done(); ++depth)
      search(depth, [this](const auto& c, const auto& at, Move, const auto&) { check_node(c, at); });
    return out_;
  }

 private:
  bool done() const { return out_.claim || out_.node || out_.gave_up; }

  template <class Check>
  void search(int depth, Check check) {
    oracle::Search search(position_.position, semantics_, &rules_);
    search.set_listener([&](const NodeContext& c, const Arrival& at, Move m, const Verdict& v) {
      if (c.depth == Depth{depth} && !done()) check(c, at, m, v);
    });
    search.value(Depth{difference_.depth}, difference_.window.alpha, difference_.window.beta);
  }

  Score value(const Position& position, Depth depth, Score alpha, Score beta, const Arrival& at,
              const oracle::Rules* rules = nullptr) {
    oracle::Search search(position, semantics_, rules);
    search.set_limit(kPatience - std::min(kPatience, spent_));
    const auto v = search.value(depth, alpha, beta, at);
    spent_ += search.counts().all_nodes();
    if (!v) out_.gave_up = true;
    return v.value_or(alpha);
  }

  Score value_of(const NodeContext& c, const Arrival& at) { return value(c.position, c.depth, c.alpha, c.beta, at); }

  // From the view of the side to move at the node.
  Score value_of(const NodeContext& c, const Arrival& at, Move m) {
    Position after = c.position;
    const Arrival next = at.next(after, m);
    after.play(m);
    return -value(after, c.depth - 1, -c.beta, -c.alpha, next);
  }

  // The window has cut the value off where the claim fails.
  Score full_value(NodeContext c, const Arrival& at, Move m, Score truth) {
    if (truth > c.alpha)
      c.beta = kInfinite;
    else
      c.alpha = -kInfinite;
    const Score v = value_of(c, at, m);
    return out_.gave_up ? truth : v;
  }

  void check_claim(const NodeContext& c, const Arrival& at, Move asked, const Verdict& v) {
    const Move m = asked ? asked : v.move;
    switch (v.kind) {
      case Verdict::Kind::Cut: {
        const Score truth = m ? value_of(c, at, m) : value_of(c, at);
        const bool wrong = m ? truth < c.beta : truth != std::clamp(v.value, c.alpha, c.beta);
        if (wrong) claim(c, at, m, v, truth);
        return;
      }
      case Verdict::Kind::Skip:
      case Verdict::Kind::SkipQuiets:
        check_skipped(c, at, m, v);
        return;
      case Verdict::Kind::Restrict:
        check_restriction(c, at, v);
        return;
      case Verdict::Kind::Quiesce: {
        const Score said = value(c.position, Depth{0}, c.alpha, c.beta, at);
        const Score truth = value_of(c, at);
        if (truth != said) claim(c, at, m, v, truth);
        return;
      }
      case Verdict::Kind::Resolve: {
        const Score resolved = value(c.position, Depth{0}, v.value, v.value + Score{1}, at);
        const Score truth = value_of(c, at);
        if (resolved <= v.value && truth != std::clamp(resolved, c.alpha, c.beta)) claim(c, at, m, v, truth);
        return;
      }
      default:
        return;
    }
  }

  void check_skipped(const NodeContext& c, const Arrival& at, Move m, const Verdict& v) {
    const Score truth = value_of(c, at, m);
    if (truth > c.alpha) claim(c, at, m, v, truth);
  }

  void check_restriction(const NodeContext& c, const Arrival& at, const Verdict& v) {
    const CheckInfo checks = c.position.check_info();
    for (const Move m : legal_moves(c.position)) {
      const bool asked = c.depth > Depth{0} || c.position.is_tactical(m);
      if (asked && !pruning::is_wanted(c.position, checks, m, v.wanted) && !done()) check_skipped(c, at, m, v);
    }
  }

  void check_node(const NodeContext& c, const Arrival& at) {
    const Score without = value_of(c, at);
    const Score with = value(c.position, c.depth, c.alpha, c.beta, at, &rules_);
    if (without != with && !done()) out_.node = {place_of(c, at), without, with};
  }

  void claim(const NodeContext& c, const Arrival& at, Move m, const Verdict& v, Score truth) {
    if (done()) return;
    WrongClaim w;
    w.node = place_of(c, at);
    w.rule = v.rule;
    w.kind = v.kind;
    w.bound = v.value;
    w.truth = m ? full_value(c, at, m, truth) : truth;
    w.evaluation = static_eval(c.position, semantics_);
    if (m) {
      w.move = to_text(m, c.position.chess960());
      w.gain = eval::gain(c.position, m);
    }
    out_.claim = std::move(w);
  }

  NodePlace place_of(const NodeContext& c, const Arrival& at) const {
    NodePlace out;
    out.fen = fen::to_text(c.position);
    out.depth = c.depth.plies();
    out.window = {c.alpha, c.beta};
    bool passed = false;
    for (const Arrival* a = &at; a->before; a = a->before) {
      out.path = to_text(a->move, c.position.chess960()) + (out.path.empty() ? "" : " ") + out.path;
      passed = passed || !a->move;
    }
    // What came before a null move cannot be written down, and matters only for repetitions and the next null move.
    std::string history = position_.history;
    history += (history.empty() || out.path.empty() ? "" : " ") + out.path;
    if (!passed)
      out.epd = position_.fen + search_opcodes(difference_.search, out.depth, out.window) +
                quoted_opcode("oknos_history", history) + evaluation_opcode(position_) +
                rule_opcode(plan_, position_, difference_.variant);
    return out;
  }

  const ProofPlan& plan_;
  const ProofPosition& position_;
  const Difference& difference_;
  const oracle::Semantics semantics_;
  const oracle::Rules rules_;
  std::uint64_t spent_ = 0;  // nodes
  Explanation out_;
};

}  // namespace

Explanation explain(const ProofPlan& plan, const ProofPosition& position, const Difference& difference) {
  return Explainer(plan, position, difference).run();
}

std::string epd_of(const ProofPlan& plan, const ProofPosition& position, const Difference& d) {
  return position.fen + search_opcodes(d.search, d.depth, d.window) + quoted_opcode("oknos_history", position.history) +
         evaluation_opcode(position) + rule_opcode(plan, position, d.variant);
}

}  // namespace oknos::lab
