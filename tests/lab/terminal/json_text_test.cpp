#include "lab/terminal/json_text.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace oknos::lab {
namespace {

namespace fs = std::filesystem;

TEST(JsonText, ReplacesWhatIsNotUtf8) {
  const nlohmann::ordered_json json = {{"name", "Fran\xe7ois"}};
  EXPECT_EQ(json_text(json), "{\"name\":\"Fran\xef\xbf\xbdois\"}");
  EXPECT_EQ(json_text(json, 1), "{\n \"name\": \"Fran\xef\xbf\xbdois\"\n}");
}

// dump() throws where it meets such a name, unless it is told otherwise.
TEST(JsonText, IsUsedEverywhere) {
  int files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(OKNOS_SOURCE_DIR "/src")) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
    ++files;
    std::ifstream in(entry.path());
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (line.find("dump(") == std::string::npos || line.find("//") == 0) continue;
      EXPECT_NE(line.find("error_handler_t::replace"), std::string::npos)
          << entry.path() << ":" << number << ": json_text() is safe, this is not: " << line;
    }
  }
  EXPECT_GT(files, 300);
}

}  // namespace
}  // namespace oknos::lab
