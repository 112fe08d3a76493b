// `oknos-lab show`: what is printed of any store, and the program from outside. What it prints of each kind of run is
// in the snapshots.
#include "lab/commands/show.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "support/lab_program.h"
#include "tests/lab/store/printed.h"
#include "tests/lab/store/store_fixture.h"

namespace oknos::lab::store::test {
namespace {

using oknos::test::contains;
using oknos::test::expect_answers;
using Json = nlohmann::json;
using Show = StoreTest;

TEST_F(Show, RowsAreSeparatedByTabs) {
  make(path("a.db"), {}, 2);
  const auto view = StoreView::open(path("a.db"));
  EXPECT_EQ(rows_text(**view, std::nullopt, true),
            "# positions\nitem\trow\tbest\tscore\tshare\n"
            "0\t0\te2e4 \"\\t\\n\\\\\t-50\t0.3333333333333333\n0\t1\t\\N\t-1\t\\N\n"
            "1\t0\te2e4 \"\\t\\n\\\\\t-49\t0.25\n1\t1\t\\N\t-1\t\\N\n"
            "\n# rules\nitem\trow\tfired\n1\t0\t100\n");
  EXPECT_EQ(rows_text(**view, 1, false), "item\trow\tfired\n1\t0\t100\n");
}

TEST_F(Show, JsonHoldsTheSame) {
  make(path("a.db"), {}, 2);
  const auto view = StoreView::open(path("a.db"));
  const Json json = Json::parse(store_json(**view, std::nullopt, true, false));
  EXPECT_EQ(json["kind"], "trial");
  EXPECT_EQ(json["done"], 2);
  EXPECT_EQ(json["missing"]["ranges"], "2-11");
  EXPECT_EQ(json["header"]["limits"], "depth 5");
  EXPECT_EQ(json["tables"][0]["columns"][3]["volatile"], true);
  EXPECT_EQ(json["tables"][0]["rows"][1][2], nullptr);
  EXPECT_EQ(json["tables"][1]["rows"][0], (Json{1, 0, 100}));
  EXPECT_FALSE(Json::parse(store_json(**view, 1, false, true))["tables"][0].contains("rows"));
}

// --- The page

constexpr const char* kPage =
    "<main></main><script type=\"application/json\" id=\"oknos-runs\">null</script><script>page</script>";

TEST(ReportPage, RunsTakeTheirPlace) {
  const auto page = filled_page(kPage, "[1]");
  ASSERT_TRUE(page) << page.error();
  EXPECT_EQ(*page,
            "<main></main><script type=\"application/json\" id=\"oknos-runs\">[1]</script><script>page</script>");
  EXPECT_FALSE(filled_page("<html></html>", "[]"));
  EXPECT_FALSE(filled_page("<script type=\"application/json\" id=\"oknos-runs\">[]</script>", "[]"));
}

TEST(ReportPage, NothingOfARunIsReadAsHtml) {
  const Json evil = {"</script><script>alert(1)</script>", "<!--"};
  const auto page = filled_page(kPage, evil.dump());
  ASSERT_TRUE(page) << page.error();
  const std::size_t from = page->find('['), to = page->find("</script>");
  const std::string there = page->substr(from, to - from);
  EXPECT_EQ(there.find('<'), std::string::npos);
  EXPECT_EQ(Json::parse(there, nullptr, false), evil);
}

// --- The program

using ShowCommand = oknos::test::LabProgram;

// A command that adds nothing but its file and its line.
TEST_F(ShowCommand, KnowsEveryStoredCommand) {
  const auto toy = [](const std::string& arguments) {
    const auto run = oknos::test::run_command("\"" OKNOS_BINARY_DIR "/oknos-lab-toy\" " + arguments);
    EXPECT_EQ(run.code, 0) << run.out;
    return run.out;
  };
  toy("toy " + file("text.txt", "One two Three\nfour five\nSix\n") + " --out " + path("toy.db"));
  const Json result = Json::parse(toy("show --json " + path("toy.db")), nullptr, false)["result"];
  EXPECT_EQ(result["words"], 6);
  EXPECT_EQ(result["by_line"].size(), 3U);
  EXPECT_NEAR(result["by_line"][0]["capitals"]["rate"], 2.0 / 3, 1e-9);
  // Another program does not know it, and shows what any store has.
  const Json other = Json::parse(oknos::test::lab("show --json " + path("toy.db")).out, nullptr, false);
  EXPECT_EQ(other["kind"], "toy");
  EXPECT_FALSE(other.contains("result"));
}

TEST_F(ShowCommand, BadInputIsNamed) {
  const std::string words = file("words", "no store"), store = path("a.db");
  make(store);
  expect_answers({{path("none.db") + " --html " + path("x.html"), 1, "none.db"},
                  {words + " --json", 1, words},
                  {store + " " + store, 2, "only --html FILE.html shows them together"},
                  {store + " --html " + path("x.html") + " --json", 2, "--json excludes --html"},
                  {store + " --force", 2, "--force requires --html"},
                  {store + " --table nothing", 1, "has no table \"nothing\"; it has "},
                  {"", 2, "stores is required"}},
                 "show ");
  EXPECT_FALSE(std::filesystem::exists(path("x.html")));
}

}  // namespace
}  // namespace oknos::lab::store::test
