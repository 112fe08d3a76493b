#pragma once

#include "engine/chess/position.h"
#include "engine/search/report.h"
#include "engine/uci/format.h"
#include "engine/uci/input.h"
#include "engine/uci/writer.h"

namespace oknos::uci {

// Writes what one search reports to the GUI, at the end one bestmove.
class SearchOutput : public SearchListener {
 public:
  // `ledger`: report what the rules skipped.
  SearchOutput(Writer& writer, EventQueue& queue, const Position& root, const Manner& manner, bool ledger)
      : writer_(writer), queue_(queue), root_(root), manner_(manner), ledger_(ledger) {}

  void on_info(const Info& info) override;
  void on_current_move(int depth, Move move, int number) override;
  void on_done(const SearchReport& report) override;

 private:
  Writer& writer_;
  EventQueue& queue_;
  const Position root_;
  const Manner manner_;
  const bool ledger_;
};

}  // namespace oknos::uci
