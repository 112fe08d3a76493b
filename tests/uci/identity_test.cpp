#include "uci/identity.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace oknos::uci {
namespace {

TEST(Identity, TheVersionIsTheProjects) {
  std::ifstream file(OKNOS_SOURCE_DIR "/CMakeLists.txt");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find("project(oknos VERSION " + std::string(kVersion) + " "), std::string::npos);
}

}  // namespace
}  // namespace oknos::uci
