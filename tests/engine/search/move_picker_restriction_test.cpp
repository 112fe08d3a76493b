// What src/engine/search/move_picker.cpp hands out under a restriction.
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <rapidcheck/gtest.h>

#include "engine/base/piece_values.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/search/move_picker.h"
#include "support/random_games.h"

namespace oknos {
namespace {

using namespace test;
using pruning::Restriction;

using Codes = std::vector<std::uint16_t>;

Codes sorted(Codes codes) {
  std::sort(codes.begin(), codes.end());
  return codes;
}

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t n) {
  return random() % n;
}

bool one_in(Random& random, std::size_t n) {
  return below(random, n) == 0;
}

Restriction some_restriction(Random& random) {
  constexpr std::array<int, 9> kEdges = {100, 101, 320, 330, 500, 850, 950, 951, 1350};
  constexpr std::size_t kMoreThanAnyGain = 2000;
  Restriction r;
  if (one_in(random, 2)) r.floor = Score{static_cast<int>(below(random, kMoreThanAnyGain))};
  if (one_in(random, 2)) r.floor = Score{kEdges[below(random, kEdges.size())]};
  r.queens_only = one_in(random, 2);
  r.checks = one_in(random, 2);
  r.quiets = one_in(random, 4);
  return r;
}

// The definition once more.
bool is_wanted(const Position& p, const Restriction& r, Move m) {
  if (p.is_tactical(m) && eval::gain(p, m) >= r.floor) return true;
  if (r.queens_only && p.is_capture(m) && p.captured_type(m) == PieceType::Queen) return true;
  if (r.quiets && !p.is_tactical(m)) return true;
  if (!r.checks) return false;
  return p.gives_check(m, p.check_info());
}

// A move of this position most of the time, or else nonsense.
Move likely_move(const Position& p, Random& random) {
  const MoveList moves = legal_moves(p);
  if (moves.empty() || one_in(random, 4)) return Move::from_bits(static_cast<std::uint16_t>(random()));
  return moves[below(random, moves.size())];
}

struct Restricted {
  const Position& position;
  Random& random;
  Restriction restriction = some_restriction(random);
  CheckInfo checks = position.check_info();
  Histories histories{};
  Move tt_move = likely_move(position, random);

  Move likely() const { return likely_move(position, random); }

  void restrict(MovePicker& picker) const { picker.restrict(restriction, restriction.checks ? &checks : nullptr); }
  bool wants(Move m) const { return is_wanted(position, restriction, m); }
  template <class Belongs>
  Codes expected(Belongs belongs) const {
    Codes out;
    for (const Move m : legal_moves(position))
      if (belongs(m)) out.push_back(m.bits());
    return sorted(out);
  }
};

MoveList all_of(MovePicker& picker) {
  MoveList out;
  while (const Move m = picker.next()) out.push_back(m);
  return out;
}

Codes codes_of(const MoveList& moves) {
  Codes out;
  for (const Move m : moves) out.push_back(m.bits());
  return sorted(out);
}

Codes left_out(const MovePicker& picker) {
  Codes out;
  picker.for_each_unwanted([&](Move m) { out.push_back(m.bits()); });
  return sorted(out);
}

// Each property holds at every position of a game, under some restriction.
template <class Property>
void at_every_position(const RandomGame& game, std::uint32_t seed, Property property) {
  Random random(seed);
  replay(game, [&](Position& p, Move) { property(Restricted{p, random}); });
}

RC_GTEST_PROP(MovePickerRestriction, NodeGetsEveryWantedMoveOnceAndTheRestIsUnwanted,
              (const RandomGame& game, std::uint32_t seed)) {
  at_every_position(game, seed, [](const Restricted& r) {
    const Killers killers{r.likely(), r.likely()};
    MovePicker picker(r.position, r.histories, r.tt_move, killers, r.likely());
    r.restrict(picker);
    for (const Move m : legal_moves(r.position)) RC_ASSERT(picker.wanted(m) == r.wants(m));
    const Codes unwanted = r.expected([&](Move m) { return !r.wants(m); });
    RC_ASSERT(left_out(picker) == unwanted);
    RC_ASSERT(codes_of(all_of(picker)) == r.expected([&](Move m) { return r.wants(m); }));
    RC_ASSERT(left_out(picker) == unwanted);
  });
}

RC_GTEST_PROP(MovePickerRestriction, QuiescenceLikewise, (const RandomGame& game, std::uint32_t seed, bool evasions)) {
  at_every_position(game, seed, [evasions](const Restricted& r) {
    MovePicker picker(r.position, r.histories, r.tt_move, evasions);
    r.restrict(picker);
    const bool all_count = evasions && r.position.in_check();
    const auto counts = [&](Move m) { return all_count || r.position.is_tactical(m); };
    const auto checks = [&](Move m) { return r.restriction.checks && r.position.gives_check(m, r.checks); };
    RC_ASSERT(left_out(picker) == r.expected([&](Move m) { return counts(m) && !r.wants(m); }));
    RC_ASSERT(codes_of(all_of(picker)) ==
              r.expected([&](Move m) { return (counts(m) && r.wants(m)) || (!counts(m) && checks(m)); }));
  });
}

// Captures come by what they win, less a trifle for the attacker; then what is wanted only for its check. In check
// there is one list, captures first.
RC_GTEST_PROP(MovePickerRestriction, WantedCapturesComeFirstTheMostValuableFirst,
              (const RandomGame& game, std::uint32_t seed)) {
  constexpr int kGainWeight = 16;
  at_every_position(game, seed, [](Restricted r) {
    r.restriction.quiets = false;
    MovePicker picker(r.position, r.histories, Move{}, Killers{}, Move{});
    r.restrict(picker);
    Restriction first = r.restriction;
    first.checks &= r.position.in_check();
    int last = std::numeric_limits<int>::max();
    bool only_checks = false;
    for (const Move m : all_of(picker)) {
      if (!r.position.is_tactical(m) || !is_wanted(r.position, first, m)) {
        only_checks = true;
        continue;
      }
      RC_ASSERT(!only_checks);
      const int score =
          eval::gain(r.position, m).value() * kGainWeight - piece_value(r.position.piece_on(m.from())).value();
      RC_ASSERT(score <= last);
      last = score;
    }
  });
}

// A rule may still skip the quiet moves that are left.
RC_GTEST_PROP(MovePickerRestriction, AfterSkipQuietsTheRemainingQuietsAreExactlyWhatIsMissing,
              (const RandomGame& game, std::uint32_t seed, bool spare)) {
  constexpr std::size_t kMaxBefore = 12;
  at_every_position(game, seed, [spare](const Restricted& r) {
    const Killers killers{r.likely(), r.likely()};
    MovePicker picker(r.position, r.histories, r.tt_move, killers, r.likely());
    r.restrict(picker);
    Codes seen;
    for (std::size_t before = 1 + below(r.random, kMaxBefore); before > 0; --before) {
      const Move m = picker.next();
      if (!m) break;
      seen.push_back(m.bits());
    }
    Position board = r.position;
    const eval::Incremental incremental = eval::Incremental::of(board);
    const pruning::NodeContext node(board, incremental);
    picker.skip_quiets(pruning::ExemptMoves(
        node, r.checks, spare ? pruning::ExemptionSet{pruning::Guard::GivesCheck} : pruning::ExemptionSet{}));
    picker.for_each_remaining_quiet([&](Move m) {
      RC_ASSERT(!spare || !r.position.gives_check(m, r.checks));
      seen.push_back(m.bits());
    });
    while (const Move m = picker.next()) {
      RC_ASSERT(r.position.is_tactical(m) || m == r.tt_move || (spare && r.position.gives_check(m, r.checks)));
      seen.push_back(m.bits());
    }
    RC_ASSERT(sorted(seen) == r.expected([&](Move m) { return r.wants(m); }));
  });
}

std::vector<std::string> texts(const Position& p, const Restriction& restriction) {
  const Histories histories;
  const CheckInfo checks = p.check_info();
  MovePicker picker(p, histories, Move{}, Killers{}, Move{});
  picker.restrict(restriction, &checks);
  std::vector<std::string> out;
  for (const Move m : all_of(picker)) out.push_back(text_of(p, m));
  return out;
}

using Texts = std::vector<std::string>;

TEST(MovePickerRestriction, Examples) {
  const Position p = position_from("q3k3/1P6/2n2b2/3r3p/6P1/2N2N2/8/R1K4R w - - 0 1");
  EXPECT_EQ(texts(p, {}), Texts{});
  EXPECT_EQ(texts(p, {.floor = Score{1801}}), Texts{});
  EXPECT_EQ(texts(p, {.floor = Score{951}}), (Texts{"b7a8q", "b7a8r", "b7a8b", "b7a8n"}));
  EXPECT_EQ(texts(p, {.queens_only = true}), (Texts{"b7a8q", "b7a8r", "b7a8b", "b7a8n", "a1a8"}));
  EXPECT_EQ(texts(p, {.floor = Score{850}}), (Texts{"b7a8q", "b7a8r", "b7a8b", "b7a8n", "a1a8", "b7b8q"}));
  EXPECT_EQ(texts(p, {.floor = Score{500}, .checks = true}),
            (Texts{"b7a8q", "b7a8r", "b7a8b", "b7a8n", "a1a8", "b7b8q", "c3d5", "b7b8r", "h1e1"}));
}

TEST(MovePickerRestriction, NothingIsLeftOutUnasked) {
  const Position p = position_from(kKiwipete);
  const Histories histories;
  const MovePicker picker(p, histories, Move{}, Killers{}, Move{});
  EXPECT_EQ(left_out(picker), Codes{});
  for (const Move m : legal_moves(p)) EXPECT_TRUE(picker.wanted(m));
}

TEST(MovePickerRestriction, QuiescenceMayStandPatInCheck) {
  const Position p = position_from("4k3/8/8/8/8/4r3/8/2B1K3 w - - 0 1");
  const Histories histories;
  MovePicker picker(p, histories, move_in(p, "e1d1"), false);
  EXPECT_EQ(picker.next(), move_in(p, "c1e3"));
  EXPECT_EQ(picker.next(), Move{});
}

}  // namespace
}  // namespace oknos
