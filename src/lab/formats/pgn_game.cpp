#include <algorithm>
#include <utility>

#include "engine/base/text.h"
#include "lab/formats/pgn.h"

namespace oknos::pgn {

std::string_view to_text(GameResult result) {
  switch (result) {
    case GameResult::WhiteWins:
      return "1-0";
    case GameResult::BlackWins:
      return "0-1";
    case GameResult::Draw:
      return "1/2-1/2";
    default:
      return "*";
  }
}

std::optional<GameResult> result_from_text(std::string_view text) {
  for (const GameResult r : {GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw})
    if (text == to_text(r)) return r;
  if (text == "1/2" || text == "\u00bd-\u00bd") return GameResult::Draw;
  return std::nullopt;
}

Variant variant_of(std::string_view name) {
  const std::string v = text::to_lower(text::trim(name));
  const auto has = [&](std::string_view part) { return v.find(part) != std::string::npos; };
  if (has("960") || has("fische") || v == "frc" || v == "dfrc") return Variant::Chess960;
  const bool standard = has("standard") || has("normal") || has("position") || has("classic") || has("orthodox");
  return standard || v.empty() || v == "?" || v == "-" || v == "chess" ? Variant::Standard : Variant::Other;
}

const std::string* Game::tag(std::string_view name) const {
  for (const Tag& t : tags)
    if (t.name == name) return &t.value;
  return nullptr;
}

void Game::set_tag(std::string_view name, std::string value) {
  for (Tag& t : tags) {
    if (t.name != name) continue;
    t.value = std::move(value);
    return;
  }
  tags.push_back({std::string(name), std::move(value)});
}

NodeIndex Game::add_move(NodeIndex parent, Move m) {
  const auto added = static_cast<NodeIndex>(nodes.size());
  Node node;
  node.move = m;
  node.parent = parent;
  nodes.push_back(std::move(node));
  Node& p = nodes[parent];
  if (p.last_child == kNoNode) {
    p.first_child = added;
  } else {
    nodes[p.last_child].next_sibling = added;
  }
  p.last_child = added;
  return added;
}

std::vector<Move> Game::main_line() const {
  std::vector<Move> out;
  for (NodeIndex n = nodes[kRoot].first_child; n != kNoNode; n = nodes[n].first_child) out.push_back(nodes[n].move);
  return out;
}

}  // namespace oknos::pgn
