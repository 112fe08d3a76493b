// The module behind the explorer's page on a static host, natively. It is linked from the sources that emscripten links
// it from (cmake/OknosPage.cmake), so what is missing there is missing here too.

#include <cstddef>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "apps/wasm.h"

extern "C" void oknos_begin();
extern "C" char* oknos_place(std::size_t size);
extern "C" int oknos_answer(std::size_t method, std::size_t path);
extern "C" const char* oknos_reply();
extern "C" std::size_t oknos_reply_size();
extern "C" int oknos_uci(const char* text, std::size_t size);

namespace oknos {

// What the module has told the page.
std::string& told() {
  static std::string lines;
  return lines;
}

}  // namespace oknos

extern "C" void page_line(const char* text, std::size_t size) {
  oknos::told().append(text, size).push_back('\n');
}
extern "C" int page_interrupted() {
  return 0;
}

namespace oknos {
namespace {

int ask(std::string_view method, std::string_view path, std::string_view body = "") {
  std::string question(method);
  question.append(path).append(body);
  question.copy(oknos_place(question.size()), question.size());
  return oknos_answer(method.size(), path.size());
}

TEST(PageModule, AnswersAndSearches) {
  oknos_begin();
  ASSERT_EQ(ask("GET", "/api/info"), 200);
  EXPECT_NE(std::string(oknos_reply(), oknos_reply_size()).find("default_preset"), std::string::npos);
  ASSERT_EQ(ask("POST", "/api/search",
                R"({"fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","moves":[],"preset":"modern","set":{},"depth":2})"),
            200);
  EXPECT_NE(told().find("\"done\""), std::string::npos) << told();
}

TEST(PageModule, SpeaksUci) {
  constexpr std::string_view kCommand = "uci";
  EXPECT_EQ(oknos_uci(kCommand.data(), kCommand.size()), 1);
  EXPECT_NE(told().find("uciok"), std::string::npos) << told();
}

}  // namespace
}  // namespace oknos
