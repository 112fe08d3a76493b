#include "lab/commands/claims/claims_repeat.h"

#include <algorithm>
#include <fmt/format.h>

#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

std::string example_of(const JudgeAnswer& first, const std::string& then) {
  return fmt::format("line {}: {}, then {}", first.work_unit + 1, score_text(Score{first.value}), then);
}

}  // namespace

std::vector<JudgeAnswer> answers_to_repeat(const std::vector<JudgeAnswer>& all) {
  const std::size_t count = std::min(all.size(), kMaxRepeated);
  std::vector<JudgeAnswer> out;
  for (std::size_t i = count; i-- > 0;) out.push_back(all[i * all.size() / count]);
  return out;
}

void Repetition::compare(const JudgeAnswer& first, const ClaimOutcome& again) {
  ++repeated;
  const auto* verdict = std::get_if<ClaimVerdict>(&again);
  if (!verdict || verdict->value != first.value) {
    ++other_value;
    if (example.empty())
      example = example_of(first, verdict ? score_text(Score{verdict->value}) : std::get<Failure>(again).text);
    return;
  }
  other_nodes += verdict->nodes_searched != first.nodes ? 1 : 0;
}

Repetition& Repetition::operator+=(const Repetition& other) {
  repeated += other.repeated;
  other_value += other.other_value;
  other_nodes += other.other_nodes;
  if (example.empty()) example = other.example;
  return *this;
}

std::string Repetition::warning() const {
  if (other_value + other_nodes == 0) return "";
  std::string out = fmt::format(
      "the judge is not deterministic: of {} judged again in another order, {} got another value and {} another number "
      "of nodes",
      counted(repeated, "claim"), other_value, other_nodes);
  if (!example.empty()) out += fmt::format(" ({})", example);
  return out + "; give it one thread, and make sure that ucinewgame clears all that it has learnt";
}

}  // namespace oknos::lab
