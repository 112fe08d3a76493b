#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/text.h"
#include "engine/chess/perft.h"
#include "support/positions.h"

// positions/perft.epd: positions with the numbers of their legal lines, checked against another engine.
namespace oknos::test {

struct PerftLine {
  std::string fen;
  bool chess960 = false;
  std::vector<std::uint64_t> counts;  // [0] is depth 1

  Position position() const {
    Position p = position_from(fen);
    p.set_chess960(chess960);
    return p;
  }
};

// What the file says; empty when something in it is not understood, with a failure that names the line.
inline std::vector<PerftLine> read_perft_set() {
  std::vector<PerftLine> out;
  std::ifstream file(std::string(OKNOS_SOURCE_DIR) + "/positions/perft.epd");
  bool chess960 = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) {
      chess960 = line == "# Chess960";
      continue;
    }
    PerftLine entry;
    entry.chess960 = chess960;
    std::string_view rest = line;
    while (true) {
      const std::size_t end = rest.find(';');
      const std::string_view field = text::trim(rest.substr(0, end));
      if (entry.fen.empty()) {
        entry.fen = field;
      } else {
        const std::string name = 'D' + std::to_string(entry.counts.size() + 1) + ' ';
        const auto nodes = field.starts_with(name) ? text::parse_int<std::uint64_t>(field.substr(name.size()))
                                                   : std::optional<std::uint64_t>();
        if (!nodes) {
          ADD_FAILURE() << "positions/perft.epd: " << line;
          return {};
        }
        entry.counts.push_back(*nodes);
      }
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
    out.push_back(entry);
  }
  return out;
}

// Counts to the greatest depth with at most `most_nodes` lines; each count of a lower depth is contained in it.
inline void check_perft_set(const std::vector<PerftLine>& set, std::uint64_t most_nodes) {
  for (const PerftLine& line : set) {
    Position p = line.position();
    std::size_t depth = line.counts.size();
    while (depth > 1 && line.counts[depth - 1] > most_nodes) --depth;
    EXPECT_EQ(perft(p, static_cast<int>(depth)), line.counts[depth - 1]) << line.fen << " depth " << depth;
  }
}

}  // namespace oknos::test
