// Any text as a PGN file. Every game that comes out is written and reads back to the same tree, without a complaint.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/chess/fen.h"
#include "lab/formats/pgn.h"
#include "tests/support/pgn_tree.h"

namespace {

using oknos::pgn::Game;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void check(const Game& game) {
  const std::string written = oknos::pgn::to_text(game);
  oknos::LineSource source{std::string_view(written)};
  oknos::pgn::Reader reader(source, "written");
  const std::optional<Game> again = reader.next();
  require(again.has_value(), "a written game is a game");
  require(!reader.next().has_value(), "and one only");
  // The tag that refuses the moves stays.
  const std::string* variant = game.tag("Variant");
  const bool refused = variant && oknos::pgn::variant_of(*variant) == oknos::pgn::Variant::Other;
  require(again->complaints.size() == (refused ? 1 : 0), "that reads without a complaint");
  require(again->result == game.result, "with the same result");
  require(oknos::fen::to_text(again->start) == oknos::fen::to_text(game.start), "the same start");
  require(again->start.chess960() == game.start.chess960(), "the same variant");
  require(oknos::test::same_tree(*again, game), "and the same tree");
  require(oknos::pgn::to_text(*again) == written, "the second writing is the first");
  for (const std::string& complaint : game.complaints)
    require(complaint.find('\n') == std::string::npos, "complaints are one line");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  oknos::LineSource source{std::string_view(reinterpret_cast<const char*>(data), size)};
  oknos::pgn::Reader reader(source, "fuzz");
  while (const std::optional<Game> game = reader.next()) check(*game);
  return 0;
}
