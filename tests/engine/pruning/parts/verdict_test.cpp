#include "engine/pruning/parts/verdict.h"

#include <gtest/gtest.h>
#include <set>

namespace oknos::pruning {
namespace {

TEST(Verdict, OnlyAnswersThatChangeTheSearchFire) {
  EXPECT_FALSE(Verdict::go_on().fires());
  EXPECT_FALSE(Verdict::held(Guard::PvNode).fires());
  EXPECT_TRUE(Verdict::cut(Score{1}).fires());
  EXPECT_TRUE(Verdict::resolve(Score{1}).fires());
  EXPECT_TRUE(Verdict::reduce(1).fires());
  EXPECT_TRUE(Verdict::skip(Score{1}).fires());
  EXPECT_TRUE(Verdict::skip_quiets(Score{1}).fires());
}

TEST(Verdict, EveryGuardAndPlaceHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int g = 0; g < kGuards; ++g) names.insert(name_of(static_cast<Guard>(g)));
  EXPECT_EQ(static_cast<int>(names.size()), kGuards);
  EXPECT_EQ(names.count("?"), 0U);
  for (const Place p : {Place::Node, Place::Move, Place::QuiescenceNode, Place::QuiescenceMove})
    EXPECT_NE(name_of(p), "?");
}

}  // namespace
}  // namespace oknos::pruning
