#include "lab/play/uci_messages.h"

#include <algorithm>
#include <array>
#include <limits>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "lab/terminal/suggestion.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::size_t kLongestName = 200;      // of an engine or an option, characters
constexpr std::size_t kLongestComment = 1000;  // characters
constexpr int kMaxCounted = 9999;              // depths, ranks
constexpr int kFull = 1000;                    // hashfull, per mille

// One line of plain text: engines may write what they like.
std::string plain(std::string_view text, std::size_t limit) {
  std::string out(text::trim(text.substr(0, limit)));
  constexpr unsigned char kBlank = ' ';
  constexpr unsigned char kDelete = 0x7f;
  for (char& c : out)
    if (const auto byte = static_cast<unsigned char>(c); byte < kBlank || byte == kDelete) c = ' ';
  return out;
}

// What follows these words, when the line begins with them.
std::optional<std::string_view> after(std::string_view line, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words)
    if (text::next_word(line) != word) return std::nullopt;
  return text::trim(line);
}

std::optional<std::int64_t> parse_whole(std::string_view word) {
  if (const auto number = text::parse_int<std::int64_t>(word)) return number;
  const bool negative = !word.empty() && word.front() == '-';
  if (negative) word.remove_prefix(1);
  if (word.empty() || !std::all_of(word.begin(), word.end(), text::is_digit)) return std::nullopt;
  return negative ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

uci::OptionKind kind_of(std::string_view type) {
  if (type == "check") return uci::OptionKind::Check;
  if (type == "spin") return uci::OptionKind::Spin;
  if (type == "combo") return uci::OptionKind::Combo;
  if (type == "button") return uci::OptionKind::Button;
  return uci::OptionKind::String;
}

std::string joined(std::string_view a, std::string_view b) {
  return std::string(a) + (a.empty() ? "" : " ") + std::string(b);
}

class InfoParser {
 public:
  InfoParser(std::string_view rest, const Position& position) : words_(text::words(rest)), position_(position) {}

  InfoLine parse() {
    while (at_ < words_.size()) parse_field(words_[at_++]);
    if (scored_) out_.info = std::move(info_);
    return std::move(out_);
  }

 private:
  void parse_field(std::string_view word) {
    if (word == "depth") {
      if (const auto n = number(0, kMaxCounted)) out_.depth = info_.depth = static_cast<int>(*n);
    } else if (word == "seldepth") {
      info_.seldepth = static_cast<int>(number(0, kMaxCounted).value_or(info_.seldepth));
    } else if (word == "multipv") {
      info_.multi_pv = static_cast<int>(number(1, kMaxCounted).value_or(info_.multi_pv));
    } else if (word == "nodes") {
      if (const auto n = number(0, std::numeric_limits<std::int64_t>::max()))
        out_.nodes = info_.nodes = static_cast<std::uint64_t>(*n);
    } else if (word == "time") {
      info_.time = number(0, std::numeric_limits<std::int64_t>::max()).value_or(info_.time);
    } else if (word == "hashfull") {
      info_.hashfull = static_cast<int>(number(0, kFull).value_or(info_.hashfull));
    } else if (word == "score") {
      parse_score();
    } else if (word == "pv") {
      parse_line();
    } else if (word == "string") {
      at_ = words_.size();  // the rest is for people
    }
  }

  // A word that is no number is left to be read as the next field.
  std::optional<std::int64_t> number(std::int64_t least, std::int64_t most) {
    if (at_ >= words_.size()) return std::nullopt;
    const auto n = parse_whole(words_[at_]);
    if (!n) return std::nullopt;
    ++at_;
    return std::clamp(*n, least, most);
  }

  void parse_score() {
    constexpr int kMaxMateMoves = kMaxPly / 2;
    info_.bound = Bound::Exact;
    while (at_ < words_.size()) {
      const std::string_view word = words_[at_];
      if (word == "lowerbound" || word == "upperbound") {
        info_.bound = word == "lowerbound" ? Bound::Lower : Bound::Upper;
        ++at_;
      } else if (word == "cp" || word == "mate") {
        ++at_;
        const int limit = word == "cp" ? kMaxEvaluation.value() : kMaxMateMoves;
        const bool beyond = word == "cp" && at_ < words_.size() && is_beyond(words_[at_], limit);
        const auto n = number(-limit, limit);
        if (!n) return;
        out_.score_clipped = beyond;
        scored_ = true;
        info_.score = word == "cp" ? Score{static_cast<int>(*n)} : mate_score(static_cast<int>(*n));
      } else {
        return;
      }
    }
  }
  static bool is_beyond(std::string_view word, int limit) {
    const auto n = parse_whole(word);
    return n && (*n < -limit || *n > limit);
  }
  // Moves become plies: ours is the last one of a mate that we give, theirs of one that we get.
  static Score mate_score(int moves) { return moves > 0 ? mate_in(2 * moves - 1) : mated_in(-2 * moves); }

  void parse_line() {
    info_.pv.clear();
    Position position = position_;
    for (; at_ < words_.size() && info_.pv.size() < kMaxPly; ++at_) {
      const auto move = move_from_text(position, words_[at_]);
      if (!move) return;
      info_.pv.push_back(*move);
      position.play(*move);
    }
  }

  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  const Position& position_;
  InfoLine out_;
  Info info_;
  bool scored_ = false;
};

Error not_allowed(const uci::Option& option, const std::string& value, const std::string& allowed) {
  return {"option " + option.name + ": " + text::quoted(value) + " is not allowed; allowed: " + allowed};
}

// The value as the engine is to hear it, empty for a button.
Result<std::string> checked_value(const uci::Option& option, const std::string& value) {
  switch (option.kind) {
    case uci::OptionKind::Check:
      if (text::equal_ignoring_case(value, "true")) return std::string("true");
      if (text::equal_ignoring_case(value, "false")) return std::string("false");
      return not_allowed(option, value, "true, false");
    case uci::OptionKind::Spin: {
      const auto n = text::parse_int<std::int64_t>(value);
      if (n && *n >= option.min && *n <= option.max) return std::to_string(*n);
      return not_allowed(option, value, std::to_string(option.min) + " to " + std::to_string(option.max));
    }
    case uci::OptionKind::Combo:
      for (const std::string& known : option.values)
        if (text::equal_ignoring_case(value, known)) return known;
      return not_allowed(option, value, listed(option.values));
    case uci::OptionKind::Button:
      if (value.empty()) return std::string();
      return Error{"option " + option.name + " is a button and takes no value"};
    case uci::OptionKind::String:
      break;
  }
  if (value.find('\n') != std::string::npos) return not_allowed(option, value, "one line");
  return value.empty() ? "<empty>" : value;
}

std::string blanks_for_underscores(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

}  // namespace

std::optional<std::string> parse_id_name(std::string_view line) {
  const auto rest = after(line, {"id", "name"});
  if (!rest || rest->empty()) return std::nullopt;
  return plain(*rest, kLongestName);
}

// Names and values may have several words: each goes on to the next keyword.
std::optional<uci::Option> parse_option(std::string_view line) {
  auto rest = after(line, {"option"});
  if (!rest) return std::nullopt;
  uci::Option out;
  std::string type, least, most, ignored, *to = &ignored;
  for (std::string_view word = text::next_word(*rest); !word.empty(); word = text::next_word(*rest)) {
    std::string* const before = to;
    if (word == "type") to = &type;
    if (before != &out.name) {  // in which the other keywords may stand
      if (word == "name") to = &out.name;
      if (word == "default") to = &out.default_value;
      if (word == "min") to = &least;
      if (word == "max") to = &most;
      if (word == "var") to = &out.values.emplace_back();
    }
    if (to == before) {
      *to = joined(*to, word);
      continue;
    }
    to->clear();
    if (to != &out.default_value || kind_of(type) != uci::OptionKind::String) continue;
    *to = text::trim(*rest);  // any words at all
    break;
  }
  out.kind = kind_of(type);
  if (out.kind == uci::OptionKind::Spin) {
    out.min = parse_whole(least).value_or(std::numeric_limits<std::int64_t>::min());
    out.max = parse_whole(most).value_or(std::numeric_limits<std::int64_t>::max());
  }
  std::erase(out.values, "");
  out.name = plain(out.name, kLongestName);
  return out.name.empty() ? std::nullopt : std::optional(std::move(out));
}

std::optional<std::string> parse_best_move(std::string_view line) {
  auto rest = after(line, {"bestmove"});
  if (!rest) return std::nullopt;
  return std::string(text::next_word(*rest));
}

bool is_no_move(std::string_view text) {
  constexpr std::array<std::string_view, 5> kWords = {"(none)", "none", "0000", "null", "NULL"};
  return std::find(kWords.begin(), kWords.end(), text) != kWords.end();
}

InfoLine parse_info(std::string_view line, const Position& position) {
  const auto rest = after(line, {"info"});
  if (!rest) return {};
  if (const auto comment = after(*rest, {"string", "pgncomment"})) {
    InfoLine out;
    out.comment = plain(*comment, kLongestComment);
    return out;
  }
  return InfoParser(*rest, position).parse();
}

bool is_named(const uci::Option& option, std::string_view name) {
  return text::equal_ignoring_case(blanks_for_underscores(option.name), blanks_for_underscores(name));
}

const uci::Option* find_option(const std::vector<uci::Option>& options, std::string_view name) {
  for (const uci::Option& option : options)
    if (is_named(option, name)) return &option;
  return nullptr;
}

std::string value_in(const std::vector<std::pair<std::string, std::string>>& set, const uci::Option& option) {
  for (auto value = set.rbegin(); value != set.rend(); ++value)
    if (is_named(option, value->first)) return value->second;
  return option.default_value;
}

bool may_be_unset(const std::vector<std::pair<std::string, std::string>>& set, const uci::Option& option) {
  if (option.kind != uci::OptionKind::Spin || option.min >= 0) return false;
  for (const auto& [name, value] : set)
    if (is_named(option, name)) return false;
  return option.default_value == std::to_string(option.min);
}

std::string unset_in_words(const uci::Option& option) {
  return "the engine begins with " + option.default_value +
         ", the least value, which may stand for one of its own "
         "choice; say option." +
         option.name + "=VALUE in the player";
}

std::string options_in_words(const std::vector<uci::Option>& options, const std::string& wanted) {
  constexpr std::size_t kMostNamed = 30;
  if (options.empty()) return "; it has none";
  std::vector<std::string> names;
  for (const uci::Option& option : options) names.push_back(option.name);
  if (names.size() <= kMostNamed) return "; it has " + listed(names);
  const std::string meant = did_you_mean(wanted, names);
  return meant.empty() ? "; it has " + std::to_string(names.size()) + ", which it lists after `uci`" : meant;
}

Result<std::string> set_option_line(const std::vector<uci::Option>& options, const std::string& name,
                                    const std::string& value) {
  const uci::Option* option = find_option(options, text::trim(name));
  if (!option) return Error{"there is no option " + text::quoted(name) + options_in_words(options, name)};
  const Result<std::string> checked = checked_value(*option, value);
  if (!checked) return Error{checked.error()};
  return "setoption name " + option->name + (checked->empty() ? "" : " value " + *checked);
}

std::string position_line(const GameLine& line, bool chess960) {
  const auto style = chess960 ? fen::CastlingStyle::Shredder : fen::CastlingStyle::Standard;
  const bool initial = !chess960 && fen::to_text(line.start) == fen::kInitial;
  std::string out = initial ? "position startpos" : "position fen " + fen::to_text(line.start, style);
  if (!line.moves.empty()) out += " moves";
  for (const Move move : line.moves) out += ' ' + to_text(move, chess960);
  return out;
}

std::string go_line(const Limits& limits, bool chess960) {
  constexpr std::array<std::string_view, kColors> kClock = {" wtime ", " btime "};
  constexpr std::array<std::string_view, kColors> kIncrement = {" winc ", " binc "};
  std::string out = "go";
  const auto add = [&out](std::string_view name, auto value) { out += std::string(name) + std::to_string(value); };
  for (std::size_t side = 0; side < kColors; ++side)
    if (limits.time[side]) add(kClock[side], std::max<std::int64_t>(*limits.time[side], 1));
  for (std::size_t side = 0; side < kColors; ++side)
    if (limits.time[side]) add(kIncrement[side], std::max<std::int64_t>(limits.increment[side], 0));
  if (limits.moves_to_go) add(" movestogo ", *limits.moves_to_go);
  if (limits.depth) add(" depth ", *limits.depth);
  if (limits.nodes) add(" nodes ", *limits.nodes);
  if (limits.mate) add(" mate ", *limits.mate);
  if (limits.move_time) add(" movetime ", std::max<std::int64_t>(*limits.move_time, 1));
  if (limits.infinite || out == "go") out += " infinite";
  if (!limits.search_moves.empty()) out += " searchmoves";
  for (const Move move : limits.search_moves) out += ' ' + to_text(move, chess960);
  return out;
}

}  // namespace oknos::lab
