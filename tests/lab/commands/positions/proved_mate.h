#pragma once

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <string>

#include "engine/chess/movegen.h"
#include "lab/commands/positions/mate_solver.h"
#include "lab/formats/epd.h"

namespace oknos::lab {

// Proves again what a line of the kind says (dm, bm): what is wrong with it, or nothing. Without bm every move of the
// side that is mated must hold out equally long.
inline std::string what_is_wrong_with_mate(const epd::Record& record, MateSolver& solver) {
  const auto distance = record.mate_distance();
  if (!distance || *distance == 0) return "it names no mate (dm)";
  const int moves = std::abs(*distance);
  const MateAnswer mate =
      *distance > 0 ? solver.mates(record.position, moves) : solver.is_mated(record.position, moves);
  if (mate.verdict == MateVerdict::GaveUp) return "not proved within the nodes";
  if (mate.verdict == MateVerdict::NoMate) return fmt::format("no mate in {}", moves);
  if (mate.moves != moves) return fmt::format("mate in {}, not in {}", mate.moves, moves);
  std::vector<Move> named = record.best_moves();
  std::vector<Move> proved = mate.first;
  if (named.empty() && *distance < 0 && proved.size() == legal_moves(record.position).size()) return "";
  const auto by_bits = [](Move a, Move b) { return a.bits() < b.bits(); };
  std::sort(named.begin(), named.end(), by_bits);
  std::sort(proved.begin(), proved.end(), by_bits);
  return named == proved ? ""
                         : fmt::format("{} moves are named, {} are proved, or others", named.size(), proved.size());
}

}  // namespace oknos::lab
