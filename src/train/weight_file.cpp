#include "train/weight_file.h"

#include <fmt/format.h>

#include "engine/base/text.h"

namespace oknos::train {

namespace {

constexpr std::string_view kOpening = "inline constexpr std::array<Tapered, kWeightCount> kWeights = {{";
constexpr std::string_view kClosing = "}};";
constexpr std::string_view kRemark = "//";

// The numbers of the array, one after the other, and on which line each stands.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : rest_(text) {}

  // Goes to the beginning of the array; false when there is none.
  bool enter() {
    while (next_line())
      if (text::trim(line_) == kOpening) return next_line();
    return false;
  }
  // The name of the group that follows here; empty when no remark follows.
  std::string_view group() {
    if (!skip_space() || !line_.starts_with(kRemark)) return "";
    const std::string_view name = text::trim(line_.substr(kRemark.size()));
    next_line();
    return name;
  }
  bool sign(char c) {
    if (!skip_space() || line_.front() != c) return false;
    line_.remove_prefix(1);
    return true;
  }
  std::optional<std::int16_t> number() {
    if (!skip_space()) return std::nullopt;
    std::size_t size = line_.front() == '-' ? 1 : 0;
    while (size < line_.size() && text::is_digit(line_[size])) ++size;
    const auto value = text::parse_int<std::int16_t>(line_.substr(0, size));
    line_.remove_prefix(size);
    return value;
  }
  bool closes() { return skip_space() && line_.starts_with(kClosing); }
  int line() const { return number_; }

 private:
  bool next_line() {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }
  // False at the end of the text.
  bool skip_space() {
    while (true) {
      while (!line_.empty() && text::is_space(line_.front())) line_.remove_prefix(1);
      if (!line_.empty()) return true;
      if (!next_line()) return false;
    }
  }

  std::string_view rest_;
  std::string_view line_;
  int number_ = 0;
};

}  // namespace

std::string weight_file_text(const Weights& weights, const std::vector<std::string>& remarks) {
  constexpr int kInLine = 8;
  std::string out =
      "#pragma once\n\n#include <array>\n\n#include \"engine/eval/weights/weights.h\"\n\n"
      "// The values of all weights, {middlegame, ending}, in the order of kWeightGroups.\n";
  for (const std::string& remark : remarks) out += fmt::format("// {}\n", remark);
  out += fmt::format("namespace oknos::eval {{\n\n// clang-format off\n{}\n", kOpening);
  for (const eval::WeightGroup& group : eval::kWeightGroups) {
    out += fmt::format("    // {}\n", group.name);
    for (int i = 0; i < group.count; ++i) {
      const eval::Tapered w = weights[static_cast<std::size_t>(group.first + i)];
      const bool last = (i + 1) % kInLine == 0 || i + 1 == group.count;
      out += fmt::format("{}{{{}, {}}},{}", i % kInLine == 0 ? "    " : " ", w.mg, w.eg, last ? "\n" : "");
    }
  }
  return out + fmt::format("{}\n// clang-format on\n\n}}  // namespace oknos::eval\n", kClosing);
}

Result<Weights> parse_weight_file(std::string_view text) {
  Numbers numbers(text);
  if (!numbers.enter()) return Error{fmt::format("no line \"{}\"", kOpening)};
  Weights out;
  for (const eval::WeightGroup& group : eval::kWeightGroups) {
    const int line = numbers.line();
    if (const std::string_view name = numbers.group(); name != group.name)
      return Error{
          fmt::format("line {}: the remark \"// {}\" is expected, not {}", line, group.name, text::quoted(name))};
    for (int i = 0; i < group.count; ++i) {
      const auto wrong = [&] {
        return Error{fmt::format("line {}: {} of the {} numbers {{middlegame, ending}} of {} are there", numbers.line(),
                                 i, group.count, group.name)};
      };
      if (!numbers.sign('{')) return wrong();
      const auto mg = numbers.number();
      if (!mg || !numbers.sign(',')) return wrong();
      const auto eg = numbers.number();
      if (!eg || !numbers.sign('}') || !numbers.sign(',')) return wrong();
      out[static_cast<std::size_t>(group.first + i)] = {*mg, *eg};
    }
  }
  if (!numbers.closes()) return Error{fmt::format("line {}: \"{}\" is expected", numbers.line(), kClosing)};
  return out;
}

}  // namespace oknos::train
