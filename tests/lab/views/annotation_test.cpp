#include "lab/views/annotation.h"

#include <gtest/gtest.h>

#include "lab/formats/san.h"

namespace oknos::lab {
namespace {

pgn::Game read_game(std::string_view text) {
  LineSource source(text);
  pgn::Reader reader(source, "test");
  auto game = reader.next();
  EXPECT_TRUE(game.has_value());
  return game ? std::move(*game) : pgn::Game{};
}

// Fool's mate, where the search would have preferred 2. e4.
GameReview review_of(const pgn::Game& game) {
  const std::vector<Move> moves = game.main_line();
  GameReview review;
  review.positions.resize(moves.size() + 1);
  Position position = game.start;
  for (std::size_t i = 0; i <= moves.size(); ++i) {
    PositionReview& p = review.positions[i];
    p.known = true;
    p.score = i == 3 ? mated_in(1) : i == 4 ? mated_in(0) : Score{-20};
    const Move best = i == 2 ? *san::parse(position, "e4") : i < moves.size() ? moves[i] : Move{};
    if (best) p.line = {best};
    if (i < moves.size()) position.play(moves[i]);
  }
  mark_moves(review, moves, Color::White);
  return review;
}

constexpr std::string_view kFoolsMate =
    "[Event \"x\"]\n[Result \"0-1\"]\n\n1. f3 {old [%eval 9.99] words} e5 2. g4 Qh4# 0-1\n";

TEST(Annotation, JudgesByTheExpectedResult) {
  EXPECT_EQ(judge(Score{20}, Score{10}), Mark::None);
  EXPECT_EQ(judge(Score{0}, Score{-100}), Mark::Inaccuracy);
  EXPECT_EQ(judge(Score{0}, Score{-180}), Mark::Mistake);
  EXPECT_EQ(judge(Score{0}, Score{-330}), Mark::Blunder);
  EXPECT_EQ(judge(Score{1500}, Score{900}), Mark::None);  // still won
  EXPECT_EQ(judge(mate_in(3), Score{-300}), Mark::Blunder);
  EXPECT_EQ(judge(Score{50}, mated_in(2)), Mark::Blunder);
}

TEST(Annotation, ExpectedPointsAreSymmetric) {
  for (int cp = 0; cp <= 3000; cp += 100)
    EXPECT_NEAR(expected_points(Score{cp}) + expected_points(Score{-cp}), 100.0, 1e-9);
  EXPECT_EQ(expected_points(mate_in(1)), 100.0);
  EXPECT_EQ(expected_points(mated_in(2)), 0.0);
}

TEST(Annotation, MarksTheBlunderAndNotTheBestMove) {
  const pgn::Game game = read_game(kFoolsMate);
  const GameReview review = review_of(game);
  const std::vector<Mark> expected = {Mark::None, Mark::None, Mark::Blunder, Mark::None};
  EXPECT_EQ(review.marks, expected);
  EXPECT_EQ(review.count()[static_cast<std::size_t>(Mark::Blunder)], 1);
}

TEST(Annotation, ReadsBackTheSame) {
  pgn::Game game = read_game(kFoolsMate);
  annotate(game, review_of(game));
  const pgn::Game again = read_game(pgn::to_text(game));
  EXPECT_TRUE(again.complaints.empty());
  EXPECT_EQ(again.nodes.size(), game.nodes.size());
  EXPECT_EQ(pgn::to_text(again), pgn::to_text(game));
  EXPECT_EQ(again.main_line(), game.main_line());
}

TEST(Annotation, WritesEvaluationGlyphAndVariation) {
  pgn::Game game = read_game(kFoolsMate);
  annotate(game, review_of(game));
  const std::string text = pgn::to_text(game);
  EXPECT_NE(text.find("1. f3 {[%eval -0.20] old words}"), std::string::npos) << text;
  EXPECT_EQ(text.find("9.99"), std::string::npos) << text;
  EXPECT_NE(text.find("2. g4 $4 {[%eval #-1]}"), std::string::npos) << text;
  EXPECT_NE(text.find("(2. e4 {[%eval -0.20]})"), std::string::npos) << text;
  EXPECT_NE(text.find("[Annotator \"Oknos"), std::string::npos) << text;
}

TEST(Annotation, DoingItTwiceChangesNothing) {
  pgn::Game game = read_game(kFoolsMate);
  annotate(game, review_of(game));
  const std::string once = pgn::to_text(game);
  pgn::Game again = read_game(once);
  annotate(again, review_of(again));
  EXPECT_EQ(pgn::to_text(again), once);
}

TEST(Annotation, TheAuthorsOwnGlyphStays) {
  pgn::Game game = read_game("[Event \"x\"]\n\n1. f3 e5 2. g4 $2 Qh4# 0-1\n");
  annotate(game, review_of(game));
  const std::string text = pgn::to_text(game);
  EXPECT_NE(text.find("2. g4 $2 {"), std::string::npos) << text;
  EXPECT_EQ(text.find("$4"), std::string::npos) << text;
}

}  // namespace
}  // namespace oknos::lab
