#include "lab/play/participant.h"

#include <fstream>
#include <gtest/gtest.h>

#include "support/test_folder.h"

namespace oknos::lab {
namespace {

class ParticipantTest : public oknos::test::TestWithFolder {};

Participant participant(const std::string& text) {
  auto read = parse_participant(text);
  if (!read) throw std::runtime_error(read.error());
  return *read;
}

// What the engine was told of an option, in order.
std::vector<std::string> told(const std::string& log, const std::string& option) {
  std::vector<std::string> out;
  std::ifstream in(log);
  const std::string mark = "setoption name " + option + " value ";
  for (std::string line; std::getline(in, line);)
    if (const std::size_t at = line.find(mark); at != std::string::npos) out.push_back(line.substr(at + mark.size()));
  return out;
}

TEST_F(ParticipantTest, TellsAUciEngineWhatHasChanged) {
  const std::string log = path("log.txt");
  {
    const auto player =
        make_player(participant("cmd=" OKNOS_BINARY_DIR "/oknos,option.Hash=4,option.Debug Log File=" + log), true);
    ASSERT_TRUE(player) << player.error();
    const auto play = [&](const ValueChanges& changes) {
      const auto error = (*player)->change(changes);
      EXPECT_FALSE(error) << error->message;
      const auto failure = (*player)->new_game(false);
      EXPECT_FALSE(failure) << failure->text;
    };
    play({{"option.Hash", "8"}, {"option.reverse_futility_margin", "90"}});
    play({{"option.Hash", "8"}});
    play({{"option.Null Move", "off"}});
    play({});
    play({});
  }
  EXPECT_EQ(told(log, "Hash"), (std::vector<std::string>{"8", "4"})) << "the first came before the log";
  EXPECT_EQ(told(log, "Reverse Futility Margin").size(), 2U) << "set, and as it was";
  EXPECT_EQ(told(log, "Null Move"), (std::vector<std::string>{"off", "preset"}));
}

TEST_F(ParticipantTest, StartsAgainWithWhatItHasNow) {
  const std::string log = path("log.txt");
  {
    const auto player = make_player(participant("cmd=" OKNOS_BINARY_DIR "/oknos,option.Debug Log File=" + log), true);
    ASSERT_TRUE(player) << player.error();
    ASSERT_FALSE((*player)->change({{"option.MultiPV", "3"}}));
    (*player)->give_up();
    ASSERT_FALSE((*player)->new_game(false));
  }
  EXPECT_EQ(told(log, "MultiPV"), std::vector<std::string>{"3"});
}

TEST_F(ParticipantTest, RefusesWhatTheEngineDoesNotHave) {
  const auto player = make_player(participant("cmd=" OKNOS_BINARY_DIR "/oknos"), true);
  ASSERT_TRUE(player) << player.error();
  EXPECT_GT((*player)->options().size(), 100U) << "also those that are declared on demand";
  const auto unknown = (*player)->change({{"option.Hsah", "8"}});
  ASSERT_TRUE(unknown);
  EXPECT_NE(unknown->message.find("did you mean Hash?"), std::string::npos) << unknown->message;
  EXPECT_TRUE((*player)->change({{"option.Hash", "much"}}));
  EXPECT_FALSE((*player)->new_game(false)) << "still alive";
}

TEST_F(ParticipantTest, VariesOurOwnSearch) {
  const auto nodes = [](Player& player, const ValueChanges& changes) {
    EXPECT_FALSE(player.change(changes));
    EXPECT_FALSE(player.new_game(false));
    const GameLine line(Position::initial());
    Limits limits;
    limits.depth = 8;
    const MoveOutcome outcome = player.move({line, limits, std::nullopt}, nullptr);
    return std::get<PlayedMove>(outcome).info->nodes;
  };
  const auto player = make_player(participant("modern"), true);
  ASSERT_TRUE(player) << player.error();
  const std::uint64_t base = nodes(**player, {});
  EXPECT_NE(nodes(**player, {{"null_move", "off"}}), base);
  EXPECT_EQ(nodes(**player, {}), base);
  const auto without = make_player(participant("modern,null_move=off"), true);
  ASSERT_TRUE(without) << without.error();
  EXPECT_EQ(nodes(**without, {}), nodes(**player, {{"null_move", "off"}}));
  EXPECT_TRUE((*player)->change({{"nul_move", "off"}}));
  EXPECT_TRUE((*player)->options().empty());
}

}  // namespace
}  // namespace oknos::lab
