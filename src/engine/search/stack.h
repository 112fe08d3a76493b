#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/base/score.h"
#include "engine/base/static_vector.h"
#include "engine/chess/position.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/search/history.h"

// The search stack: what one thread keeps for each ply of the line that it is searching.
namespace oknos {

using PvLine = StaticVector<Move, kMaxPly + 2>;

// Indices into the correction history tables, computed on demand. A move passes on those that it does not change to
// the next ply.
struct CorrectionKeys {
  static constexpr unsigned kMinor = 1, kWhitePieces = 2, kBlackPieces = 4;
  static constexpr unsigned kAll = kMinor | kWhitePieces | kBlackPieces;
  // The indices that change when such a piece (or none) moves, is captured or appears.
  static constexpr unsigned changed_by(Piece p) { return kChanged[static_cast<std::size_t>(index(p))]; }

  std::uint16_t known = 0;  // bit mask of the indices that are valid
  std::uint16_t minor = 0;
  std::array<std::uint16_t, kColors> pieces{};

 private:
  static constexpr std::array<std::uint8_t, kPieces> kChanged = {
      0, kMinor | kWhitePieces, kMinor | kWhitePieces, kWhitePieces, kWhitePieces, kMinor | kWhitePieces, 0, 0,
      0, kMinor | kBlackPieces, kMinor | kBlackPieces, kBlackPieces, kBlackPieces, kMinor | kBlackPieces, 0, 0};
};

struct StackState {
  eval::Incremental incremental;
  Score corrected_eval = kNoScore;  // the evaluator's value plus the correction; kNoScore: not computed
  Killers killers;
  Move move;  // the move being searched; none for a null move
  Piece moved = Piece::None;
  PieceType captured = PieceType::None;
  bool extended = false;
  bool in_check = false;          // before the move being searched
  int searched = 0;               // moves of the node searched before it
  int double_extensions = 0;      // on the path to this ply
  int cutoffs = 0;                // beta cutoffs at this ply since the node two plies earlier was entered
  Depth reduction;                // of the move being searched, plies
  std::uint16_t move_number = 0;  // index into ContinuationHistory
  CorrectionKeys correction_keys;
  Bitboard threatened = 0;                 // squares attacked by the opponent, if the histories use them
  Move excluded_move;                      // excluded in a singular search
  PieceToHistory* continuation = nullptr;  // continuation history of the move
};
struct StackEntry : StackState {
  PvLine pv;  // the principal variation from here; by far the largest part, and cleared without being written
};

class SearchStack {
 public:
  // Entries before the root: continuation histories look six plies back, and those of the previous move one more.
  static constexpr int kBefore = 7;

  // `ply` from -kBefore to kMaxPly + 1.
  StackEntry& operator[](int ply) { return entries_[static_cast<std::size_t>(ply + kBefore)]; }
  const StackEntry& operator[](int ply) const { return entries_[static_cast<std::size_t>(ply + kBefore)]; }
  // Clears the entries of these plies, both included; their moves are null moves.
  void clear(int first, int last, PieceToHistory& after_no_move) {
    for (int ply = first; ply <= last; ++ply) {
      StackEntry& entry = (*this)[ply];
      static_cast<StackState&>(entry) = StackState{};
      entry.pv.clear();
      entry.continuation = &after_no_move;
    }
  }

 private:
  std::vector<StackEntry> entries_ = std::vector<StackEntry>(kBefore + kMaxPly + 2);
};

}  // namespace oknos
