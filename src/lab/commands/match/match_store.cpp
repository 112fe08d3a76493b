#include "lab/commands/match/match_store.h"

#include "lab/play/game_fields.h"

namespace oknos::lab {

store::Format<PairSummary> match_format() {
  return store::format_of<PairSummary>([](auto& t, auto& pair) { t.rows("games", pair, kGameFields); });
}

Result<StoredMatch> read_match(const store::StoreView& view) {
  StoredMatch out;
  out.facts.names = {view.entry("first_name"), view.entry("second_name")};
  out.facts.identities = {view.entry("first"), view.entry("second")};
  out.facts.control = view.entry("control");
  out.facts.book = view.entry("book");
  out.facts.seed = view.entry("seed");
  if (const std::string sprt = view.entry("sprt"); !sprt.empty())
    if (const auto settings = parse_sprt(sprt)) out.facts.sprt = *settings;
  const auto add = [&](ItemNumber, const PairSummary& pair) { out.board.add(pair); };
  if (const auto error = read_items(view, kMatchKind, match_format(), add)) return *error;
  out.pairs = view.items();
  return out;
}

MatchState StoredMatch::state() const {
  MatchState out{facts, board, 0, 0, pairs, {}, false};
  if (facts.sprt) out.sprt = sprt_status(board.pairs, *facts.sprt);
  return out;
}

RunKind match_kind() {
  return {kMatchKind, "games of two players: who is stronger", match_format().tables,
          [](const store::StoreView& view, const Style& style) {
            return shown(read_match(view), [&](const StoredMatch& m) { return match_report(m.state(), style) + "\n"; });
          },
          [](const store::StoreView& view, std::size_t) {
            return shown(read_match(view), [](const StoredMatch& m) { return match_json(m.state()); });
          }};
}

}  // namespace oknos::lab
