#pragma once

#include <memory>
#include <optional>

#include "engine/eval/bounds/positional_bound.h"
#include "engine/eval/endings/known_endings.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/eval/noise.h"
#include "engine/eval/positional_source.h"
#include "engine/eval/terms/pawns.h"

namespace oknos::eval {

namespace network {
class Accumulators;
class Network;
}  // namespace network

// What a thread evaluates with, and the memory for it: the classical evaluation and its table of pawn structures and
// last value, or a network and its sums beside the search stack. It is told of every move that the search makes, for
// the network's sake.
class Evaluator final : public PositionalSource {
 public:
  Evaluator();
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // From now on this network; null: the classical evaluation, as at first. `clamp`: the network's value is held to so
  // many centipawns around material and psqt, or to positional_bound() where that is larger; 0: it is not held.
  void choose(const std::shared_ptr<const network::Network>& network, Score clamp = Score{0});
  // From now on every value has this error; without one, as at first, it has none.
  void set_noise(const Noise& noise) { noise_ = noise; }
  // Whether |value - material - psqt| <= max(positional_bound(), least_bound()).
  bool has_bound() const { return (!accumulators_ || clamp_ > Score{0}) && !noise_; }
  Score least_bound() const { return accumulators_ ? clamp_ : Score{0}; }
  // Whether this is a source of what value() says beyond material and psqt.
  bool tells_positional() const { return !accumulators_ && !noise_; }

  // `position` is that of `ply` (0 to kMaxPly), where a search begins.
  void start(const Position& position, int ply) {
    if (accumulators_) start_network(position, ply);
  }
  // `move` leads to `ply` from `position`, in which it is not yet made; no move: a null move. It need not be taken
  // back: the next push to this ply takes its place.
  void push(const Position& position, Move move, int ply) {
    if (accumulators_) push_network(position, move, ply);
  }
  // From the view of the side to move. Preconditions: `incremental` belongs to `position`, and every ply from where the
  // search began to this one was pushed.
  Score value(const Position& position, const Incremental& incremental, int ply) {
    const Score exact =
        accumulators_ ? network_value(position, incremental, ply) : (*this)(position, incremental).total();
    if (noise_) [[unlikely]]
      return has_bare_king(position) ? exact : with_noise(exact, position);  // beginners can mate a bare king
    return exact;
  }

  // The classical evaluation, whatever was chosen; the values are those of evaluate().
  Evaluation operator()(const Position& position, const Incremental& incremental);
  Score positional(const Position& position, const Incremental& incremental) override {
    return (*this)(position, incremental).positional;
  }

 private:
  void start_network(const Position& position, int ply);
  void push_network(const Position& position, Move move, int ply);
  Score network_value(const Position& position, const Incremental& incremental, int ply);
  Score with_noise(Score exact, const Position& position) const;

  PawnTable pawns_;
  // A rule may ask about a position before the search comes to it.
  Key last_key_ = 0;
  std::optional<Evaluation> last_;
  std::unique_ptr<network::Accumulators> accumulators_;
  Score clamp_;
  Noise noise_;
};

// The classical evaluation. Precondition: `incremental` belongs to `position`. The search has an Evaluator, which is
// faster.
Evaluation evaluate(const Position& position, const Incremental& incremental);
Evaluation evaluate(const Position& position);

// What an Evaluator with this network says of a position; slow.
Score evaluate(const network::Network& network, const Position& position);

}  // namespace oknos::eval
