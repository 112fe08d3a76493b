#pragma once

#include <cstdio>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/chess/movegen.h"
#include "lab/formats/epd.h"

// Positions of every kind for the tests of the evaluation.
namespace oknos::test {

// The records of positions/NAME.epd, `step` lines apart.
inline std::vector<Position> positions_of(const std::string& name, int step = 1) {
  const std::string path = OKNOS_SOURCE_DIR "/positions/" + name + ".epd";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  std::vector<Position> out;
  if (!file) {
    ADD_FAILURE() << "cannot open " << path;
    return out;
  }
  LineSource lines(file.get());
  epd::Reader reader(lines, path);
  for (int n = 0; auto record = reader.next(); ++n)
    if (record->ok() && n % step == 0) out.push_back((*record)->position);
  EXPECT_FALSE(out.empty()) << path;
  return out;
}

inline const std::vector<std::string>& position_files() {
  static const std::vector<std::string> names = {"endings", "mates",      "middlegames", "openings",
                                                 "queens",  "stalemates", "tactics",     "zugzwang"};
  return names;
}

// Plays `plies` random moves and calls visit(Position&) before each and at the end.
template <class Visit>
void walk(Position p, std::mt19937& random, int plies, Visit&& visit) {
  for (int i = 0; i <= plies; ++i) {
    visit(p);
    const MoveList moves = legal_moves(p);
    if (moves.empty()) return;
    p.play(moves[random() % moves.size()]);
  }
}

}  // namespace oknos::test
