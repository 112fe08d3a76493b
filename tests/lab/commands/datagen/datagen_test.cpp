#include "lab/commands/datagen.h"

#include <filesystem>
#include <gtest/gtest.h>

#include "engine/chess/fen.h"
#include "engine/pruning/presets/preset.h"
#include "lab/formats/game_store.h"
#include "lab/terminal/exit_code.h"
#include "support/contains.h"
#include "support/positions.h"
#include "support/test_folder.h"

namespace oknos::lab {
namespace {

namespace fs = std::filesystem;

class Datagen : public test::TestWithFolder {
 protected:
  DatagenOptions options(const std::string& name) const {
    DatagenOptions out;
    out.out = path(name);
    out.games = 5;
    out.search.nodes = 100;
    out.search.hash = 1;
    out.random_plies = "4,5";
    out.play.balance = 300;
    return out;
  }
  // What the command printed, both streams.
  std::string said;
  int run(const DatagenOptions& o) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = datagen(o);
    said = testing::internal::GetCapturedStdout();
    said += testing::internal::GetCapturedStderr();
    return code;
  }
  // The file that it writes.
  std::string made(const DatagenOptions& o) {
    EXPECT_EQ(run(o), 0) << said;
    return content_of(fs::path(o.out).filename().string());
  }
};

TEST_F(Datagen, ResumedAnywhereItWritesTheSameFile) {
  for (const std::string ending : {".pgn", ".games"}) {
    const std::string whole = made(options("whole" + ending)), part = "cut" + ending + ".part";
    DatagenOptions resumed = options("cut" + ending);
    resumed.resume = true;
    resumed.workers = 2;
    const std::string heading = datagen_heading(resumed, *make_plan(resumed.search, {}));
    const std::size_t head = ending == ".pgn" ? whole.find('\n') + 1 : 16 + heading.size();
    for (const std::size_t cut : {std::size_t{0}, std::size_t{5}, std::size_t{8}, std::size_t{12}, head - 1, head,
                                  head + 3, head + 10, whole.size() / 2, whole.size() - 1, whole.size()}) {
      fs::remove(path("cut" + ending));
      file(part, whole.substr(0, cut));
      EXPECT_TRUE(made(resumed) == whole) << "cut at " << cut;
      EXPECT_FALSE(fs::exists(path(part)));
    }
    ASSERT_EQ(run(resumed), 0);
    EXPECT_TRUE(test::contains(said, "is complete: 5 games"));
  }
}

TEST_F(Datagen, ACompactFileIsWhatThePgnFileIsConvertedTo) {
  DatagenOptions o = options("a.pgn");
  o.play.chess960 = 50;
  const std::string pgn = made(o);
  LineSource source(pgn);
  pgn::Reader reader(source, "a.pgn");
  std::string converted =
      compact::store_head(std::string_view(pgn).substr(std::string("% ").size(), pgn.find('\n') - 2));
  while (const auto game = reader.next()) converted += compact::store_record(record_of(*game));
  EXPECT_EQ(games_written(converted, GameFormat::Compact)->games, 5);
  o.out = path("a.games");
  EXPECT_EQ(made(o), converted);
  o.out = path("named_otherwise");
  o.format = GameFormat::Compact;
  EXPECT_EQ(made(o), converted);
}

TEST_F(Datagen, ACompactFileThatIsDamagedOrAnotherIsNotGoneOnWith) {
  const std::string whole = made(options("a.games"));
  std::string damaged = whole;
  damaged[damaged.size() / 2] ^= 1;
  const struct {
    std::string content;
    std::uint64_t seed;
    const char* says;
  } cases[] = {{damaged, 1, "is damaged at byte"},
               {"% oknos-lab datagen\n", 1, "does not begin with OKNOSGM1"},
               {whole, 2, "other settings"}};
  for (const auto& c : cases) {
    fs::remove(path("a.games"));
    file("a.games.part", c.content);
    DatagenOptions resumed = options("a.games");
    resumed.resume = true;
    resumed.play.seed = c.seed;
    EXPECT_EQ(run(resumed), kFailure);
    EXPECT_TRUE(test::contains(said, c.says));
    EXPECT_EQ(content_of("a.games.part"), c.content);
  }
}

TEST_F(Datagen, AShareOfTheGamesIsChess960AndTheOthersAreAsWithoutIt) {
  const auto games_of = [&](int percent) {
    DatagenOptions o = options(std::to_string(percent) + ".pgn");
    o.games = 20;
    o.search.nodes = 30;
    o.play.chess960 = percent;
    const std::string text = made(o);
    LineSource source(text);
    pgn::Reader reader(source, "games");
    std::vector<pgn::Game> out;
    while (auto game = reader.next()) {
      EXPECT_TRUE(game->complaints.empty()) << game->complaints.front();
      out.push_back(*std::move(game));
    }
    EXPECT_EQ(out.size(), 20U);
    return out;
  };
  const auto start_of = [](const pgn::Game& game) { return fen::to_text(game.start, fen::CastlingStyle::Shredder); };
  const auto none = games_of(0), some = games_of(40), all = games_of(100);
  std::set<std::string> starts;
  int chess960 = 0;
  for (std::size_t i = 0; i < some.size(); ++i) {
    EXPECT_FALSE(none[i].start.chess960());
    EXPECT_TRUE(all[i].start.chess960());
    starts.insert(start_of(all[i]));
    chess960 += some[i].start.chess960() ? 1 : 0;
    const auto& like = some[i].start.chess960() ? all[i] : none[i];
    EXPECT_EQ(start_of(some[i]), start_of(like));
    EXPECT_EQ(some[i].main_line(), like.main_line());
  }
  EXPECT_GT(chess960, 2);
  EXPECT_LT(chess960, 15);
  EXPECT_GT(starts.size(), 17U);
}

TEST_F(Datagen, ShardsTogetherAreTheWhole) {
  std::string whole = made(options("whole.pgn"));
  for (const int index : {1, 2}) {
    DatagenOptions shard = options("shard.pgn");
    shard.shard = {index, 2};
    shard.force = true;
    const std::string text = made(shard);
    EXPECT_EQ(games_written(text, GameFormat::Pgn)->games, index == 1 ? 3 : 2);
    for (std::size_t from = text.find('\n') + 1; from < text.size();) {
      const std::size_t end = std::min(text.find("[Event", from + 1), text.size());
      const std::string game = text.substr(from, end - from);
      ASSERT_NE(whole.find(game), std::string::npos) << game;
      whole.erase(whole.find(game), game.size());
      from = end;
    }
  }
  EXPECT_EQ(whole.find("[Event"), std::string::npos);
}

TEST_F(Datagen, RefusesWhatItWouldSpoil) {
  const std::string before = made(options("a.pgn"));
  fs::rename(path("a.pgn"), path("a.pgn.part"));
  EXPECT_EQ(run(options("a.pgn")), kFailure);
  EXPECT_TRUE(test::contains(said, "--resume"));
  for (const auto change :
       {+[](DatagenOptions& o) { o.play.seed = 2; }, +[](DatagenOptions& o) { o.search.nodes = 101; },
        +[](DatagenOptions& o) { o.search.set = {"null_move=off"}; }, +[](DatagenOptions& o) { o.play.balance = 301; },
        +[](DatagenOptions& o) { o.play.adjudicate = false; }, +[](DatagenOptions& o) { o.play.chess960 = 10; },
        +[](DatagenOptions& o) {
          o.shard = {1, 2};
        }}) {
    DatagenOptions changed = options("a.pgn");
    changed.resume = true;
    change(changed);
    EXPECT_EQ(run(changed), kFailure);
    EXPECT_TRUE(test::contains(said, "other settings"));
  }
  EXPECT_EQ(content_of("a.pgn.part"), before);
}

TEST_F(Datagen, AFileWithoutAWholeGameDoesNotBlockTheNextRun) {
  for (const std::string name : {"a.pgn", "a.games"}) {
    const std::string whole = made(options(name));
    for (const std::size_t size : {std::size_t{0}, std::size_t{4}, std::size_t{60}}) {
      fs::remove(path(name));
      file(name + ".part", whole.substr(0, size));
      EXPECT_TRUE(made(options(name)) == whole) << name << ", " << size << " bytes";
    }
    fs::rename(path(name), path(name + ".part"));
    EXPECT_EQ(run(options(name)), kFailure) << "games are not thrown away";
  }
}

TEST_F(Datagen, BadArgumentsAreNamed) {
  const struct {
    void (*change)(DatagenOptions&);
    int code;
    const char* says;
  } cases[] = {
      {[](DatagenOptions& o) { o.random_plies = "8,9,10"; }, kUsage, "--random-plies"},
      {[](DatagenOptions& o) { o.random_plies = "201"; }, kUsage, "0 to 200"},
      {[](DatagenOptions& o) { o.search.nodes = 99, o.soft_nodes = 100; }, kUsage, "--nodes 99 --soft-nodes 100"},
      {[](DatagenOptions& o) { o.search.preset = "nosuch"; }, kUsage, "modern"},
      {[](DatagenOptions& o) { o.search.hash = std::size_t{1} << 20, o.workers = 1024; }, kUsage, "MiB"},
      {[](DatagenOptions& o) { o.out = fs::temp_directory_path().string(); }, kFailure, "directory"},
      {[](DatagenOptions& o) { o.out += "/no/such.pgn"; }, kFailure, "no/such.pgn"},
  };
  for (const auto& c : cases) {
    DatagenOptions o = options("a.pgn");
    c.change(o);
    EXPECT_EQ(run(o), c.code) << said;
    EXPECT_TRUE(test::contains(said, c.says));
  }
  EXPECT_EQ(*parse_random_plies("8"), (std::vector<int>{8}));
  EXPECT_EQ(*parse_random_plies("8,9"), (std::vector<int>{8, 9}));
  EXPECT_EQ(*parse_random_plies("0"), (std::vector<int>{0}));
  for (const char* wrong : {"", ",", "-1", "8 9", "8,9,", "1e1", "x", "8,"})
    EXPECT_FALSE(parse_random_plies(wrong)) << wrong;
}

// --- The games

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
  const struct {
    const char* fen;
    GameResult result;
    const char* why;
  } ends[] = {{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", GameResult::WhiteWins, ""},
              {"8/8/8/8/8/6k1/6q1/7K w - - 0 1", GameResult::BlackWins, ""},
              {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", GameResult::Draw, "stalemate"},
              {"7k/8/6K1/8/8/8/8/6B1 b - - 0 1", GameResult::Draw, "dead"},
              {"7k/8/6K1/8/8/8/8/6R1 b - - 100 90", GameResult::Draw, "fifty moves"},
              {"7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", GameResult::WhiteWins, "mate comes before the fifty moves"}};
  for (const auto& [fen, result, why] : ends) EXPECT_EQ(result_by_rule(position_from(fen)), result) << fen << why;
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
  const std::pair<const char*, int> comments[] = {{"+0.34/12, n=5000", 34},
                                                  {"-12.04/12 0.101s, n=12345", -1204},
                                                  {"+0.05/1", 5},
                                                  {"-0.05/1", -5},
                                                  {"+3/1", 300},
                                                  {"+M5/20", 31990},
                                                  {"-M5/20", -31990}};
  for (const auto& [comment, score] : comments) EXPECT_EQ(score_in_comment(comment), score) << comment;
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
  EXPECT_TRUE(test::contains(game.error(), "--balance"));
}

}  // namespace
}  // namespace oknos::lab
