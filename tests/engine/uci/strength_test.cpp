// UCI_LimitStrength and UCI_Elo.
#include "engine/uci/strength.h"

#include <gtest/gtest.h>
#include <string>

#include "engine/uci/options.h"
#include "engine/uci/talk.h"

namespace oknos::uci {
namespace {

using test::answers;

TEST(Strength, AWeakerPlayerThinksLessAndMisjudgesMore) {
  constexpr int kStep = 10;
  for (int elo = kMinElo + kStep; elo <= kMaxElo; elo += kStep) {
    const Handicap weaker = handicap_of(elo - kStep, 1), stronger = handicap_of(elo, 1);
    EXPECT_LE(weaker.nodes, stronger.nodes) << elo;
    EXPECT_GE(weaker.noise.deviation, stronger.noise.deviation) << elo;
    EXPECT_TRUE(weaker.nodes < stronger.nodes || weaker.noise.deviation > stronger.noise.deviation) << elo;
  }
}

std::uint64_t nodes_of(const std::vector<std::string>& lines) {
  std::uint64_t out = 0;
  for (const std::string& line : lines)
    if (const std::size_t at = line.find(" nodes "); at != std::string::npos) out = std::stoull(line.substr(at + 7));
  return out;
}

TEST(Strength, LimitsTheSearchOnlyWhenAsked) {
  const std::string elo = "setoption name UCI_Elo value 1500", go = "go nodes 20000";
  const std::string limit = "setoption name UCI_LimitStrength value true";
  const std::uint64_t limited = handicap_of(1500, 0).nodes;
  EXPECT_GT(nodes_of(answers({elo, go})), limited);
  EXPECT_LE(nodes_of(answers({limit, elo, go})), limited);
  EXPECT_GT(nodes_of(answers({limit, elo, "setoption name UCI_AnalyseMode value true", go})), limited);
  EXPECT_EQ(answers({"setoption name UCI_Elo value 900"}).at(0),
            "info string UCI_Elo: \"900\" is not allowed; allowed 1000..3200");
}

TEST(Strength, WhoeverPlaysKnowsHowToMateABareKing) {
  const std::string limit = "setoption name UCI_LimitStrength value true", elo = "setoption name UCI_Elo value 1320";
  const std::string mate = "position fen 8/8/8/3k4/8/8/8/K4BN1 w - - 0 1", play = "position startpos",
                    go = "go depth 30";
  EXPECT_GT(nodes_of(answers({limit, elo, mate, go})), 5000U);
  EXPECT_LE(nodes_of(answers({limit, elo, play, go})), handicap_of(1320, 0).nodes);
}

// What was learnt while positions were misjudged must not reach an analysis, nor the other way round.
TEST(Strength, WhereItBeginsOrEndsWhatWasLearntIsForgotten) {
  Options options;
  const auto effect_of = [&](const std::string& name, const std::string& value) {
    return options.set(SetOption{name, value})->effect;
  };
  EXPECT_EQ(effect_of("UCI_AnalyseMode", "true"), Options::Effect::None);
  EXPECT_EQ(effect_of("UCI_LimitStrength", "true"), Options::Effect::Strength);
  EXPECT_EQ(effect_of("UCI_AnalyseMode", "false"), Options::Effect::Strength);
  EXPECT_EQ(effect_of("UCI_Elo", "1500"), Options::Effect::Strength);
}

}  // namespace
}  // namespace oknos::uci
