#include "lab/commands/match/match_result.h"

#include <nlohmann/json.hpp>

#include "lab/play/game_fields.h"

namespace oknos::lab {

store::Format<PairSummary> MatchResult::format() {
  return store::format_of<PairSummary>([](auto& t, auto& pair) { t.rows("games", pair, kGameFields); });
}

MatchResult::MatchResult(const RunHeader& header) : pairs(header.work_units()) {
  facts.names = {header.entry("first_name"), header.entry("second_name")};
  facts.identities = {header.entry("first"), header.entry("second")};
  facts.control = header.entry("control");
  facts.book = header.entry("book");
  facts.seed = header.entry("seed");
  if (const std::string text = header.entry("sprt"); !text.empty())
    if (const auto settings = parse_sprt(text)) facts.sprt = *settings;
}

void MatchResult::add(WorkUnitNumber, const PairSummary& pair) {
  board.add(pair);
  if (facts.sprt) sprt = sprt_status(board.pairs, *facts.sprt);
}

nlohmann::ordered_json MatchResult::json() const {
  return match_json(state());
}

}  // namespace oknos::lab
