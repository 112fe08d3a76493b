#pragma once

#include <string>
#include <vector>

#include "engine/chess/position.h"
#include "engine/search/report.h"
#include "lab/terminal/style.h"

// `oknos-lab analyse`: searches a position, a file of positions or the positions of games, and shows what the pruning
// rules did.
namespace oknos::lab {

// Prints the lines of a search as they come, a row each: depth, score from White's view, time, nodes, moves. Every
// iteration has its row; what is told twice of one, as at the end of a search, is printed once.
class LinePrinter : public SearchListener {
 public:
  LinePrinter(const Position& position, int multi_pv, const Style& style)
      : position_(position), multi_pv_(multi_pv), style_(style) {}

  void print_title() const;
  void on_info(const Info& info) override;

  // One row, without its line end.
  std::string row(const Info& info) const;

  // The line to show with the result. A search that stops at a bound knows only its first move; then it is the last
  // complete line that begins with that move, if there is one.
  std::vector<Move> line_of(const Info& best) const;

 private:
  const Position& position_;
  int multi_pv_;
  const Style& style_;
  std::vector<Info> last_;   // by rank
  std::vector<Move> exact_;  // the best line of the last iteration that ended with an exact score
};

}  // namespace oknos::lab
