#include "engine/platform/file_system.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace oknos::platform {
namespace {

std::string lock_file() {
  return (std::filesystem::temp_directory_path() / ("oknos_claim_test_" + std::to_string(getpid()))).string();
}

TEST(FileClaim, IsHeldByOneAtATime) {
  const std::string file = lock_file();
  FileClaim first;
  FileClaim second;
  EXPECT_EQ(first.take(file), FileClaim::Outcome::Granted);
  EXPECT_EQ(second.take(file), FileClaim::Outcome::Taken);
  first.release();
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(second.take(file), FileClaim::Outcome::Granted);
  EXPECT_EQ(first.take(file), FileClaim::Outcome::Taken);
  EXPECT_TRUE(std::filesystem::exists(file)) << "who does not hold it leaves it";
  second.release();
  EXPECT_EQ(first.take("/no/such/folder/x.lock"), FileClaim::Outcome::Failed);
}

TEST(FileSystem, SaysWhereFilesLie) {
  EXPECT_TRUE(is_network_file_system("/no/such/folder")) << "the cautious answer";
  EXPECT_FALSE(is_network_file_system("/proc"));
  EXPECT_FALSE(host_name().empty());
  ASSERT_FALSE(program_file().empty());
  EXPECT_TRUE(std::filesystem::exists(program_file()));
}

}  // namespace
}  // namespace oknos::platform
