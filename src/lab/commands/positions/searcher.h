#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/search/engine.h"

namespace oknos::lab {

// Short searches with the default preset and one thread. After forget() they depend on nothing but what is asked.
class Searcher {
 public:
  static constexpr std::size_t kHash = 16;  // MiB: what a search of a million nodes fills

  explicit Searcher(std::size_t hash_mebibytes = kHash);

  void forget() { engine_.clear(); }
  SearchReport nodes(const Position& position, std::uint64_t nodes, int multi_pv = 1,
                     SearchListener* listener = nullptr);
  SearchReport depth(const Position& position, int plies, int multi_pv = 1, SearchListener* listener = nullptr);

 private:
  SearchReport search(const Position& position, const Limits& limits, int multi_pv, SearchListener* listener);

  pruning::Settings settings_;
  Engine engine_;
};

}  // namespace oknos::lab
