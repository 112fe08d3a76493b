#include "train/weight_file.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "engine/eval/weights/weight_values.h"
#include "support/contains.h"
#include "train/sample_support.h"

namespace oknos::train {
namespace {

// And what is written has its form, but for the remarks.
TEST(WeightFile, TheOneThatIsCompiledIsRead) {
  std::ifstream in(OKNOS_SOURCE_DIR "/src/engine/eval/weights/weight_values.h", std::ios::binary);
  const std::string there(std::istreambuf_iterator<char>(in), {});
  const auto weights = parse_weight_file(there);
  ASSERT_TRUE(weights) << weights.error();
  EXPECT_EQ(*weights, eval::kWeights);
  const std::string written = weight_file_text(eval::kWeights, {}), from = "namespace oknos::eval {";
  EXPECT_TRUE(test::contains(written, "#include \"engine/eval/weights/weights.h\"\n"));
  ASSERT_TRUE(test::contains(there, from));
  EXPECT_EQ(written.substr(written.find(from)), there.substr(there.find(from)));
}

TEST(WeightFile, WhatIsWrittenIsReadBack) {
  Weights weights = rounded(test::moved_weights(3, 300.0));
  weights.front() = {-32768, 32767};
  const std::string text = weight_file_text(weights, {"made by a test", "with two remarks"});
  const auto back = parse_weight_file(text);
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(*back, weights);
  EXPECT_NE(text.find("// made by a test\n// with two remarks\nnamespace"), std::string::npos);
  std::size_t longest = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = text.find('\n', from);
    longest = std::max(longest, end - from);
    from = end + 1;
  }
  EXPECT_LE(longest, 120U);
}

TEST(WeightFile, WhatIsWrongIsNamed) {
  const std::string good = weight_file_text(eval::kWeights, {});
  const struct {
    std::string from, to, says;
  } cases[] = {{"kWeights = {{", "kOthers = {{", "kWeights"},
               {"// tempo", "// speed", "\"// tempo\" is expected"},
               {"// tempo\n    {", "// tempo\n    {x", "of tempo"},
               {"// tempo\n    {", "// tempo\n    {99999, 1}, {", "of tempo"},
               {"}};", "{1, 1},\n}};", "}};"}};
  for (const auto& [from, to, says] : cases) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    const auto weights = parse_weight_file(text);
    ASSERT_FALSE(weights) << to;
    EXPECT_TRUE(test::contains(weights.error(), says));
  }
  EXPECT_FALSE(parse_weight_file("").ok());
  EXPECT_FALSE(parse_weight_file(good.substr(0, good.size() / 2)).ok());
}

}  // namespace
}  // namespace oknos::train
