#pragma once

#include <functional>
#include <optional>

#include "engine/pruning/registry/settings.h"

// The oracle: a plain search, short and slow and obviously right, and its null-move variant: what the rules may
// skip is proved against it. It shares nothing with the playing search but chess, evaluation and the rules themselves.
//
//   Fail-hard alpha-beta. At d = 0 the side to move may always stand pat, in check too, and nobody asks for draws, mate
//   or stalemate; then captures and promotions. At d >= 1 dead material, repetition (one earlier occurrence) and fifty
//   moves (mate comes first) are worth 0; then no legal move is mate or 0; then the null move, if this is the null-move
//   variant; then all moves, captures first. The move order is static, for the null-move variant's value depends on it.
namespace oknos::oracle {
struct Semantics {
  const pruning::RuleSetting* null_move =
      nullptr;                    // the null-move variant: how it passes (pruning/search_features.h); nullptr: plain
  bool null_ticks_clock = false;  // wrong on purpose: a null move counts for the fifty moves (guard null-clock off)
  // A stand-in for the part of the evaluation that is not incremental: from the view of the side to move, at most
  // +-positional_bound centipawns (W). Empty: the evaluation's own, with its own bound.
  std::function<Score(const Position&)> positional;
  int positional_bound = 0;
  // The evaluation is material and nothing else, and quiet moves are searched as they are generated: values that no
  // weight has a part in. For rules with the estimate `material`, which is exact here; `positional` is not asked for.
  bool material_only = false;
};

// What may be skipped, and with which guards.
struct Rules {
  pruning::Settings settings;
  pruning::GuardSwitches guards;
  int width_told = 0;  // W as the rules are told it: Semantics::positional_bound, unless margins are scaled; with the
                       // evaluation's own positional part it is not asked for
};

struct Counts {
  std::uint64_t nodes = 0;             // d >= 1
  std::uint64_t quiescence_nodes = 0;  // d = 0
  std::uint64_t generated = 0;         // moves
  std::uint64_t evaluations = 0;       // of the positional part
  std::uint64_t all_nodes() const { return nodes + quiescence_nodes; }
};

// How a node was reached.
struct Arrival {
  const Arrival* before = nullptr;  // the node above; nullptr at the root
  Move move;                        // from there to here; none at the root and after a null move
  int ply = 0;
  int null_ticks = 0;  // null moves that count for the fifty moves
  bool after_null = false;
  eval::Incremental incremental{};
  Arrival next(const Position& position, Move m) const;  // `position` is the one before the move
};

// A rule has fired: told before the search acts on it. The move is the one asked about; none: the node was.
using Listener = std::function<void(const pruning::NodeContext&, const Arrival&, Move, const pruning::Verdict&)>;

class Search final : private eval::PositionalSource {
 public:
  // `root` brings its history for repetitions; both structures must outlive the search.
  explicit Search(const Position& root, const Semantics& semantics, const Rules* rules = nullptr);

  void set_limit(std::uint64_t nodes) { limit_ = nodes; }
  // A listener hears of each move that is skipped, so none is discarded with others; the tree is the same.
  void set_listener(Listener listener) {
    listener_ = std::move(listener);
    cuts_lists_ = false;
  }
  // The value of the root, between alpha and beta, as if it stood inside a tree: rules and null move may act there, but
  // whether it is drawn is asked only where it stands below another node (`from`). Nothing when the limit is reached.
  std::optional<Score> value(Depth depth, Score alpha, Score beta, const Arrival& from = {});
  const Counts& counts() const { return counts_; }

 private:
  Score search(Depth depth, Score alpha, Score beta, const Arrival& at);
  Score quiescence(Score alpha, Score beta, const Arrival& at);
  std::optional<Score> try_null_move(const pruning::NodeContext& c, const Arrival& at);
  Score search_moves(pruning::NodeContext& c, const Arrival& at, const pruning::Verdict& of_node);
  MoveList moves(const pruning::NodeContext& c, const Arrival& at, const pruning::Verdict& of_node) const;
  Score evaluate(pruning::NodeContext& c);
  void discard_futile_quiets(const pruning::NodeContext& c, const CheckInfo& checks, MoveList& moves) const;
  static bool is_discarded(const pruning::MoveContext& m, const std::optional<pruning::ExemptMoves>& no_quiets,
                           const std::optional<pruning::ExemptMoves>& lesser, Score lesser_gain);
  bool is_decided_lazily(pruning::NodeContext& c) const;
  bool is_drawn(const Arrival& at) const;
  template <pruning::Place place, class Context>
  pruning::Verdict ask(const Context& c, const pruning::NodeContext& node, const Arrival& at, Move m);
  pruning::NodeContext context(Depth depth, Score alpha, Score beta, const Arrival& at);
  Score positional(const Position& position, const eval::Incremental& incremental) override;
  bool exceeded() const { return counts_.all_nodes() > limit_; }

  Position position_;
  const Semantics& semantics_;
  const Rules* rules_;
  bool cuts_lists_;
  Listener listener_;
  std::uint64_t limit_ = UINT64_MAX;
  Counts counts_;
  std::optional<std::pair<Key, Score>>
      last_positional_;  // the last that was asked for: a rule asks first, then the search
};

}  // namespace oknos::oracle
