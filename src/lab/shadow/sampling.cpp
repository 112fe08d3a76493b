#include "lab/shadow/sampling.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "engine/base/random_numbers.h"
#include "engine/base/text.h"
#include "lab/terminal/count.h"
#include "lab/terminal/rule_name.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::uint64_t kSeed = 1998;  // any number: one sequence for all searches
constexpr std::uint64_t kMaxEvery = std::uint64_t{1} << 40;

}  // namespace

bool Sampling::wants(pruning::RuleId rule, Ordinal ordinal) const {
  const std::uint64_t every = every_[rule];
  return every <= 1 || RandomNumbers(kSeed, ordinal).below(every) == 0;
}

std::uint64_t Sampling::usual() const {
  std::map<std::uint64_t, std::size_t> uses;
  for (const std::uint64_t every : every_) ++uses[every];
  return std::max_element(uses.begin(), uses.end(), [](auto& a, auto& b) { return a.second < b.second; })->first;
}

std::string Sampling::text() const {
  std::string out;
  for (std::size_t id = 0; id < pruning::kRules; ++id)
    if (every_[id] != usual()) out += fmt::format("{} {}, ", pruning::kRuleInfos[id].name, every_[id]);
  return out + std::to_string(usual());
}

std::string Sampling::in_words() const {
  std::string others;
  for (std::size_t id = 0; id < pruning::kRules; ++id)
    if (every_[id] != usual())
      others += fmt::format("{}{}: one in {}", others.empty() ? "" : ", ", plain_name(pruning::kRuleInfos[id].name),
                            every_[id]);
  return std::to_string(usual()) + (others.empty() ? "" : " (" + others + ")");
}

Result<Sampling> parse_sampling(const std::vector<std::string>& words, std::uint64_t otherwise) {
  const auto number = [](const std::string& text) -> Result<std::uint64_t> {
    const auto n = parse_count<std::uint64_t>(text);
    if (!n || *n < 1 || *n > kMaxEvery)
      return Error{
          fmt::format("--sample: {} is not allowed; allowed 1..{} or RULE=NUMBER", text::quoted(text), kMaxEvery)};
    return *n;
  };
  for (const std::string& word : words) {
    if (word.find('=') != std::string::npos) continue;
    const auto every = number(word);
    if (!every) return Error{every.error()};
    otherwise = *every;
  }
  Sampling out(otherwise);
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) continue;
    const auto rule = rule_named(word.substr(0, equals));
    if (!rule) return Error{"--sample: " + rule.error()};
    const auto every = number(word.substr(equals + 1));
    if (!every) return Error{every.error()};
    out.set(*rule, *every);
  }
  return out;
}

}  // namespace oknos::lab
