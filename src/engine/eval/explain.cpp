#include "engine/eval/explain.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "engine/base/piece_values.h"
#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/eval/positional.h"
#include "engine/eval/terms/pawns.h"
#include "engine/eval/trace.h"
#include "engine/eval/weights/weight_values.h"

namespace oknos::eval {

namespace {

// What a group counts: men of one type, and how often one of them counts at most. A move leaves at most one man more of
// a type (by promotion), and the term of a side is then between what the worst and the best weight allow.
struct Limit {
  enum class Unit : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, Minor, Rival, Side };
  Group first;  // up to the next entry
  Unit unit;
  int each;
};

// clang-format off
constexpr std::array kLimits = {
    Limit{Group::PawnDoubled, Limit::Unit::Pawn, 1},
    Limit{Group::PawnSupported, Limit::Unit::Pawn, 2},
    Limit{Group::PawnCandidate, Limit::Unit::Pawn, 1},
    Limit{Group::KnightMobility, Limit::Unit::Knight, 1},
    Limit{Group::BishopMobility, Limit::Unit::Bishop, 1},
    Limit{Group::RookMobility, Limit::Unit::Rook, 1},
    Limit{Group::QueenMobility, Limit::Unit::Queen, 1},
    Limit{Group::KnightOutpost, Limit::Unit::Knight, 1},
    Limit{Group::BishopOutpost, Limit::Unit::Bishop, 1},
    Limit{Group::MinorBehindPawn, Limit::Unit::Minor, 1},
    Limit{Group::KnightFromKing, Limit::Unit::Knight, 7},
    Limit{Group::BishopFromKing, Limit::Unit::Bishop, 7},
    Limit{Group::BishopPawns, Limit::Unit::Bishop, 8},
    Limit{Group::BishopLongDiagonal, Limit::Unit::Bishop, 1},
    Limit{Group::BishopPair, Limit::Unit::Side, 1},
    Limit{Group::KnightPawnCount, Limit::Unit::Knight, 5},
    Limit{Group::RookPawnCount, Limit::Unit::Rook, 5},
    Limit{Group::RookOnFile, Limit::Unit::Rook, 1},
    Limit{Group::QueenExposed, Limit::Unit::Queen, 1},
    Limit{Group::Shelter, Limit::Unit::Side, 3},
    Limit{Group::KingFile, Limit::Unit::Side, 1},
    Limit{Group::KingFromPawns, Limit::Unit::Side, 7},
    Limit{Group::CastlingRight, Limit::Unit::Side, 2},
    Limit{Group::ThreatByPawn, Limit::Unit::Rival, 1},
    Limit{Group::ThreatByKing, Limit::Unit::Side, 1},
    Limit{Group::ThreatHanging, Limit::Unit::Rival, 1},
    Limit{Group::ThreatRestricted, Limit::Unit::Side, kSquares},
    Limit{Group::ThreatKnightOnQueen, Limit::Unit::Side, 8},
    Limit{Group::ThreatSliderOnQueen, Limit::Unit::Side, 27},
    Limit{Group::PassedBlocked, Limit::Unit::Pawn, 1},
    Limit{Group::PassedOwnKing, Limit::Unit::Pawn, 5},
    Limit{Group::PassedRookBehind, Limit::Unit::Pawn, 1},
    Limit{Group::PassedFromEdge, Limit::Unit::Pawn, 3},
    Limit{Group::PassedUnstoppable, Limit::Unit::Side, 1},
    Limit{Group::Space, Limit::Unit::Side, 66},
    Limit{Group::Tempo, Limit::Unit::Side, 1},
};
// clang-format on

const Limit& limit_of(Group g) {
  std::size_t i = 0;
  while (i + 1 < kLimits.size() && kLimits[i + 1].first <= g) ++i;
  return kLimits[i];
}

int men(const Position& p, Color c, Limit::Unit unit) {
  constexpr int kByPromotion = 1;
  switch (unit) {
    case Limit::Unit::Pawn:
      return popcount(p.pieces(c, PieceType::Pawn));
    case Limit::Unit::Knight:
    case Limit::Unit::Bishop:
    case Limit::Unit::Rook:
    case Limit::Unit::Queen:
      return popcount(p.pieces(c, static_cast<PieceType>(unit))) + kByPromotion;
    case Limit::Unit::Minor:
      return popcount(p.pieces(c, PieceType::Knight, PieceType::Bishop)) + kByPromotion;
    case Limit::Unit::Rival:
      return popcount(p.pieces(~c)) - 1;
    default:
      return 1;
  }
}

// How much one move can change a Tapered term: before and after, each side's share lies between these.
int most_change(const Position& p, const WeightGroup& g) {
  int highest = 0, lowest = 0;
  for (std::size_t i = weight_index(g.group); i < weight_index(g.group, g.count); ++i) {
    highest = std::max<int>({highest, kWeights[i].mg, kWeights[i].eg});
    lowest = std::min<int>({lowest, kWeights[i].mg, kWeights[i].eg});
  }
  const Limit& limit = limit_of(g.group);
  const bool both_signs = g.group == Group::KnightPawnCount || g.group == Group::RookPawnCount;
  const int range = both_signs ? 2 * std::max(highest, -lowest) : highest - lowest;
  return (men(p, Color::White, limit.unit) + men(p, Color::Black, limit.unit)) * limit.each * range;
}

class Terms {
 public:
  Terms(const Position& position, const Trace& trace) : p_(position), t_(trace) {}

  std::vector<ExplainedTerm> list() {
    material();
    group_rows(WeightKind::Psqt);
    if (t_.ending == Trace::Ending::Exact) {
      line("known ending", "", t_.exact.value(), "its worth to White");
    } else {
      group_rows(WeightKind::Tapered);
      danger();
      winnable();
    }
    results();
    return std::move(out_);
  }

 private:
  using Share = ExplainedTerm::Share;

  Share share(const WeightGroup& g, Color c) const {
    Share out;
    for (int n = 0; n < g.count; ++n) {
      const Tapered w = kWeights[weight_index(g.group, n)];
      out.mg += w.mg * t_.counted(c, g.group, n);
      out.eg += w.eg * t_.counted(c, g.group, n);
    }
    return out;
  }
  int mixed(int mg, int eg) const { return (mg * t_.phase + eg * (kFullPhase - t_.phase)) / kFullPhase; }

  void material() {
    std::array<int, kColors> sum{};
    for_each_square(p_.pieces(),
                    [&](Square s) { sum[at(color_of(p_.piece_on(s)))] += piece_value(p_.piece_on(s)).value(); });
    row("material", {sum[0], sum[0]}, {sum[1], sum[1]}, "");
  }

  void group_rows(WeightKind kind) {
    for (const WeightGroup& g : kWeightGroups) {
      if (g.kind != kind || !counts(g)) continue;
      row(g.name, share(g, Color::White), share(g, Color::Black),
          kind == WeightKind::Tapered ? "at most " + std::to_string(most_change(p_, g)) : "");
    }
  }
  bool counts(const WeightGroup& g) const {
    for (int n = 0; n < g.count; ++n)
      if (t_.counted(Color::White, g.group, n) || t_.counted(Color::Black, g.group, n)) return true;
    return false;
  }

  // The units of each source, and what their sum costs.
  void danger() {
    PositionalSums cost;
    for (const WeightGroup& g : kWeightGroups) {
      if (g.kind != WeightKind::Danger || !counts(g)) continue;
      const Share white = share(g, Color::White);
      const Share black = share(g, Color::Black);
      cost.white_danger += white.mg;
      cost.black_danger += black.mg;
      out_.push_back({g.name, ExplainedTerm::Kind::Units, "", {white.mg, 0}, {black.mg, 0}, 0, "units of danger"});
    }
    const auto penalty = [](int white, int black) {
      PositionalSums s{.white_danger = white, .black_danger = black};
      s.count_danger();
      return Share{s.mg, s.eg};
    };
    const Share black = penalty(0, cost.black_danger);
    row("king danger", penalty(cost.white_danger, 0), {-black.mg, -black.eg}, "by the bound on the positional part");
  }

  void winnable() {
    int sum = 0;
    for (const WeightGroup& g : kWeightGroups)
      if (g.kind == WeightKind::Winnable) sum += share(g, Color::White).mg;
    line("winnable", "", sum, "to the better side's ending");
    line("ending keeps", "", t_.scale, "of 64");
  }

  void results() {
    const bool white_moves = t_.side_to_move == Color::White;
    const Incremental incremental = Incremental::of(p_);
    const Score total = evaluate(p_).total();
    const Score white = white_moves ? total : -total;
    line("phase", "", t_.phase, "of 24");
    line("psqt, mixed", "", incremental.psqt(Color::White).value(), "");
    line("positional", "", (white - incremental.value(Color::White)).value(), "");
    line("bound on positional", "here", t_.width.value(), "");
    line("bound on positional", "for three moves", positional_bound(p_).value(), "");
    line("total", "", white.value(), "for White");
    line("total", "", total.value(), white_moves ? "for the side to move (White)" : "for the side to move (Black)");
  }

  void row(const char* name, Share white, Share black, std::string remark) {
    out_.push_back({name, ExplainedTerm::Kind::Shares, "", white, black,
                    mixed(white.mg - black.mg, white.eg - black.eg), std::move(remark)});
  }
  void line(const char* name, const char* detail, int value, const char* remark) {
    out_.push_back({name, ExplainedTerm::Kind::Value, detail, {}, {}, value, remark});
  }

  const Position& p_;
  const Trace& t_;
  std::vector<ExplainedTerm> out_;
};

std::string text_of(const ExplainedTerm& t) {
  constexpr std::size_t kLineSize = 128;
  std::array<char, kLineSize> text{};
  const char* gap = "";
  switch (t.kind) {
    case ExplainedTerm::Kind::Shares:
      std::snprintf(text.data(), text.size(), "%-28s %8d %6d   %8d %6d   %8d", t.name, t.white.mg, t.white.eg,
                    t.black.mg, t.black.eg, t.value);
      gap = t.remark.empty() ? "" : "  ";
      break;
    case ExplainedTerm::Kind::Units:
      std::snprintf(text.data(), text.size(), "%-28s %8d %17d", t.name, t.white.mg, t.black.mg);
      gap = "           ";
      break;
    case ExplainedTerm::Kind::Value:
      std::snprintf(text.data(), text.size(), "%-28s %-33s %8d", t.name, t.detail, t.value);
      gap = t.remark.empty() ? "" : " ";
      break;
  }
  return std::string(text.data()) + gap + t.remark + '\n';
}

}  // namespace

std::vector<ExplainedTerm> explain_terms(const Position& position) {
  const Trace t = trace(position);
  return Terms(position, t).list();
}

std::string explain(const Position& position) {
  std::string out = "centipawns                   White mg     eg   Black mg     eg      mixed   one move\n";
  for (const ExplainedTerm& t : explain_terms(position)) out += text_of(t);
  return out;
}

}  // namespace oknos::eval
