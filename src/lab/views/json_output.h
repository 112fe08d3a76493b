#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/search/report.h"
#include "lab/play/plan.h"
#include "lab/solving/epd_verdict.h"
#include "lab/views/annotation.h"

// What --json writes (docs/laboratory.md). Every text is one JSON value on one line, without a line end, but for
// position_json, which is indented. Scores are from White's view: {"cp": 35} in centipawns or {"mate": -3} in moves.
namespace oknos::lab {

// From White's view.
nlohmann::ordered_json score_json(Score white_view);

// {"position", "settings", "best", "lines", "nodes", "time_ms", "interrupted", "ledger"}
std::string position_json(const Position& position, const Plan& plan, const SearchReport& report, bool interrupted);

// One line of a file of positions: {"type": "position", "number", "id", "position", "best", "verdict", "lines", ...}
std::string record_json(const epd::Record& record, int number, Verdict verdict, const SearchReport& report);

// One game: {"type": "game", "number", "tags", "moves": [{"ply", "san", "uci", "score", "mark", "best"}], "complaints"}
std::string game_json(const pgn::Game& game, const GameReview& review);

// The last line: {"type": "summary", "settings", counts..., "ledger"}
struct SummaryCount {
  std::string name;
  std::uint64_t value;
};
std::string summary_json(const Plan& plan, const std::vector<SummaryCount>& counts, const pruning::Ledger& ledger,
                         bool interrupted);

}  // namespace oknos::lab
