#pragma once

#include <fmt/format.h>
#include <functional>
#include <vector>

#include "lab/experiment/ordered_parallel_for.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/words.h"
#include "train/game_files.h"

namespace oknos::train {

// Reads all blocks with several threads. `read` is called in any thread, and its result must depend only on the block.
// `keep` gets the results in the order of the blocks, in the calling thread. So the outcome does not depend on the
// number of threads. False: interrupted.
template <class Part>
bool scan(const std::vector<GameBlock>& blocks, int threads, const std::function<Part(const GameBlock&)>& read,
          const std::function<void(Part)>& keep) {
  std::size_t bytes = 0;
  for (const GameBlock& block : blocks) bytes += block.text.size();
  constexpr double kMebibyte = 1 << 20;
  lab::Progress progress;
  lab::WorkUnitNumber kept = 0;
  std::size_t read_bytes = 0;
  lab::OrderedParallelFor<Part> loop;
  loop.find = [&](int, lab::WorkUnitNumber work_unit) {
    std::vector<Part> out;
    out.push_back(read(blocks[static_cast<std::size_t>(work_unit)]));
    return out;
  };
  loop.keep = [&](Part part) {
    read_bytes += blocks[static_cast<std::size_t>(kept++)].text.size();
    keep(std::move(part));
    return true;
  };
  loop.progress = [&](lab::WorkUnitNumber) {
    progress.show(lab::share(read_bytes, bytes),
                  fmt::format("reading games: {:.0f} of {:.0f} MiB", static_cast<double>(read_bytes) / kMebibyte,
                              static_cast<double>(bytes) / kMebibyte));
  };
  loop.run(static_cast<lab::WorkUnitNumber>(blocks.size()), threads);
  progress.clear();
  return kept == static_cast<lab::WorkUnitNumber>(blocks.size());
}

}  // namespace oknos::train
