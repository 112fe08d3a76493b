#include "lab/commands/why/why_words.h"

#include <fmt/format.h>

#include "lab/terminal/words.h"

namespace oknos::lab {

std::string value_text(Score s) {
  if (s >= kInfinite) return "+inf";
  return s <= -kInfinite ? "-inf" : score_text(s);
}

std::string end_text(NodeEnd end) {
  switch (end) {
    case NodeEnd::Searched:
      return "searched";
    case NodeEnd::Draw:
      return "a draw";
    case NodeEnd::TableCut:
      return "cut by the transposition table";
    case NodeEnd::MateDistance:
      return "a shorter mate is known";
    case NodeEnd::RuleCut:
      return "cut by a rule";
    case NodeEnd::NullMoveCut:
      return "the null move holds beta";
    case NodeEnd::ProbCut:
      return "cut: a capture holds more than beta in a shallower search";
    case NodeEnd::MultiCut:
      return "cut: more than one move holds beta in a shallower search";
    case NodeEnd::StandPat:
      return "the static evaluation holds beta";
    case NodeEnd::NoMoves:
      return "mate or stalemate";
    case NodeEnd::Stopped:
      return "stopped";
    case NodeEnd::Horizon:
      return "the maximum depth is reached";
    case NodeEnd::Tablebase:
      return "known from the tablebases";
  }
  return "";
}

std::string verdict_text(const ShadowSample& s, const ShadowVerdict& v) {
  const std::string nodes = counted(v.nodes, "node");
  const bool up = s.kind == ShadowSample::Kind::FailHigh;
  const Score limit = up ? s.beta : s.alpha;
  const std::string claim = fmt::format("not {} {}", up ? "below" : "above", value_text(limit));
  const std::string searched = fmt::format("Searched after all ({}, depth {})", nodes, s.full.plies());
  if (!v.error) return fmt::format("{}: the rule is right, {}.", searched, claim);
  // The distance from a mate or a tablebase win is no number of pawns.
  const bool decided = is_decisive(v.value) || is_decisive(limit);
  const std::string error = decided ? fmt::format(": it claimed a value {}", claim) : " by " + score_text(v.error_size);
  return fmt::format("{}: {}, the rule is wrong{}{}.", searched, value_text(v.value), error,
                     v.found_at_reduced_depth ? "" : "; the reduced search would have missed it too");
}

}  // namespace oknos::lab
