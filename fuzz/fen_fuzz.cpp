// Any text as a FEN, and its remains as moves. What parses is written and parses again to the same position.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "lab/formats/san.h"

namespace {

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void check_moves(const oknos::Position& position) {
  for (const oknos::Move m : oknos::legal_moves(position)) {
    require(position.is_legal(m), "generated moves are legal");
    require(oknos::move_from_text(position, oknos::to_text(m, true)) == m, "UCI moves read back");
    const oknos::Result<oknos::Move> again = oknos::san::parse(position, oknos::san::to_text(position, m));
    require(again && *again == m, "SAN moves read back");
    oknos::Position after = position;
    after.play(m);
    require(oknos::fen::parse(oknos::fen::to_text(after)).ok(), "legal moves lead to legal positions");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view text = input.substr(0, input.find('|'));
  const oknos::Result<oknos::Position> position = oknos::fen::parse(text);
  if (!position) {
    require(!position.error().empty() && position.error().find('\n') == std::string::npos, "errors are one line");
    return 0;
  }
  for (const auto style : {oknos::fen::CastlingStyle::Standard, oknos::fen::CastlingStyle::Shredder}) {
    const std::string written = oknos::fen::to_text(*position, style);
    const oknos::Result<oknos::Position> again = oknos::fen::parse(written);
    require(again && again->key() == position->key(), "what parses reads back");
    require(oknos::fen::to_text(*again, style) == written, "the second writing is the first");
    constexpr auto kShredder = oknos::fen::CastlingStyle::Shredder;  // names the rooks, which the key does not
    require(oknos::fen::to_text(*again, kShredder) == oknos::fen::to_text(*position, kShredder), "with the same rooks");
  }
  check_moves(*position);
  if (text.size() == input.size()) return 0;
  const oknos::Result<oknos::Move> move = oknos::san::parse(*position, input.substr(text.size() + 1));
  require(!move || position->is_legal(*move), "what reads as a move is legal");
  return 0;
}
