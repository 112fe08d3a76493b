// The test of interleaving_test.cpp, ten thousand conversations long.
#include <gtest/gtest.h>

#include "engine/uci/conversation.h"

namespace oknos::uci {
namespace {

TEST(InterleavingLong, EveryGoOfTenThousandConversationsIsAnsweredOnce) {
  test::converse(10'000, 20);
}

}  // namespace
}  // namespace oknos::uci
