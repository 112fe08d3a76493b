#pragma once

#include <string_view>
#include <vector>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/pruning/presets/preset.h"
#include "engine/search/engine.h"

// What the tests of the search share.
namespace oknos::testing {

inline Position position(std::string_view text) {
  auto p = fen::parse(text);
  if (!p) throw std::invalid_argument(p.error());
  return *p;
}

inline pruning::Settings settings(std::string_view preset = "modern") {
  auto p = pruning::find_preset(preset);
  if (!p) throw std::invalid_argument(p.error());
  return p->settings;
}

inline SearchRequest to_depth(int depth, std::string_view preset = "modern") {
  SearchRequest request;
  request.limits.depth = depth;
  request.settings = settings(preset);
  return request;
}

// One search from a fresh engine.
inline SearchReport search(std::string_view fen, const SearchRequest& request, int threads = 1) {
  Engine engine(4, threads);
  engine.set_position(position(fen));
  return engine.search(request);
}

inline const std::vector<std::string_view>& all_presets() {
  static const std::vector<std::string_view> names = pruning::preset_names();
  return names;
}

// Is every move of the line legal, one after the other?
inline bool is_playable(Position p, const std::vector<Move>& line) {
  for (const Move m : line) {
    if (!p.is_legal(m)) return false;
    p.play(m);
  }
  return true;
}

}  // namespace oknos::testing
