#pragma once

#include "engine/pruning/registry/settings.h"
#include "engine/search/node.h"

namespace oknos {

// Correction history: what the search has learned about the errors of the static evaluation.
class Corrections {
 public:
  // References to all are kept.
  Corrections(Histories& histories, SearchStack& stack, const pruning::Settings& settings, const Position& position)
      : histories_(histories),
        stack_(stack),
        setting_(settings.of<pruning::CorrectionHistory>()),
        position_(position) {}

  // Correction of the static evaluation in centipawns, for the side to move; 0 in check.
  Score of(const SearchNode& node) const;
  // By how much the evaluation is lowered, for either side, because no capture and no pawn move has come for so long.
  Score clock_damping(Score evaluation) const;
  bool damps() const { return setting_.enabled && setting_[pruning::CorrectionHistory::P::Halfmove] != 0; }
  // Learns the difference between the value of the node and its corrected static evaluation, unless a capture explains
  // it or the bound does not tell its sign.
  void update(const SearchNode& node);

 private:
  // Of the last two moves.
  Key continuation_key(int ply) const;
  const CorrectionKeys& keys_of(StackEntry& entry) const;
  // Without pawns all endings would share one entry of the pawn table: the error seen in queen against rook would
  // correct rook against rook.
  bool has_pawns() const { return position_.pieces(PieceType::Pawn) != 0; }

  Histories& histories_;
  SearchStack& stack_;
  const pruning::RuleSetting& setting_;
  const Position& position_;
};

}  // namespace oknos
