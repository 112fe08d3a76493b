#include "engine/search/vote.h"

#include <array>
#include <gtest/gtest.h>

namespace oknos {
namespace {

constexpr Move kA{Square::E2, Square::E4};
constexpr Move kB{Square::D2, Square::D4};
constexpr Move kC{Square::C2, Square::C4};

TEST(Vote, OneVoterDecides) {
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{0}, 5}}), 0U);
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{0}, 0}}), 0U);
}

TEST(Vote, ManyOutweighOne) {
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{10}, 10}, Ballot{kB, Score{10}, 10}, Ballot{kB, Score{10}, 9}}),
            1U);
}

TEST(Vote, AMuchDeeperOneOutweighsMany) {
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{10}, 10}, Ballot{kA, Score{10}, 10}, Ballot{kB, Score{10}, 25}}),
            2U);
}

TEST(Vote, LikingCounts) {
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{0}, 10}, Ballot{kA, Score{0}, 10}, Ballot{kB, Score{100}, 10}}),
            2U);
}

TEST(Vote, TheDeepestSpeaksForItsMove) {
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{10}, 10}, Ballot{kA, Score{12}, 12}, Ballot{kA, Score{15}, 12},
                                   Ballot{kC, Score{0}, 10}}),
            2U);
}

TEST(Vote, EqualVotesGoToTheFirst) {
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{10}, 10}, Ballot{kB, Score{10}, 10}, Ballot{kC, Score{10}, 10}}),
            0U);
}

TEST(Vote, TheShortestMateWins) {
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{900}, 30}, Ballot{kB, mate_in(7), 5}, Ballot{kC, mate_in(5), 4},
                                   Ballot{kA, Score{900}, 30}}),
            2U);
  EXPECT_EQ(best_thread(std::array{Ballot{kC, mate_in(5), 4}, Ballot{kA, Score{900}, 30}, Ballot{kA, Score{900}, 30}}),
            0U);
}

TEST(Vote, WhoKnowsOfAMateAgainstItIsHeard) {
  EXPECT_EQ(
      best_thread(std::array{Ballot{kA, mated_in(6), 12}, Ballot{kB, Score{-300}, 11}, Ballot{kA, mated_in(8), 12}}),
      1U);
}

TEST(Vote, WhoHasFinishedNothingIsNotHeard) {
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{0}, 3}, Ballot{kB, Score{500}, 0}, Ballot{Move{}, Score{}, 0}}),
            0U);
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{0}, 0}, Ballot{kB, Score{0}, 2}}), 1U);
  EXPECT_EQ(best_thread(std::array{Ballot{kA, Score{0}, 3}, Ballot{kB, mate_in(1), 0}}), 0U);
}

}  // namespace
}  // namespace oknos
