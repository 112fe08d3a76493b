#include "lab/match/match_show.h"

#include "lab/match/match_rows.h"
#include "lab/match/match_view.h"

namespace oknos::lab {

std::string match_summary(const store::StoreView& view, const Style& style) {
  MatchFacts facts;
  facts.names = {view.entry("first_name"), view.entry("second_name")};
  facts.identities = {view.entry("first"), view.entry("second")};
  facts.control = view.entry("control");
  facts.book = view.entry("book");
  facts.seed = view.entry("seed");
  if (const std::string sprt = view.entry("sprt"); !sprt.empty())
    if (const auto settings = parse_sprt(sprt)) facts.sprt = *settings;
  Scoreboard board;
  for (const ItemNumber item : view.done()) {
    const auto rows = view.rows(item);
    const auto pair = rows ? pair_from_rows(*rows) : Result<PairSummary>(Error{rows.error()});
    if (!pair) return pair.error() + "\n";
    board.add(*pair);
  }
  MatchState state{facts, board, 0, 0, view.items(), {}, false};
  if (facts.sprt) state.sprt = sprt_status(board.pairs, *facts.sprt);
  return match_report(state, style) + "\n";
}

}  // namespace oknos::lab
