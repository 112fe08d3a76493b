#pragma once

#include "search/report.h"
#include "uci/input.h"
#include "uci/writer.h"

namespace oknos::uci {

// Speaks for one search: what it hears goes to the GUI, at the end one bestmove.
class Voice : public SearchListener {
 public:
  struct Manner {
    bool chess960 = false;  // castling as king takes rook
    bool ledger = false;    // say what the rules left out
    bool in_check = false;  // at the root
  };

  Voice(Writer& writer, EventQueue& queue, const Manner& manner) : writer_(writer), queue_(queue), manner_(manner) {}

  void on_info(const Info& info) override;
  void on_current_move(int depth, Move move, int number) override;
  void on_done(const SearchReport& report) override;

 private:
  Writer& writer_;
  EventQueue& queue_;
  const Manner manner_;
};

}  // namespace oknos::uci
