// Any text as a file of EPD records. What parses is written and parses again to the same record.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/chess/fen.h"
#include "lab/formats/epd.h"

namespace {

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void check(const oknos::epd::Record& record) {
  const std::string written = oknos::epd::to_text(record);
  const oknos::Result<oknos::epd::Record> again = oknos::epd::parse(written);
  require(again.ok(), "what parses reads back");
  require(again->operations == record.operations, "with the same operations");
  require(again->trailing == record.trailing, "and the same text at the end");
  require(oknos::fen::to_text(again->position) == oknos::fen::to_text(record.position), "and the same position");
  require(oknos::epd::to_text(*again) == written, "the second writing is the first");
  for (const oknos::Move m : record.best_moves()) require(record.position.is_legal(m), "best moves are legal");
  for (const oknos::Move m : record.avoid_moves()) require(record.position.is_legal(m), "moves to avoid are legal");
  record.mate_distance();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  oknos::LineSource source{std::string_view(reinterpret_cast<const char*>(data), size)};
  oknos::epd::Reader reader(source, "fuzz");
  while (const auto record = reader.next()) {
    if (*record)
      check(**record);
    else
      require(!record->error().empty() && record->error().find('\n') == std::string::npos, "errors are one line");
  }
  return 0;
}
