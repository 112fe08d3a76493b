#include "lab/why/why_words.h"

#include <fmt/format.h>

#include "lab/words.h"

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
      return "the static value holds beta";
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
  const bool up = s.kind == ShadowSample::Kind::HoldsUp;
  if (!v.error)
    return fmt::format("Searched after all ({}, depth {}): the rule is right, {} {}.", nodes, s.full.plies(),
                       up ? "not below" : "not above", value_text(up ? s.beta : s.alpha));
  return fmt::format("Searched after all ({}, depth {}): {}, the rule is wrong by {}{}.", nodes, s.full.plies(),
                     value_text(v.value), score_text(v.excess),
                     v.noticed ? "" : "; the reduced search would have missed it too");
}

}  // namespace oknos::lab
