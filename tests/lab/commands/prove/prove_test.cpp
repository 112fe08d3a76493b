// The proof itself in small: random positions, windows and rests, and no value differs.
#include "lab/commands/prove/prove.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "engine/pruning/presets/preset.h"
#include "lab/commands/prove/compare.h"
#include "lab/commands/prove/explain.h"
#include "lab/commands/prove/theorems.h"
#include "lab/commands/prove/windows.h"
#include "support/positions.h"

namespace oknos::lab {
namespace {

using pruning::kId;

ProofPlan sound_plan() {
  const auto plan = make_proof_plan([] {
    ProveOptions options;
    options.search.preset = "sound";
    return options;
  }());
  EXPECT_TRUE(plan.ok());
  return *plan;
}

// A few men anywhere, kings in corners more often than not: where stalemates, mates and promotions are near.
Position random_setup(RandomNumbers& random) {
  constexpr PieceType kMen[] = {PieceType::Pawn,   PieceType::Pawn, PieceType::Pawn, PieceType::Knight,
                                PieceType::Bishop, PieceType::Rook, PieceType::Queen};
  constexpr int kCorners[] = {0, 7, 56, 63};
  for (;;) {
    Setup setup;
    const auto put = [&](Piece p, std::uint64_t square) {
      if (setup.board[square] == Piece::None) setup.board[square] = p;
    };
    for (const Color c : {Color::White, Color::Black})
      put(make_piece(c, PieceType::King),
          random.below(2) == 0 ? static_cast<std::uint64_t>(kCorners[random.below(4)]) : random.below(64));
    for (std::uint64_t men = 1 + random.below(7); men > 0; --men) {
      const PieceType t = kMen[random.below(std::size(kMen))];
      put(make_piece(random.below(2) == 0 ? Color::White : Color::Black, t),
          t == PieceType::Pawn ? 8 + random.below(48) : random.below(64));
    }
    setup.side_to_move = random.below(2) == 0 ? Color::White : Color::Black;
    if (random.below(2) == 0) setup.halfmove_clock = 94 + static_cast<int>(random.below(6));
    setup.fullmove_number = 60;
    if (!fen::check(setup)) return Position(setup);
  }
}

Position random_game(RandomNumbers& random) {
  Position position = Position::initial();
  for (std::uint64_t plies = 6 + random.below(90); plies > 0; --plies) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    position.play(moves[random.below(moves.size())]);
  }
  return position;
}

// Back and forth, so that repetitions are near.
void shuffle(Position& position, RandomNumbers& random) {
  std::vector<Move> played;
  for (std::uint64_t plies = random.below(5); plies > 0; --plies) {
    MoveList quiets;
    generate<MoveGen::Quiets>(position, quiets);
    if (quiets.empty()) return;
    Move m = quiets[random.below(quiets.size())];
    if (played.size() >= 2) {
      const Move before = played[played.size() - 2];
      const Move back(before.to(), before.from());
      if (position.is_legal(back)) m = back;
    }
    position.play(m);
    played.push_back(m);
  }
}

TEST(Prove, SoundRulesChangeNoValue) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  constexpr int kPositions = 400;
  constexpr int kWidest = 150;
  for (int i = 0; i < kPositions; ++i) {
    RandomNumbers random(seed, static_cast<std::uint64_t>(i));
    ProofPosition p(i % 3 == 0 ? random_game(random) : random_setup(random));
    shuffle(p.position, random);
    p.number = i;
    ProofPlan plan = sound_plan();
    plan.seed = seed;
    plan.windows = 10;
    plan.node_limit = 3000;
    p.material_only = random.below(4) == 0;
    if (random.below(2) == 0) {
      plan.positional = {random.below(4) == 0 ? Positional::Kind::Mobility : Positional::Kind::Hash,
                         static_cast<int>(random.below(kWidest + 1))};
      plan.width_told = plan.positional.width;
    }
    for (int depth = 1; depth <= 3; ++depth) {
      const Tally tally = compare(plan, p, 0, depth);
      for (const Difference& d : tally.differences)
        ADD_FAILURE() << fen::to_text(p.position) << ' ' << name_of(d.search) << " depth " << depth << ' '
                      << to_text(d.window) << ": " << d.without.value() << " / " << d.with.value() << " W "
                      << plan.positional.width << (p.material_only ? ", material only" : "");
    }
  }
}

TEST(Prove, HalfTheMarginIsNotEnough) {
  ProofPlan plan = sound_plan();
  plan.positional = {Positional::Kind::Hash, 150};
  plan.width_told = 75;
  std::size_t found = 0;
  for (int i = 0; i < 60; ++i) {
    RandomNumbers random(5, static_cast<std::uint64_t>(i));
    ProofPosition p(random_game(random));
    p.number = i;
    plan.node_limit = 3000;
    found += compare(plan, p, 0, 1).differences.size();
  }
  EXPECT_GT(found, 0U);
}

TEST(Prove, UnsoundRulesAreFoundOut) {
  ProveOptions options;
  options.search.preset = "sound";
  options.search.set = {"estimate=material"};
  options.rules = {"frontier_futility"};
  const auto plan = make_proof_plan(options);
  ASSERT_TRUE(plan) << plan.error();
  ProofPosition p(Position::initial());  // no move wins material, but some improve the psqt
  std::vector<Difference> found;
  for (int depth = 1; depth <= 2 && found.empty(); ++depth) found = compare(*plan, p, 0, depth).differences;
  ASSERT_FALSE(found.empty());
  const Explanation why = explain(*plan, p, found.front());
  ASSERT_TRUE(why.claim);
  EXPECT_EQ(why.claim->rule, kId<pruning::FrontierFutility>);
  EXPECT_GT(why.claim->truth, why.claim->bound);
  EXPECT_EQ(why.claim->node.depth, 1);
}

TEST(Prove, WindowsAreReproducibleAndMakeSense) {
  RandomNumbers a(3, 4);
  RandomNumbers b(3, 4);
  const std::vector<Window> windows = draw_windows(200, Score{35}, Score{-120}, a);
  EXPECT_EQ(windows, draw_windows(200, Score{35}, Score{-120}, b));
  ASSERT_EQ(windows.size(), 200U);
  EXPECT_TRUE(windows[0].is_full());
  EXPECT_EQ(windows[1], (Window{Score{-121}, Score{-120}}));
  EXPECT_EQ(windows[2], (Window{Score{-120}, Score{-119}}));
  bool mate = false;
  bool wide = false;
  for (const Window& w : windows) {
    EXPECT_LT(w.alpha, w.beta);
    EXPECT_GE(w.alpha, -kInfinite);
    EXPECT_LE(w.beta, kInfinite);
    mate = mate || (is_mate(w.alpha) && w.alpha > -kInfinite);
    wide = wide || (!is_mate(w.alpha) && !is_mate(w.beta) && w.beta - w.alpha > Score{1});
  }
  EXPECT_TRUE(mate);
  EXPECT_TRUE(wide);
  RandomNumbers c(3, 5);
  for (const Score value : {mated_in(0), mate_in(1)})
    for (const Window& w : draw_windows(50, value, value, c)) EXPECT_LT(w.alpha, w.beta);
}

TEST(Prove, TheoremsNameTheirRules) {
  for (const std::string_view name : theorem_names()) {
    ProveOptions options;
    options.search.preset = "sound";
    options.theorem = name;
    const auto plan = make_proof_plan(options);
    ASSERT_TRUE(plan) << plan.error();
    ASSERT_EQ(plan->variants.size(), 1U);
    const auto theorem = find_theorem(name);
    ASSERT_TRUE(theorem);
    for (const pruning::RuleId id : theorem->rules) EXPECT_TRUE(plan->variants[0].settings.rules[id].enabled) << name;
    EXPECT_EQ(plan->searches.size(), theorem->needs_null_move ? 1U : 2U) << name;
  }
  EXPECT_FALSE(find_theorem("T9"));
}

TEST(Prove, EachRuleAloneAndAllTogether) {
  ProveOptions options;
  options.search.preset = "sound";
  options.each = true;
  const auto plan = make_proof_plan(options);
  ASSERT_TRUE(plan) << plan.error();
  EXPECT_EQ(plan->variants.back().name, "all");
  EXPECT_GT(plan->variants.size(), 8U);
  for (std::size_t i = 0; i + 1 < plan->variants.size(); ++i) {
    int on = 0;
    for (std::size_t id = 0; id < pruning::kRules; ++id) {
      const pruning::RuleInfo& rule = pruning::kRuleInfos[id];
      on += rule.kind == pruning::RuleKind::Family && rule.may_be_off && plan->variants[i].settings.rules[id].enabled;
    }
    EXPECT_EQ(on, 1) << plan->variants[i].name;
  }
}

TEST(Prove, CommandLinesThatMakeNoSense) {
  const auto refused = [](auto&& change) {
    ProveOptions options;
    options.search.preset = "sound";
    change(options);
    return !make_proof_plan(options).ok();
  };
  EXPECT_FALSE(refused([](ProveOptions&) {}));
  EXPECT_TRUE(refused([](ProveOptions& o) { o.depth = "0"; }));
  EXPECT_TRUE(refused([](ProveOptions& o) { o.depth = "3-2"; }));
  EXPECT_TRUE(refused([](ProveOptions& o) { o.searches = "triplet"; }));
  EXPECT_TRUE(refused([](ProveOptions& o) { o.rules = {"no_such_rule"}; }));
  EXPECT_TRUE(refused([](ProveOptions& o) { o.theorem = "T9"; }));
  EXPECT_TRUE(refused([](ProveOptions& o) { o.without_guards = {"no-such-guard"}; }));
  EXPECT_TRUE(refused([](ProveOptions& o) { o.positional = "sleep"; }));
  EXPECT_TRUE(refused([](ProveOptions& o) { o.width = 10; }));
  EXPECT_TRUE(refused([](ProveOptions& o) {
    o.each = true;
    o.theorem = "T1";
  }));
}

}  // namespace
}  // namespace oknos::lab
