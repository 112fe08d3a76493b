#include "engine/tablebases/tablebases.h"

#include <gtest/gtest.h>

#include "engine/chess/fen.h"
#include "support/table_writer.h"
#include "support/test_folder.h"

namespace oknos::tablebases {
namespace {

using made::Ending;
using made::Place;

class TablebasesOfThreeMen : public test::TestWithFolder {
 protected:
  void write(const Ending& ending, const made::DtzStyle& style) {
    const std::string name = made::material_of(ending.man()).name();
    file(name + ".rtbw", made::wdl_file(ending));
    file(name + ".rtbz", made::dtz_file(ending, style));
  }
  Tablebases::Loaded load() const { return Tablebases::load({folder().string()}); }
};

// Every position, from White's side and with the colours exchanged.
void expect_as_solved(const Ending& ending, const Tablebases& tables, int tolerance) {
  int wrong = 0;
  int seen = 0;
  for (int i = 0; i < Ending::kPlaces && wrong < 10; i += 3) {
    const Place p = Ending::place(i);
    auto position = ending.position(p);
    if (!position) continue;
    Setup setup;
    for (int s = 0; s < kSquares; ++s) {
      const Piece piece = position->piece_on(square_at(s));
      const auto to = static_cast<std::size_t>(s ^ 56);
      if (piece != Piece::None) setup.board[to] = make_piece(~color_of(piece), type_of(piece));
    }
    setup.side_to_move = ~p.to_move;
    Position exchanged(setup);
    for (Position* each : {&*position, &exchanged}) {
      ++seen;
      const auto wdl = tables.wdl(*each);
      const auto dtz = tables.dtz(*each);
      const int sign = static_cast<int>(ending.wdl(p)) / 2;
      const int plies = std::max(ending.distance(p), sign != 0 ? 1 : 0);
      const bool right = wdl == ending.wdl(p) && dtz && (sign == 0 ? *dtz == 0 : *dtz * sign > 0) &&
                         std::abs(*dtz) <= plies && std::abs(*dtz) >= std::max(plies - tolerance, sign != 0 ? 1 : 0);
      if (right) continue;
      ++wrong;
      ADD_FAILURE() << fen::to_text(*each) << ": result " << (wdl ? static_cast<int>(*wdl) : 99) << " instead of "
                    << static_cast<int>(ending.wdl(p)) << ", distance " << (dtz ? *dtz : 999) << " instead of "
                    << sign * plies;
    }
  }
  EXPECT_GT(seen, 20000);
}

TEST_F(TablebasesOfThreeMen, QueenWithDistancesInPlies) {
  const Ending queen(PieceType::Queen);
  write(queen, {Color::White, true, false});
  const auto loaded = load();
  EXPECT_EQ(loaded.problems, std::vector<std::string>{});
  EXPECT_EQ(loaded.tables->most_men(), 3);
  EXPECT_EQ(loaded.tables->dtz_size(), 1U);
  expect_as_solved(queen, *loaded.tables, 0);
}

TEST_F(TablebasesOfThreeMen, RookWithListsAndBlackToMove) {
  const Ending rook(PieceType::Rook);
  write(rook, {Color::Black, true, true});
  const auto loaded = load();
  EXPECT_EQ(loaded.problems, std::vector<std::string>{});
  expect_as_solved(rook, *loaded.tables, 0);
}

// A pawn promotes into the other tables. Distances in moves are rounded.
TEST_F(TablebasesOfThreeMen, PawnWithDistancesInMoves) {
  const Ending queen(PieceType::Queen);
  const Ending rook(PieceType::Rook);
  const Ending bishop(PieceType::Bishop);
  const Ending knight(PieceType::Knight);
  const Ending pawn(PieceType::Pawn, {{PieceType::Queen, &queen}, {PieceType::Rook, &rook}});
  for (const Ending* e : {&queen, &rook, &bishop, &knight}) write(*e, {});
  write(pawn, {Color::White, false, false});
  const auto loaded = load();
  EXPECT_EQ(loaded.problems, std::vector<std::string>{});
  EXPECT_EQ(loaded.tables->size(), 5U);
  expect_as_solved(pawn, *loaded.tables, 1);
}

TEST_F(TablebasesOfThreeMen, KnowNothingOfOtherPositions) {
  const Ending queen(PieceType::Queen);
  write(queen, {});
  const auto loaded = load();
  const auto wdl = [&](const char* text) {
    Position position = *fen::parse(text);
    return loaded.tables->wdl(position);
  };
  EXPECT_EQ(wdl("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1"), Wdl::Win);
  EXPECT_EQ(wdl("8/8/8/8/8/2k5/8/K7 w - - 0 1"), Wdl::Draw);        // two kings
  EXPECT_EQ(wdl("8/8/8/8/8/2k5/8/K2R4 w - - 0 1"), std::nullopt);   // no such table
  EXPECT_EQ(wdl("8/8/8/8/8/2k5/8/K2QR3 w - - 0 1"), std::nullopt);  // too many men
  EXPECT_EQ(wdl("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), std::nullopt);   // castling
  std::filesystem::remove(path("KQvK.rtbz"));
  const auto without = load();
  auto won = *fen::parse("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1");
  EXPECT_EQ(without.tables->wdl(won), Wdl::Win);
  EXPECT_EQ(without.tables->dtz(won), std::nullopt);
  EXPECT_EQ(without.tables->dtz_size(), 0U);
  auto mate_now = *fen::parse("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1");
  EXPECT_EQ(loaded.tables->dtz(mate_now), 1);
}

TEST_F(TablebasesOfThreeMen, DistancesMayLieInAnotherFolder) {
  const Ending queen(PieceType::Queen);
  file("KQvK.rtbw", made::wdl_file(queen));
  std::filesystem::create_directory(path("distances"));
  file("distances/KQvK.rtbz", made::dtz_file(queen, {}));
  for (const bool first : {false, true}) {
    const std::string here = path(""), there = path("distances");
    const auto loaded = Tablebases::load(first ? std::vector{there, here} : std::vector{here, there});
    EXPECT_EQ(loaded.problems, std::vector<std::string>{});
    EXPECT_EQ(loaded.tables->dtz_size(), 1U);
  }
  const auto alone = Tablebases::load({path("distances")});
  ASSERT_EQ(alone.problems.size(), 1U);
  EXPECT_EQ(alone.problems[0], "\"" + path("distances/KQvK.rtbz") + "\": there is no KQvK.rtbw, which it needs");
  EXPECT_TRUE(alone.tables->empty());
}

TEST_F(TablebasesOfThreeMen, NamesWhatItLeavesOut) {
  const Ending queen(PieceType::Queen);
  const std::string wdl = made::wdl_file(queen);
  const std::string dtz = made::dtz_file(queen, {});
  const auto problem_with = [&](const std::string& w, const std::string& z) {
    file("KQvK.rtbw", w);
    file("KQvK.rtbz", z);
    const auto loaded = load();
    EXPECT_EQ(loaded.problems.size(), 1U);
    return loaded.problems.empty() ? "" : loaded.problems[0];
  };
  EXPECT_EQ(problem_with(wdl.substr(0, wdl.size() - 64), dtz),
            "\"" + path("KQvK.rtbw") + "\": it ends too early: it is cut off");
  EXPECT_NE(problem_with(wdl.substr(0, wdl.size() - 1), dtz).find("its size"), std::string::npos);
  EXPECT_NE(problem_with("", dtz).find("does not begin"), std::string::npos);
  EXPECT_NE(problem_with(dtz, dtz).find("does not begin"), std::string::npos);
  EXPECT_NE(problem_with(wdl, dtz.substr(0, 80)).find("KQvK.rtbz"), std::string::npos);
  file("KRvK.rtbw", wdl);  // the men of another table
  EXPECT_NE(problem_with(wdl, dtz).find("KRvK.rtbw\": its men are not those of its name"), std::string::npos);
  std::filesystem::remove(path("KRvK.rtbw"));
  file("queen.rtbw", wdl);
  EXPECT_NE(problem_with(wdl, dtz).find("its name is not that of a table"), std::string::npos);
  const auto nowhere = Tablebases::load({path("nowhere")});
  ASSERT_EQ(nowhere.problems.size(), 1U);
  EXPECT_NE(nowhere.problems[0].find("nowhere"), std::string::npos);
  EXPECT_TRUE(nowhere.tables->empty());
}

// Whatever byte is damaged: an error, an answer or none, never a crash. (The sanitizers watch in their builds.)
TEST(DamagedTables, AreReadWithoutHarm) {
  const Ending queen(PieceType::Queen);
  const std::string whole = made::wdl_file(queen);
  auto position = *fen::parse("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1");
  int refused = 0;
  int silent = 0;
  for (std::size_t i = 0; i < whole.size(); i += i < 400 ? 1 : 61)
    for (const int change : {0x01, 0x80, 0xff}) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      const auto table = TableFile::parse(damaged, *Material::parse("KQvK"), TableKind::Wdl);
      if (!table) {
        EXPECT_FALSE(table.error().empty());
        ++refused;
        continue;
      }
      for (int place = 0; place < Ending::kPlaces; place += 977)
        if (const auto p = queen.position(Ending::place(place))) silent += !table->wdl(*p);
    }
  EXPECT_GT(refused, 20);
  EXPECT_GT(silent, 0);
}

TEST(FoldersOfTables, AreSeparated) {
  using Folders = std::vector<std::string>;
  EXPECT_EQ(folders_of(""), Folders{});
  EXPECT_EQ(folders_of("<empty>"), Folders{});
  EXPECT_EQ(folders_of("/a b"), Folders{"/a b"});
  EXPECT_EQ(folders_of("/a:/b::/c:"), (Folders{"/a", "/b", "/c"}));
}

}  // namespace
}  // namespace oknos::tablebases
