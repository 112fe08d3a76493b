#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/search/report.h"
#include "lab/play/plan.h"

// Positions in which it is a burden to have to move: what the null move takes for impossible.
namespace oknos::lab {

// What a value comes to. Values between these are no class: nobody can say what they come to.
enum class ResultClass { Loss, Draw, Win };
inline constexpr int kDecided = 500;   // centipawns, and more: a side wins
inline constexpr int kBalanced = 100;  // and less: a draw
std::optional<ResultClass> result_class(Score score);

// The least that moving costs, centipawns.
inline constexpr int kZugzwangCosts = 300;

struct Burden {
  Score moving;   // from the view of the side to move
  Score passing;  // for the same side, when the other one had to move
};

// "win to draw", "draw to loss", "win to loss": what moving does to the result; empty when it does nothing so clear.
std::string_view zugzwang_name(const Burden& burden);

// The same position with the other side to move; nothing in check, or when the game is over then.
std::optional<Position> passed(const Position& position);

// Searches without the null move and without anything else that leaves moves out; late moves are reduced.
class BurdenSearcher {
 public:
  BurdenSearcher();

  void forget() { engine_.clear(); }
  // Nothing: no passing here, or the nodes do not suffice for one of the two searches.
  std::optional<Burden> search(const Position& position, int plies, std::uint64_t most_nodes);
  // The one move that is better than every other by some margin, if there is one.
  Move single_best(const Position& position, int plies, std::uint64_t most_nodes);

 private:
  std::optional<SearchReport> report(const Position& position, int plies, std::uint64_t most_nodes, int multi_pv);

  pruning::Settings settings_;
  Engine engine_;
};

}  // namespace oknos::lab
