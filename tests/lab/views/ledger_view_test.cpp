#include "lab/views/ledger_view.h"

#include <gtest/gtest.h>
#include <sstream>

#include "engine/pruning/presets/preset.h"
#include "lab/terminal/words.h"

namespace oknos::lab {
namespace {

using pruning::Guard;
using pruning::kId;
using pruning::Ledger;
using pruning::RuleCounts;
using pruning::Settings;

// General futility ends nodes of both kinds and leaves moves out; over-kill, a rule of moves, only cuts nodes.
Ledger example() {
  Ledger l;
  l.nodes = 1000;
  l.quiescence_nodes = 2000;
  l.moves_made = 3000;
  l.moves_skipped = 1000;
  RuleCounts& stand_pat = l.rules[kId<pruning::StandPat>];
  stand_pat.asked = 2000;
  stand_pat.fired = stand_pat.quiescence_nodes_cut = 900;
  RuleCounts& general = l.rules[kId<pruning::GeneralFutility>];
  general.asked = 2600;
  general.fired = 1200;
  general.also_fired = 4;
  general.nodes_cut = 100;
  general.quiescence_nodes_cut = 600;
  general.moves_skipped = 1000;
  general.held[static_cast<std::size_t>(Guard::LegalMove)] = 6;
  RuleCounts& razoring = l.rules[kId<pruning::LimitedRazoring>];
  razoring.asked = 800;
  razoring.fired = razoring.nodes_reduced = 50;
  RuleCounts& over_kill = l.rules[kId<pruning::OverKill>];
  over_kill.asked = 5000;
  over_kill.fired = over_kill.nodes_cut = 250;
  l.rules[kId<pruning::GeneralDeepFutility>].asked = 700;
  return l;
}

const Settings kSettings = [] {
  Settings settings;
  for (const pruning::RuleId id :
       {kId<pruning::StandPat>, kId<pruning::GeneralFutility>, kId<pruning::GeneralDeepFutility>,
        kId<pruning::LimitedRazoring>, kId<pruning::OverKill>, kId<pruning::DeepFutility>})
    settings.rules[id].enabled = true;
  return settings;
}();

// What is counted for the rule as a whole stands in its first row; a rule without any effect has a row all the same.
TEST(LedgerView, ARuleHasARowWhereverItHadAnEffect) {
  const std::string expected =
      R"(  rule                   asked  fired  also  effect   share       most held back by
1,000 nodes above the horizon; cut, or reduced by a ply, by
  general futility       2,600  1,200     4     100  10.0 %  #    legal-move 6
  general deep futility    700      -     -       -       -
  limited razoring         800     50     -      50   5.0 %
  over kill              5,000    250     -     250  25.0 %  ##
2,000 nodes at the horizon, in quiescence; ended by
  stand pat              2,000    900     -     900  45.0 %  ###
  general futility                              600  30.0 %  ##
4,000 moves, made or skipped; skipped by
  general futility                            1,000  25.0 %  ##
  deep futility              -      -     -       -       -
  all of them                                 1,000  25.0 %  ##
)";
  const std::string table = ledger_table(example(), kSettings, Style{});
  EXPECT_EQ(table.substr(0, table.find("Off: ")), expected) << table;
}

TEST(LedgerView, SaysInPlainWords) {
  EXPECT_EQ(ledger_in_words(example()),
            "Of every 100 moves 75 were made and 25 skipped: 25 by general futility. Over kill cut 25 of every 100 "
            "nodes above the horizon. General futility ended 30 of every 100 nodes at the horizon. Most often held "
            "back was general futility: 6 times its condition held, but there was no legal move.");
  EXPECT_EQ(ledger_in_words(Ledger{}), "No move was searched.");
  Ledger nothing_skipped;
  nothing_skipped.moves_made = 5;
  EXPECT_EQ(ledger_in_words(nothing_skipped), "Every move was searched: no rule skipped one.");
}

TEST(LedgerView, EveryLineFitsEveryWidth) {
  Ledger large = example();
  for (RuleCounts& r : large.rules) {
    r.asked = 123456789012;
    r.fired = r.moves_skipped = r.nodes_cut = r.quiescence_nodes_cut = 98765432109;
    r.held[static_cast<std::size_t>(Guard::PawnOnSecondOrThird)] = 55555555555;
  }
  large.nodes = large.quiescence_nodes = large.moves_made = large.moves_skipped = 444444444444;
  for (int width = Style::kNarrowest; width <= Style::kWidest; ++width) {
    Style style;
    style.width = width;
    style.unicode = true;
    std::istringstream lines(ledger_table(large, kSettings, style));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(display_width(line), static_cast<std::size_t>(width)) << line;
  }
}

TEST(LedgerView, ColoursOnlyWhenWanted) {
  Style style;
  EXPECT_EQ(ledger_table(example(), kSettings, style).find('\x1b'), std::string::npos);
  style.color = true;
  EXPECT_NE(ledger_table(example(), kSettings, style).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace oknos::lab
