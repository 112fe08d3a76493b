// The files in positions/ that `oknos-lab positions` made: every line is what its kind promises, as far as that shows without a search.
#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "engine/chess/movegen.h"
#include "lab/commands/positions/kinds.h"
#include "lab/commands/positions/material.h"

namespace oknos::lab {
namespace {

struct Contents {
  std::string heading;
  std::vector<epd::Record> records;
};

// Checks what all have in common: a heading with the command, readable lines, each position once, none over.
Contents read_positions(const std::string& kind) {
  const std::string path = std::string(OKNOS_SOURCE_DIR) + "/positions/" + kind + ".epd";
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  Contents out;
  out.heading = text.substr(0, text.find('\n'));
  EXPECT_TRUE(out.heading.starts_with("# oknos-lab positions " + kind + " ")) << path << ": " << out.heading;
  LineSource source{std::string_view(text)};
  epd::Reader reader(source, kind + ".epd");
  std::set<std::string> names;
  while (auto record = reader.next()) {
    if (!record->ok()) {
      ADD_FAILURE() << record->error();
      continue;
    }
    const Position& position = (*record)->position;
    EXPECT_TRUE(names.insert(position_name(position)).second) << "twice: " << position_name(position);
    EXPECT_FALSE(is_over(position)) << position_name(position);
    EXPECT_EQ(position.halfmove_clock(), 0);
    out.records.push_back(**record);
  }
  return out;
}

int score_of(const epd::Record& record) {
  return std::atoi(record.text("ce").value_or("100000").c_str());
}

TEST(PositionFiles, Openings) {
  const Contents file = read_positions("openings");
  EXPECT_GE(file.records.size(), 3000U);
  std::set<std::string> placements;
  for (const epd::Record& r : file.records) {
    const std::string name = position_name(r.position);
    EXPECT_TRUE(placements.insert(name.substr(0, name.find(' '))).second) << name;
    EXPECT_FALSE(r.position.in_check()) << name;
    EXPECT_LE(std::abs(score_of(r)), 40) << name;
    EXPECT_EQ(r.position.side_to_move(), Color::White) << name << ": after 8 plies";
  }
}

TEST(PositionFiles, Middlegames) {
  const Contents file = read_positions("middlegames");
  EXPECT_GE(file.records.size(), 1000U);
  for (const epd::Record& r : file.records) {
    const int white = piece_units(r.position, Color::White);
    const int black = piece_units(r.position, Color::Black);
    EXPECT_GE(white + black, 36) << position_name(r.position);
    EXPECT_GE(std::min(white, black), 15) << position_name(r.position);
    EXPECT_FALSE(r.position.in_check()) << position_name(r.position);
    EXPECT_LE(std::abs(score_of(r)), 300) << position_name(r.position);
  }
}

TEST(PositionFiles, Endings) {
  const Contents file = read_positions("endings");
  EXPECT_GE(file.records.size(), 1000U);
  std::map<std::string, int> kinds;
  for (const epd::Record& r : file.records) {
    ++kinds[material_kind(r.position)];
    EXPECT_LE(piece_units(r.position, Color::White) + piece_units(r.position, Color::Black), 20);
    EXPECT_NE(r.position.pieces(PieceType::Pawn), 0U);
    EXPECT_LE(std::abs(score_of(r)), 500) << position_name(r.position);
  }
  EXPECT_GE(kinds.size(), 20U);
  for (const auto& [kind, count] : kinds) EXPECT_LE(count, 50) << kind;
}

TEST(PositionFiles, Tactics) {
  const Contents file = read_positions("tactics");
  EXPECT_GE(file.records.size(), 300U);
  std::set<std::string> ids;
  for (const epd::Record& r : file.records) {
    EXPECT_EQ(r.best_moves().size(), 1U) << r.id();
    EXPECT_TRUE(r.id().starts_with("oknos-tactics.")) << r.id();
    EXPECT_TRUE(ids.insert(r.id()).second) << r.id();
  }
}

TEST(PositionFiles, Mates) {
  std::map<int, int> counts;  // by moves, negative for the side that is mated
  for (const epd::Record& r : read_positions("mates").records) {
    const int moves = r.mate_distance().value_or(0);
    ++counts[moves];
    ASSERT_NE(moves, 0) << r.id();
    EXPECT_TRUE(moves < 0 || !r.best_moves().empty()) << r.id();
  }
  for (int n = 2; n <= 6; ++n) EXPECT_GT(counts[n], 0) << n;
  for (int n = 1; n <= 4; ++n) EXPECT_GT(counts[-n], 0) << n;
}

TEST(PositionFiles, Stalemates) {
  const Contents file = read_positions("stalemates");
  EXPECT_EQ(file.records.size(), 600U);
  std::size_t white_is_poor = 0;
  for (const epd::Record& r : file.records) {
    EXPECT_TRUE(r.text("c0")->starts_with("stalemates: ")) << r.id();
    if (r.text("c1")->find("White") != std::string::npos) ++white_is_poor;
  }
  EXPECT_GT(white_is_poor, file.records.size() * 4 / 10);
  EXPECT_LT(white_is_poor, file.records.size() * 6 / 10);
}

TEST(PositionFiles, Zugzwang) {
  std::map<std::string, int> results;
  for (const epd::Record& r : read_positions("zugzwang").records) ++results[*r.text("c1")];
  EXPECT_EQ(results, (std::map<std::string, int>{{"win to draw", 100}, {"draw to loss", 106}, {"win to loss", 194}}));
}

TEST(PositionFiles, Queens) {
  constexpr int kManyMoves = 150;
  const Contents file = read_positions("queens");
  EXPECT_EQ(file.records.size(), 500U);
  std::set<int> counts;
  std::size_t in_check = 0;
  std::size_t many_moves = 0;
  for (const epd::Record& r : file.records) {
    counts.insert(popcount(r.position.pieces(PieceType::Queen)));
    if (r.position.in_check()) ++in_check;
    if (count_legal_moves(r.position) >= kManyMoves) ++many_moves;
  }
  EXPECT_EQ(counts.size(), 15U) << "4 to 18 queens";
  EXPECT_GT(in_check, file.records.size() / 5);
  EXPECT_GT(many_moves, file.records.size() / 20);
}

}  // namespace
}  // namespace oknos::lab
