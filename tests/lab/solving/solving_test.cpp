#include "lab/solving/solving.h"

#include <gtest/gtest.h>

#include "support/positions.h"

namespace oknos::lab {
namespace {

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";
constexpr Score kEven{20};

epd::Record record_of(const std::string& operations) {
  auto record = epd::parse(std::string(kStart) + operations);
  EXPECT_TRUE(record.ok()) << operations;
  return record ? *record : epd::Record(Position::initial());
}

Move move_of(std::string_view text) {
  return test::move_in(Position::initial(), text);
}

bool right(const std::string& operations, std::string_view move, std::optional<Score> score = kEven) {
  return is_right(task_of(record_of(operations)), move_of(move), score);
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

TEST(Solving, TakesEverythingThatIsAskedFor) {
  EXPECT_TRUE(right("bm e4 d4;", "d2d4"));
  EXPECT_FALSE(right("bm e4 d4;", "c2c4"));
  EXPECT_TRUE(right("am f3;", "e2e4"));
  EXPECT_FALSE(right("am f3 g4;", "g2g4"));
  EXPECT_TRUE(right("bm e4; am f3;", "e2e4"));
  EXPECT_FALSE(right("bm e4; am f3;", "d2d4"));
  EXPECT_FALSE(right("id \"nothing\";", "e2e4"));
  EXPECT_FALSE(task_of(record_of("id \"nothing\";")).asked());
  EXPECT_FALSE(task_of(record_of("dm 0;")).asked());
  EXPECT_FALSE(is_right(task_of(record_of("am f3;")), Move{}, kEven));
}

TEST(Solving, WantsAMateForTheRightSideInTimeEnough) {
  const Score in_3 = mate_in(5);  // plies
  EXPECT_TRUE(right("dm 3;", "e2e4", in_3));
  EXPECT_TRUE(right("bm #3;", "e2e4", in_3));
  EXPECT_TRUE(right("dm 5;", "e2e4", in_3));
  EXPECT_FALSE(right("dm 2;", "e2e4", in_3));
  EXPECT_FALSE(right("dm 3;", "e2e4", kEven));
  EXPECT_FALSE(right("dm 3;", "e2e4", std::nullopt));
  EXPECT_FALSE(right("dm 3;", "e2e4", mated_in(4)));
  EXPECT_TRUE(right("bm #-2;", "e2e4", mated_in(4)));
  EXPECT_TRUE(right("dm -2;", "e2e4", mated_in(4)));
  EXPECT_FALSE(right("dm -2;", "e2e4", mated_in(6)));
  EXPECT_FALSE(right("dm -2;", "e2e4", in_3));
}

TEST(Solving, WantsBothTheMoveAndTheMate) {
  EXPECT_TRUE(right("bm e4; dm 3;", "e2e4", mate_in(5)));
  EXPECT_FALSE(right("bm e4; dm 3;", "d2d4", mate_in(5)));
  EXPECT_FALSE(right("bm e4; dm 3;", "e2e4", kEven));
  EXPECT_EQ(wanted_text(record_of("bm e4 Nf3; am f3; dm 3;")), "bm e4 Nf3, am f3, mate in 3");
  EXPECT_EQ(wanted_text(record_of("bm #-4;")), "mated in 4");
  EXPECT_EQ(wanted_text(record_of("")), "");
}

TEST(Solving, SaysWhenAMateIsShorterThanClaimed) {
  const Task task = task_of(record_of("dm 4;"));
  EXPECT_TRUE(is_shorter(task, mate_in(5)));
  EXPECT_FALSE(is_shorter(task, mate_in(7)));
  EXPECT_FALSE(is_shorter(task, mated_in(2)));
  EXPECT_FALSE(is_shorter(task, kEven));
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

TEST(Solving, IsLostWhenTheEndIsWrong) {
  const Task task = task_of(record_of("bm e4;"));
  Judge judge(task);
  judge.on_info(line(1, "e2e4"));
  judge.on_info(line(2, "d2d4"));
  const Solving found = judge.finish(played("d2d4"));
  EXPECT_FALSE(found.solved);
  EXPECT_FALSE(found.held_since);
  ASSERT_TRUE(found.first);
  EXPECT_EQ(found.first->depth, 1);
}

TEST(Solving, IsDecidedByTheMovePlayedNotByTheLastLine) {
  const Task task = task_of(record_of("bm e4;"));
  Judge wrong_at_last(task);
  wrong_at_last.on_info(line(1, "e2e4"));
  const Solving lost = wrong_at_last.finish(played("d2d4"));
  EXPECT_FALSE(lost.solved);
  EXPECT_FALSE(lost.held_since);

  Judge right_at_last(task);
  right_at_last.on_info(line(3, "d2d4"));
  const Solving found = right_at_last.finish(played("e2e4"));
  EXPECT_TRUE(found.solved);
  ASSERT_TRUE(found.held_since && found.first);
  EXPECT_EQ(found.held_since->time, 999) << "held since the end";
  EXPECT_EQ(found.held_since->depth, 3);
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

TEST(Solving, NoLineAtAllIsNoProblem) {
  const Task task = task_of(record_of("bm e4;"));
  const Judge judge(task);
  const Solving found = judge.finish(played("e2e4"));
  EXPECT_TRUE(found.solved);
  EXPECT_FALSE(found.score);
  ASSERT_TRUE(found.held_since);
  EXPECT_EQ(found.held_since->time, 999);
}

}  // namespace
}  // namespace oknos::lab
