#include "platform/file_name.h"

#include <gtest/gtest.h>

#include "support/test_folder.h"

namespace oknos::platform {
namespace {

class FileNameTest : public test::TestWithFolder {};

TEST_F(FileNameTest, OpensFilesWhoseNamesAreNotAscii) {
  const std::string name = path("two w\xc3\xb6rds");
  std::FILE* const written = open_file(name, "w");
  ASSERT_NE(written, nullptr);
  std::fputc('x', written);
  std::fclose(written);
  EXPECT_EQ(std::filesystem::file_size(path_of(name)), 1U);
  EXPECT_EQ(name_of(path_of(name)), name);
}

TEST_F(FileNameTest, NoFileNoStream) {
  EXPECT_EQ(open_file(path("missing"), "r"), nullptr);
}

}  // namespace
}  // namespace oknos::platform
