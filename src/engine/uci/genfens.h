#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"
#include "engine/eval/network/network.h"
#include "engine/pruning/registry/settings.h"
#include "engine/uci/writer.h"

// "genfens N seed S book FILE|None [...]": the openings that OpenBench asks an engine for before it lets it play games
// for training. What follows the book is ignored: other engines may know it.
namespace oknos::uci {

struct GenfensRequest {
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  std::vector<Position> book;                                       // where the lines begin; never empty
  std::shared_ptr<const eval::network::Network> network = nullptr;  // none: the classical evaluation
};

// The error names what is wrong with the words or with a line of the book.
Result<GenfensRequest> parse_genfens(std::string_view arguments);

// Writes a line "info string genfens FEN" for each, as soon as it is found, unless `stop` becomes true first. The
// positions follow from the request and the settings alone: random legal moves, neither over nor decided. Ends with an
// info string where too many random lines in a row are (a book of decided positions).
void run_genfens(const GenfensRequest& request, const pruning::Settings& settings, const std::atomic<bool>& stop,
                 Writer& writer);

}  // namespace oknos::uci
