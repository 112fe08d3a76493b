#include "lab/arguments/older_options.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace oknos::lab {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

struct Renewed {
  std::string line;
  std::vector<std::string> notes;
};
Renewed renewed(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  Renewed out;
  out.line = joined(with_current_options(words, [&](const std::string& note) { out.notes.push_back(note); }));
  return out;
}

TEST(OlderOptions, AreReplaced) {
  const struct {
    std::string older, line;
  } cases[] = {
      {"ablate a.epd --threads 2", "ablate a.epd --workers 2"},
      {"audit a.epd --threads=2", "audit a.epd --workers=2"},
      {"audit a.epd --reach 3", "audit a.epd --root-impact 3"},
      {"compare a.epd --threads 2", "compare a.epd --workers 2"},
      {"data a.games --threads 2", "data a.games --workers 2"},
      {"data a.games --sample 20", "data a.games --count 20"},
      {"datagen --threads 2", "datagen --workers 2"},
      {"match modern heinz --margin 20", "match modern heinz --time-margin 20"},
      {"positions random --threads 2", "positions random --workers 2"},
      {"predict a.epd --threads 2", "predict a.epd --workers 2"},
      {"price audit a.epd --threads 2", "price audit a.epd --workers 2"},
      {"price play --margin 20", "price play --time-margin 20"},
      {"prove a.epd --threads 2", "prove a.epd --workers 2"},
      {"prove a.epd --rest hash", "prove a.epd --positional hash"},
      {"prove a.epd --search twin", "prove a.epd --search null_move"},
      {"prove a.epd --search=twin", "prove a.epd --search=null_move"},
      {"suite --threads 2 a.epd", "suite --workers 2 a.epd"},
      {"train network a.games --threads 2", "train network a.games --workers 2"},
      {"tune --margin 20", "tune --time-margin 20"},
  };
  for (const auto& c : cases) {
    const Renewed now = renewed(c.older);
    EXPECT_EQ(now.line, c.line);
    ASSERT_EQ(now.notes.size(), 1U) << c.older;
    EXPECT_NE(now.notes.front().find(" is now called --"), std::string::npos) << now.notes.front();
  }
}

TEST(OlderOptions, OthersStayAsTheyAre) {
  for (const std::string line :
       {"analyse --threads 2", "match modern heinz --threads 2", "price play --threads 2", "tune --threads 2",
        "audit a.epd --sample 100", "prove a.epd --playing --sample 100", "prove a.epd --margin-scale 0.5",
        "prove twin", "audit a.epd -- --threads", "datagen", ""}) {
    const Renewed now = renewed(line);
    EXPECT_EQ(now.line, line);
    EXPECT_TRUE(now.notes.empty()) << line;
  }
}

TEST(OlderOptions, ANoteIsGivenOnce) {
  EXPECT_EQ(renewed("audit a.epd --threads 2 --reach 1 --threads 3").notes,
            (std::vector<std::string>{"--threads is now called --workers", "--reach is now called --root-impact"}));
}

TEST(OlderOptions, OneOption) {
  EXPECT_EQ(current_option("match", "--margin"), "--time-margin");
  EXPECT_EQ(current_option("match", "--nodes"), "--nodes");
}

}  // namespace
}  // namespace oknos::lab
