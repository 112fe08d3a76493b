#include "lab/match/match_show.h"

#include <fmt/format.h>

#include "lab/match/match_rows.h"
#include "lab/match/match_view.h"

namespace oknos::lab {

Result<StoredMatch> read_match(const store::StoreView& view) {
  StoredMatch out;
  out.facts.names = {view.entry("first_name"), view.entry("second_name")};
  out.facts.identities = {view.entry("first"), view.entry("second")};
  out.facts.control = view.entry("control");
  out.facts.book = view.entry("book");
  out.facts.seed = view.entry("seed");
  if (const std::string sprt = view.entry("sprt"); !sprt.empty())
    if (const auto settings = parse_sprt(sprt)) out.facts.sprt = *settings;
  for (const ItemNumber item : view.done()) {
    const auto rows = view.rows(item);
    if (!rows) return Error{rows.error()};
    const auto pair = pair_from_rows(*rows);
    if (!pair) return Error{fmt::format("\"{}\", item {}: {}", view.path(), item, pair.error())};
    out.board.add(*pair);
  }
  out.pairs = view.items();
  return out;
}

MatchState StoredMatch::state() const {
  MatchState out{facts, board, 0, 0, pairs, {}, false};
  if (facts.sprt) out.sprt = sprt_status(board.pairs, *facts.sprt);
  return out;
}

std::string match_summary(const store::StoreView& view, const Style& style) {
  const auto match = read_match(view);
  return (match ? match_report(match->state(), style) : match.error()) + "\n";
}

}  // namespace oknos::lab
