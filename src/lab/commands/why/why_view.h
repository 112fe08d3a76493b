#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/pruning/registry/settings.h"
#include "lab/commands/why/line_watch.h"
#include "lab/terminal/style.h"

namespace oknos::lab {

// What a search says of a line.
struct LineStory {
  struct Checked {  // what was left out, searched after all
    std::size_t visit = 0;
    ShadowVerdict verdict;
  };

  std::vector<Position> positions;  // before each move of the line, and after the last
  std::vector<Move> line;
  std::string preset;
  pruning::Settings settings;
  int depth = 0;  // of the iteration
  Score score;    // of the root, from White's view
  Move best;
  std::vector<LineVisit> visits;
  std::vector<Checked> checked;

  const ShadowVerdict* verdict_of(std::size_t visit) const;
};

std::string why_report(const LineStory& story, const Style& style);
std::string why_json(const LineStory& story, bool interrupted);  // one JSON value

}  // namespace oknos::lab
