#include "engine/pruning/parts/verdict.h"

namespace oknos::pruning {

std::string_view name_of(Guard g) {
  switch (g) {
    case Guard::None:
      return "none";
    case Guard::PvNode:
      return "pv-node";
    case Guard::InCheck:
      return "in-check";
    case Guard::MateWindow:
      return "mate-window";
    case Guard::NothingSearched:
      return "nothing-searched";
    case Guard::PawnEnding:
      return "pawn-ending";
    case Guard::FewPieces:
      return "few-pieces";
    case Guard::AfterExtension:
      return "after-extension";
    case Guard::LegalMove:
      return "legal-move";
    case Guard::ChildAlive:
      return "child-alive";
    case Guard::ReplyExists:
      return "reply-exists";
    case Guard::DrawInReach:
      return "draw-in-reach";
    case Guard::NullAllowed:
      return "null-allowed";
    case Guard::NullClock:
      return "null-clock";
    case Guard::EnPassant:
      return "en-passant";
    case Guard::DepthRange:
      return "depth-range";
    case Guard::GivesCheck:
      return "gives-check";
    case Guard::PreviousCapture:
      return "previous-capture";
    case Guard::PawnToSeventh:
      return "pawn-to-seventh";
    case Guard::HeavyToSeventh:
      return "heavy-to-seventh";
    case Guard::BishopPair:
      return "bishop-pair";
    case Guard::PawnOnSecondOrThird:
      return "pawn-on-second-or-third";
    case Guard::TakesQueen:
      return "takes-queen";
    case Guard::Promotion:
      return "promotion";
    case Guard::Recapture:
      return "recapture";
    case Guard::Captures:
      return "captures";
    case Guard::count_:
      break;
  }
  return "?";
}

std::optional<Guard> guard_from_name(std::string_view name) {
  for (int g = 1; g < kGuards; ++g)
    if (name_of(static_cast<Guard>(g)) == name) return static_cast<Guard>(g);
  return std::nullopt;
}

std::string_view name_of(Place p) {
  switch (p) {
    case Place::Node:
      return "node";
    case Place::Move:
      return "move";
    case Place::QuiescenceNode:
      return "quiescence node";
    case Place::QuiescenceMove:
      return "quiescence move";
  }
  return "?";
}

}  // namespace oknos::pruning
