#include "engine/platform/file_name.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/test_folder.h"

namespace oknos::platform {
namespace {

class FileNameTest : public test::TestWithFolder {};

TEST_F(FileNameTest, OpensFilesWhoseNamesAreNotAscii) {
  const std::string name = path("two w\xc3\xb6rds");
  File written = open_file(name, "w");
  ASSERT_NE(written, nullptr);
  std::fputc('x', written.get());
  written.reset();
  EXPECT_EQ(std::filesystem::file_size(path_of(name)), 1U);
  EXPECT_EQ(name_of(path_of(name)), name);
}

TEST_F(FileNameTest, NoFileNoStream) {
  EXPECT_EQ(open_file(path("missing"), "r"), nullptr);
}

TEST_F(FileNameTest, TellsFilesFromWhatBlocksOrHasNoEnd) {
  EXPECT_EQ(file_kind(file("regular", "")), FileKind::Regular);
  EXPECT_EQ(file_kind(folder().string()), FileKind::Directory);
  EXPECT_EQ(file_kind("/dev/zero"), FileKind::Other);
  EXPECT_EQ(file_kind(path("missing")), FileKind::None);
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(file_kind(path("pipe")), FileKind::Pipe);
}

}  // namespace
}  // namespace oknos::platform
