#include "engine/eval/trace.h"

#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/endings/known_endings.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/eval/positional.h"
#include "engine/eval/terms/terms.h"

namespace oknos::eval {

namespace {

struct CountedShelter {
  template <Color us>
  void count(const View& v, bool with_danger, TraceCounter& own) {
    count_shelter<us>(v.position, v.map.king[at(us)], own);
    if (with_danger) count_shelter_danger<us>(v.position, v.map.king[at(us)], own);
  }
};

template <Color us>
void count_psqt(const Position& position, TraceCounter& own) {
  for_each_square(position.pieces(us), [&](Square s) {
    const int piece = index(type_of(position.piece_on(s)));
    own.add(Group::PawnPsqt, piece * kSquares + index(relative_square(us, s)));  // the six tables follow each other
  });
}

// The sums over the counts, before danger, winnable and scale have had their say.
struct Weighed {
  PositionalSums sums;
  int psqt_mg = 0;
  int psqt() const { return (psqt_mg * sums.phase + sums.psqt_eg * (kFullPhase - sums.phase)) / kFullPhase; }
};

Weighed weigh(const Trace& t, const std::array<Tapered, kWeightCount>& weights) {
  Weighed out;
  PositionalSums& s = out.sums;
  s.material = t.material.value();
  s.phase = t.phase;
  for (const WeightGroup& g : kWeightGroups)
    for (std::size_t i = weight_index(g.group); i < weight_index(g.group, g.count); ++i) {
      const int white = t.count[at(Color::White)][i];
      const int black = t.count[at(Color::Black)][i];
      const Tapered w = weights[i];
      switch (g.kind) {
        case WeightKind::Psqt:
          out.psqt_mg += w.mg * (white - black);
          s.psqt_eg += w.eg * (white - black);
          break;
        case WeightKind::Tapered:
          s.mg += w.mg * (white - black);
          s.eg += w.eg * (white - black);
          break;
        case WeightKind::Danger:
          s.white_danger += w.mg * white;
          s.black_danger += w.mg * black;
          break;
        case WeightKind::Winnable:
          s.winnable += w.mg * white;
          break;
      }
    }
  s.count_danger();
  return out;
}

}  // namespace

Score value_of(const Trace& t, const std::array<Tapered, kWeightCount>& weights) {
  const Weighed weighed = weigh(t, weights);
  const Score known = t.material + Score{weighed.psqt()};
  if (t.ending == Trace::Ending::Exact) return known + std::clamp(t.exact - known, -t.width, t.width);
  return known + Score{weighed.sums.positional(t.scale, t.width.value())};
}

Trace trace(const Position& position) {
  const Incremental incremental = Incremental::of(position);
  Trace out;
  out.material = incremental.material(Color::White);
  out.phase = incremental.phase();
  out.side_to_move = position.side_to_move();
  out.width = Score{positional_bound(incremental.weight(), popcount(position.pieces(PieceType::Pawn)))};
  TraceCounter white(out.count[at(Color::White)]);
  TraceCounter black(out.count[at(Color::Black)]);
  count_psqt<Color::White>(position, white);
  count_psqt<Color::Black>(position, black);
  if (may_be_known(position, incremental.weight())) {
    const Score known = incremental.value(Color::White);
    if (const auto positional = known_positional(position, known)) {
      out.ending = Trace::Ending::Exact;
      out.exact = known + *positional;
      return out;
    }
  }
  PawnSets pawns;
  count_pawns<Color::White>(position, pawns, white);
  count_pawns<Color::Black>(position, pawns, black);
  AttackMap map(position);
  count_terms(View{position, map, pawns, incremental.weight()}, CountedShelter{}, white, black);
  if (out.phase < kFullPhase) {
    const Color strong = weigh(out, kWeights).sums.ending() < 0 ? Color::Black : Color::White;
    out.scale = ending_scale(position, pawns, strong, incremental.weight());
    if (out.scale != kFullScale) out.ending = Trace::Ending::Scaled;
  }
  return out;
}

}  // namespace oknos::eval
