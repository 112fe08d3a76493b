#include "lab/shadow/claim.h"

#include <gtest/gtest.h>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/presets/preset.h"

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

// --- Was it right?

Claim skip(int alpha) {
  Claim c;
  c.rule = "futility";
  c.move = *move_from_text(c.line.current, "e2e4");
  c.depth = 4;
  c.alpha = alpha;
  c.beta = alpha + 1;
  return c;
}

Claim cut(int bound) {
  Claim c;
  c.rule = "null_move";
  c.action = Claim::Action::Cut;
  c.depth = 4;
  c.alpha = 0;
  c.beta = 1;
  c.bound = bound;
  return c;
}

Claim reduced(Claim c) {
  c.action = Claim::Action::Reduce;
  if (!c.move) c.bound.reset();
  return c;
}

TEST(Verdict, SaysByHowMuchAClaimIsWrongAndWhatItSaved) {
  const std::optional<int> none;
  const struct {
    const char* what;
    Claim claim;
    int value;
    std::uint64_t nodes;
    std::optional<int> first;
    std::uint64_t nodes_first;
    int error_size;
    bool found;
    std::uint64_t saved;
  } cases[] = {
      {"a skipped move that does not raise alpha", skip(50), 50, 10, none, 0, 0, false, 11},
      {"one that does; no reduction is named, so the first search is the full one", skip(50), 80, 10, none, 0, 30, true,
       11},
      {"the reduced search raises alpha, too", skip(50), 80, 100, 51, 7, 30, true, 8},
      {"the reduced search does not", skip(50), 80, 100, 50, 7, 30, false, 8},
      {"without an error there is nothing to find", skip(50), 40, 100, 51, 7, 0, false, 8},
      {"a cut above holds", cut(30), 1, 10, none, 0, 0, false, 11},
      {"it does not quite", cut(30), 0, 10, none, 0, 1, true, 11},
      {"it does not", cut(30), -19, 10, none, 0, 20, true, 11},
      {"a cut below holds", cut(-30), 0, 10, none, 0, 0, false, 11},
      {"it does not", cut(-30), 25, 10, none, 0, 25, true, 11},
      {"only the full search of a reduced move raises alpha", reduced(skip(50)), 60, 100, 50, 30, 10, false, 70},
      {"a reduced move is searched again", reduced(skip(50)), 60, 100, 51, 30, 0, false, 70},
      {"neither raises alpha", reduced(skip(50)), 50, 100, 20, 30, 0, false, 70},
      {"a reduced node on the same side of the window", reduced(cut(0)), 90, 100, 10, 30, 0, false, 70},
      {"on another side", reduced(cut(0)), 90, 100, -10, 30, 100, false, 70},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.what);
    const ClaimVerdict v = verdict_of(c.claim, c.value, c.nodes, c.first, c.nodes_first);
    EXPECT_EQ(v.error, c.error_size > 0);
    EXPECT_EQ(v.error_size, Score{c.error_size});
    EXPECT_EQ(v.found_at_reduced_depth, c.found);
    EXPECT_EQ(v.nodes, c.saved);
  }
}

// Answers with a value for each depth, and remembers what it was asked.
class Oracle : public Player {
 public:
  const std::string& name() const override { return name_; }
  std::optional<Failure> new_game(bool, const std::atomic<bool>*) override {
    ++games;
    return std::nullopt;
  }
  std::optional<Error> change(const ValueChanges&) override { return std::nullopt; }
  MoveOutcome move(const MoveRequest& request, SearchListener* listener) override {
    asked.push_back(*request.limits.depth);
    positions.push_back(fen::to_text(request.line.current));
    PlayedMove out;
    out.info.emplace();
    out.info->score = Score{100 * *request.limits.depth};
    out.info->depth = *request.limits.depth - late;
    for (int depth = 1; depth <= *request.limits.depth; ++depth) {
      out.info->nodes = nodes_until(depth);
      Info said = *out.info;
      said.depth = depth;
      if (listener) listener->on_info(said);
    }
    return out;
  }
  // 100 in the first iteration, 1,000 in the second, and so on.
  static std::uint64_t nodes_until(int depth) {
    std::uint64_t out = 0;
    for (std::uint64_t nodes = 100; depth > 0; --depth, nodes *= 10) out += nodes;
    return out;
  }
  int late = 0;  // plies that it says less than it was asked for
  int games = 0;
  std::vector<int> asked;
  std::vector<std::string> positions;

 private:
  std::string name_ = "oracle";
};

TEST(Judge, SearchesThePositionAfterTheMoveAtBothDepthsFromAForgottenTable) {
  Oracle oracle;
  Claim c = skip(-250);
  c.reduced_depth = 1;
  const auto v = std::get<ClaimVerdict>(judge_claim(oracle, c, std::nullopt));
  EXPECT_EQ(oracle.asked, (std::vector{3, 1}));
  EXPECT_EQ(oracle.games, 2);
  EXPECT_NE(oracle.positions[0].find(" b "), std::string::npos);
  EXPECT_EQ(v.value, Score{-300});
  EXPECT_EQ(v.first_value, -100);
  EXPECT_FALSE(v.error);
}

TEST(Judge, AMoveThatCutsItsNodeIsAnErrorBelowBeta) {
  Oracle oracle;
  Claim c = skip(-251);
  c.action = Claim::Action::Cut;
  c.bound = -200;
  const auto v = std::get<ClaimVerdict>(judge_claim(oracle, c, std::nullopt));
  EXPECT_EQ(oracle.asked, (std::vector{3}));
  EXPECT_TRUE(v.error);
  EXPECT_EQ(v.error_size, Score{50});
}

TEST(Judge, NoSearchIsShallowerThanOnePly) {
  Oracle deep, shallow;
  Claim c = skip(-350);
  c.depth = 3;
  c.reduced_depth = -2;
  judge_claim(deep, c, std::nullopt);
  EXPECT_EQ(deep.asked, (std::vector{2, 1}));
  c.depth = 1;
  const auto v = std::get<ClaimVerdict>(judge_claim(shallow, c, std::nullopt));
  EXPECT_EQ(shallow.asked, (std::vector{1})) << "both depths come to the same";
  EXPECT_EQ(v.first_value, -100);
  EXPECT_TRUE(v.found_at_reduced_depth);
  EXPECT_EQ(v.nodes, 6U) << "the move, and of the 100 nodes the share of one in twenty moves";
  EXPECT_EQ(v.nodes_searched, 100U);
}

// A node within a tree is searched neither by iterative deepening nor with a full window.
TEST(Judge, CountsAsSavedWhatTheEngineWouldHaveSearched) {
  Oracle oracle;
  const auto judged = [&](int full, int reduced, Claim::Action action) {
    Claim c = skip(30'000);
    c.full_depth = full;
    c.reduced_depth = reduced;
    c.action = action;
    return std::get<ClaimVerdict>(judge_claim(oracle, c, std::nullopt));
  };
  EXPECT_EQ(judged(3, 2, Claim::Action::Skip).nodes, 51U)
      << "of the 1,000 nodes of the last iteration, the share of one in twenty moves";
  EXPECT_EQ(judged(3, 2, Claim::Action::Skip).nodes_searched, 11'100U + 1'100U);
  EXPECT_EQ(judged(3, 1, Claim::Action::Skip).nodes, 6U);
  EXPECT_EQ(judged(3, 0, Claim::Action::Skip).nodes, 6U);
  EXPECT_EQ(judged(3, -4, Claim::Action::Skip).nodes, 6U);
  EXPECT_EQ(judged(3, 2, Claim::Action::Reduce).nodes, 500U - 50U);
  EXPECT_EQ(judged(2, 0, Claim::Action::Reduce).nodes, 50U - 5U);
}

TEST(Judge, AnAnswerToAnotherDepthIsNoVerdict) {
  Oracle oracle;
  oracle.late = 1;
  const auto outcome = judge_claim(oracle, skip(0), std::nullopt);
  ASSERT_TRUE(std::holds_alternative<Failure>(outcome));
  EXPECT_EQ(std::get<Failure>(outcome).text, "oracle: depth 2 where 3 was asked for");
  Claim forced = skip(0);  // whose answer can only be one move
  forced.line = GameLine(*fen::parse("7k/8/8/8/8/8/6q1/K7 b - - 0 1"));
  forced.move = *move_from_text(forced.line.current, "g2b2");
  EXPECT_TRUE(std::holds_alternative<ClaimVerdict>(judge_claim(oracle, forced, std::nullopt)));
}

TEST(Judge, AMoveThatMatesIsNotSearched) {
  Oracle oracle;
  Claim c = skip(50);
  c.line = GameLine(*fen::parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"));
  c.move = *move_from_text(c.line.current, "a1a8");
  const auto outcome = judge_claim(oracle, c, std::nullopt);
  EXPECT_TRUE(oracle.asked.empty());
  EXPECT_EQ(std::get<ClaimVerdict>(outcome).value, Score{Claim::kScoreMost});
  EXPECT_TRUE(std::get<ClaimVerdict>(outcome).error);
}

ClaimVerdict judged_by_us(const Claim& claim) {
  SubtreeSearch search;
  return check_claim(claim, ShadowSettings::of(pruning::default_preset().settings), search);
}

// White wins the queen with it.
Claim capture(Claim::Action action) {
  Claim c = skip(0);
  c.rule = "a-rule-of-theirs";
  c.action = action;
  c.line = GameLine(*fen::parse("4k3/8/8/3q4/4P3/8/8/R3K3 w - - 0 1"));
  c.move = *move_from_text(c.line.current, "e4d5");
  c.reduced_depth = 1;
  return c;
}

TEST(CheckClaim, JudgesRulesThatWeDoNotHave) {
  const ClaimVerdict v = judged_by_us(capture(Claim::Action::Skip));
  EXPECT_TRUE(v.error);
  EXPECT_TRUE(v.found_at_reduced_depth);
  EXPECT_GT(v.error_size, Score{300});
  EXPECT_GT(v.nodes_searched, v.nodes);
}

TEST(CheckClaim, ASacrificeThatIsFoundOnlyAtFullDepthWasReducedWrongly) {
  EXPECT_FALSE(judged_by_us(capture(Claim::Action::Reduce)).error) << "the reduced search raises alpha, too";
  // Nf7+ Kg8 Nh6+ Kh8 Qg8+ Rxg8 Nf7 mate.
  Claim c = capture(Claim::Action::Reduce);
  c.line = GameLine(*fen::parse("r6k/6pp/8/6N1/8/1Q6/6PP/6K1 w - - 0 1"));
  c.move = *move_from_text(c.line.current, "g5f7");
  c.depth = 20;
  c.alpha = 2'000;
  c.beta = 2'001;
  const ClaimVerdict v = judged_by_us(c);
  EXPECT_TRUE(v.error);
  EXPECT_FALSE(v.found_at_reduced_depth);
  EXPECT_GT(v.value, Score{30'000}) << "mate";
}

TEST(CheckClaim, AMoveSaidToHoldBetaMustHoldIt) {
  Claim c = capture(Claim::Action::Cut);
  c.bound = 1;
  EXPECT_FALSE(judged_by_us(c).error);
  c.line = GameLine(*fen::parse("4k3/8/2p5/3q4/8/8/8/R2QK3 w - - 0 1"));
  c.move = *move_from_text(c.line.current, "d1d4");
  c.alpha = 600;
  c.beta = 601;
  c.bound = 650;
  const ClaimVerdict v = judged_by_us(c);
  EXPECT_TRUE(v.error);
  EXPECT_EQ(v.error_size, Score{c.beta} - v.value);
}

}  // namespace
}  // namespace oknos::lab
