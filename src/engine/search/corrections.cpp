#include "engine/search/corrections.h"

#include <algorithm>

namespace oknos {

namespace {

using P = pruning::CorrectionHistory::P;

constexpr Key kMix = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: spreads what it multiplies over the high bits
constexpr int kMixed = 40;                // so many of them are used

// A key of some sets of pieces.
template <class... Sets>
Key key_of(Sets... sets) {
  Key key = 0;
  ((key = (key ^ sets) * kMix, key ^= key >> 32), ...);
  return key;
}

}  // namespace

Key Corrections::continuation_key(int ply) const {
  constexpr unsigned kShift = 10;
  constexpr Key kNoMove = (1U << kShift) - 1;
  const auto code = [](const StackEntry& f) { return f.move ? Key{f.move_number} : kNoMove; };
  return ((code(stack_[ply - 2]) << kShift | code(stack_[ply - 1])) * kMix) >> kMixed;
}

const CorrectionKeys& Corrections::keys_of(StackEntry& entry) const {
  static_assert(CorrectionTable::kSize <= std::size_t{1} << 16);
  auto& keys = entry.correction_keys;
  if (keys.known == keys.kAll) return keys;
  const auto of = [&](Color c, PieceType t) { return position_.pieces(c, t); };
  const auto pieces_of = [&](Color c) {
    return static_cast<std::uint16_t>(key_of(of(c, PieceType::King), of(c, PieceType::Queen), of(c, PieceType::Rook),
                                             of(c, PieceType::Bishop), of(c, PieceType::Knight)));
  };
  if (!(keys.known & keys.kMinor))
    keys.minor = static_cast<std::uint16_t>(key_of(
        position_.pieces(PieceType::King), of(Color::White, PieceType::Knight), of(Color::White, PieceType::Bishop),
        of(Color::Black, PieceType::King), of(Color::Black, PieceType::Knight), of(Color::Black, PieceType::Bishop)));
  if (!(keys.known & keys.kWhitePieces)) keys.pieces[0] = pieces_of(Color::White);
  if (!(keys.known & keys.kBlackPieces)) keys.pieces[1] = pieces_of(Color::Black);
  keys.known = keys.kAll;
  return keys;
}

Score Corrections::of(const SearchNode& node) const {
  if (!setting_.enabled || position_.in_check() || !has_pawns()) return Score{0};
  const Color us = position_.side_to_move();
  const Histories& h = histories_;
  const int sum =
      h.pawn_correction(us, position_.pawn_key()) + h.continuation_correction(us, continuation_key(node.context.ply));
  const auto& keys = keys_of(node.stack);
  const int pieces = h.piece_correction[0](us, keys.pieces[0]) + h.piece_correction[1](us, keys.pieces[1]);
  const int weighted = sum * setting_[P::Weight] + setting_[P::Minors] * h.minor_correction(us, keys.minor) +
                       setting_[P::Pieces] * pieces;
  constexpr int kHundred = 100;
  return Score{weighted / (kHundred * CorrectionTable::kUnit)};
}

Score Corrections::clock_damping(Score evaluation) const {
  constexpr int kHundred = 100;
  if (!damps()) return Score{0};
  return Score{-evaluation.value() * setting_[P::Halfmove] * position_.halfmove_clock() / (kHundred * kHundred)};
}

void Corrections::update(const SearchNode& node) {
  const auto& c = node.context;
  if (!setting_.enabled || c.in_check() || node.raw_eval == kNoScore) return;
  if (!has_pawns()) return;
  if (is_decisive(node.best) || (node.best_move && position_.is_tactical(node.best_move))) return;
  const Score known = node.stack.corrected_eval;
  const bool above = node.best > known;
  if (above ? node.best <= node.original_alpha : node.best >= c.beta) return;  // the bound points the other way
  constexpr int kMaxWeight = 16;
  const int weight = std::min(c.depth.plies() + 1, kMaxWeight);
  const int error = (node.best - known).value();
  Histories& h = histories_;
  h.mark_changed();
  h.pawn_correction.update(c.us(), position_.pawn_key(), error, weight);
  h.continuation_correction.update(c.us(), continuation_key(c.ply), error, weight);
  const auto& keys = keys_of(node.stack);
  if (setting_[P::Minors] != 0) h.minor_correction.update(c.us(), keys.minor, error, weight);
  if (setting_[P::Pieces] == 0) return;
  for (std::size_t side = 0; side < kColors; ++side)
    h.piece_correction[side].update(c.us(), keys.pieces[side], error, weight);
}

}  // namespace oknos
