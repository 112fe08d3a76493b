#pragma once

#include "engine/pruning/registry/settings.h"
#include "engine/search/move_picker.h"
#include "engine/search/node.h"

namespace oknos {

// Updates of the histories of the move ordering: what the search learns from a node about its moves and about the move
// that led to it.
class Learning {
 public:
  // References to all are kept.
  Learning(Histories& histories, SearchStack& stack, const pruning::Settings& settings, const Position& position)
      : histories_(histories), stack_(stack), setting_(settings.of<pruning::MoveHistories>()), position_(position) {}

  // The continuation histories for the moves of a node.
  Continuations continuations(int ply, bool in_check) const;
  // The kind of the move being searched, if the continuation histories tell kinds apart. Called before it is made.
  unsigned continuation_kind(const StackEntry& from) const;
  HistoryContext context(const Continuations& before, Bitboard threatened) const {
    return {&before, threatened, setting_};
  }
  // The squares that the other side attacks, if the histories tell them apart.
  Bitboard threatened_squares() const;

  // After a search of the node: bonus for its best move, malus for the moves searched before it; bonus for the previous
  // move if the node failed low, malus if it failed high.
  void after_search(const SearchNode& node, const MoveList& quiets, const MoveList& captures);
  // The table has cut the node: bonus for its move if it fails high, malus if it fails low; malus for the previous move
  // as after a search.
  void after_tt_cutoff(const SearchNode& node);
  // After a reduced search that raised alpha and the second, deeper one, which returned `value`: the quiet move is an
  // answer to the last moves after all, or it is not.
  void after_research(const SearchNode& node, Move m, Score value, Depth depth);
  // A quiet previous move was good if the static evaluation changed in favour of the side that made it.
  void after_evaluation(const SearchNode& node);

 private:
  // As threatened_squares(), but only of the two squares of the move.
  Bitboard threatened_squares_of(Move m) const;
  void reward_best_move(const SearchNode& node, const MoveList& quiets, const MoveList& captures);
  void reward_prior_move(const SearchNode& node);
  void punish_prior_move(const SearchNode& node, int share);

  Histories& histories_;
  SearchStack& stack_;
  const pruning::RuleSetting& setting_;
  const Position& position_;
};

}  // namespace oknos
