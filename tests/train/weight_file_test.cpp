#include "train/weight_file.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "engine/eval/weights/weight_values.h"
#include "train/sample_support.h"

namespace oknos::train {
namespace {

TEST(WeightFile, TheOneThatIsCompiledIsRead) {
  std::ifstream in(OKNOS_SOURCE_DIR "/src/engine/eval/weights/weight_values.h", std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto weights = parse_weight_file(text);
  ASSERT_TRUE(weights) << weights.error();
  EXPECT_EQ(*weights, eval::kWeights);
}

// And it has the form of the file that is compiled, but for the remarks.
TEST(WeightFile, WhatIsWrittenHasTheFormOfTheOneThatIsCompiled) {
  std::ifstream in(OKNOS_SOURCE_DIR "/src/engine/eval/weights/weight_values.h", std::ios::binary);
  const std::string there(std::istreambuf_iterator<char>(in), {});
  const std::string written = weight_file_text(eval::kWeights, {});
  EXPECT_NE(written.find("#include \"engine/eval/weights/weights.h\"\n"), std::string::npos) << written;
  const std::string from = "namespace oknos::eval {";
  ASSERT_NE(there.find(from), std::string::npos);
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
  const auto error_of = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t found = text.find(from);
    EXPECT_NE(found, std::string::npos);
    text.replace(found, from.size(), to);
    const auto weights = parse_weight_file(text);
    return weights ? std::string("(none)") : weights.error();
  };
  EXPECT_NE(error_of(good, "kWeights = {{", "kOthers = {{").find("kWeights"), std::string::npos);
  EXPECT_NE(error_of(good, "// tempo", "// speed").find("\"// tempo\" is expected"), std::string::npos);
  EXPECT_NE(error_of(good, "// tempo\n    {", "// tempo\n    {x").find("of tempo"), std::string::npos);
  EXPECT_NE(error_of(good, "// tempo\n    {", "// tempo\n    {99999, 1}, {").find("of tempo"), std::string::npos);
  EXPECT_NE(error_of(good, "}};", "{1, 1},\n}};").find("}};"), std::string::npos);
  EXPECT_FALSE(parse_weight_file("").ok());
  EXPECT_FALSE(parse_weight_file(good.substr(0, good.size() / 2)).ok());
}

}  // namespace
}  // namespace oknos::train
