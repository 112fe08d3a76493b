#include "engine/uci/format.h"

#include <algorithm>

#include "engine/chess/game_over.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/registry/names.h"
#include "engine/pruning/registry/registry.h"
#include "engine/uci/win_model.h"

namespace oknos::uci {

namespace {

// Whether the game is drawn by its rules here: what a side could still play does not count.
bool is_over_and_drawn(const Position& position) {
  const GameOver end = game_over(position);
  return end != GameOver::No && end != GameOver::Checkmate;
}

// A draw that is not a matter of chances: the game is over, or is with the move that is played. The score does not
// tell: the first iteration ends in quiescence, which sees no draws.
bool is_certain_draw(const Position& root, const std::vector<Move>& line) {
  if (is_over_and_drawn(root)) return true;
  if (line.empty()) return false;
  Position after = root;
  after.play(line.front());
  return is_over_and_drawn(after);
}

// "what: Rule 12, Other Rule 3", the rules of which count() is not 0.
template <class Count>
std::string list(const std::string& what, const pruning::Ledger& ledger, Count count) {
  std::string out;
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const std::uint64_t n = count(ledger.rules[id]);
    if (n == 0) continue;
    out +=
        (out.empty() ? what + ": " : ", ") + pruning::title_of(pruning::kRuleInfos[id].name) + " " + std::to_string(n);
  }
  return out.empty() ? out : "; " + out;
}

}  // namespace

std::string to_text(Score score) {
  if (is_win(score)) return "mate " + std::to_string((kMate.value() - score.value() + 1) / 2);
  const int until_mated = (kMate.value() + score.value() + 1) / 2;
  if (is_loss(score)) return until_mated == 0 ? "mate 0" : "mate -" + std::to_string(until_mated);
  return "cp " + std::to_string(score.value());
}

std::string score_text(Score internal, Bound bound, const Position& position, bool with_wdl,
                       const std::vector<Move>& line) {
  std::string out = to_text(internal);
  if (bound == Bound::Lower) out += " lowerbound";
  if (bound == Bound::Upper) out += " upperbound";
  if (!with_wdl) return out;
  const bool is_final = bound == Bound::Exact;  // else another move may be better
  const Wdl w =
      is_certain_draw(position, is_final ? line : std::vector<Move>{}) ? kCertainDraw : wdl(internal, position);
  return out + " wdl " + std::to_string(w.win) + ' ' + std::to_string(w.draw) + ' ' + std::to_string(w.loss);
}

std::uint64_t per_second(std::uint64_t nodes, std::int64_t milliseconds) {
  return nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(milliseconds, 1));
}

std::string info_line(const Info& info, const Position& root, const Manner& manner) {
  std::string out = "info depth " + std::to_string(info.depth) + " seldepth " + std::to_string(info.seldepth) +
                    " multipv " + std::to_string(info.multi_pv) + " score " +
                    score_text(info.score, info.bound, root, manner.wdl, info.pv);
  out += " nodes " + std::to_string(info.nodes) + " nps " + std::to_string(per_second(info.nodes, info.time)) +
         " hashfull " + std::to_string(info.hashfull) +
         (info.tb_hits > 0 ? " tbhits " + std::to_string(info.tb_hits) : "") + " time " + std::to_string(info.time) +
         " pv";
  for (const Move m : info.pv) out += ' ' + oknos::to_text(m, manner.chess960);
  return out;
}

std::string current_move_line(int depth, Move move, int number, bool chess960) {
  return "info depth " + std::to_string(depth) + " currmove " + oknos::to_text(move, chess960) + " currmovenumber " +
         std::to_string(number);
}

std::string best_move_line(const SearchReport& report, bool chess960) {
  if (!report.best) return "bestmove (none)";
  std::string out = "bestmove " + oknos::to_text(report.best, chess960);
  if (report.ponder) out += " ponder " + oknos::to_text(report.ponder, chess960);
  return out;
}

std::string ledger_text(const pruning::Ledger& ledger) {
  const auto skipped = [](const pruning::RuleCounts& r) { return r.moves_skipped; };
  const auto cut = [](const pruning::RuleCounts& r) { return r.nodes_cut; };
  const auto ended = [](const pruning::RuleCounts& r) { return r.quiescence_nodes_cut; };
  const auto reduced = [](const pruning::RuleCounts& r) { return r.nodes_reduced; };
  return "moves made " + std::to_string(ledger.moves_made) + " skipped " + std::to_string(ledger.moves_skipped) +
         list("skipped by", ledger, skipped) + list("cut by", ledger, cut) + list("reduced by", ledger, reduced) +
         list("ended at the horizon by", ledger, ended);
}

}  // namespace oknos::uci
