#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/commands/show.h"

namespace oknos::lab {
namespace {

constexpr const char* kPage =
    "<main></main><script type=\"application/json\" id=\"oknos-runs\">null</script><script>page</script>";

TEST(ReportPage, RunsTakeTheirPlace) {
  const auto page = filled_page(kPage, "[1]");
  ASSERT_TRUE(page) << page.error();
  EXPECT_EQ(*page,
            "<main></main><script type=\"application/json\" id=\"oknos-runs\">[1]</script><script>page</script>");
}

TEST(ReportPage, NothingOfARunIsReadAsHtml) {
  const nlohmann::json evil = {"</script><script>alert(1)</script>", "<!--"};
  const auto page = filled_page(kPage, evil.dump());
  ASSERT_TRUE(page) << page.error();
  const std::size_t from = page->find('['), to = page->find("</script>");
  const std::string there = page->substr(from, to - from);
  EXPECT_EQ(there.find('<'), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(there, nullptr, false), evil);
}

TEST(ReportPage, APageWithoutPlaceIsRefused) {
  EXPECT_FALSE(filled_page("<html></html>", "[]"));
  EXPECT_FALSE(filled_page("<script type=\"application/json\" id=\"oknos-runs\">[]</script>", "[]"));
}

}  // namespace
}  // namespace oknos::lab
