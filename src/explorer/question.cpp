#include "explorer/question.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/presets/options.h"
#include "engine/pruning/registry/names.h"
#include "lab/terminal/json_text.h"
#include "oknos/observer.h"

namespace oknos::explorer {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kGuardPrefix = "guards.";
constexpr std::uint64_t kMaxHash = 256;   // MiB
constexpr std::size_t kMaxBefore = 2000;  // of a game before the position

Result<Json> object_of(const std::string& body) {
  Json j = Json::parse(body, nullptr, false);
  if (!j.is_object()) return Error{"a JSON object is expected"};
  return j;
}

Error wrong(std::string_view key, std::string_view expected) {
  return Error{fmt::format("\"{}\": {} is expected", key, expected)};
}

std::optional<Error> read_position(const Json& j, SearchQuestion& q) {
  if (const auto it = j.find("fen"); it != j.end()) {
    if (!it->is_string()) return wrong("fen", "a text");
    q.fen = it->get<std::string>();
  }
  if (const auto it = j.find("chess960"); it != j.end()) {
    if (!it->is_boolean()) return wrong("chess960", "true or false");
    q.chess960 = it->get<bool>();
  }
  q.fen = std::string(text::trim(q.fen));
  if (q.fen.empty() || q.fen == "startpos") q.fen = fen::to_text(Position::initial());
  auto position = fen::parse(q.fen);
  if (!position) return Error{position.error()};
  if (q.chess960) position->set_chess960(true);
  q.chess960 = position->chess960();
  q.position = *position;
  const auto moves = j.find("moves");
  if (moves == j.end()) return std::nullopt;
  if (!moves->is_array() || moves->size() > kMaxBefore) return wrong("moves", "a list of moves");
  for (const Json& move : *moves) {
    if (!move.is_string()) return wrong("moves", "a list of moves");
    const auto text = move.get<std::string>();
    const auto m = move_from_text(q.position, text);
    if (!m) return Error{fmt::format("\"moves\": {} is not legal in {}", text::quoted(text), fen::to_text(q.position))};
    q.position.play(*m);
    q.moves.push_back(to_text(*m, q.position.chess960()));
  }
  return std::nullopt;
}

}  // namespace

Result<SearchQuestion> read_position_question(const std::string& body) {
  const auto j = object_of(body);
  if (!j) return Error{j.error()};
  SearchQuestion q;
  if (auto error = read_position(*j, q)) return *std::move(error);
  return q;
}

namespace {

std::optional<Error> read_rules(const Json& j, SearchQuestion& q) {
  q.preset = pruning::kDefaultPreset;
  if (const auto it = j.find("preset"); it != j.end()) {
    if (!it->is_string()) return wrong("preset", "a name");
    q.preset = it->get<std::string>();
  }
  if (const auto it = j.find("set"); it != j.end()) {
    if (!it->is_object()) return wrong("set", "an object of names and values");
    for (const auto& [name, value] : it->items()) {
      if (!value.is_string() && !value.is_number_integer()) return wrong("set", "a text or a whole number as value");
      q.set.emplace_back(name, value.is_string() ? value.get<std::string>() : lab::json_text(value));
    }
  }
  return std::nullopt;
}

// The number of that name, if it is there: at least 1, at most `most`.
template <class Number>
Result<std::optional<Number>> number_of(const Json& j, const char* key, std::optional<Number> most = {}) {
  const auto it = j.find(key);
  if (it == j.end()) return std::optional<Number>{};
  const bool fits = it->is_number_unsigned() && it->get<std::uint64_t>() > 0 &&
                    (!most || it->get<std::uint64_t>() <= static_cast<std::uint64_t>(*most));
  if (!fits) return wrong(key, most ? fmt::format("a whole number from 1 to {}", *most) : "a whole number from 1 on");
  return std::optional(it->get<Number>());
}

// What every search is asked with: where, by which rules, how far.
std::optional<Error> read_search(const Json& j, int most_depth, SearchQuestion& q) {
  if (auto error = read_position(j, q)) return error;
  if (auto error = read_rules(j, q)) return error;
  const auto depth = number_of<int>(j, "depth", most_depth);
  if (!depth) return Error{depth.error()};
  q.depth = *depth;
  const auto nodes = number_of<std::uint64_t>(j, "nodes");
  if (!nodes) return Error{nodes.error()};
  q.nodes = *nodes;
  const auto hash = number_of<std::size_t>(j, "hash", kMaxHash);
  if (!hash) return wrong("hash", fmt::format("a whole number of MiB from 1 to {}", kMaxHash));
  q.hash = *hash;
  return std::nullopt;
}

}  // namespace

Result<SearchQuestion> read_search_question(const std::string& body, int most_depth) {
  const auto j = object_of(body);
  if (!j) return Error{j.error()};
  SearchQuestion q;
  if (auto error = read_search(*j, most_depth, q)) return *std::move(error);
  if (const auto it = j->find("ordinal"); it != j->end()) {
    if (!it->is_number_unsigned()) return wrong("ordinal", "a whole number from 0 on");
    q.ordinal = it->get<std::uint64_t>();
  }
  if (!q.depth && !q.nodes) return Error{"\"depth\" or \"nodes\" is expected: a search without a limit does not end"};
  return q;
}

Result<SearchQuestion> read_analysis_question(const std::string& body, int most_depth) {
  constexpr int kMaxLines = 256;
  constexpr std::int64_t kMaxTime = 24 * 3600 * 1000;  // milliseconds
  const auto j = object_of(body);
  if (!j) return Error{j.error()};
  SearchQuestion q;
  if (auto error = read_search(*j, most_depth, q)) return *std::move(error);
  const auto time = number_of<std::int64_t>(*j, "movetime", kMaxTime);
  if (!time) return Error{time.error()};
  q.move_time = *time;
  const auto lines = number_of<int>(*j, "multipv", kMaxLines);
  if (!lines) return Error{lines.error()};
  q.multi_pv = lines->value_or(1);
  if (!q.depth && !q.nodes && !q.move_time)
    return Error{"\"depth\", \"nodes\" or \"movetime\" is expected: a search without a limit does not end"};
  return q;
}

Result<std::string> read_line_question(const std::string& body) {
  const auto j = object_of(body);
  if (!j) return Error{j.error()};
  const auto it = j->find("line");
  if (it == j->end() || !it->is_string()) return wrong("line", "a text like \"e4 e5\"");
  return it->get<std::string>();
}

Result<int> read_audit_question(const std::string& body, int most) {
  const auto j = object_of(body);
  if (!j) return Error{j.error()};
  const auto it = j->find("sample");
  if (it == j->end() || !it->is_number_integer() || it->get<std::int64_t>() < 1 || it->get<std::int64_t>() > most)
    return wrong("sample", fmt::format("a whole number from 1 to {}", most));
  return it->get<int>();
}

Result<Rules> rules_of(const pruning::Preset& preset, const SearchQuestion& question) {
  Rules out;
  pruning::Overrides overrides;
  for (const auto& [name, value] : question.set) {
    if (name.starts_with(kGuardPrefix)) {
      const std::string guard = name.substr(kGuardPrefix.size());
      int number = 1;
      while (number < static_cast<int>(pruning::kGuards) && guard_name(number) != guard) ++number;
      if (number >= static_cast<int>(pruning::kGuards))
        return Error{fmt::format("\"set\": there is no guard {}", text::quoted(guard))};
      if (value != "on" && value != "off") return wrong(name, "\"on\" or \"off\"");
      out.guards.set(static_cast<pruning::Guard>(number), value == "on");
      continue;
    }
    const std::string wanted = pruning::canonical(name);
    if (wanted == "preset" || wanted == "preset_file") return Error{"\"set\": a preset is named by \"preset\""};
    const auto set = overrides.set(name, value);
    if (!set) return Error{"\"set\": " + set.error()};
    if (!*set) return Error{fmt::format("\"set\": there is no switch and no parameter {}", text::quoted(name))};
  }
  out.settings = overrides.resolve(preset);
  return out;
}

}  // namespace oknos::explorer
