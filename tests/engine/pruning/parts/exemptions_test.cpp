#include "engine/pruning/parts/exemptions.h"

#include <set>

#include "engine/pruning/scene.h"

namespace oknos::pruning {
namespace {

ExemptionSet only(Guard g) {
  ExemptionSet set;
  set.set(g, true);
  return set;
}

bool is_exempt(Guard g, const Scene& s, std::string_view move) {
  const Guard found = exemption_of(s.move(move), only(g));
  EXPECT_TRUE(found == g || found == Guard::None);
  EXPECT_EQ(exemptions_of(s.move(move)).contains(g), found == g);
  return found == g;
}

TEST(Exemptions, GivesCheck) {
  const Scene s("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  EXPECT_TRUE(is_exempt(Guard::GivesCheck, s, "a1a8"));
  EXPECT_FALSE(is_exempt(Guard::GivesCheck, s, "a1a7"));
  const Scene discovered("4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1");
  EXPECT_TRUE(is_exempt(Guard::GivesCheck, discovered, "e2c3"));
}

TEST(Exemptions, PreviousCapture) {
  Scene s("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  EXPECT_FALSE(is_exempt(Guard::PreviousCapture, s, "a1a7"));
  s.node.previous_captured = PieceType::Rook;
  EXPECT_TRUE(is_exempt(Guard::PreviousCapture, s, "a1a7"));
}

TEST(Exemptions, ToTheSeventhForBothColours) {
  const Scene white("4k3/8/P2R3N/8/8/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(is_exempt(Guard::PawnToSeventh, white, "a6a7"));
  EXPECT_FALSE(is_exempt(Guard::HeavyToSeventh, white, "a6a7"));
  EXPECT_TRUE(is_exempt(Guard::HeavyToSeventh, white, "d6d7"));
  EXPECT_FALSE(is_exempt(Guard::PawnToSeventh, white, "d6d7"));
  EXPECT_FALSE(is_exempt(Guard::HeavyToSeventh, white, "d6d8"));
  EXPECT_FALSE(is_exempt(Guard::HeavyToSeventh, white, "h6f7"));
  const Scene black("4k3/8/8/8/8/p2q4/8/K7 b - - 0 1");
  EXPECT_TRUE(is_exempt(Guard::PawnToSeventh, black, "a3a2"));
  EXPECT_TRUE(is_exempt(Guard::HeavyToSeventh, black, "d3d2"));
}

TEST(Exemptions, BishopPair) {
  const Scene pair("4k3/8/8/2b1b3/8/3N4/8/4K3 w - - 0 1");  // c5 is dark, e5 is dark: no pair
  EXPECT_FALSE(is_exempt(Guard::BishopPair, pair, "d3e5"));
  const Scene real("4k3/8/2b5/4b3/8/3N4/8/4K3 w - - 0 1");
  EXPECT_TRUE(is_exempt(Guard::BishopPair, real, "d3e5"));
  const Scene single("4k3/8/8/4b3/8/3N4/8/4K3 w - - 0 1");
  EXPECT_FALSE(is_exempt(Guard::BishopPair, single, "d3e5"));
}

TEST(Exemptions, PawnOnSecondOrThirdRankOfItsOwner) {
  const Scene s("4k3/7p/6p1/4Np2/8/8/8/1B2K2R w K - 0 1");
  EXPECT_TRUE(is_exempt(Guard::PawnOnSecondOrThird, s, "h1h7"));
  EXPECT_TRUE(is_exempt(Guard::PawnOnSecondOrThird, s, "e5g6"));
  EXPECT_FALSE(is_exempt(Guard::PawnOnSecondOrThird, s, "b1f5"));
  const Scene black("4k3/8/8/8/3n4/1P6/2P5/4K3 b - - 0 1");
  EXPECT_TRUE(is_exempt(Guard::PawnOnSecondOrThird, black, "d4c2"));
  EXPECT_TRUE(is_exempt(Guard::PawnOnSecondOrThird, black, "d4b3"));
  const Scene en_passant("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");  // the victim stands on its fourth rank
  EXPECT_FALSE(is_exempt(Guard::PawnOnSecondOrThird, en_passant, "e5d6"));
}

TEST(Exemptions, TakesQueenAndPromotion) {
  const Scene s("1q2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(is_exempt(Guard::TakesQueen, s, "a7b8n"));
  EXPECT_TRUE(is_exempt(Guard::Promotion, s, "a7b8n"));
  EXPECT_TRUE(is_exempt(Guard::Promotion, s, "a7a8q"));
  EXPECT_FALSE(is_exempt(Guard::TakesQueen, s, "a7a8q"));
  EXPECT_FALSE(is_exempt(Guard::Promotion, s, "e1e2"));
}

TEST(Exemptions, Captures) {
  Scene s("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1");
  EXPECT_TRUE(is_exempt(Guard::Captures, s, "c4d5"));
  EXPECT_FALSE(is_exempt(Guard::Captures, s, "c4c5"));
}

TEST(Exemptions, Recapture) {
  Scene s("4k3/8/8/3r4/8/2N5/8/4K2R w K - 0 1");
  EXPECT_FALSE(is_exempt(Guard::Recapture, s, "c3d5"));
  s.node.previous = Move{Square::D8, Square::D5};
  s.node.previous_captured = PieceType::Bishop;
  EXPECT_TRUE(is_exempt(Guard::Recapture, s, "c3d5"));
  EXPECT_FALSE(is_exempt(Guard::Recapture, s, "h1h5"));
}

TEST(Exemptions, CastlingIsNoCaptureAndNoRookMove) {
  const Scene s("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  ExemptionSet all;
  for (const ExemptionInfo& e : kExemptions) all.set(e.guard, true);
  all.set(Guard::GivesCheck, false);
  EXPECT_EQ(exemption_of(s.move("e1g1"), all), Guard::None);
}

TEST(Exemptions, AnEmptySetSparesNothing) {
  const Scene s("1q2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(exemption_of(s.move("a7b8q"), {}), Guard::None);
}

TEST(Exemptions, TheListHoldsEveryExemptionOnce) {
  std::set<Guard> guards;
  std::set<std::string_view> keys;
  for (const ExemptionInfo& e : kExemptions) {
    EXPECT_GE(e.guard, Guard::GivesCheck);
    guards.insert(e.guard);
    keys.insert(e.key);
  }
  EXPECT_EQ(static_cast<int>(guards.size()), kGuards - static_cast<int>(Guard::GivesCheck));
  EXPECT_EQ(keys.size(), kExemptions.size());
}

}  // namespace
}  // namespace oknos::pruning
