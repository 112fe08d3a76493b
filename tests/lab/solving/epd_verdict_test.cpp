#include "lab/solving/epd_verdict.h"

#include <gtest/gtest.h>

#include "lab/formats/san.h"

namespace oknos::lab {
namespace {

Verdict verdict(const std::string& operations, std::string_view move) {
  const auto record = epd::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - " + operations);
  EXPECT_TRUE(record.ok());
  return verdict_of(*record, *san::parse(record->position, move));
}

TEST(EpdVerdict, ComparesWithBestAndAvoidedMoves) {
  EXPECT_EQ(verdict("bm e4 d4;", "d4"), Verdict::Right);
  EXPECT_EQ(verdict("bm e4 d4;", "c4"), Verdict::Wrong);
  EXPECT_EQ(verdict("am f3;", "f3"), Verdict::Wrong);
  EXPECT_EQ(verdict("am f3;", "e4"), Verdict::Right);
  EXPECT_EQ(verdict("bm e4; am f3;", "d4"), Verdict::Wrong);
  EXPECT_EQ(verdict("id \"x\";", "e4"), Verdict::NotAsked);
}

TEST(EpdVerdict, SaysWhatWasWanted) {
  const auto record = epd::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf3; am f3;");
  ASSERT_TRUE(record.ok());
  EXPECT_EQ(wanted_moves(*record), "bm Nf3, am f3");
}

}  // namespace
}  // namespace oknos::lab
