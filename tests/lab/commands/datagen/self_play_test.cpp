#include "lab/commands/datagen.h"

#include <gtest/gtest.h>

#include "engine/pruning/presets/preset.h"
#include "support/positions.h"

namespace oknos::lab {
namespace {

using pgn::GameResult;
using test::position_from;

SelfPlay small_settings() {
  SelfPlay out;
  out.player = "modern";
  out.settings = pruning::default_preset().settings;
  out.limits.nodes = 200;
  out.random_plies = {4, 5};
  out.balance = 200;
  return out;
}

std::string text_of_game(Engine& engine, const SelfPlay& settings, std::int64_t number) {
  const auto game = play_against_itself(engine, settings, number);
  return game && *game ? pgn::to_text(**game) : "no game";
}

TEST(Referee, AWinNeedsFourPliesOnEndForTheSameSide) {
  Referee referee;
  for (const int score : {1000, 1500, 999, 1000, 1000, -1000, 1000, 1000, 1000})
    EXPECT_FALSE(referee.judge(Score{score}, 30)) << score;
  EXPECT_EQ(referee.judge(Score{1000}, 30), GameResult::WhiteWins);
  Referee other;
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(other.judge(mated_in(5), 1));
  EXPECT_EQ(other.judge(mated_in(5), 1), GameResult::BlackWins);
}

TEST(Referee, ADrawNeedsTwelvePliesAfterMoveSixty) {
  Referee referee;
  for (int i = 0; i < 50; ++i) EXPECT_FALSE(referee.judge(kDraw, 60));
  for (int i = 0; i < 11; ++i) EXPECT_FALSE(referee.judge(Score{i % 2 ? 5 : -5}, 61));
  EXPECT_FALSE(referee.judge(Score{6}, 61));
  for (int i = 0; i < 11; ++i) EXPECT_FALSE(referee.judge(kDraw, 70));
  EXPECT_EQ(referee.judge(kDraw, 70), GameResult::Draw);
}

TEST(ResultByRule, KnowsEveryEnd) {
  EXPECT_EQ(result_by_rule(position_from("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")), GameResult::WhiteWins);
  EXPECT_EQ(result_by_rule(position_from("8/8/8/8/8/6k1/6q1/7K w - - 0 1")), GameResult::BlackWins);
  EXPECT_EQ(result_by_rule(position_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), GameResult::Draw) << "stalemate";
  EXPECT_EQ(result_by_rule(position_from("7k/8/6K1/8/8/8/8/6B1 b - - 0 1")), GameResult::Draw) << "dead";
  EXPECT_EQ(result_by_rule(position_from("7k/8/6K1/8/8/8/8/6R1 b - - 100 90")), GameResult::Draw) << "fifty moves";
  EXPECT_EQ(result_by_rule(position_from("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90")), GameResult::WhiteWins)
      << "mate comes before the fifty moves";
  Position position = Position::initial();
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(result_by_rule(position));
    test::play(position, {"g1f3", "g8f6", "f3g1", "f6g8"});
  }
  EXPECT_EQ(result_by_rule(position), GameResult::Draw) << "third occurrence";
}

TEST(MoveComment, ReadsBack) {
  const auto comment = [](Score score) {
    SearchReport report;
    report.lines.resize(1);
    report.lines[0].score = score;
    report.lines[0].depth = 12;
    report.nodes = 5000;
    return move_comment(report);
  };
  EXPECT_EQ(comment(Score{34}), "+0.34/12, n=5000");
  EXPECT_EQ(comment(Score{-1204}), "-12.04/12, n=5000");
  EXPECT_EQ(comment(kDraw), "+0.00/12, n=5000");
  EXPECT_EQ(comment(mate_in(9)), "+M5/12, n=5000");
  EXPECT_EQ(comment(mated_in(4)), "-M2/12, n=5000");
  for (const int score : {0, 1, -1, 99, -100, 31000}) EXPECT_EQ(score_in_comment(comment(Score{score})), score);
  EXPECT_TRUE(is_win(Score{*score_in_comment(comment(mate_in(9)))}));
  EXPECT_TRUE(is_loss(Score{*score_in_comment(comment(mated_in(4)))}));
}

TEST(ScoreInComment, ReadsWhatMatchProgramsWrite) {
  EXPECT_EQ(score_in_comment("+0.34/12, n=5000"), 34);
  EXPECT_EQ(score_in_comment("-12.04/12 0.101s, n=12345"), -1204);
  EXPECT_EQ(score_in_comment("+0.05/1"), 5);
  EXPECT_EQ(score_in_comment("-0.05/1"), -5);
  EXPECT_EQ(score_in_comment("+3/1"), 300);
  EXPECT_EQ(score_in_comment("+M5/20"), 31990);
  EXPECT_EQ(score_in_comment("-M5/20"), -31990);
  for (const char* other : {"", "+", "-", "book", "+0.34", "+/3", "+x/3", "+0.3/3", "+0.345/3", "+-1.00/2", "+1.-5/2",
                            "+M/3", "+M-1/3", "+M999999/3", "+99999999999.00/3", "0.34/12", "+=/-"})
    EXPECT_FALSE(score_in_comment(other)) << other;
}

TEST(SelfPlay, AGameDependsOnItsNumberAlone) {
  const SelfPlay settings = small_settings();
  Engine used(1);
  std::vector<std::string> texts;
  for (std::int64_t number = 0; number < 3; ++number) texts.push_back(text_of_game(used, settings, number));
  Engine fresh(1);
  EXPECT_EQ(text_of_game(fresh, settings, 2), texts[2]);
  EXPECT_EQ(text_of_game(used, settings, 0), texts[0]);
  EXPECT_NE(texts[0], texts[2]);
  SelfPlay other = settings;
  other.seed = 2;
  EXPECT_NE(text_of_game(fresh, other, 0), texts[0]);
}

TEST(SelfPlay, GamesReadBackAndEndAsTheySay) {
  SelfPlay settings = small_settings();
  settings.adjudicate = false;
  Engine engine(1);
  for (std::int64_t number = 0; number < 4; ++number) {
    const std::string text = text_of_game(engine, settings, number);
    LineSource source{std::string_view(text)};
    pgn::Reader reader(source, "game");
    const auto game = reader.next();
    ASSERT_TRUE(game) << text;
    EXPECT_TRUE(game->complaints.empty()) << text;
    EXPECT_EQ(*game->tag("OpeningPlies"), std::to_string(settings.random_plies[static_cast<std::size_t>(number % 2)]));
    EXPECT_EQ(*game->tag("Round"), std::to_string(number + 1));
    Position position = game->start;
    for (const Move m : game->main_line()) {
      EXPECT_FALSE(result_by_rule(position)) << "moves after the end: " << text;
      position.play(m);
    }
    EXPECT_EQ(result_by_rule(position), game->result) << text;
  }
}

TEST(SelfPlay, SoftNodesFinishTheIterationInWhichTheyAreReached) {
  SelfPlay settings = small_settings();
  settings.limits.nodes = 8000;
  settings.limits.soft_nodes = 500;
  Engine engine(1);
  const auto game = play_against_itself(engine, settings, 0);
  ASSERT_TRUE(game && *game);
  int searched = 0, above = 0;
  for (const pgn::Node& node : (*game)->nodes) {
    const std::size_t at = node.comment.find("n=");
    if (at == std::string::npos) continue;
    const auto nodes = std::stoul(node.comment.substr(at + 2));
    ++searched;
    above += nodes > 500 ? 1 : 0;
    EXPECT_LE(nodes, 8000U);
  }
  EXPECT_GT(searched, 10);
  EXPECT_GT(above, searched / 2) << "no iteration was finished beyond the soft limit";
}

// Of the 20 moves of the initial position, 16 are a pawn's; its weight there is 35 of 50.
TEST(SelfPlay, WeightedRandomMovesMovePawnsLessAtFirst) {
  const auto pawn_moves = [](RandomMoves kind) {
    SelfPlay settings = small_settings();
    settings.random_plies = {2};
    settings.random_moves = kind;
    settings.balance = 10'000;
    settings.limits.nodes = 1;
    Engine engine(1);
    int pawns = 0;
    for (std::int64_t number = 0; number < 300; ++number) {
      const auto game = play_against_itself(engine, settings, number);
      if (!game || !*game) continue;
      Position position = (*game)->start;
      int ply = 0;
      for (const Move m : (*game)->main_line()) {
        if (ply++ == 2) break;
        pawns += type_of(position.piece_on(m.from())) == PieceType::Pawn ? 1 : 0;
        position.play(m);
      }
    }
    return pawns;
  };
  const int uniform = pawn_moves(RandomMoves::Uniform), weighted = pawn_moves(RandomMoves::Weighted);
  EXPECT_NEAR(uniform, 480, 30);
  EXPECT_NEAR(weighted, 420, 35);
}

TEST(SelfPlay, AnImpossibleBalanceIsAnError) {
  SelfPlay settings = small_settings();
  settings.balance = -1;
  settings.limits.nodes = 1;
  Engine engine(1);
  const auto game = play_against_itself(engine, settings, 0);
  ASSERT_FALSE(game);
  EXPECT_NE(game.error().find("--balance"), std::string::npos) << game.error();
}

}  // namespace
}  // namespace oknos::lab
