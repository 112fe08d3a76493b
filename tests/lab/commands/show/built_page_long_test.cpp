// The page of `oknos-lab show --html` as npm builds it.
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

#include "lab/commands/show.h"
#include "support/lab_program.h"

namespace {

using oknos::test::lab;
using oknos::test::Outcome;

class BuiltPage : public oknos::test::LabProgram {
 protected:
  void SetUp() override {
    LabProgram::SetUp();
    if (const auto page = oknos::lab::report_page(); !page) GTEST_SKIP() << page.error();
  }
};

TEST_F(BuiltPage, HasAPlaceForRunsAndLoadsNothing) {
  const auto page = oknos::lab::report_page();
  EXPECT_TRUE(oknos::lab::filled_page(*page, "[]"));
  for (const char* outside : {"<script src=\"", "<link rel=\"stylesheet\"", "@import", "src=\"http"})
    EXPECT_EQ(page->find(outside), std::string_view::npos) << outside;
}

TEST_F(BuiltPage, IsWrittenWithTheRuns) {
  const std::string positions = file("one.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n");
  ASSERT_EQ(lab("suite " + positions + " --depth 3 --out " + path("suite.db")).code, 0);
  oknos::test::expect_answers({{"show " + path("suite.db") + " --html " + path("page.html"), 0, ""}});
  EXPECT_TRUE(oknos::test::contains(content_of("page.html"), "\"file\":\"suite.db\""));
  EXPECT_FALSE(std::filesystem::exists(path("page.html.part")));
}

TEST_F(BuiltPage, ShowsAnyKindOfRun) {
  const auto toy = [](const std::string& arguments) {
    return oknos::test::run_command("\"" OKNOS_BINARY_DIR "/oknos-lab-toy\" " + arguments);
  };
  ASSERT_EQ(toy("toy " + file("text.txt", "One two\n") + " --out " + path("toy.db")).code, 0);
  ASSERT_EQ(toy("show " + path("toy.db") + " --html " + path("toy.html")).code, 0);
  EXPECT_NE(content_of("toy.html").find("\"kind\":\"toy\""), std::string::npos);
  // Another program does not know it, and says so.
  const Outcome other = lab("show " + path("toy.db") + " --html " + path("other.html"));
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.out.find("'toy', of which there is no page"), std::string::npos) << other.out;
}

}  // namespace
