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
          "--resign off --max-moves 240 "
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
  EXPECT_TRUE(queue.find("\n\nnodes = 400\nhash = 1\nresign = \"off\"\nbook_plies") == std::string::npos);
  EXPECT_NE(queue.find("\n\nnodes = 400\nhash = 1\nresign = \"off\"\nmax_moves = 240\nseed = 2\n"), std::string::npos)
      << queue;
  EXPECT_NE(queue.find("[better]\nfirst = \"preset=modern,reverse_futility.margin=0,histories.threats=0,"
                       "reverse_futility.margin=120\"\n"),
            std::string::npos)
      << queue;
  const std::string preset = content_of("won.toml");
  EXPECT_EQ(lab("preset check " + path("won.toml")).code, 0) << preset;
  EXPECT_EQ(preset.find("[reverse_futility]"), std::string::npos) << preset;  // as in modern
  EXPECT_NE(preset.find("threats = 0"), std::string::npos) << preset;
}

TEST_F(ScreenCommand, NamesTheBestOfSeveralValues) {
  const std::string run = std::string("screen --nodes 200 --hash 1 --games 200 --probability 0.5 ") +
                          "--set reverse_futility.margin=0 --factor reverse_futility.margin=60,120,240 ";
  const Outcome done = lab(run + "--json --out " + path("s.db") + " 2>/dev/null");
  ASSERT_EQ(done.code, 0) << done.out;
  const Json best = Json::parse(done.out, nullptr, false)["best_values"];
  ASSERT_EQ(best.size(), 1U) << done.out;
  EXPECT_EQ(best[0]["parameter"], "reverse_futility.margin");
  EXPECT_EQ(best[0]["base"], 0);
  EXPECT_GT(best[0]["best"]["value"], 0) << best;
  EXPECT_EQ(Json::parse(lab("screen --json --show " + path("s.db")).out, nullptr, false)["best_values"], best);
  EXPECT_NE(lab("screen --show " + path("s.db")).out.find("best value"), std::string::npos);
  const Outcome single = lab(kQuick + std::string("--factor razoring --games 8 2>/dev/null"));
  EXPECT_EQ(single.out.find("best value"), std::string::npos) << single.out;
}

TEST_F(ScreenCommand, ListsWhatWasAskedForBelowTheFactors) {
  const Outcome run = lab(kQuick +
                          std::string("--games 120 --probability 0.5 --factor razoring --factor null_move "
                                      "--factor probcut --interaction razoring=on*null_move=off "
                                      "--interaction null_move=off*probcut=off --out ") +
                          path("s.db"));
  ASSERT_EQ(run.code, 0) << run.out;
  const std::string text = lab("screen --show " + path("s.db")).out;
  const std::size_t heading = text.find("beyond the sum of both");
  ASSERT_NE(heading, std::string::npos) << text;
  for (const char* joint : {"razoring=on*null_move=off", "null_move=off*probcut=off"})
    EXPECT_GT(text.find(joint), heading) << text;
  const Json out = Json::parse(lab("screen --json --show " + path("s.db")).out, nullptr, false);
  ASSERT_GE(out["interactions"].size(), 2U);
  EXPECT_EQ(out["interactions"][0]["asked_for"], true);
}

TEST_F(ScreenCommand, ShowsWhatWasFoundSoFar) {
  ASSERT_EQ(
      lab(kQuick + std::string("--factor razoring --factor null_move --games 8 --shard 1/2 --out ") + path("half.db"))
          .code,
      0);
  const Outcome shown = lab("screen --show " + path("half.db"));
  EXPECT_EQ(shown.code, 0) << shown.out;
  EXPECT_NE(shown.out.find("4 of 8 games"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("razoring=on"), std::string::npos) << shown.out;
  const Json out = Json::parse(lab("screen --json --show " + path("half.db")).out, nullptr, false);
  EXPECT_EQ(out["changes"].size(), 2U) << out;
}

// Our own engine as if it were somebody else's, with a margin of 0 that a change puts right.
TEST_F(ScreenCommand, ScreensAUciEngine) {
  const std::string base = "cmd=" OKNOS_BINARY_DIR "/oknos,option.Reverse Futility Margin=0,option.Histories Threats=0";
  const Outcome run = lab("screen \"" + base +
                          "\" --factor option.reverse_futility_margin=120 --factor \"option.Aspiration "
                          "Delta=21\" --nodes 400 --hash 1 --games 240 --probability 0.5 --name better --json --out " +
                          path("s.db") + " --queue-out " + path("queue.toml") + " 2>/dev/null");
  ASSERT_EQ(run.code, 0) << run.out;
  const Json out = Json::parse(run.out, nullptr, false);
  EXPECT_EQ(out["base"], "oknos");
  EXPECT_EQ(out["changes"][0]["change"], "option.Reverse Futility Margin=120");
  EXPECT_EQ(out["changes"][0]["verdict"], "better") << out;
  EXPECT_EQ(out["changes"][1]["verdict"], "open") << out;
  EXPECT_NE(lab("show " + path("s.db")).out.find("option.Aspiration Delta=21"), std::string::npos);
  const std::string queue = content_of("queue.toml");
  EXPECT_NE(queue.find("first = \"" + base + ",option.Reverse Futility Margin=120\"\n"), std::string::npos) << queue;
  EXPECT_NE(queue.find("second = \"" + base + "\"\n"), std::string::npos) << queue;
}

TEST_F(ScreenCommand, OverwritesNothing) {
  const std::string run = kQuick + std::string("--factor razoring --games 2 --out ") + path("s.db");
  ASSERT_EQ(lab(run + " 2>/dev/null").code, 0);
  const std::string precious = file("q.toml", "precious\n");
  const Outcome again = lab(run + " --resume --queue-out " + precious);
  EXPECT_EQ(again.code, 1);
  EXPECT_NE(again.out.find("q.toml"), std::string::npos) << again.out;
  EXPECT_EQ(content_of("q.toml"), "precious\n");
  EXPECT_EQ(lab(run + " --resume --queue-out " + path("x.toml") + " --preset-out " + path("x.toml")).code, 1);
  const Outcome other = lab(kQuick + std::string("--factor null_move --games 2 --resume --out ") + path("s.db"));
  EXPECT_NE(other.out.find("this is another run: factors"), std::string::npos) << other.out;
}

TEST_F(ScreenCommand, TakesAPresetAsAPlayer) {
  const Outcome run = lab(kQuick + std::string("modern,null_move=off --factor razoring --games 2 --json 2>/dev/null"));
  ASSERT_EQ(run.code, 0) << run.out;
  EXPECT_EQ(Json::parse(run.out)["base"], "modern null_move=off");
}

// However they are written, the header has the names and numbers of presets, and the values of the base.
TEST_F(ScreenCommand, FactorsAreValuesOrSwitches) {
  const auto header = [this](const std::string& arguments) {
    const Outcome run = lab(kQuick + arguments + " --games 2 --force --out " + path("s.db"));
    EXPECT_EQ(run.code, 0) << run.out;
    const Json all = Json::parse(lab("show --json " + path("s.db")).out)["header"];
    std::string out;
    for (const Json& f : Json::parse(all["factors"].get<std::string>()))
      out += f["change"].get<std::string>() + " for " + f["base"].get<std::string>() + ", ";
    return out;
  };
  EXPECT_EQ(
      header("--set reverse_futility.margin=80 --factor 'Reverse Futility Margin=61,091' --factor null_move "
             "--factor razoring"),
      "reverse_futility.margin=61 for 80, reverse_futility.margin=91 for 80, null_move=off for on, razoring=on for "
      "off, ");
  EXPECT_EQ(header("'cmd=" OKNOS_BINARY_DIR "/oknos,option.Hash=4' --factor option.hash=5,6 --factor option.ponder"),
            "option.Hash=5 for 4, option.Hash=6 for 4, option.Ponder=true for false, ");
}

TEST_F(ScreenCommand, RefusesWhatMakesNoSense) {
  const struct {
    std::string arguments, says;
  } cases[] = {
      {"screen", "no change to measure"},
      {"screen --factor null_move --rule razoring", "--variants"},
      {"screen --show x.db --factor null_move", "--show"},
      {"screen --show x.db --preset-out won.toml", "--show"},
      {"screen modern --show x.db", "--show"},
      {"screen --show x.db --seed 3", "--seed: cannot be combined with --show"},
      {"screen --factor null_move --name \"two words\" --queue-out q.toml",
       "letters, digits, '_' and '-' are expected"},
      {"screen cmd=" OKNOS_BINARY_DIR "/oknos,option.Hash=1 --factor option.Hash=01", "already has this value"},
      {"screen --variants --rule nonsense", "there is no rule of that name"},
      {"screen cmd=/bin/true --variants", "--variants: a UCI engine has no rules"},
      {"screen --factor null_move=on", "--factor null_move=on: the preset already has this value"},
      {"screen --factor nul_move=on", "no switch and no parameter"},
      {"screen --factor null_move --games 3", "an even number is expected"},
      {"screen --factor null_move --probability 1.5", "--probability"},
      {"screen --factor null_move --interaction null_move=off", "FACTOR*FACTOR is expected"},
      {"screen --factor null_move --preset nonsense", "--preset"},
      {"screen modern --set razoring=on --factor null_move", "a player and --preset, --set or --evalfile"},
      {"screen cmd=/nothing --factor option.X=1", "there is no program"},
      {"screen cmd=" OKNOS_BINARY_DIR "/oknos --factor null_move=off", "is written option.NAME=VALUE"},
      {"screen cmd=" OKNOS_BINARY_DIR "/oknos --factor option.Hash=8 --preset-out x.toml", "has no preset"},
      {"screen cmd=" OKNOS_BINARY_DIR "/oknos --factor option.Hsah=8", "did you mean Hash"},
      {"screen cmd=" OKNOS_BINARY_DIR "/oknos --factor option.Hash=0", "--factor option.Hash=0: "},
      {"screen cmd=" OKNOS_BINARY_DIR "/oknos --factor option.Hash", "option.NAME=VALUE is expected"},
      {"screen --factor reverse_futility.margin", "NAME=VALUE is expected"},
      {"screen --factor reverse_futility.margin=70000", "allowed 0..1000"},
      {"screen --factor reverse_futility.margin=61,061", "named twice"},
      {"screen --factor null_move --factor null_move=off", "named twice"},
      {"screen --factor razoring.margin=200", "add --factor razoring"},
      {"screen --factor null_move --interaction null_move=off*probcut=off", "not one of the factors"},
      {"screen --factor reverse_futility.margin=61,91 --interaction "
       "reverse_futility.margin=61*reverse_futility.margin=91",
       "no player has both"},
      {"screen --factor reverse_futility --factor reverse_futility.margin=60 --interaction "
       "reverse_futility=off*reverse_futility.margin=60",
       "means nothing"},
      {"screen --factor razoring --factor null_move --interaction razoring=on*null_move=off --interaction "
       "null_move=off*razoring=on",
       "named twice"},
  };
  for (const auto& c : cases) {
    const Outcome run = lab(c.arguments);
    EXPECT_EQ(run.code, 2) << c.arguments << "\n" << run.out;
    EXPECT_NE(run.out.find(c.says), std::string::npos) << c.arguments << "\n" << run.out;
  }
}

}  // namespace
