#include "lab/views/ledger_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <vector>

#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using pruning::Guard;
using pruning::kRuleInfos;
using pruning::kRules;
using pruning::Ledger;
using pruning::Place;
using pruning::RuleCounts;
using pruning::RuleId;
using pruning::RuleInfo;
using pruning::Settings;

using Number = std::function<std::string(std::uint64_t)>;

// Which column goes first when there is no room: the lowest.
enum Keep { KeepBar, KeepAlso, KeepAsked, KeepHeld, KeepFired, KeepShare, KeepDone, KeepRule };

// What a rule can act on.
struct Group {
  std::string_view title;  // after the number
  std::vector<Place> places;
  std::uint64_t whole;  // what the shares are of
  std::uint64_t (*effect)(const RuleCounts&);
};

std::vector<Group> groups_of(const Ledger& l) {
  return {{"nodes above the horizon; cut, or reduced by a ply, by",
           {Place::Node},
           l.nodes,
           [](const RuleCounts& r) { return r.nodes_cut + r.nodes_reduced; }},
          {"nodes at the horizon, in quiescence; ended by",
           {Place::QuiescenceNode},
           l.quiescence_nodes,
           [](const RuleCounts& r) { return r.quiescence_nodes_cut; }},
          {"moves, made or skipped; skipped by",
           {Place::Move, Place::QuiescenceMove},
           l.moves_made + l.moves_skipped,
           [](const RuleCounts& r) { return r.moves_skipped; }}};
}

bool belongs(const RuleInfo& rule, const Group& group) {
  return std::find(group.places.begin(), group.places.end(), rule.place) != group.places.end();
}

bool had_effect(const RuleCounts& r) {
  return r.nodes_cut + r.nodes_reduced + r.quiescence_nodes_cut + r.moves_skipped > 0;
}

// Wherever it had an effect; if nowhere, where it belongs, so that a rule that never fired is seen.
bool has_row(const RuleInfo& rule, const RuleCounts& counts, const Group& group) {
  return had_effect(counts) ? group.effect(counts) > 0 : belongs(rule, group);
}

std::string bar(double part, const Style& style) {
  constexpr int kColumns = 6;  // for the whole
  constexpr int kSteps = 8;    // of one column
  static constexpr std::string_view kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (!style.unicode) return repeated("#", static_cast<std::size_t>(std::lround(part * kColumns)));
  const auto steps = static_cast<std::size_t>(std::lround(part * kColumns * kSteps));
  return repeated("█", steps / kSteps) + std::string(kEighths[steps % kSteps]);
}

Guard strongest_guard(const RuleCounts& counts) {
  const auto most = std::max_element(counts.held.begin(), counts.held.end());
  return *most == 0 ? Guard::None : static_cast<Guard>(most - counts.held.begin());
}

std::uint64_t held_by(const RuleCounts& counts, Guard g) {
  return counts.held[static_cast<std::size_t>(g)];
}

Cell count_cell(std::uint64_t n, const Number& number) {
  return n == 0 ? Cell{"-", Tone::Faint} : Cell{number(n), Tone::Plain};
}

// How the table is written; the first of these that fits is taken.
struct Layout {
  Number number;
  bool bars;
};

// `first`: of the rule's rows. What is counted for the rule as a whole stands there alone.
std::vector<Cell> row_of(const RuleInfo& rule, const RuleCounts& counts, const Group& group, bool first,
                         const Layout& layout, const Style& style) {
  const std::uint64_t effect = group.effect(counts);
  const bool idle = effect == 0;
  const Guard guard = first ? strongest_guard(counts) : Guard::None;
  const auto once = [&](std::uint64_t n) { return first ? count_cell(n, layout.number) : Cell{}; };
  return {{"  " + plain_name(rule.name), idle ? Tone::Faint : Tone::Plain},
          once(counts.asked),
          once(counts.fired),
          once(counts.also_fired),
          {idle ? "-" : layout.number(effect), idle ? Tone::Faint : Tone::Accent},
          {percent(effect, group.whole), idle ? Tone::Faint : Tone::Strong},
          {layout.bars ? bar(share(effect, group.whole), style) : "", Tone::Accent},
          {guard == Guard::None ? "" : std::string(name_of(guard)) + " " + compact(held_by(counts, guard))}};
}

std::vector<Cell> sum_row(const Ledger& l, const Layout& layout, const Style& style) {
  const std::uint64_t whole = l.moves_made + l.moves_skipped;
  return {{"  all of them", Tone::Faint},
          {""},
          {""},
          {""},
          {l.moves_skipped == 0 ? "-" : layout.number(l.moves_skipped), Tone::Strong},
          {percent(l.moves_skipped, whole), Tone::Strong},
          {layout.bars ? bar(share(l.moves_skipped, whole), style) : "", Tone::Faint},
          {""}};
}

TextTable table_of(const Ledger& l, const Settings& settings, const Layout& layout, const Style& style) {
  TextTable table({{"  rule", Align::Left, KeepRule},
                   {"asked", Align::Right, KeepAsked},
                   {"fired", Align::Right, KeepFired},
                   {"also", Align::Right, KeepAlso},
                   {"effect", Align::Right, KeepDone},
                   {"share", Align::Right, KeepShare},
                   {"", Align::Left, KeepBar},
                   {"most held back by", Align::Left, KeepHeld}});
  std::array<bool, kRules> seen{};
  for (const Group& group : groups_of(l)) {
    table.add_heading(fmt::format("{} {}", grouped(group.whole), group.title));
    for (RuleId id = 0; id < kRules; ++id) {
      if (!is_asked(id) || !settings.rules[id].enabled || !has_row(kRuleInfos[id], l.rules[id], group)) continue;
      table.add_row(row_of(kRuleInfos[id], l.rules[id], group, !seen[id], layout, style));
      seen[id] = true;
    }
    if (group.places.front() == Place::Move) table.add_row(sum_row(l, layout, style));
  }
  return table;
}

TextTable best_table(const Ledger& l, const Settings& settings, const Style& style) {
  for (const Layout& layout : {Layout{grouped, true}, Layout{grouped, false}}) {
    TextTable table = table_of(l, settings, layout, style);
    if (table.width() <= style.width) return table;
  }
  return table_of(l, settings, {compact, true}, style);  // sheds columns if it must
}

std::string names_of(const Settings& settings, bool asked, bool enabled) {
  std::string out;
  for (RuleId id = 0; id < kRules; ++id)
    if (is_asked(id) == asked && settings.rules[id].enabled == enabled)
      out += (out.empty() ? "" : ", ") + plain_name(kRuleInfos[id].name);
  return out;
}

// What a guard saw, after "but".
std::string_view reason(Guard g) {
  switch (g) {
    case Guard::None:
    case Guard::count_:
      break;
    case Guard::PvNode:
      return "the window was open and the exact value wanted";
    case Guard::InCheck:
      return "the side to move was in check";
    case Guard::MateWindow:
      return "a mate was in sight, which no margin reaches";
    case Guard::NothingSearched:
      return "no move had been searched yet";
    case Guard::PawnEnding:
      return "only king and pawns were left";
    case Guard::FewPieces:
      return "few pieces were left";
    case Guard::AfterExtension:
      return "the line had just been extended";
    case Guard::LegalMove:
      return "there was no legal move";
    case Guard::ChildAlive:
      return "the game might have been over after the move";
    case Guard::ReplyExists:
      return "the other side had no reply";
    case Guard::DrawInReach:
      return "a draw was in reach";
    case Guard::NullAllowed:
      return "no null move was allowed there";
    case Guard::NullClock:
    case Guard::EnPassant:
    case Guard::DepthRange:  // parts of a condition, which hold nothing back by themselves
      break;
    case Guard::GivesCheck:
      return "the move gave check";
    case Guard::PreviousCapture:
      return "the move before was a capture";
    case Guard::PawnToSeventh:
      return "a pawn stepped to the seventh rank";
    case Guard::HeavyToSeventh:
      return "a rook or queen went to the seventh rank";
    case Guard::BishopPair:
      return "it took a bishop of the pair";
    case Guard::PawnOnSecondOrThird:
      return "it took a pawn that had hardly moved";
    case Guard::TakesQueen:
      return "it took a queen";
    case Guard::Promotion:
      return "a pawn promoted";
    case Guard::Recapture:
      return "it recaptured";
    case Guard::Captures:
      return "it was a capture";
  }
  return "a guard forbade";
}

// "<1", "7": of every 100.
std::string in_hundred(std::uint64_t part, std::uint64_t whole) {
  const auto n = std::lround(100.0 * share(part, whole));
  return n == 0 && part > 0 ? "fewer than 1" : std::to_string(n);
}

std::string moves_in_words(const Ledger& l) {
  const std::uint64_t whole = l.moves_made + l.moves_skipped;
  if (whole == 0) return "No move was searched.";
  if (l.moves_skipped == 0) return "Every move was searched: no rule skipped one.";
  std::vector<RuleId> by_share;
  for (RuleId id = 0; id < kRules; ++id)
    if (l.rules[id].moves_skipped > 0) by_share.push_back(id);
  std::stable_sort(by_share.begin(), by_share.end(),
                   [&](RuleId a, RuleId b) { return l.rules[a].moves_skipped > l.rules[b].moves_skipped; });
  const long skipped = std::lround(100.0 * share(l.moves_skipped, whole));
  std::string out = fmt::format("Of every 100 moves {} were made and {} skipped: ", 100 - skipped, skipped);
  for (std::size_t i = 0; i < by_share.size(); ++i)
    out += fmt::format("{}{} by {}", i == 0 ? "" : ", ", in_hundred(l.rules[by_share[i]].moves_skipped, whole),
                       plain_name(kRuleInfos[by_share[i]].name));
  return out + ".";
}

// The rule of which this count is highest, if it is not 0 everywhere. Stand pat, which is never off, goes without
// saying.
std::optional<RuleId> leader(const Ledger& l, std::uint64_t RuleCounts::*count) {
  std::optional<RuleId> best;
  for (RuleId id = 0; id < kRules; ++id)
    if (kRuleInfos[id].may_be_off && l.rules[id].*count > (best ? l.rules[*best].*count : 0)) best = id;
  return best;
}

// The rules that cut most nodes above the horizon and at the horizon.
std::string nodes_in_words(const Ledger& l) {
  const auto sentence = [&](RuleId id, std::string_view did, std::uint64_t part, std::uint64_t whole,
                            std::string_view where) {
    return fmt::format(" {} {} {} of every 100 nodes {}.", capitalised(plain_name(kRuleInfos[id].name)), did,
                       in_hundred(part, whole), where);
  };
  std::string out;
  if (const auto id = leader(l, &RuleCounts::nodes_cut)) {
    const bool of_node = kRuleInfos[*id].place == Place::Node;  // a move's rule looks at moves
    out += sentence(*id, "cut", l.rules[*id].nodes_cut, l.nodes,
                    of_node ? "above the horizon before a move was looked at" : "above the horizon");
  }
  if (const auto id = leader(l, &RuleCounts::quiescence_nodes_cut))
    out += sentence(*id, "ended", l.rules[*id].quiescence_nodes_cut, l.quiescence_nodes, "at the horizon");
  return out;
}

// The guard that kept a rule from firing most often.
std::string guards_in_words(const Ledger& l) {
  RuleId best = kRules;
  std::uint64_t most = 0;
  for (RuleId id = 0; id < kRules; ++id) {
    const std::uint64_t held = held_by(l.rules[id], strongest_guard(l.rules[id]));
    if (held > most) {
      most = held;
      best = id;
    }
  }
  if (best == kRules) return "";
  return fmt::format(" Most often held back was {}: {} times its condition held, but {}.",
                     plain_name(kRuleInfos[best].name), grouped(most), reason(strongest_guard(l.rules[best])));
}

template <class R, class Context>
concept Answers = requires(const Context& c, const pruning::RuleSetting& s, const pruning::Conventions& v) {
  R::ask(c, s, v);
};

}  // namespace

bool is_asked(RuleId wanted) {
  return pruning::Rules::any([&]<class R>(std::type_identity<R>, std::uint8_t id) {
    return id == wanted && (Answers<R, pruning::NodeContext> || Answers<R, pruning::MoveContext>);
  });
}

std::string ledger_table(const Ledger& ledger, const Settings& settings, const Style& style) {
  std::string out = best_table(ledger, settings, style).to_text(style);
  const auto width = static_cast<std::size_t>(style.width);
  constexpr std::size_t kIndent = 2;
  const auto add_note = [&](const std::string& label, const std::string& names) {
    if (names.empty()) return;
    const std::string note = wrapped(label + names, width, kIndent);
    out += style.paint(Tone::Faint, note.substr(0, note.size() - 1)) + "\n";
  };
  add_note("Off: ", names_of(settings, true, false));
  add_note("On, but not asked move by move: ", names_of(settings, false, true));
  return out;
}

std::string ledger_in_words(const Ledger& ledger) {
  return moves_in_words(ledger) + nodes_in_words(ledger) + guards_in_words(ledger);
}

std::string ledger_report(const Ledger& ledger, const Settings& settings, const Style& style) {
  const auto width = static_cast<std::size_t>(style.width);
  return style.paint(Tone::Strong, "What the rules did") + "\n\n" + ledger_table(ledger, settings, style) + "\n" +
         wrapped(ledger_in_words(ledger), width);
}

}  // namespace oknos::lab
