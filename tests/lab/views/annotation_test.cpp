#include "lab/views/annotation.h"

#include <gtest/gtest.h>

#include "lab/formats/san.h"
#include "support/contains.h"

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
  const struct {
    Score best, played;
    Mark mark;
  } cases[] = {{Score{20}, Score{10}, Mark::None},       {Score{0}, Score{-100}, Mark::Inaccuracy},
               {Score{0}, Score{-180}, Mark::Mistake},   {Score{0}, Score{-330}, Mark::Blunder},
               {Score{1500}, Score{900}, Mark::None},  // still won
               {mate_in(3), Score{-300}, Mark::Blunder}, {Score{50}, mated_in(2), Mark::Blunder}};
  for (const auto& [best, played, mark] : cases) EXPECT_EQ(judge(best, played), mark) << played.value();
  for (int cp = 0; cp <= 3000; cp += 100)
    EXPECT_NEAR(expected_points(Score{cp}) + expected_points(Score{-cp}), 100.0, 1e-9);
  EXPECT_EQ(expected_points(mate_in(1)), 100.0);
  EXPECT_EQ(expected_points(mated_in(2)), 0.0);
}

std::string annotated(std::string_view text) {
  pgn::Game game = read_game(text);
  annotate(game, review_of(game));
  return pgn::to_text(game);
}

TEST(Annotation, WritesEvaluationGlyphAndVariation) {
  const std::string text = annotated(kFoolsMate);
  EXPECT_TRUE(test::contains(text, "1. f3 {[%eval -0.20] old words}", "2. g4 $4 {[%eval #-1]}",
                             "(2. e4 {[%eval -0.20]})", "[Annotator \"Oknos"));
  EXPECT_EQ(text.find("9.99"), std::string::npos) << text;
  const pgn::Game again = read_game(text);
  EXPECT_TRUE(again.complaints.empty());
  EXPECT_EQ(pgn::to_text(again), text);
  EXPECT_EQ(again.main_line(), read_game(kFoolsMate).main_line());
  EXPECT_EQ(annotated(text), text) << "doing it twice changes nothing";
}

TEST(Annotation, TheAuthorsOwnGlyphStays) {
  const std::string text = annotated("[Event \"x\"]\n\n1. f3 e5 2. g4 $2 Qh4# 0-1\n");
  EXPECT_TRUE(test::contains(text, "2. g4 $2 {"));
  EXPECT_EQ(text.find("$4"), std::string::npos) << text;
}

}  // namespace
}  // namespace oknos::lab
