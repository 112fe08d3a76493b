// `oknos-lab screen` from outside.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;
using ScreenCommand = oknos::test::LabProgram;

constexpr const char* kQuick = "screen --nodes 100 --hash 1 --max-moves 60 ";

TEST_F(ScreenCommand, FindsAValueThatWasDisplacedOnPurpose) {
  const std::string outputs = " --preset-out " + path("won.toml") + " --queue-out " + path("queue.toml");
  const Outcome run =
      lab("screen --set reverse_futility.margin=0 --set histories.threats=0 --nodes 400 --hash 1 --games 240"
          " --probability 0.5 --factor reverse_futility.margin=120 --factor aspiration.delta=21 --name better --json "
          "--out " +
          path("s.db") + outputs + " 2>/dev/null");
  ASSERT_EQ(run.code, 0) << run.out;
  const Json out = Json::parse(run.out, nullptr, false);
  EXPECT_EQ(out["games"], 240);
  EXPECT_EQ(out["changes"][0]["change"], "reverse_futility.margin=120");
  EXPECT_EQ(out["changes"][0]["verdict"], "better") << out;
  EXPECT_EQ(out["changes"][1]["verdict"], "open") << out;
  EXPECT_NE(lab("show " + path("s.db")).out.find("reverse_futility.margin=120"), std::string::npos);
  const std::string queue = content_of("queue.toml");
  EXPECT_NE(queue.find("[better]\nfirst = \"preset=modern,reverse_futility.margin=0,histories.threats=0,"
                       "reverse_futility.margin=120\"\n"),
            std::string::npos)
      << queue;
  const std::string preset = content_of("won.toml");
  EXPECT_EQ(lab("preset check " + path("won.toml")).code, 0) << preset;
  EXPECT_EQ(preset.find("[reverse_futility]"), std::string::npos) << preset;  // as in modern
  EXPECT_NE(preset.find("threats = 0"), std::string::npos) << preset;
}

TEST_F(ScreenCommand, ResumesWhereItStopped) {
  const std::string factors = "--factor razoring --factor null_move ";
  ASSERT_EQ(lab(kQuick + factors + "--games 8 --out " + path("all.db")).code, 0);
  ASSERT_EQ(lab(kQuick + factors + "--games 8 --shard 1/2 --out " + path("one.db")).code, 0);
  ASSERT_EQ(lab(kQuick + factors + "--games 8 --shard 2/2 --out " + path("two.db")).code, 0);
  ASSERT_EQ(lab("merge " + path("merged.db") + " " + path("one.db") + " " + path("two.db")).code, 0);
  const auto rows = [](const std::string& store) { return lab("show --rows --stable " + store).out; };
  EXPECT_EQ(rows(path("merged.db")), rows(path("all.db")));
  const Outcome other = lab(kQuick + std::string("--factor razoring --games 8 --resume --out ") + path("all.db"));
  EXPECT_NE(other.code, 0);
  EXPECT_NE(other.out.find("factors"), std::string::npos) << other.out;
}

TEST_F(ScreenCommand, RefusesWhatMakesNoSense) {
  const struct {
    std::string arguments, says;
  } cases[] = {
      {"screen", "--factor is required"},
      {"screen --factor null_move=on", "--factor null_move=on: the preset already has this value"},
      {"screen --factor nul_move=on", "no switch and no parameter"},
      {"screen --factor null_move --games 3", "an even number is expected"},
      {"screen --factor null_move --probability 1.5", "--probability"},
      {"screen --factor null_move --interaction null_move=off", "FACTOR*FACTOR is expected"},
      {"screen --factor null_move --preset nonsense", "--preset"},
  };
  for (const auto& c : cases) {
    const Outcome run = lab(c.arguments);
    EXPECT_EQ(run.code, 2) << c.arguments << "\n" << run.out;
    EXPECT_NE(run.out.find(c.says), std::string::npos) << c.arguments << "\n" << run.out;
  }
}

}  // namespace
