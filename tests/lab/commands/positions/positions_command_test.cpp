#include "lab/commands/positions/positions_command.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>

#include "lab/commands/positions/kinds.h"
#include "lab/terminal/exit_code.h"
#include "support/positions.h"
#include "support/test_folder.h"

namespace oknos::lab {
namespace {

namespace fs = std::filesystem;

class PositionsCommand : public test::TestWithFolder {
 protected:
  PositionsOptions options(const std::string& kind) const {
    PositionsOptions out;
    out.kind = kind;
    out.out = path("out.epd");
    out.count = 3;
    out.nodes = 500;
    return out;
  }
  std::string said;  // by the command, on both streams
  int run(const PositionsOptions& o) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = mine_positions(o);
    said = testing::internal::GetCapturedStdout();
    said += testing::internal::GetCapturedStderr();
    return code;
  }
};

TEST_F(PositionsCommand, WritesTheCommandThatMadeTheFile) {
  PositionsOptions o = options("openings");
  ASSERT_EQ(run(o), 0) << said;
  const std::string one = content_of("out.epd");
  EXPECT_TRUE(one.starts_with("# oknos-lab positions openings --count 3 --nodes 500 --balance 40 --seed 1\n# ")) << one;
  o.workers = 2;
  o.force = true;
  ASSERT_EQ(run(o), 0) << said;
  EXPECT_EQ(content_of("out.epd"), one);
}

TEST_F(PositionsCommand, BadArgumentsAreNamed) {
  struct Case {
    std::string kind;
    std::string from;
    std::optional<int> balance;
    int code;
    std::string says;
  };
  const std::vector<Case> cases = {
      {"nonsense", "", {}, kUsage, "openings, middlegames, endings, tactics"},
      {"tactics", "", {}, kUsage, "--from GAMES.pgn"},
      {"openings", path("x.pgn"), {}, kUsage, "without games"},
      {"tactics", path("x.pgn"), 50, kUsage, "--balance"},
      {"tactics", path("x.pgn"), {}, kFailure, "x.pgn"},
  };
  for (const Case& c : cases) {
    PositionsOptions o = options(c.kind);
    o.from = c.from;
    o.balance = c.balance;
    EXPECT_EQ(run(o), c.code) << said;
    EXPECT_NE(said.find(c.says), std::string::npos) << c.says << " in " << said;
  }
}

TEST_F(PositionsCommand, NothingIsLeftOfAFailure) {
  std::ofstream(path("empty.pgn")) << "[Event \"?\"]\n\n*\n\n";
  PositionsOptions o = options("endings");
  o.from = path("empty.pgn");
  EXPECT_EQ(run(o), kFailure);
  EXPECT_NE(said.find("empty.pgn"), std::string::npos) << said;
  EXPECT_FALSE(fs::exists(path("out.epd")));
  EXPECT_FALSE(fs::exists(path("out.epd.part")));
}

TEST(CheckMined, RefusesWhatNoKindMayFind) {
  using test::position_from;
  const epd::Record good(Position::initial());
  EXPECT_FALSE(check_mined({good}));
  EXPECT_TRUE(check_mined({good, good}));
  EXPECT_TRUE(check_mined({epd::Record(position_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))})) << "stalemate";
  EXPECT_TRUE(check_mined({epd::Record(position_from("7k/8/6K1/8/8/8/8/6B1 b - - 0 1"))})) << "dead";
}

TEST(PositionKinds, HaveNamesOfTheirOwnAndDefaults) {
  std::set<std::string_view> names;
  for (const PositionKind& kind : position_kinds()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    EXPECT_FALSE(kind.help.empty()) << kind.name;
    EXPECT_GT(kind.count, 0) << kind.name;
    EXPECT_TRUE(kind.mine) << kind.name;
  }
}

}  // namespace
}  // namespace oknos::lab
