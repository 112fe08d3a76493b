#include "lab/solving/themes.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/formats/san.h"

namespace oknos::lab {

namespace {

constexpr std::string_view kDecimalDigits = "0123456789";
constexpr std::string_view kSts = "STS(";
constexpr int kMaxSuitePoints = 1000000;

// "STS(v5.0) Undermine" -> "Undermine"
std::string_view without_suite(std::string_view theme) {
  if (!theme.starts_with(kSts)) return theme;
  const std::size_t end = theme.find(')');
  return end == std::string_view::npos ? theme : text::trim(theme.substr(end + 1));
}

std::vector<std::string_view> parts_of(std::string_view list, std::string_view separators) {
  std::vector<std::string_view> out;
  while (!list.empty()) {
    const std::size_t end = list.find_first_of(separators);
    if (const std::string_view part = text::trim(list.substr(0, end)); !part.empty()) out.push_back(part);
    if (end == std::string_view::npos) break;
    list.remove_prefix(end + 1);
  }
  return out;
}

std::optional<int> parse_points(std::string_view s) {
  const auto points = text::parse_int<int>(text::trim(s));
  return points && *points >= 0 && *points <= kMaxSuitePoints ? points : std::nullopt;
}

std::optional<Error> add(PointTable& table, const Position& position, std::string_view move, int points) {
  const auto found = san::parse(position, move);
  if (!found) return Error{found.error()};
  table.moves.emplace_back(*found, points);
  return std::nullopt;
}

Result<std::optional<PointTable>> from_lists(const epd::Record& record, std::string_view opcode, std::string_view moves,
                                             std::string_view points) {
  const auto names = parts_of(moves, " ,");
  const auto values = parts_of(points, " ,");
  if (names.size() != values.size())
    return Error{
        fmt::format("{} names {} moves and c8 {} points; as many are expected", opcode, names.size(), values.size())};
  PointTable table;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto value = parse_points(values[i]);
    if (!value) return Error{fmt::format("c8: {} is not a number of points", text::quoted(values[i]))};
    if (auto error = add(table, record.position, names[i], *value))
      return Error{fmt::format("{}: {}", opcode, error->message)};
  }
  return std::optional<PointTable>(std::move(table));
}

// A comment that is not "MOVE=POINTS, MOVE=POINTS" throughout is a comment.
Result<std::optional<PointTable>> from_comment(const epd::Record& record, std::string_view comment) {
  const auto entries = parts_of(comment, ",");
  std::vector<std::pair<std::string_view, int>> pairs;
  for (const std::string_view entry : entries) {
    const std::size_t equals = entry.rfind('=');  // a promotion has one of its own
    const auto value = equals == std::string_view::npos ? std::nullopt : parse_points(entry.substr(equals + 1));
    if (!value) return std::optional<PointTable>();
    pairs.emplace_back(text::trim(entry.substr(0, equals)), *value);
  }
  PointTable table;
  for (const auto& [move, value] : pairs)
    if (auto error = add(table, record.position, move, value)) return Error{"c0: " + error->message};
  return table.moves.empty() ? std::optional<PointTable>() : std::optional<PointTable>(std::move(table));
}

// Numbers alone: other suites use c8 for words.
bool is_list_of_numbers(std::string_view s) {
  const auto parts = parts_of(s, " ,");
  return !parts.empty() && std::all_of(parts.begin(), parts.end(), [](std::string_view p) {
    return p.find_first_not_of(kDecimalDigits) == std::string_view::npos;
  });
}

}  // namespace

std::string theme_of(std::string_view id) {
  id = text::trim(id);
  // The number at the end, else the first one: "arasan2024.7", "PET001: Pawn endgame".
  const std::size_t last_other = id.find_last_not_of(kDecimalDigits);
  const bool at_end = !id.empty() && text::is_digit(id.back());
  const std::size_t number =
      at_end ? (last_other == std::string_view::npos ? 0 : last_other + 1) : id.find_first_of(kDecimalDigits);
  if (number == std::string_view::npos) return "";
  std::string_view theme = id.substr(0, number);
  const std::size_t end = theme.find_last_not_of(" .:_#-");
  theme = end == std::string_view::npos ? std::string_view() : theme.substr(0, end + 1);
  return std::string(without_suite(theme));
}

std::string Themes::of(std::string_view id) {
  const std::string theme = theme_of(id);
  id = text::trim(id);
  const std::size_t end = id.find(')');
  if (!id.starts_with(kSts) || end == std::string_view::npos) return theme;
  return sts_.try_emplace(std::string(id.substr(0, end)), theme).first->second;
}

int PointTable::of(Move m) const {
  for (const auto& [move, points] : moves)
    if (move == m) return points;
  return 0;
}

int PointTable::most() const {
  int out = 0;
  for (const auto& [move, points] : moves) out = std::max(out, points);
  return out;
}

Result<std::optional<PointTable>> points_of(const epd::Record& record) {
  const auto points = record.text("c8");
  if (points && is_list_of_numbers(*points))
    for (const std::string_view opcode : {"c9", "c7"})
      if (const auto moves = record.text(opcode)) return from_lists(record, opcode, *moves, *points);
  if (const auto comment = record.text("c0")) return from_comment(record, *comment);
  return std::optional<PointTable>();
}

}  // namespace oknos::lab
