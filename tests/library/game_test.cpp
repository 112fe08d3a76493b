#include "oknos/game.h"

#include <gtest/gtest.h>

#include "library/error_of.h"
#include "oknos/error.h"

namespace oknos {
namespace {

Game played(std::initializer_list<const char*> moves) {
  Game game;
  for (const char* move : moves) game.play(move);
  return game;
}

TEST(LibraryGame, BeginsWithTheInitialPosition) {
  const Game game;
  EXPECT_EQ(game.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(game.start_fen(), game.fen());
  EXPECT_EQ(game.legal_moves().size(), 20U);
  EXPECT_EQ(game.state(), GameState::Ongoing);
  EXPECT_TRUE(game.white_to_move());
  EXPECT_FALSE(game.in_check());
  EXPECT_FALSE(game.chess960());
}

TEST(LibraryGame, PlaysMoves) {
  const Game game = played({"e2e4", "e7e5", "g1f3"});
  EXPECT_EQ(game.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  EXPECT_EQ(game.moves(), (std::vector<std::string>{"e2e4", "e7e5", "g1f3"}));
  EXPECT_FALSE(game.white_to_move());
  EXPECT_TRUE(game.is_legal("b8c6"));
  EXPECT_FALSE(game.is_legal("b8b6"));
}

TEST(LibraryGame, IsAValue) {
  Game first = played({"e2e4"});
  Game second = first;
  second.play("c7c5");
  EXPECT_EQ(first.moves().size(), 1U);
  first = second;
  EXPECT_EQ(first.fen(), second.fen());
  first.play("g1f3");
  EXPECT_NE(first.fen(), second.fen());
  const Game& self = first;
  first = self;
  const Game moved = std::move(first);
  EXPECT_EQ(moved.moves().size(), 3U);
}

TEST(LibraryGame, KnowsHowGamesEnd) {
  EXPECT_EQ(played({"f2f3", "e7e5", "g2g4", "d8h4"}).state(), GameState::Checkmate);
  EXPECT_EQ(Game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").state(), GameState::Stalemate);
  EXPECT_EQ(Game("7k/8/6K1/8/8/8/8/6N1 b - - 0 1").state(), GameState::InsufficientMaterial);
  EXPECT_EQ(Game("7k/8/6K1/8/8/8/8/R7 b - - 100 80").state(), GameState::FiftyMoves);
  Game game;
  for (int i = 0; i < 2; ++i)
    for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
      EXPECT_EQ(game.state(), GameState::Ongoing);
      game.play(move);
    }
  EXPECT_EQ(game.state(), GameState::Repetition);
}

TEST(LibraryGame, CastlesInBothWaysOfWriting) {
  Game game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  game.play("e1h1");
  EXPECT_EQ(game.moves().back(), "e1g1");
  Game other("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
  EXPECT_TRUE(other.chess960());
  other.play("e1g1");
  EXPECT_EQ(other.moves().back(), "e1g1");
}

TEST(LibraryGame, SaysWhatIsWrong) {
  EXPECT_NE(error_of([] { Game("rnbqkbnr/ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"); }).find("\"ppp\""),
            std::string::npos)
      << error_of([] { Game("rnbqkbnr/ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"); });
  Game game = played({"e2e4"});
  EXPECT_EQ(error_of([&] { game.play("e2e4"); }),
            "\"e2e4\" is not a legal move in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1; "
            "moves are written as in UCI: \"e2e4\", \"e7e8q\"");
  EXPECT_EQ(game.moves().size(), 1U) << "nothing has changed";
}

}  // namespace
}  // namespace oknos
