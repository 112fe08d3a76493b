#include "engine/platform/mapped_file.h"

#include <gtest/gtest.h>

#include "support/test_folder.h"

namespace oknos::platform {
namespace {

class MappedFileTest : public test::TestWithFolder {};

TEST_F(MappedFileTest, HoldsTheBytesOfTheFile) {
  auto opened = MappedFile::open(file("some", std::string("a\0b", 3)));
  ASSERT_TRUE(opened) << opened.error();
  EXPECT_EQ(opened->bytes(), std::string_view("a\0b", 3));
  const MappedFile moved = std::move(*opened);
  EXPECT_EQ(moved.bytes().size(), 3U);
  EXPECT_EQ(opened->bytes().size(), 0U);
}

TEST_F(MappedFileTest, AnEmptyFileIsNoError) {
  const auto opened = MappedFile::open(file("empty", ""));
  ASSERT_TRUE(opened) << opened.error();
  EXPECT_TRUE(opened->bytes().empty());
}

TEST_F(MappedFileTest, SaysWhyThereIsNone) {
  EXPECT_FALSE(MappedFile::open(path("missing")));
  const auto a_folder = MappedFile::open(folder().string());
  ASSERT_FALSE(a_folder);
  EXPECT_FALSE(a_folder.error().empty());
}

}  // namespace
}  // namespace oknos::platform
