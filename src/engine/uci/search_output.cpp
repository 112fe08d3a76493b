#include "engine/uci/search_output.h"

namespace oknos::uci {

void SearchOutput::on_info(const Info& info) {
  writer_.line(info_line(info, root_, manner_));
}

void SearchOutput::on_current_move(int depth, Move move, int number) {
  writer_.line(current_move_line(depth, move, number, manner_.chess960));
}

void SearchOutput::on_done(const SearchReport& report) {
  if (!report.best) {
    const Score score = root_.in_check() ? -kMate : kDraw;
    writer_.line("info depth 0 score " + score_text(score, Bound::Exact, root_, manner_.wdl));
  }
  if (ledger_) writer_.info("pgncomment " + ledger_text(report.ledger));
  writer_.line(best_move_line(report, manner_.chess960));
  queue_.push({Event::Kind::Done, {}, {}, {}});
}

}  // namespace oknos::uci
