#include "lab/commands/claims/claim.h"

#include <gtest/gtest.h>

#include "engine/chess/notation.h"

namespace oknos::lab {
namespace {

std::string line(const std::string& changes = "") {
  return R"({"rule":"futility","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","move":"e2e4","depth":3,"alpha":10,"beta":11)" +
         (changes.empty() ? "" : "," + changes) + "}";
}

std::string error_of(const std::string& text) {
  const auto claim = parse_claim(text);
  return claim.ok() ? "" : claim.error();
}

TEST(Claim, TheLeastLine) {
  const auto claim = parse_claim(line());
  ASSERT_TRUE(claim.ok()) << claim.error();
  ASSERT_TRUE(claim->has_value());
  const Claim& c = **claim;
  EXPECT_EQ(c.rule, "futility");
  EXPECT_EQ(to_text(c.move, false), "e2e4");
  EXPECT_EQ(c.action, Claim::Action::Skip);
  EXPECT_TRUE(c.fired);
  EXPECT_EQ(c.every, 1u);
  EXPECT_EQ(c.depth, 3);
}

TEST(Claim, TheMoveNumberDoesNotMatter) {
  EXPECT_EQ(
      error_of(
          R"({"rule":"x","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 12345","move":"e2e4","depth":3,"alpha":0,"beta":1})"),
      "");
}

TEST(Claim, LinesWithoutAClaim) {
  for (const char* text : {"", "  ", R"({"oknos_claims":1})"}) {
    const auto claim = parse_claim(text);
    ASSERT_TRUE(claim.ok()) << text;
    EXPECT_FALSE(claim->has_value()) << text;
  }
}

TEST(Claim, FieldsOfLaterVersionsOfAnEngineAreIgnored) {
  EXPECT_EQ(error_of(line(R"("colour":"green")")), "");
}

TEST(Claim, MovesLeadToThePosition) {
  const auto claim =
      parse_claim(R"({"rule":"x","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":"e2e4 e7e5",)"
                  R"("depth":2,"alpha":-5,"beta":5,"bound":7})");
  ASSERT_TRUE(claim.ok()) << claim.error();
  EXPECT_EQ((*claim)->action, Claim::Action::Cut);
  EXPECT_TRUE((*claim)->fails_high());
  EXPECT_EQ((*claim)->line.moves.size(), 2u);
}

TEST(Claim, AMoveMayCutItsNode) {
  const auto claim = parse_claim(line(R"("action":"cut","bound":40)"));
  ASSERT_TRUE(claim.ok()) << claim.error();
  EXPECT_TRUE((*claim)->fails_high());
  EXPECT_EQ((*claim)->judged_depth(), 2);
}

TEST(Claim, AnExtendedMoveIsJudgedDeeper) {
  EXPECT_EQ((*parse_claim(line(R"("full_depth":3)")))->judged_depth(), 3);
}

TEST(Claim, IsReadAsItWasWritten) {
  const std::string lines[] = {
      R"({"search":7,"every":50,"rule":"futility","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 3 9","moves":"e1d1 e8d8",)"
      R"("move":"e2e4","action":"skip","fired":1,"depth":3,"full_depth":3,"reduced_depth":-1,"ply":4,"alpha":10,)"
      R"("beta":11,"static_eval":-5,"bound":9,"slack":1})",
      R"({"search":7,"every":50,"rule":"history","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 3 9","move":"e1d1","action":"skip",)"
      R"("fired":1,"depth":3,"alpha":10,"beta":11,"slack":-700000,"slack_unit":"history"})",
      R"({"search":0,"every":1,"rule":"lmr","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","move":"e2e4","action":"reduce",)"
      R"("fired":1,"depth":3,"reduced_depth":1,"alpha":-32000,"beta":32000})",
      R"({"search":0,"every":1,"rule":"null-move","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","action":"cut","fired":0,)"
      R"("depth":3,"alpha":4,"beta":5,"bound":5})"};
  for (const std::string& text : lines) {
    const auto claim = parse_claim(text);
    ASSERT_TRUE(claim.ok()) << claim.error();
    EXPECT_EQ(to_line(**claim), text);
  }
}

TEST(Claim, ErrorsNameTheFieldAndWhatWouldBeRight) {
  const std::string fen = R"("fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")";
  const struct {
    std::string text, part;
  } cases[] = {
      {R"({"rule":"futility","fen":)", "not a JSON object"},
      {"[1]", "not a JSON object"},
      {"\xff\xfe", "not a JSON object"},
      {R"({"oknos_claims":2})", "version"},
      {R"({"rule":"A b",)" + fen + "}", "\"rule\": must be 1 to 31 of a-z 0-9 _ -"},
      {"{" + fen + "}", "\"rule\": is missing"},
      {R"({"rule":"x","fen":"4k3/8 w - - 0 1"})", "\"fen\": "},
      {R"({"rule":"x"})", "\"fen\": is missing"},
      {line(R"("moves":"e2e5")"), "\"moves\": \"e2e5\" is not a legal move"},
      {R"({"rule":"x",)" + fen + R"(,"move":"e2e5","depth":1,"alpha":0,"beta":1})",
       "\"move\": \"e2e5\" is not a legal move in 4k3/"},
      {R"({"rule":"x",)" + fen + R"(,"move":"e2e4","alpha":0,"beta":1})", "\"depth\": is missing"},
      {line(R"("slack":70000)"), "\"slack\": must be a whole number from -64000 to 64000"},
      {line(R"("slack":7,"slack_unit":"half moves")"), "\"slack_unit\": must be 1 to 31 of a-z 0-9 _ -"},
      {line(R"("bound":40000)"), "\"bound\": must be a whole number from -32000 to 32000, not 40000"},
      {line(R"("bound":18446744073709551615)"), "\"bound\": must be a whole number"},
      {line(R"("bound":1.5)"), "\"bound\": must be a whole number"},
      {line(R"("static_eval":"12")"), "\"static_eval\": must be a whole number"},
      {line(R"("every":0)"), "\"every\": must be a whole number from 1"},
      {line(R"("fired":2)"), "\"fired\": must be a whole number from 0 to 1"},
      {line(R"("action":"jump")"), "\"action\": must be skip, cut or reduce, not \"jump\""},
      {line(R"("action":"cut","bound":10)"),
       "\"bound\": must be at least beta (11) where a move cuts the node, not 10"},
      {R"({"rule":"x",)" + fen + R"(,"depth":1,"full_depth":1,"alpha":0,"beta":1,"bound":2})",
       "\"full_depth\": is for moves"},
      {line(R"("action":"reduce")"), "\"reduced_depth\": is missing"},
      {R"({"rule":"x",)" + fen + R"(,"depth":1,"alpha":0,"beta":1})", "\"bound\": is missing"},
      {R"({"rule":"x","fired":0,)" + fen + R"(,"depth":1,"alpha":0,"beta":1})", "\"bound\": is missing"},
      {R"({"rule":"x",)" + fen + R"(,"depth":1,"alpha":0,"beta":9,"bound":5})",
       "\"bound\": must be at most alpha (0) or at least beta (9) where a node is cut, not 5"},
      {R"({"rule":"x",)" + fen + R"(,"move":"e2e4","depth":1,"alpha":4,"beta":4})",
       "\"beta\": must be greater than alpha (4), not 4"},
  };
  for (const auto& c : cases) {
    const std::string error = error_of(c.text);
    EXPECT_NE(error.find(c.part), std::string::npos) << c.text << "\n-> " << error;
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace oknos::lab
