#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/tablebases/tablebases.h"
#include "lab/shadow/shadow.h"

namespace oknos::lab {

// Of a game with best play, for one side. Cursed wins and blessed losses are draws.
enum class TableResult : std::int8_t { Loss = -1, Draw = 0, Win = 1 };

// What tablebases say of a move that a rule skipped, or of a node that it cut.
struct TableVerdict {
  // Centipawns, a minor piece: a score this far from 0 claims that the game is won or lost. With 500, a lost queen
  // ending that is evaluated as -4 and cut for that would be an error.
  static constexpr Score kDecided{300};

  TableResult result = TableResult::Draw;  // of the move or node, for the side to move at the node
  // Lost because it was left out; 0: the rule was right.
  //
  // A skipped move: by how much it is better than every other move of the node, if it matters: a win if alpha is not
  // that of a won game, a draw if alpha is below 0. A node that was cut: by how much the result contradicts beta or
  // alpha. A score within kDecided claims no result but that the game is not decided: the evaluation of a drawn
  // position may be anything in between.
  int half_points = 0;
};

// As if the halfmove clock were 0. None: the tables do not have the node, the position after the move, or another
// position that is needed.
std::optional<TableVerdict> table_verdict(const ShadowSample& sample, const tablebases::Tablebases& tables);

// Tablebases as the judge of an audit, as `--judge tablebases=FOLDER` names them.
struct TableJudge {
  std::shared_ptr<const tablebases::Tablebases> tables;  // null: another judge
  std::vector<std::string> problems;                     // files that were left out, and why

  std::string text() const;      // "145 tablebases of up to 5 men"
  std::string identity() const;  // the same, and which they are
};
// Several folders are separated as in UCI (tablebases::folders_of()). The error says what is wrong with the folders.
Result<TableJudge> table_judge(std::string_view judge);

// The score of such a result: that of a tablebase win, 0, or that of a tablebase loss.
Score score_of(TableResult result);

}  // namespace oknos::lab
