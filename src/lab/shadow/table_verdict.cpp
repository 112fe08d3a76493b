#include "lab/shadow/table_verdict.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "engine/chess/movegen.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Kind = ShadowSample::Kind;
using tablebases::Tablebases;
using tablebases::Wdl;

constexpr int number(TableResult r) {
  return static_cast<int>(r);
}

std::optional<TableResult> result_of(Position& position, const Tablebases& tables) {
  const auto wdl = tables.wdl(position);
  if (!wdl) return std::nullopt;
  if (*wdl == Wdl::Win) return TableResult::Win;
  return *wdl == Wdl::Loss ? TableResult::Loss : TableResult::Draw;
}

std::optional<TableResult> result_after(const Position& position, Move m, const Tablebases& tables) {
  Position after = position;
  after.play(m);
  const auto theirs = result_of(after, tables);
  if (!theirs) return std::nullopt;
  return TableResult{static_cast<std::int8_t>(-number(*theirs))};
}

// What a score claims.
TableResult decided_by(Score score) {
  if (score >= TableVerdict::kDecided) return TableResult::Win;
  return score <= -TableVerdict::kDecided ? TableResult::Loss : TableResult::Draw;
}

// Would the result of a move make a difference where alpha is already certain?
bool matters(TableResult result, Score alpha) {
  if (result == TableResult::Win) return decided_by(alpha) != TableResult::Win;
  return result == TableResult::Draw && alpha < Score{0};
}

// Of the node's moves but one; a loss if there is no other.
std::optional<TableResult> best_of_others(const ShadowSample& s, const Tablebases& tables) {
  TableResult best = TableResult::Loss;
  for (const Move m : legal_moves(s.position)) {
    if (m == s.move) continue;
    const auto result = result_after(s.position, m, tables);
    if (!result) return std::nullopt;
    best = std::max(best, *result);
    if (best == TableResult::Win) break;
  }
  return best;
}

}  // namespace

Result<TableJudge> table_judge(std::string_view judge) {
  constexpr std::string_view kName = "tablebases";
  const std::size_t equals = judge.find('=');
  if (text::trim(judge.substr(0, equals)) != kName) return TableJudge{};
  const auto folders = tablebases::folders_of(equals == std::string_view::npos ? "" : judge.substr(equals + 1));
  if (folders.empty())
    return Error{"tablebases=FOLDER is expected, the folder of the Syzygy files (KQvK.rtbw and others)"};
  auto loaded = tablebases::Tablebases::load(folders);
  if (loaded.tables->empty())
    return Error{loaded.problems.empty()
                     ? "no Syzygy files (KQvK.rtbw and others) in " + text::quoted(judge.substr(equals + 1))
                     : loaded.problems.front()};
  return TableJudge{std::move(loaded.tables), std::move(loaded.problems)};
}

std::string TableJudge::text() const {
  return fmt::format("{} of up to {} men", counted(tables->size(), "tablebase"), tables->most_men());
}

std::string TableJudge::identity() const {
  return fmt::format("{}, {:016x}", text(), tables->checksum());
}

Score score_of(TableResult result) {
  return Score{number(result) * kTbWin.value()};
}

std::optional<TableVerdict> table_verdict(const ShadowSample& s, const Tablebases& tables) {
  Position node = s.position;
  const auto result = s.move ? result_after(node, s.move, tables) : result_of(node, tables);
  if (!result) return std::nullopt;
  // Also where the move does not matter. Otherwise, captures into fewer men would be checked only where they cannot be
  // errors.
  if (s.kind == Kind::Skip && !result_of(node, tables)) return std::nullopt;
  TableVerdict out{*result};
  if (s.kind == Kind::FailHigh) {
    out.half_points = std::max(number(decided_by(s.beta)) - number(*result), 0);
  } else if (s.kind == Kind::FailLow) {
    out.half_points = std::max(number(*result) - number(decided_by(s.alpha)), 0);
  } else if (matters(*result, s.alpha)) {
    const auto others = best_of_others(s, tables);
    if (!others) return std::nullopt;
    out.half_points = std::max(number(*result) - number(*others), 0);
  }
  return out;
}

}  // namespace oknos::lab
