#include "lab/play/game.h"

#include <gtest/gtest.h>
#include <set>
#include <string_view>
#include <utility>

#include "engine/chess/fen.h"
#include "lab/play/scripted_player.h"

namespace oknos::lab {
namespace {

using Step = ScriptedPlayer::Step;
using Script = std::deque<Step>;

Position position(const std::string& fen) {
  return *fen::parse(fen);
}

TimeControl clock_of(std::int64_t base, std::int64_t increment = 0, std::optional<int> moves = std::nullopt) {
  TimeControl control;
  control.clock = TimeControl::Clock{base, increment, moves};
  return control;
}

struct Table {
  Table(Script w, Script b) : white("W", std::move(w)), black("B", std::move(b)) {}

  GameRecord play(const Position& start = Position::initial()) {
    const std::array<Side*, kColors> sides = {&white_side, &black_side};
    return play_game(start, {}, sides, rules);
  }

  ScriptedPlayer white;
  ScriptedPlayer black;
  Side white_side{white, {}, 0};
  Side black_side{black, {}, 0};
  GameRules rules{{}, 1234};
};

TEST(Game, EndsWithMate) {
  Table t({{"f2f3"}, {"g2g4"}}, {{"e7e5"}, {"d8h4"}});
  const GameRecord game = t.play();
  EXPECT_EQ(game.ending, Ending::Checkmate);
  EXPECT_EQ(game.result, pgn::GameResult::BlackWins);
  EXPECT_EQ(game.moves.size(), 4U);
  EXPECT_FALSE(game.at_fault);
  EXPECT_EQ(t.white.games, 1);
  EXPECT_EQ(t.black.games, 1);
}

TEST(Game, EndsWithEveryDrawOfTheRules) {
  struct Case {
    std::string fen;
    Script white;
    Script black;
    Ending ending;
  };
  const Case cases[] = {
      {"7k/8/8/6Q1/8/8/8/K7 w - - 0 1", {{"g5g6"}}, {}, Ending::Stalemate},
      {"7k/8/8/8/8/8/1p6/K7 w - - 0 1", {{"a1b2"}}, {}, Ending::DeadPosition},
      {"7k/8/8/8/8/8/R7/K7 w - - 99 80", {{"a2b2"}}, {}, Ending::FiftyMoves},
      {"7k/8/8/8/8/8/R7/K7 w - - 0 1",
       {{"a2b2"}, {"b2a2"}, {"a2b2"}, {"b2a2"}},
       {{"h8g8"}, {"g8h8"}, {"h8g8"}, {"g8h8"}},
       Ending::Repetition},
  };
  for (const Case& c : cases) {
    Table t(c.white, c.black);
    const GameRecord game = t.play(position(c.fen));
    EXPECT_EQ(game.ending, c.ending) << c.fen << ": " << game.explanation;
    EXPECT_EQ(game.result, pgn::GameResult::Draw) << c.fen;
  }
}

TEST(Game, AnOpeningIsPlayedAndMarked) {
  ScriptedPlayer white("W", {{"g1f3"}});
  ScriptedPlayer black("B", {{"crash"}});
  Side w{white, {}, 0};
  Side b{black, {}, 0};
  const std::vector<Move> opening = {*move_from_text(Position::initial(), "e2e4"), Move{}};
  Position after = Position::initial();
  after.play(opening[0]);
  const std::vector<Move> moves = {opening[0], *move_from_text(after, "e7e5")};
  const GameRecord game = play_game(Position::initial(), moves, {&w, &b}, {{}, 0});
  ASSERT_EQ(game.moves.size(), 3U);
  EXPECT_TRUE(game.moves[1].from_opening);
  EXPECT_FALSE(game.moves[2].from_opening);
}

TEST(Game, FaultsLoseAndAreNamed) {
  struct Case {
    std::string fault;
    Ending ending;
  };
  for (const Case& c : {Case{"crash", Ending::Crash}, Case{"silent", Ending::Silence},
                        Case{"illegal", Ending::IllegalMove}, Case{"e2e5", Ending::IllegalMove}}) {
    Table t({{"e2e4"}, {c.fault}}, {{"e7e5"}});
    const GameRecord game = t.play();
    EXPECT_EQ(game.ending, c.ending) << c.fault;
    EXPECT_EQ(game.result, pgn::GameResult::BlackWins) << c.fault;
    EXPECT_EQ(game.at_fault, Color::White) << c.fault;
    EXPECT_FALSE(game.explanation.empty());
    EXPECT_EQ(game.moves.size(), 2U);
    EXPECT_EQ(t.white.given_up, 1) << "to be started again";
    EXPECT_EQ(t.black.given_up, 0);
  }
}

TEST(Game, WhoCannotStartLoses) {
  Table t({}, {});
  t.black.starts = false;
  const GameRecord game = t.play();
  EXPECT_EQ(game.ending, Ending::CannotStart);
  EXPECT_EQ(game.result, pgn::GameResult::WhiteWins);
  EXPECT_EQ(game.at_fault, Color::Black);
}

TEST(Game, OversteppingTheClockLosesBeyondTheMargin) {
  struct Case {
    std::int64_t used;
    Ending ending;
  };
  for (const Case& c : {Case{100, Ending::Crash}, Case{150, Ending::Crash}, Case{151, Ending::TimeForfeit}}) {
    Table t({{"e2e4", std::nullopt, c.used}}, {{"crash"}});
    t.white_side.control = clock_of(100);
    t.white_side.margin = 50;
    const GameRecord game = t.play();
    EXPECT_EQ(game.ending, c.ending) << c.used;
    EXPECT_EQ(game.at_fault, c.ending == Ending::TimeForfeit ? Color::White : Color::Black) << c.used;
  }
}

TEST(Game, AFixedTimeForEachMoveIsHeldToo) {
  Table t({{"e2e4", std::nullopt, 61}}, {});
  TimeControl control;
  control.move_time = 50;
  t.white_side.control = control;
  t.white_side.margin = 10;
  EXPECT_EQ(t.play().ending, Ending::TimeForfeit);
}

TEST(Game, SilenceOnTheClockIsALossOnTime) {
  Table t({{"silent"}}, {});
  t.white_side.control = clock_of(100);
  t.white_side.margin = 50;
  const GameRecord game = t.play();
  EXPECT_EQ(game.ending, Ending::TimeForfeit);
  ASSERT_TRUE(t.white.patience[0]);
  EXPECT_GT(*t.white.patience[0], 150);
  EXPECT_EQ(t.rules.patience, 1234);
}

TEST(Game, ClocksRunAsTheyShould) {
  Table t({{"e2e4", std::nullopt, 300}, {"g1f3", std::nullopt, 100}, {"f1c4", std::nullopt, 100}, {"crash"}},
          {{"e7e5"}, {"b8c6"}, {"g8f6"}});
  t.white_side.control = clock_of(1000, 10, 2);
  t.white_side.margin = 0;
  t.play();
  ASSERT_EQ(t.white.requests.size(), 4U);
  const auto left = [&](std::size_t i) { return *t.white.requests[i].time[0]; };
  EXPECT_EQ(left(0), 1000);
  EXPECT_EQ(left(1), 710);                    // 1000 - 300 + 10
  EXPECT_EQ(left(2), 710 - 100 + 10 + 1000);  // two moves are made
  EXPECT_EQ(t.white.requests[0].increment[0], 10);
  EXPECT_EQ(t.white.requests[0].moves_to_go, 2);
  EXPECT_EQ(t.white.requests[1].moves_to_go, 1);
  EXPECT_EQ(t.white.requests[2].moves_to_go, 2);
  // Black has no clock; it may be silent as long as the rules say.
  EXPECT_FALSE(t.black.requests[0].time[1]);
  EXPECT_EQ(t.black.patience[0], 1234);
}

TEST(Game, ResignsWhenBothAgree) {
  Table t({{"e2e4", -700}, {"g1f3", -700}, {"f1c4", -700}}, {{"e7e5", 700}, {"b8c6", 700}, {"g8f6", 700}});
  t.rules.adjudication.resign = ResignRule{3, 600, true};
  const GameRecord game = t.play();
  EXPECT_EQ(game.ending, Ending::Resignation);
  EXPECT_EQ(game.result, pgn::GameResult::BlackWins);
  EXPECT_EQ(game.moves.size(), 6U);
  EXPECT_FALSE(game.at_fault);
}

TEST(Game, TheRulesComeBeforeTheJudge) {
  // The mating move also completes the chain of the resignation.
  Table t({{"f2f3", -900}, {"g2g4", -900}}, {{"e7e5", 900}, {"d8h4", 900}});
  t.rules.adjudication.resign = ResignRule{2, 600, true};
  EXPECT_EQ(t.play().ending, Ending::Checkmate);
}

TEST(Game, EndingsHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Ending::Interrupted); ++i) {
    const std::string_view name = name_of(static_cast<Ending>(i));
    EXPECT_FALSE(name.empty());
    EXPECT_TRUE(names.insert(name).second) << name;
  }
}

GameMove move_with(Score score, int depth, std::uint64_t nodes, int seldepth, std::int64_t time) {
  GameMove m;
  m.info = Info{};
  m.info->score = score;
  m.info->depth = depth;
  m.info->nodes = nodes;
  m.info->seldepth = seldepth;
  m.time = time;
  return m;
}

TEST(GamePgn, CommentsSayScoreDepthTimeAndNodes) {
  EXPECT_EQ(move_comment(move_with(Score{34}, 12, 12345, 18, 101)), "+0.34/12 0.101s, n=12345, sd=18");
  EXPECT_EQ(move_comment(move_with(Score{-1234}, 1, 0, 0, 0)), "-12.34/1 0.000s");
  EXPECT_EQ(move_comment(move_with(Score{0}, 1, 0, 0, 1)), "0.00/1 0.001s");
  EXPECT_EQ(move_comment(move_with(mate_in(9), 3, 5, 0, 1)), "+M5/3 0.001s, n=5");
  EXPECT_EQ(move_comment(move_with(mated_in(4), 3, 5, 0, 1)), "-M2/3 0.001s, n=5");
  GameMove silent;
  silent.time = 5;
  silent.comment = "skipped 12";
  EXPECT_EQ(move_comment(silent), "0.005s, skipped 12");
  silent.from_opening = true;
  EXPECT_EQ(move_comment(silent), "book");
}

TEST(GamePgn, ReadsBackWithOurReader) {
  ScriptedPlayer white("W", {{"a2b3", 10}});
  ScriptedPlayer black("B", {{"crash"}});
  Side w{white, {}, 0};
  Side b{black, {}, 0};
  const Position start = *fen::parse("7k/8/8/8/8/1r6/P7/K7 w - - 3 20");
  const GameRecord game = play_game(start, {}, {&w, &b}, {{}, 0});
  GameTags tags{"A - B", "3.1", {"A \"quoted\"", "B"}, {"1 s", "2 s"}, "", "2024.05.31"};
  const std::string text = to_pgn(game, tags);
  LineSource source{std::string_view(text)};
  pgn::Reader reader(source, "it");
  const auto back = reader.next();
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->complaints.empty()) << back->complaints.front();
  EXPECT_EQ(fen::to_text(back->start), fen::to_text(start));
  EXPECT_EQ(back->main_line().size(), 1U);
  EXPECT_EQ(back->result, pgn::GameResult::WhiteWins);
  EXPECT_EQ(*back->tag("Round"), "3.1");
  EXPECT_EQ(*back->tag("White"), "A \"quoted\"");
  EXPECT_EQ(*back->tag("Termination"), "abandoned");
  EXPECT_EQ(*back->tag("WhiteControl"), "1 s");
  EXPECT_EQ(back->nodes[1].comment, "+0.10/5 0.000s, n=1000, B ended");
  EXPECT_FALSE(reader.next());
}

TEST(GamePgn, AGameWithoutMovesIsAGame) {
  GameRecord game;
  game.result = pgn::GameResult::BlackWins;
  game.ending = Ending::CannotStart;
  game.explanation = "it cannot be started";
  const std::string text = to_pgn(game, {"e", "1.1", {"A", "B"}, {"", ""}, "", ""});
  LineSource source{std::string_view(text)};
  pgn::Reader reader(source, "it");
  const auto back = reader.next();
  ASSERT_TRUE(back);
  EXPECT_EQ(back->result, pgn::GameResult::BlackWins);
  EXPECT_NE(text.find("it cannot be started"), std::string::npos);
}

}  // namespace
}  // namespace oknos::lab
