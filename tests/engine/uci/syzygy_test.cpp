// The options of the tablebases.
#include <gtest/gtest.h>

#include "engine/uci/talk.h"
#include "support/table_writer.h"
#include "support/test_folder.h"

namespace oknos::uci {
namespace {

using test::answers;

class Syzygy : public oknos::test::TestWithFolder {
 protected:
  void write_tables() const {
    const tablebases::made::Ending queen(PieceType::Queen);
    file("KQvK.rtbw", tablebases::made::wdl_file(queen));
    file("KQvK.rtbz", tablebases::made::dtz_file(queen, {}));
  }
  const std::string set_ = "setoption name SyzygyPath value ";
};

TEST_F(Syzygy, SaysWhatItFoundAndShowsIt) {
  write_tables();
  file("KRvK.rtbw", "damaged");
  const auto said = answers({set_ + "/no/such/folder:" + folder().string(), "d 8/8/8/8/8/2k5/8/K2Q4 w - - 0 1",
                             "d 8/8/8/8/8/2k5/8/K2R4 w - - 0 1", set_ + "<empty>", "d 8/8/8/8/8/2k5/8/K2Q4 w - - 0 1"});
  std::string all;
  for (const std::string& line : said) all += line + "\n";
  EXPECT_NE(all.find("left out \"/no/such/folder\": "), std::string::npos) << all;
  EXPECT_NE(all.find("KRvK.rtbw\": it does not begin as such a file does"), std::string::npos) << all;
  EXPECT_NE(all.find("SyzygyPath: 1 tables, 1 of them with distances, up to 3 men"), std::string::npos) << all;
  EXPECT_NE(all.find("Tablebases: win, DTZ 1"), std::string::npos) << all;
  EXPECT_NE(all.find("Tablebases: unknown"), std::string::npos) << all;
  EXPECT_EQ(all.find("Tablebases", all.find("Tablebases: unknown") + 1), std::string::npos) << all;
}

TEST_F(Syzygy, APathWithoutTablesIsNamed) {
  const auto said = answers({set_ + folder().string()});
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said[0].find("no tables (files such as KQvK.rtbw) in \"" + folder().string()), std::string::npos)
      << said[0];
}

TEST_F(Syzygy, HitsAreCounted) {
  write_tables();
  const std::string go = "go depth 3";
  const std::string at = "position fen 7k/8/8/8/3n4/8/8/K2Q4 w - - 0 1";
  const auto with = answers({set_ + folder().string(), at, go});
  EXPECT_NE(with[with.size() - 2].find(" tbhits "), std::string::npos) << with[with.size() - 2];
  const auto limited = answers({set_ + folder().string(), "setoption name SyzygyProbeLimit value 2", at, go});
  EXPECT_EQ(limited[limited.size() - 2].find(" tbhits "), std::string::npos);
  EXPECT_EQ(with.back().substr(0, 13), "bestmove d1d4");
}

}  // namespace
}  // namespace oknos::uci
