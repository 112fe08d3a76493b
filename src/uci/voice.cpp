#include "uci/voice.h"

#include "uci/format.h"

namespace oknos::uci {

void Voice::on_info(const Info& info) {
  writer_.line(info_line(info, manner_.chess960));
}

void Voice::on_current_move(int depth, Move move, int number) {
  writer_.line(current_move_line(depth, move, number, manner_.chess960));
}

void Voice::on_done(const SearchReport& report) {
  if (!report.best) writer_.line(manner_.in_check ? "info depth 0 score mate 0" : "info depth 0 score cp 0");
  if (manner_.ledger) writer_.info("pgncomment " + ledger_text(report.ledger));
  writer_.line(best_move_line(report, manner_.chess960));
  queue_.push({Event::Kind::Done, {}, {}});
}

}  // namespace oknos::uci
