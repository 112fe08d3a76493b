#include "lab/play/openings.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

#include "engine/eval/evaluator.h"
#include "engine/eval/incremental/evaluation.h"
#include "lab/formats/san.h"
#include "support/positions.h"

namespace oknos::lab {
namespace {

namespace fs = std::filesystem;

// A file that goes away with the test.
class Book {
 public:
  Book(const std::string& name, const std::string& text)
      : path_(fs::temp_directory_path() / ("oknos_openings_" + std::to_string(getpid()) + "_" + name)) {
    std::FILE* f = std::fopen(path_.c_str(), "wb");
    std::fputs(text.c_str(), f);
    std::fclose(f);
  }
  ~Book() { fs::remove(path_); }
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  std::string path() const { return path_.string(); }
  Result<OpeningBook> load(int plies = 16) const { return load_openings(path(), plies); }

 private:
  fs::path path_;
};

std::string line_of(const Opening& o) {
  return san::line_to_text(o.start, o.moves);
}

constexpr std::string_view kPositions =
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"open\";\n"
    "\n"
    "what is this\n"
    "# a comment\n"
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n"  // mated
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n"                                 // stalemate
    "8/8/4k3/8/8/3K4/8/8 w - - 0 1\n"                                  // dead
    "8/8/4k3/8/8/3K4/7R/8 w - - 100 90\n"                              // fifty moves
    "8/8/4k3/8/8/3K4/7R/8 w - - 99 90\n";

TEST(Openings, Positions) {
  const Book file("a.epd", std::string(kPositions));
  const auto book = file.load();
  ASSERT_TRUE(book) << book.error();
  ASSERT_EQ(book->openings.size(), 2U);
  EXPECT_EQ(book->openings[0].name, "open");
  EXPECT_TRUE(book->openings[0].moves.empty());
  EXPECT_EQ(book->openings[1].start.halfmove_clock(), 99);
  ASSERT_EQ(book->complaints.size(), 5U);
  const std::pair<int, const char*> kExpected[] = {
      {3, ""}, {5, "checkmate"}, {6, "stalemate"}, {7, "dead position"}, {8, "fifty moves"}};
  for (std::size_t i = 0; i < 5; ++i) {
    const auto& [line, part] = kExpected[i];
    EXPECT_TRUE(book->complaints[i].starts_with(file.path() + ":" + std::to_string(line) + ": "))
        << book->complaints[i];
    EXPECT_NE(book->complaints[i].find(part), std::string::npos) << book->complaints[i];
  }
}

constexpr std::string_view kGames =
    "[Event \"x\"]\n[ECO \"C60\"]\n[Opening \"Ruy Lopez\"]\n\n1. e4 e5 (1... c5) 2. Nf3 Nc6 3. Bb5 *\n\n"
    "[Event \"mate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"
    "[Event \"broken\"]\n\n1. e4 e5 2. Qh8 *\n\n"
    "[Event \"nothing\"]\n\n*\n\n"
    "[Event \"from a position\"]\n[SetUp \"1\"]\n[FEN \"8/8/4k3/8/8/3K4/7R/8 w - - 0 1\"]\n\n*\n";

TEST(Openings, Games) {
  const Book file("a.pgn", std::string(kGames));
  const auto book = file.load(4);
  ASSERT_TRUE(book) << book.error();
  ASSERT_EQ(book->openings.size(), 2U);
  EXPECT_EQ(line_of(book->openings[0]), "1. e4 e5 2. Nf3 Nc6");
  EXPECT_EQ(book->openings[0].name, "C60 Ruy Lopez");
  EXPECT_EQ(fen::to_text(book->openings[1].position()), "8/8/4k3/8/8/3K4/7R/8 w - - 0 1");
  ASSERT_EQ(book->complaints.size(), 3U);
  EXPECT_NE(book->complaints[0].find("checkmate"), std::string::npos) << book->complaints[0];
  EXPECT_TRUE(book->complaints[0].starts_with(file.path() + ":7: ")) << book->complaints[0];
  EXPECT_NE(book->complaints[1].find("Qh8"), std::string::npos) << book->complaints[1];
  EXPECT_NE(book->complaints[2].find("no moves"), std::string::npos) << book->complaints[2];
}

TEST(Openings, GamesCutBeforeTheirTrouble) {
  const auto book = Book("b.pgn", std::string(kGames)).load(3);
  ASSERT_TRUE(book) << book.error();
  ASSERT_EQ(book->openings.size(), 3U);
  EXPECT_EQ(line_of(book->openings[1]), "1. f3 e5 2. g4");
}

TEST(Openings, KindByContent) {
  const auto games = Book("games", std::string(kGames)).load(2);
  ASSERT_TRUE(games) << games.error();
  EXPECT_EQ(line_of(games->openings[0]), "1. e4 e5");
  const auto positions = Book("positions", std::string(kPositions)).load(2);
  ASSERT_TRUE(positions) << positions.error();
  EXPECT_EQ(positions->openings.size(), 2U);
}

TEST(Openings, NothingReadableIsAnError) {
  const auto bad = Book("bad.epd", "nonsense\nmore of it\n").load();
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().find("bad.epd:1: "), std::string::npos) << bad.error();
  EXPECT_FALSE(Book("empty.epd", "").load());
  EXPECT_FALSE(Book("comment.epd", "# nothing\n").load());
  EXPECT_FALSE(load_openings("/no/such/book.epd", 8));
  EXPECT_FALSE(load_openings("startpos", 8));
}

TEST(Openings, DefaultsAreDifferentAndFair) {
  constexpr std::size_t kCount = 200;
  const std::vector<Opening> openings = default_openings(1, kCount);
  ASSERT_EQ(openings.size(), kCount);
  std::set<Key> keys;
  for (const Opening& o : openings) {
    EXPECT_EQ(o.moves.size(), 8U);
    const Position p = o.position();
    keys.insert(p.key());
    EXPECT_FALSE(p.in_check());
    EXPECT_LE(std::abs(eval::evaluate(p).total().value()), 40) << line_of(o);
    for (const Move m : legal_moves(p)) {
      Position after = p;
      after.play(m);
      EXPECT_FALSE(after.in_check() && !has_legal_move(after)) << line_of(o);
      if (p.is_capture(m) && p.captured_type(m) == PieceType::Queen) {
        EXPECT_FALSE(after.attackers_to(m.to(), after.pieces()) == 0) << line_of(o);
      }
    }
  }
  EXPECT_EQ(keys.size(), kCount);
}

TEST(Openings, DefaultsDependOnTheSeedAlone) {
  const auto lines = [](std::uint64_t seed, std::size_t count) {
    std::vector<std::string> out;
    for (const Opening& o : default_openings(seed, count)) out.push_back(line_of(o));
    return out;
  };
  const std::vector<std::string> ten = lines(5, 10);
  const std::vector<std::string> four = lines(5, 4);
  EXPECT_TRUE(std::equal(four.begin(), four.end(), ten.begin()));
  EXPECT_EQ(ten, lines(5, 10));
  EXPECT_NE(ten, lines(6, 10));
  EXPECT_TRUE(default_openings(5, 0).empty());
}

TEST(OpeningOrder, GoesThroughAllOpeningsInEachRound) {
  for (const std::size_t count : {1U, 2U, 3U, 100U}) {
    const auto order = opening_order(count, 42, 3 * count + 1);
    ASSERT_EQ(order.size(), 3 * count + 1);
    for (auto round = order.begin(); round + 1 != order.end(); round += static_cast<std::ptrdiff_t>(count)) {
      const std::set<std::uint32_t> all(round, round + static_cast<std::ptrdiff_t>(count));
      EXPECT_EQ(all.size(), count);
      EXPECT_EQ(*all.rbegin(), count - 1);
    }
  }
  const auto order = opening_order(100, 1, 200);
  EXPECT_FALSE(std::equal(order.begin(), order.begin() + 100, order.begin() + 100)) << "a new order each round";
  EXPECT_NE(order, opening_order(100, 2, 200));
  EXPECT_TRUE(opening_order(5, 1, 0).empty());
}

TEST(OpeningOrder, EveryOrderIsAsLikely) {
  std::array<int, 6> count{};
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    const auto o = opening_order(3, seed, 3);
    ++count[o[0] * 2 + (o[1] > o[2] ? 1 : 0)];
  }
  for (const int n : count) EXPECT_NEAR(n, 1000, 5 * 29);  // five standard deviations
}

TEST(OpeningOrder, StaysAsItIs) {  // stores that are resumed rely on it
  EXPECT_EQ(opening_order(8, 1, 8), (std::vector<std::uint32_t>{5, 2, 4, 0, 7, 3, 6, 1}));
}

}  // namespace
}  // namespace oknos::lab
