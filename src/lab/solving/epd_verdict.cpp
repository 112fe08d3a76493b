#include "lab/solving/epd_verdict.h"

#include <algorithm>

#include "lab/formats/san.h"

namespace oknos::lab {

namespace {

std::string listed(const Position& position, std::string_view opcode, const std::vector<Move>& moves) {
  std::string out;
  for (const Move m : moves) out += " " + san::to_text(position, m);
  return out.empty() ? out : std::string(opcode) + out;
}

}  // namespace

bool is_among(const std::vector<Move>& moves, Move m) {
  return std::find(moves.begin(), moves.end(), m) != moves.end();
}

Verdict verdict_of(const epd::Record& record, Move found) {
  const std::vector<Move> best = record.best_moves();
  const std::vector<Move> avoid = record.avoid_moves();
  if (best.empty() && avoid.empty()) return Verdict::NotAsked;
  if (!found || is_among(avoid, found)) return Verdict::Wrong;
  return best.empty() || is_among(best, found) ? Verdict::Right : Verdict::Wrong;
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::NotAsked:
      return "";
    case Verdict::Right:
      return "ok";
    case Verdict::Wrong:
      return "not";
  }
  return "";
}

std::string wanted_moves(const epd::Record& record) {
  const std::string best = listed(record.position, "bm", record.best_moves());
  const std::string avoid = listed(record.position, "am", record.avoid_moves());
  return best + (best.empty() || avoid.empty() ? "" : ", ") + avoid;
}

}  // namespace oknos::lab
