#include "engine/eval/bounds/psqt_bounds.h"

#include <utility>

namespace oknos::eval::detail {

namespace {

// The squares that a man comes to with one step, by row of the tables; none for sliders.
struct Steps {
  std::array<std::uint8_t, kFiles> to{};
  int count = 0;
  constexpr const std::uint8_t* begin() const { return to.data(); }
  constexpr const std::uint8_t* end() const { return to.data() + count; }
};
using StepTable = std::array<std::array<Steps, kSquares>, kMovers>;

constexpr void add_step(StepTable& table, std::size_t mover, int from, int df, int dr) {
  const int file = from % kFiles + df;
  const int rank = from / kFiles + dr;
  if (file < 0 || file >= kFiles || rank < 0 || rank >= kRanks) return;
  Steps& steps = table[mover][static_cast<std::size_t>(from)];
  steps.to[static_cast<std::size_t>(steps.count++)] = static_cast<std::uint8_t>(rank * kFiles + file);
}

constexpr StepTable all_steps() {
  StepTable table{};
  for (int s = 0; s < kSquares; ++s) {
    for (int df = -2; df <= 2; ++df)
      for (int dr = -2; dr <= 2; ++dr) {
        const int distance = df * df + dr * dr;
        if (distance == 1 || distance == 2) add_step(table, at(PieceType::King), s, df, dr);
        if (distance == 5) add_step(table, at(PieceType::Knight), s, df, dr);
      }
    const int rank = s / kFiles;
    if (rank == index(Rank::R1) || rank >= index(Rank::R7)) continue;
    add_step(table, at(PieceType::Pawn), s, 0, 1);
    if (rank == index(Rank::R2)) add_step(table, at(PieceType::Pawn), s, 0, 2);
    add_step(table, kPawnTaking, s, 1, 1);
    add_step(table, kPawnTaking, s, -1, 1);
  }
  return table;
}

constexpr StepTable kSteps = all_steps();

// Fills the tables of one phase. It works on plain pointers, since compilers take their time over constants.
class Maker {
 public:
  constexpr explicit Maker(int phase) {
    for (std::size_t t = 0; t < kPieceTypes; ++t) fill_values(kPsqt[t].data(), out_.value[t].data(), phase);
    for (auto& row : out_.most) row.fill(static_cast<std::int16_t>(-kNoMove));
    for (auto& row : out_.least) row.fill(kNoMove);
    for (auto& row : out_.twice) row.fill(static_cast<std::int16_t>(-kNoMove));
    for (const std::size_t mover : {at(PieceType::King), at(PieceType::Knight), at(PieceType::Pawn), kPawnTaking})
      step(mover);
    lines();
    for (const PieceType t : {PieceType::King, PieceType::Knight}) step_twice(at(t), at(t), at(t));
    for (const std::size_t first : {at(PieceType::Pawn), kPawnTaking})
      for (const std::size_t second : {at(PieceType::Pawn), kPawnTaking})
        step_twice(at(PieceType::Pawn), first, second);
    for (const PieceType t : {PieceType::Bishop, PieceType::Rook, PieceType::Queen}) slide_twice(t);
  }
  constexpr const PhaseBounds& result() const { return out_; }

 private:
  static constexpr int kNorth = kFiles;
  static constexpr int kEast = 1;

  static constexpr void fill_values(const Psqt* from, std::int16_t* to, int phase) {
    for (int s = 0; s < kSquares; ++s)
      to[s] = static_cast<std::int16_t>(from[s].middlegame * phase + from[s].ending * (kFullPhase - phase));
  }
  constexpr const std::int16_t* values(std::size_t mover) const {
    return out_.value[mover == kPawnTaking ? at(PieceType::Pawn) : mover].data();
  }

  constexpr void step(std::size_t mover) {
    const std::int16_t* value = values(mover);
    std::int16_t* most = out_.most[mover].data();
    std::int16_t* least = out_.least[mover].data();
    const Steps* steps = kSteps[mover].data();
    for (int s = 0; s < kSquares; ++s)
      for (const int to : steps[s]) {
        const int change = value[to] - value[s];
        if (change > most[s]) most[s] = static_cast<std::int16_t>(change);
        if (change < least[s]) least[s] = static_cast<std::int16_t>(change);
      }
  }

  constexpr void step_twice(std::size_t type, std::size_t first, std::size_t second) {
    const std::int16_t* value = values(type);
    const std::int16_t* most = out_.most[second].data();
    std::int16_t* twice = out_.twice[type].data();
    const Steps* steps = kSteps[first].data();
    for (int s = 0; s < kSquares; ++s)
      for (const int to : steps[s]) {
        if (most[to] == -kNoMove) continue;
        const int change = value[to] - value[s] + most[to];
        if (change > twice[s]) twice[s] = static_cast<std::int16_t>(change);
      }
  }

  constexpr void lines() {
    for (int i = 0; i < kFiles; ++i) {
      straight(i * kNorth, kEast, kFiles);
      straight(i, kNorth, kRanks);
      diagonal(i, kNorth + kEast, kFiles - i);
      diagonal(i, kNorth - kEast, i + 1);
      if (i == 0) continue;  // the long ones were just walked
      diagonal(i * kNorth, kNorth + kEast, kRanks - i);
      diagonal(i * kNorth + kFiles - 1, kNorth - kEast, kRanks - i);
    }
  }
  constexpr void straight(int first, int step, int length) {
    line(at(PieceType::Rook), first, step, length);
    line(at(PieceType::Queen), first, step, length);
  }
  constexpr void diagonal(int first, int step, int length) {
    line(at(PieceType::Bishop), first, step, length);
    line(at(PieceType::Queen), first, step, length);
  }

  // A slider comes from every square of the line to every other one: to the best of them, or to the second best if it
  // stands on that.
  constexpr void line(std::size_t mover, int first, int step, int length) {
    if (length < 2) return;
    const std::int16_t* value = values(mover);
    std::int16_t* most = out_.most[mover].data();
    std::int16_t* least = out_.least[mover].data();
    int high = -kNoMove, second_high = -kNoMove, low = kNoMove, second_low = kNoMove;
    const int end = first + length * step;
    for (int s = first; s != end; s += step) {
      const int v = value[s];
      if (v > high) {
        second_high = high;
        high = v;
      } else if (v > second_high) {
        second_high = v;
      }
      if (v < low) {
        second_low = low;
        low = v;
      } else if (v < second_low) {
        second_low = v;
      }
    }
    for (int s = first; s != end; s += step) {
      const int v = value[s];
      const int rise = (v == high ? second_high : high) - v;
      const int fall = (v == low ? second_low : low) - v;
      if (rise > most[s]) most[s] = static_cast<std::int16_t>(rise);
      if (fall < least[s]) least[s] = static_cast<std::int16_t>(fall);
    }
  }

  // Two moves of a slider: to every square, a bishop to those of its colour.
  constexpr void slide_twice(PieceType t) {
    const std::int16_t* value = values(at(t));
    std::int16_t* twice = out_.twice[at(t)].data();
    int best[] = {-kNoMove, -kNoMove};  // by colour of square
    for (int s = 0; s < kSquares; ++s)
      if (value[s] > best[colour(s)]) best[colour(s)] = value[s];
    if (t != PieceType::Bishop) best[0] = best[1] = std::max(best[0], best[1]);
    for (int s = 0; s < kSquares; ++s) twice[s] = static_cast<std::int16_t>(best[colour(s)] - value[s]);
  }
  static constexpr int colour(int s) { return (s / kFiles + s) % 2; }

  PhaseBounds out_;
};

// A constant for each phase, so that compilers with a limit on the steps of one constant take it.
template <int phase>
constexpr PhaseBounds kBoundsOfPhase = Maker(phase).result();

template <int... phase>
constexpr std::array<PhaseBounds, sizeof...(phase)> all_bounds(std::integer_sequence<int, phase...>) {
  return {kBoundsOfPhase<phase>...};
}

}  // namespace

constexpr std::array<PhaseBounds, kFullPhase + 1> kPhaseBounds =
    all_bounds(std::make_integer_sequence<int, kFullPhase + 1>{});

}  // namespace oknos::eval::detail
