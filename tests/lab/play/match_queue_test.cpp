#include "lab/play/match_queue.h"

#include <gtest/gtest.h>

namespace oknos::lab {
namespace {

TEST(MatchQueue, NamesEachMatchAndQuotesItsPlayers) {
  EXPECT_EQ(queue_text("made by hand", {{"razoring_on", "worth a try", "modern,razoring=on", "modern"},
                                        {"other", "an engine", "cmd=\"my engine\"", "modern"}}),
            "# made by hand\n\nnodes = 20000\ngames = 4000\n"
            "\n# worth a try\n[razoring_on]\nfirst = \"modern,razoring=on\"\nsecond = \"modern\"\n"
            "\n# an engine\n[other]\nfirst = \"cmd=\\\"my engine\\\"\"\nsecond = \"modern\"\n");
}

}  // namespace
}  // namespace oknos::lab
