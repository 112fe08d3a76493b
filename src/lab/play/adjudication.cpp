#include "lab/play/adjudication.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/terminal/key_values.h"

namespace oknos::lab {

namespace {

constexpr std::string_view kOff = "off";

std::size_t at(Color c) {
  return static_cast<std::size_t>(index(c));
}

void count(int& chain, bool goes_on) {
  chain = goes_on ? chain + 1 : 0;
}

std::optional<Error> read_number(const KeyValue& word, std::string_view option, int least, int most, int& out) {
  const auto number = text::parse_int<int>(word.value);
  if (!number || *number < least || *number > most)
    return Error{fmt::format("{}: {} is {}; a whole number from {} to {} is needed", option, word.key,
                             text::quoted(word.value), least, most)};
  out = *number;
  return std::nullopt;
}

std::optional<Error> read_switch(const KeyValue& word, std::string_view option, bool& out) {
  if (word.value != "true" && word.value != "false")
    return Error{fmt::format("{}: {} is {}; true or false is needed", option, word.key, text::quoted(word.value))};
  out = word.value == "true";
  return std::nullopt;
}

constexpr int kMaxMoves = 1000;

std::optional<Error> read_word(const KeyValue& word, ResignRule& rule) {
  if (word.key == "moves") return read_number(word, "--resign", 1, kMaxMoves, rule.moves);
  if (word.key == "score") return read_number(word, "--resign", 1, kMate.value(), rule.score);
  return read_switch(word, "--resign", rule.twosided);
}

std::optional<Error> read_word(const KeyValue& word, DrawRule& rule) {
  if (word.key == "number") return read_number(word, "--draw", 0, kMaxMoves, rule.number);
  if (word.key == "moves") return read_number(word, "--draw", 1, kMaxMoves, rule.moves);
  return read_number(word, "--draw", 0, kMate.value(), rule.score);
}

template <class Rule>
Result<std::optional<Rule>> parse_rule(const std::string& text, std::string_view option,
                                       const std::vector<std::string_view>& keys) {
  if (text::trim(text) == kOff) return std::optional<Rule>{};
  Rule rule;
  if (text::trim(text).empty()) return std::optional<Rule>{rule};
  const auto words = parse_key_values(text, option, keys);
  if (!words) return Error{fmt::format("{}, or {}", words.error(), kOff)};
  for (const KeyValue& word : *words)
    if (auto error = read_word(word, rule)) return *error;
  return std::optional<Rule>{rule};
}

}  // namespace

Result<std::optional<ResignRule>> parse_resign(const std::string& text) {
  return parse_rule<ResignRule>(text, "--resign", {"moves", "score", "twosided"});
}

Result<std::optional<DrawRule>> parse_draw(const std::string& text) {
  return parse_rule<DrawRule>(text, "--draw", {"number", "moves", "score"});
}

bool Adjudicator::resigns(Color c) const {
  const ResignRule& rule = *settings_.resign;
  return chains_[at(c)].lost >= rule.moves && (!rule.twosided || chains_[at(~c)].won >= rule.moves);
}

std::optional<Ruling> Adjudicator::after_move(Color mover, std::optional<Score> score, int move_number) {
  Chains& own = chains_[at(mover)];
  ++own.made;
  if (const auto& rule = settings_.resign) {
    count(own.lost, score && score->value() <= -rule->score);
    count(own.won, score && score->value() >= rule->score);
    for (const Color c : {mover, ~mover})
      if (resigns(c)) return Ruling{RulingKind::Resignation, ~c};
  }
  if (const auto& rule = settings_.draw) {
    count(own.even, score && std::abs(score->value()) <= rule->score);
    if (move_number >= rule->number && std::min(chains_[0].even, chains_[1].even) >= rule->moves)
      return Ruling{RulingKind::Draw, std::nullopt};
  }
  if (settings_.max_moves > 0 && std::min(chains_[0].made, chains_[1].made) >= settings_.max_moves)
    return Ruling{RulingKind::MoveLimit, std::nullopt};
  return std::nullopt;
}

}  // namespace oknos::lab
