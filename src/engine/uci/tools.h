#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/chess/position.h"
#include "engine/pruning/presets/options.h"
#include "engine/search/bench.h"
#include "engine/uci/command.h"
#include "engine/uci/writer.h"

// The words beyond the protocol. Each takes the text behind its name; an error is one line for people.
namespace oknos::uci {

// The position that the words lead to; on an error nothing is half done. `left_out`: see fen::parse_playable.
Result<Position> build_position(const SetPosition& command, std::vector<std::string>& left_out);

// The position that `text` gives as a FEN (perhaps behind the word "fen"), or `present` when there is no text.
Result<Position> position_or(std::string_view text, const Position& present);

// d; `tables`: what they say of the position is shown, none: nothing.
std::string board_text(const Position& position, const tablebases::Tablebases* tables = nullptr);
std::string moves_text(const Position& position, bool chess960);  // moves
Result<std::string> see_text(std::string_view arguments, const Position& present);
// `network`: what evaluates, none is the classical evaluation.
Result<std::string> eval_text(std::string_view arguments, const Position& present,
                              const eval::network::Network* network = nullptr);
Result<std::string> preset_text(std::string_view arguments, const pruning::Overrides& rules);
// options [TEXT]: all options, or those whose names contain the text.
Result<std::string> options_text(std::string_view arguments);
std::string help_text();
std::string compiler_text();

struct PerftRequest {
  int depth = 1;  // plies
  Position position;
  bool divide = false;  // name each root move
  int threads = 1;
};
Result<PerftRequest> parse_perft(std::string_view arguments, const Position& present);

// Counts and says what it has counted, unless `stop` becomes true first.
void run_perft(const PerftRequest& request, bool chess960, Writer& writer, const std::atomic<bool>& stop);

struct BenchRequest {
  std::size_t hash = Engine::kDefaultHash;  // MiB
  int threads = 1;
  int depth = kBenchDepth;                                          // plies
  std::shared_ptr<const eval::network::Network> network = nullptr;  // none: the classical evaluation
};
Result<BenchRequest> parse_bench(std::string_view arguments);

// The last line is "N nodes M nps"; the totals that some programs look for go to `errors` before it. Neither comes when
// `stop` becomes true first.
void run_benchmark(const BenchRequest& request, const pruning::Settings& settings, Tracing tracing,
                   const std::atomic<bool>& stop, Writer& writer, Sink& errors);

// Why a table of that size is not asked for, or nothing: more than the machine has would end in its being killed.
std::optional<Error> hash_too_large(std::size_t mebibytes);

}  // namespace oknos::uci
