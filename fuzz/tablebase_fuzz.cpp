// Any bytes as a table's file. What is accepted gives a value or none for every position, and never harms.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "engine/chess/fen.h"
#include "engine/tablebases/table_file.h"

namespace {

using oknos::tablebases::TableFile;
using oknos::tablebases::TableKind;
using oknos::tablebases::Wdl;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

struct Case {
  const char* name;
  const char* positions[4];
};

constexpr Case kCases[] = {{"KQvK",
                            {"8/8/8/8/8/2k5/8/K2Q4 w - -", "8/8/8/8/8/2k5/8/K2Q4 b - -", "7k/8/8/3K4/8/8/8/Q7 b - -",
                             "3k4/8/4Q3/8/8/8/8/3K4 w - -"}},
                           {"KPvK",
                            {"8/8/8/8/8/2k5/4P3/K7 w - -", "8/6P1/8/8/8/2k5/8/K7 b - -", "7K/7P/8/8/8/8/8/k7 b - -",
                             "K7/8/8/4P3/8/8/8/k7 w - -"}},
                           {"KNNvK",
                            {"8/8/8/8/8/2k5/3N4/K6N w - -", "NN6/8/8/8/8/2k5/8/K7 b - -", "7K/8/8/5NN1/8/8/8/k7 b - -",
                             "K7/8/8/4N3/3N4/8/8/k7 w - -"}},
                           {"KPvKP",
                            {"8/3p4/8/8/8/2k5/4P3/K7 w - -", "8/p5P1/8/8/8/2k5/8/K7 b - -", "7K/7P/7p/8/8/8/8/k7 b - -",
                             "K7/8/8/3pP3/8/8/8/k7 w - -"}}};

void ask(const TableFile& table, const Case& c) {
  for (const char* fen : c.positions) {
    const auto position = oknos::fen::parse(fen);
    require(position.ok(), "the positions are legal");
    const auto wdl = table.wdl(*position);
    require(!wdl || (*wdl >= Wdl::Loss && *wdl <= Wdl::Win), "a result is one of five");
    for (const Wdl each : {Wdl::Loss, Wdl::BlessedLoss, Wdl::CursedWin, Wdl::Win}) {
      const auto distance = table.dtz(*position, each);
      require(!distance || distance->other_side || distance->plies > 0, "a distance is positive");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const Case& c : kCases)
    for (const TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
      const auto table = TableFile::parse(bytes, *oknos::tablebases::Material::parse(c.name), kind);
      require(table.ok() || !table.error().empty(), "a refusal has a reason");
      if (table) ask(*table, c);
    }
  return 0;
}
