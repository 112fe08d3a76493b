// `oknos-lab prove` from outside.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "support/lab_program.h"

namespace {

using Json = nlohmann::json;
using oknos::test::lab;
using oknos::test::Outcome;

const std::string kEntries = "\"" OKNOS_SOURCE_DIR "/positions/counterexamples.epd\"";
const std::string kStalemates = "\"" OKNOS_SOURCE_DIR "/positions/stalemates.epd\"";

class ProveCommand : public oknos::test::LabProgram {};

Json last_line(const std::string& text) {
  const std::string lines = text.substr(0, text.find_last_not_of('\n') + 1);
  const std::size_t begin = lines.rfind('\n');
  return Json::parse(begin == std::string::npos ? lines : lines.substr(begin + 1), nullptr, false);
}

TEST_F(ProveCommand, ProvesAndDisproves) {
  const Outcome proved = lab("prove " + kEntries + " --json 2>/dev/null");
  EXPECT_EQ(proved.code, 0) << proved.out;
  EXPECT_EQ(last_line(proved.out)["differences"], 0);
  const Outcome refuted = lab("prove " + kEntries + " --without-guard child-alive --json 2>/dev/null");
  EXPECT_EQ(refuted.code, 1);
  const Json first = Json::parse(refuted.out.substr(0, refuted.out.find('\n')));
  EXPECT_EQ(first["type"], "difference");
  EXPECT_EQ(first["claim"]["rule"], "over_kill");
  EXPECT_EQ(first["claim"]["move"], "a2a3");
  EXPECT_EQ(first["claim"]["truth"], 0);
  EXPECT_EQ(last_line(refuted.out)["without_guards"], Json::array({"child-alive"}));
}

// A line that prove prints for a difference asks for that difference.
TEST_F(ProveCommand, PrintsPositionsForItself) {
  const Outcome found = lab("prove " + kEntries + " --without-guard legal-move --json 2>/dev/null");
  const Json first = Json::parse(found.out.substr(0, found.out.find('\n')));
  ASSERT_TRUE(first["claim"].is_object());
  const std::string epd = first["claim"]["node"]["epd"];
  EXPECT_NE(epd.find("oknos_evaluation material;"), std::string::npos) << epd;
  file("again.epd", epd + "\n");
  EXPECT_EQ(lab("prove " + path("again.epd") + " 2>/dev/null").code, 0);
  EXPECT_EQ(lab("prove " + path("again.epd") + " --without-guard legal-move 2>/dev/null").code, 1);
}

TEST_F(ProveCommand, IsTheSameForAnyNumberOfThreads) {
  const std::string arguments =
      "prove " + kStalemates +
      " --depth 2 --windows 4 --positional hash --width 80 --margin-scale 0 --json 2>/dev/null";
  const Outcome one = lab(arguments + " --workers 1");
  EXPECT_EQ(one.code, 1) << "without a margin something must differ";
  EXPECT_EQ(one.out, lab(arguments + " --workers 3").out);
}

TEST_F(ProveCommand, DropsWhatIsTooLarge) {
  const Outcome out = lab("prove " + kStalemates + " --depth 1 --node-limit 1 --json 2>/dev/null");
  const Json summary = last_line(out.out);
  EXPECT_EQ(out.code, 0);
  EXPECT_EQ(summary["searches"], 0);
  EXPECT_EQ(summary["dropped"], summary["cases"]);
}

TEST_F(ProveCommand, ChecksThePlayingSearch) {
  const Outcome out = lab("prove " + kEntries + " --playing --depth 3 --json 2>/dev/null");
  EXPECT_EQ(out.code, 0) << out.out;
  const Json summary = last_line(out.out);
  EXPECT_GT(summary["checked"].get<int>(), 50);
  EXPECT_EQ(summary["wrong"], 0);
}

// No flag is taken and then ignored.
TEST_F(ProveCommand, ThePlayingSearchHasFlagsOfItsOwn) {
  for (const std::string flags :
       {"--playing --each", "--playing --theorem T1", "--playing --positional hash", "--nodes 5"})
    EXPECT_EQ(lab("prove " + kEntries + " " + flags + " 2>/dev/null").code, 2) << flags;
}

TEST_F(ProveCommand, ExitCodes) {
  EXPECT_EQ(lab("prove").code, 2);
  EXPECT_EQ(lab("prove " + kEntries + " --rule magic").code, 2);
  EXPECT_EQ(lab("prove " + kEntries + " --depth 0").code, 2);
  EXPECT_EQ(lab("prove " + path("missing.epd")).code, 1);
}

}  // namespace
