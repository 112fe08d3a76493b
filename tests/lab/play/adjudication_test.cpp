#include "lab/play/adjudication.h"

#include <gtest/gtest.h>
#include <vector>

namespace oknos::lab {
namespace {

constexpr int kNone = 99999;  // a move without a score

// Shows a game, White first from move 1, and says after which ply it was ended (from 1), 0 for never.
struct Game {
  int ended_after = 0;
  std::optional<Ruling> ruling;
};
Game show(const AdjudicationSettings& settings, const std::vector<int>& scores) {
  Adjudicator adjudicator(settings);
  for (int ply = 0; ply < static_cast<int>(scores.size()); ++ply) {
    const int score = scores[static_cast<std::size_t>(ply)];
    const auto ruling =
        adjudicator.after_move(ply % 2 == 0 ? Color::White : Color::Black,
                               score == kNone ? std::nullopt : std::optional(Score{score}), ply / 2 + 1);
    if (ruling) return {ply + 1, ruling};
  }
  return {};
}

AdjudicationSettings resigning(int moves, int score, bool twosided) {
  return {ResignRule{moves, score, twosided}, std::nullopt, 0};
}
AdjudicationSettings drawing(int number, int moves, int score) {
  return {std::nullopt, DrawRule{number, moves, score}, 0};
}

TEST(Adjudication, NothingIsAskedNothingIsEnded) {
  EXPECT_EQ(show({}, std::vector<int>(1000, 0)).ended_after, 0);
  EXPECT_EQ(show({}, std::vector<int>(1000, -30000)).ended_after, 0);
}

TEST(Adjudication, ResignsAfterTheLastOfItsMoves) {
  const Game game = show(resigning(2, 600, false), {0, -600, 0, -600, 0});
  EXPECT_EQ(game.ended_after, 4);
  EXPECT_EQ(game.ruling, (Ruling{RulingKind::Resignation, Color::White}));
  EXPECT_EQ(show(resigning(2, 600, false), {-700, 0, -32000, 0}).ruling,
            (Ruling{RulingKind::Resignation, Color::Black}));
  EXPECT_EQ(show(resigning(1, 600, false), {-600}).ended_after, 1);
}

TEST(Adjudication, ResignsNotOneCentipawnBeside) {
  EXPECT_EQ(show(resigning(2, 600, false), {0, -599, 0, -600, 0, -599, 0, -600}).ended_after, 0);
  EXPECT_EQ(show(resigning(2, 600, false), {0, 600, 0, 600, 0, 600}).ended_after, 0) << "winning is no reason";
}

TEST(Adjudication, ScoresMustFollowEachOther) {
  EXPECT_EQ(show(resigning(2, 600, false), {0, -600, 0, kNone, 0, -600, 0, -599}).ended_after, 0);
  EXPECT_EQ(show(resigning(2, 600, false), {0, -600, 0, kNone, 0, -600, 0, -600}).ended_after, 8);
  EXPECT_EQ(show(drawing(0, 2, 10), {0, 0, 0, kNone, 0, 0, 0}).ended_after, 0);
}

TEST(Adjudication, TwosidedAsksTheWinnerToo) {
  EXPECT_EQ(show(resigning(2, 600, true), {0, -600, 0, -600, 0, -600}).ended_after, 0);
  EXPECT_EQ(show(resigning(2, 600, true), {600, -600, 599, -600, 600, -600}).ended_after, 0);
  // The winner says it last, or the loser.
  EXPECT_EQ(show(resigning(2, 600, true), {0, -600, 600, -600, 600, -600}).ended_after, 5);
  const Game game = show(resigning(2, 600, true), {600, -600, 600, -600, 600});
  EXPECT_EQ(game.ended_after, 4);
  EXPECT_EQ(game.ruling, (Ruling{RulingKind::Resignation, Color::White}));
}

TEST(Adjudication, DrawsWhenBothHaveSeenNothingForLong) {
  const Game game = show(drawing(0, 2, 10), {10, -10, 0, 5, 0});
  EXPECT_EQ(game.ended_after, 4);
  EXPECT_EQ(game.ruling, (Ruling{RulingKind::Draw, std::nullopt}));
  EXPECT_EQ(show(drawing(0, 2, 10), {0, 0, 0, 11, 0, 0}).ended_after, 0);
  EXPECT_EQ(show(drawing(0, 2, 10), {0, 0, 0, -11, 0, 0, 0, 0}).ended_after, 8);
  EXPECT_EQ(show(drawing(0, 2, 0), {0, 0, 0, 0}).ended_after, 4);
}

TEST(Adjudication, DrawsNotBeforeItsMove) {
  EXPECT_EQ(show(drawing(40, 8, 10), std::vector<int>(78, 0)).ended_after, 0);
  EXPECT_EQ(show(drawing(40, 8, 10), std::vector<int>(200, 0)).ended_after, 79) << "White's 40th move";
}

TEST(Adjudication, MoveLimit) {
  AdjudicationSettings settings;
  settings.max_moves = 3;
  const Game game = show(settings, std::vector<int>(20, kNone));
  EXPECT_EQ(game.ended_after, 6);
  EXPECT_EQ(game.ruling, (Ruling{RulingKind::MoveLimit, std::nullopt}));
}

TEST(Adjudication, Parse) {
  EXPECT_EQ(**parse_resign("moves=3,score=500,twosided=false"), (ResignRule{3, 500, false}));
  EXPECT_EQ(**parse_resign("score=800"), (ResignRule{4, 800, true}));
  EXPECT_EQ(**parse_resign(""), ResignRule{});
  EXPECT_EQ(*parse_resign("off"), std::nullopt);
  EXPECT_EQ(**parse_draw("number=30,moves=6,score=0"), (DrawRule{30, 6, 0}));
  EXPECT_EQ(**parse_draw(""), DrawRule{});
  EXPECT_EQ(*parse_draw(" off "), std::nullopt);
}

TEST(Adjudication, ParseErrorsNameThePlace) {
  const auto of = [](const auto& result) { return result ? std::string() : result.error(); };
  EXPECT_EQ(of(parse_resign("moves=0")), "--resign: moves is \"0\"; a whole number from 1 to 1000 is needed");
  EXPECT_EQ(of(parse_resign("score=-600")), "--resign: score is \"-600\"; a whole number from 1 to 32000 is needed");
  EXPECT_EQ(of(parse_resign("twosided=yes")), "--resign: twosided is \"yes\"; true or false is needed");
  EXPECT_EQ(of(parse_resign("4")),
            "--resign: \"4\" is not understood; it takes moves=, score=, twosided= between commas, or off");
  EXPECT_EQ(of(parse_draw("twosided=true")),
            "--draw: \"twosided=true\" is not understood; it takes number=, moves=, score= between commas, or off");
  EXPECT_NE(of(parse_draw("moves=8,moves=9")).find("twice"), std::string::npos);
}

}  // namespace
}  // namespace oknos::lab
