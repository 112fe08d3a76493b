// network_values FILE.oknn COUNT
//
// Evaluates COUNT positions of random games with the network, as a search does (accumulators that follow the moves),
// and prints a hash of positions and values. tools/compare_network_values.sh compares it between compilers, CPU levels
// and processors. It is compiled with nothing but the rules of chess and the network, so that this is soon done.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/base/bytes.h"
#include "engine/base/random_numbers.h"
#include "engine/base/text.h"
#include "engine/chess/chess960.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/eval/network/accumulators.h"

namespace {

using namespace oknos;

constexpr int kGamePlies = 150;

struct Values {
  std::string content;  // positions and values
  int count = 0;
};

// Half of the games are Chess960. The value is not asked for in every position, so that moves accumulate.
void play(const std::shared_ptr<const eval::network::Network>& network, std::uint64_t number, int most, Values& to) {
  RandomNumbers random(1, number);
  Position position =
      number % 2 == 0 ? Position::initial() : chess960_start(static_cast<int>(random.below(kChess960Starts)));
  eval::network::Accumulators accumulators(network, kGamePlies + 1);
  accumulators.start(position, 0);
  for (int ply = 1; ply <= kGamePlies && to.count < most; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return;
    const Move m = moves[random.below(moves.size())];
    accumulators.push(position, m, ply);
    position.play(m);
    if (random.below(3) == 0) continue;
    const Score value = accumulators.value(position, eval::network::material_of(position), ply);
    if (value != eval::network::plain_value(*network, position)) {
      std::printf("wrong: %d, computed plainly %d, in %s\n", value.value(),
                  eval::network::plain_value(*network, position).value(), fen::to_text(position).c_str());
      std::exit(1);
    }
    to.content += fen::to_text(position) + " " + std::to_string(value.value()) + "\n";
    ++to.count;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto count = argc == 3 ? text::parse_int<int>(argv[2]) : std::nullopt;
  if (!count || *count < 1) {
    std::fputs("usage: network_values FILE.oknn COUNT\n", stderr);
    return 2;
  }
  const auto network = eval::network::Network::load(argv[1]);
  if (!network) {
    std::fprintf(stderr, "%s\n", network.error().c_str());
    return 1;
  }
  Values values;
  for (std::uint64_t game = 0; values.count < *count; ++game) play(*network, game, *count, values);
  std::printf("%d positions, hash %016" PRIx64 "\n", values.count, bytes::checksum(values.content));
}
