// What a position of a suite asks for, and whether a search found it.
#include "lab/solving/solving.h"

#include <gtest/gtest.h>

#include "lab/solving/epd_verdict.h"
#include "lab/solving/mate_line.h"
#include "lab/solving/themes.h"
#include "support/contains.h"
#include "support/positions.h"

namespace oknos::lab {
namespace {

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";
constexpr Score kEven{20};

epd::Record record_of(const std::string& operations, std::string_view position = kStart) {
  auto record = epd::parse(std::string(position) + operations);
  EXPECT_TRUE(record.ok()) << operations;
  return record ? *record : epd::Record(Position::initial());
}

Move move_of(std::string_view text) {
  return test::move_in(Position::initial(), text);
}

TEST(EpdVerdict, ComparesWithBestAndAvoidedMoves) {
  const struct {
    const char *operations, *move;
    Verdict verdict;
  } cases[] = {{"bm e4 d4;", "d2d4", Verdict::Right},     {"bm e4 d4;", "c2c4", Verdict::Wrong},
               {"am f3;", "f2f3", Verdict::Wrong},        {"am f3;", "e2e4", Verdict::Right},
               {"bm e4; am f3;", "d2d4", Verdict::Wrong}, {"id \"x\";", "e2e4", Verdict::NotAsked}};
  for (const auto& [operations, move, verdict] : cases)
    EXPECT_EQ(verdict_of(record_of(operations), move_of(move)), verdict) << operations << move;
  EXPECT_EQ(wanted_moves(record_of("bm Nf3; am f3;")), "bm Nf3, am f3");
}

// --- The end of a line that announces a mate

TEST(MateLine, EndsInTheMateOrIsTooShortOrWrong) {
  // White mates in two: 1. Ra7 Kg8 (or any other move along the last rank) 2. Rb8#.
  constexpr const char* kTwoRooks = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
  const struct {
    const char* fen;
    std::vector<const char*> line;
    Score score;
    MateLine verdict;
    const char* why;
  } cases[] = {
      {kTwoRooks, {"a2a7"}, Score{900}, MateLine::None, "no mate"},
      {kTwoRooks, {"a2a7", "h8g8", "b1b8"}, mate_in(3), MateLine::Mates, ""},
      {"6k1/R7/8/8/8/8/8/1R4K1 b - - 0 1", {"g8f8", "b1b8"}, mated_in(2), MateLine::Mates, ""},
      {kTwoRooks, {}, mate_in(3), MateLine::Short, ""},
      {kTwoRooks, {"a2a7"}, mate_in(3), MateLine::Short, ""},
      {kTwoRooks, {"a2a7", "h8g8"}, mate_in(3), MateLine::Short, ""},
      {kTwoRooks, {"a2a7", "h8g8", "b1b8"}, mate_in(5), MateLine::Wrong, "a mate in another number of moves"},
      {kTwoRooks, {"a2a7", "h8g8", "b1b7"}, mate_in(3), MateLine::Wrong, "no mate where it should be"},
      {kTwoRooks, {"a2a7", "h8g8", "b1b8"}, mated_in(4), MateLine::Wrong, "the other side is mated"},
      {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", {"f1f7"}, mate_in(5), MateLine::Wrong, "stalemate"},
      {"7k/8/8/8/8/8/1r6/K7 w - - 0 1", {"a1b2"}, mate_in(9), MateLine::Wrong, "two kings"},
      {"7k/8/8/8/8/8/R7/1R4K1 w - - 99 80", {"a2a3"}, mate_in(5), MateLine::Wrong, "fifty moves"},
  };
  for (const auto& c : cases) {
    const Position start = test::position_from(c.fen);
    Position now = start;
    std::vector<Move> line;
    for (const char* move : c.line) {
      line.push_back(test::move_in(now, move));
      now.play(line.back());
    }
    EXPECT_EQ(mate_line(start, line, c.score), c.verdict) << c.fen << " " << c.why;
  }
}

// --- Themes and points

TEST(Themes, AreWhatStandsBeforeTheNumber) {
  const std::pair<const char*, const char*> cases[] = {{"WAC.001", "WAC"},
                                                       {"LCTII.POS.01", "LCTII.POS"},
                                                       {"LCTPOS01 (d6!)", "LCTPOS"},
                                                       {"E_E_T 001 - B vs B", "E_E_T"},
                                                       {"PET001: Pawn endgame", "PET"},
                                                       {"arasan2024.17", "arasan2024"},
                                                       {"test 1", "test"},
                                                       {"STS(v5.0) Bishop vs Knight.081", "Bishop vs Knight"},
                                                       {"Fischer - Spassky", ""},
                                                       {"17", ""},
                                                       {"", ""}};
  for (const auto& [id, theme] : cases) EXPECT_EQ(theme_of(id), theme) << id;
  // One name for each part of the Strategic Test Suite.
  Themes themes;
  EXPECT_EQ(themes.of("STS(v3.0) Outposts/Centre.001"), "Outposts/Centre");
  EXPECT_EQ(themes.of("STS(v3.0) Centre/Outposts.002"), "Outposts/Centre");
  EXPECT_EQ(themes.of("STS(v4.0) Square Vacancy.001"), "Square Vacancy");
  EXPECT_EQ(themes.of("WAC.001"), "WAC");
}

TEST(Points, OfTheMoves) {
  const std::string c0 = "bm e4; c0 \"e4=10, d4=7, Nf3=3\";", san = "bm e4; c7 \"e4 d4 Nf3\"; c8 \"100 71 5\";",
                    uci = "bm e4; c0 \"e4=1\"; c7 \"x y z\"; c8 \"10 8 6\"; c9 \"e2e4 d2d4 g1f3\";";
  const struct {
    std::string operations;
    const char* move;
    int points;
  } cases[] = {{c0, "e2e4", 10},  {c0, "g1f3", 3},   {c0, "a2a3", 0}, {san, "e2e4", 100},
               {san, "d2d4", 71}, {uci, "e2e4", 10}, {uci, "g1f3", 6}};
  for (const auto& [operations, move, points] : cases) {
    const auto table = points_of(record_of(operations));
    ASSERT_TRUE(table.ok() && table->has_value()) << operations;
    EXPECT_EQ((*table)->of(move_of(move)), points) << operations << move;
  }
  // Promotions have a sign of their own.
  const auto table = points_of(record_of("bm a8=Q; c0 \"a8=Q=10, a8=R=4\";", "7k/P7/8/8/8/8/8/K7 w - - "));
  ASSERT_TRUE(table.ok() && table->has_value());
  EXPECT_EQ((*table)->moves.size(), 2u);
  EXPECT_EQ((*table)->most(), 10);
}

TEST(Points, OtherCommentsAreComments) {
  for (const char* comment :
       {"c0 \"Minev - Portisch, Halle 1967\";", "c0 \"e4=best\";", "c0 \"\";", "c8 \"words\"; c9 \"e2e4\";", "bm e4;"})
    EXPECT_FALSE(points_of(record_of(comment))->has_value()) << comment;
  const auto unequal = points_of(record_of("c8 \"10 8\"; c9 \"e2e4\";"));
  const auto illegal = points_of(record_of("c0 \"e4=10, Qh5=3\";"));
  ASSERT_FALSE(unequal.ok() || illegal.ok());
  EXPECT_TRUE(test::contains(unequal.error(), "1 moves and c8 2 points"));
  EXPECT_TRUE(test::contains(illegal.error(), "Qh5"));
}

// --- Tasks

TEST(Solving, TakesEverythingThatIsAskedFor) {
  const Score in_3 = mate_in(5);  // plies
  const struct {
    const char *operations, *move;
    std::optional<Score> score;
    bool right;
  } cases[] = {
      {"bm e4 d4;", "d2d4", kEven, true},
      {"bm e4 d4;", "c2c4", kEven, false},
      {"am f3;", "e2e4", kEven, true},
      {"am f3 g4;", "g2g4", kEven, false},
      {"bm e4; am f3;", "e2e4", kEven, true},
      {"bm e4; am f3;", "d2d4", kEven, false},
      {"id \"nothing\";", "e2e4", kEven, false},
      // A mate for the right side in time enough.
      {"dm 3;", "e2e4", in_3, true},
      {"bm #3;", "e2e4", in_3, true},
      {"dm 5;", "e2e4", in_3, true},
      {"dm 2;", "e2e4", in_3, false},
      {"dm 3;", "e2e4", kEven, false},
      {"dm 3;", "e2e4", std::nullopt, false},
      {"dm 3;", "e2e4", mated_in(4), false},
      {"bm #-2;", "e2e4", mated_in(4), true},
      {"dm -2;", "e2e4", mated_in(4), true},
      {"dm -2;", "e2e4", mated_in(6), false},
      {"dm -2;", "e2e4", in_3, false},
      // Both the move and the mate.
      {"bm e4; dm 3;", "e2e4", in_3, true},
      {"bm e4; dm 3;", "d2d4", in_3, false},
      {"bm e4; dm 3;", "e2e4", kEven, false},
  };
  for (const auto& c : cases)
    EXPECT_EQ(is_right(task_of(record_of(c.operations)), move_of(c.move), c.score), c.right) << c.operations << c.move;
  EXPECT_FALSE(is_right(task_of(record_of("am f3;")), Move{}, kEven));
  for (const char* nothing : {"id \"nothing\";", "dm 0;"}) EXPECT_FALSE(task_of(record_of(nothing)).asked());
  EXPECT_EQ(wanted_text(record_of("bm e4 Nf3; am f3; dm 3;")), "bm e4 Nf3, am f3, mate in 3");
  EXPECT_EQ(wanted_text(record_of("bm #-4;")), "mated in 4");
  EXPECT_EQ(wanted_text(record_of("")), "");
}

TEST(Solving, SaysWhenAMateIsShorterThanClaimed) {
  const Task task = task_of(record_of("dm 4;"));
  EXPECT_TRUE(is_shorter(task, mate_in(5)));
  for (const Score not_shorter : {mate_in(7), mated_in(2), kEven}) EXPECT_FALSE(is_shorter(task, not_shorter));
}

Info line(int depth, std::string_view move, Score score = kEven, Bound bound = Bound::Exact, int multi_pv = 1) {
  Info info;
  info.depth = depth;
  info.multi_pv = multi_pv;
  info.score = score;
  info.bound = bound;
  info.nodes = static_cast<std::uint64_t>(depth) * 100;
  info.time = depth * 10;
  info.pv = {move_of(move)};
  return info;
}

PlayedMove played(std::string_view move, std::optional<Info> info = std::nullopt) {
  PlayedMove out;
  out.move = move_of(move);
  out.info = std::move(info);
  out.time = 999;
  return out;
}

TEST(Solving, HoldsSinceTheFirstOfTheLastRightLines) {
  const Task task = task_of(record_of("bm e4;"));
  Judge judge(task);
  judge.on_info(line(1, "d2d4"));
  judge.on_info(line(2, "e2e4"));  // right, and lost again
  judge.on_info(line(3, "g1f3"));
  judge.on_info(line(4, "e2e4"));
  judge.on_info(line(5, "e2e4"));
  const Solving found = judge.finish(played("e2e4", line(5, "e2e4")));
  EXPECT_TRUE(found.solved);
  ASSERT_TRUE(found.held_since && found.first);
  EXPECT_EQ(found.held_since->depth, 4);
  EXPECT_EQ(found.held_since->nodes, 400u);
  EXPECT_EQ(found.held_since->time, 40);
  EXPECT_EQ(found.first->depth, 2);
  EXPECT_EQ(found.end.depth, 5);
  EXPECT_EQ(found.end.time, 999);
}

// Not by the last line.
TEST(Solving, IsDecidedByTheMovePlayed) {
  const Task task = task_of(record_of("bm e4;"));
  Judge wrong_at_last(task);
  wrong_at_last.on_info(line(1, "e2e4"));
  const Solving lost = wrong_at_last.finish(played("d2d4"));
  EXPECT_FALSE(lost.solved || lost.held_since);
  ASSERT_TRUE(lost.first);
  EXPECT_EQ(lost.first->depth, 1);

  Judge right_at_last(task);
  right_at_last.on_info(line(3, "d2d4"));
  const Solving found = right_at_last.finish(played("e2e4"));
  EXPECT_TRUE(found.solved);
  ASSERT_TRUE(found.held_since && found.first);
  EXPECT_EQ(found.held_since->time, 999) << "held since the end";
  EXPECT_EQ(found.held_since->depth, 3);

  const Solving without_a_line = Judge(task).finish(played("e2e4"));
  EXPECT_TRUE(without_a_line.solved && without_a_line.held_since);
  EXPECT_FALSE(without_a_line.score);
}

TEST(Solving, OnlyTheScoreOfTheMovePlayedProvesAMate) {
  const Task task = task_of(record_of("dm 3;"));
  Judge judge(task);
  judge.on_info(line(4, "e2e4", mate_in(5)));
  EXPECT_TRUE(judge.finish(played("e2e4")).solved);
  EXPECT_FALSE(judge.finish(played("d2d4")).solved);
}

TEST(Solving, ListensToExactLinesOfTheBestMoveAlone) {
  const Task task = task_of(record_of("bm e4;"));
  Judge judge(task);
  judge.on_info(line(1, "e2e4"));
  judge.on_info(line(2, "d2d4", kEven, Bound::Lower));
  judge.on_info(line(2, "d2d4", kEven, Bound::Upper));
  judge.on_info(line(2, "d2d4", kEven, Bound::Exact, 2));
  judge.on_info(Info{});  // no line
  const Solving found = judge.finish(played("e2e4"));
  ASSERT_TRUE(found.held_since);
  EXPECT_EQ(found.held_since->depth, 1);
  EXPECT_EQ(judge.iterations().size(), 1u);
}

TEST(Solving, KeepsTheLastLineOfEachDepth) {
  const Task task = task_of(record_of("bm e4;"));
  Judge judge(task);
  judge.on_info(line(1, "d2d4"));
  judge.on_info(line(2, "d2d4"));
  judge.on_info(line(2, "e2e4"));
  judge.on_info(line(1, "c2c4"));  // out of order: some engines begin anew
  ASSERT_EQ(judge.iterations().size(), 2u);
  EXPECT_FALSE(judge.iterations()[0].right);
  EXPECT_TRUE(judge.iterations()[1].right);
}

}  // namespace
}  // namespace oknos::lab
