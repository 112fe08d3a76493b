// Any bytes as a network. What is accepted is written as the same bytes, and evaluates any position the same with sums
// kept beside the moves as without.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/base/bytes.h"
#include "engine/chess/movegen.h"
#include "engine/eval/network/accumulators.h"

namespace {

using oknos::eval::network::Network;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void check(const std::shared_ptr<const Network>& network) {
  oknos::eval::network::Accumulators accumulators(network, 2);
  oknos::Position position = oknos::Position::initial();
  for (int ply = 0; ply < 4; ++ply) {
    const oknos::Move m = oknos::legal_moves(position)[0];
    accumulators.start(position, 0);
    accumulators.push(position, m, 1);
    position.play(m);
    require(
        accumulators.value(position, oknos::eval::network::material_of(position), 1) == plain_value(*network, position),
        "the sums follow the moves");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto plain = Network::parse(bytes);
  require(plain.ok() || !plain.error().empty(), "a refusal has a reason");
  // The same with a checksum that is right, so that what lies behind it is reached.
  constexpr std::size_t kMagic = 8;
  constexpr std::size_t kHead = 16;
  if (size < kHead) return 0;
  std::string sum;
  oknos::bytes::append(sum, oknos::bytes::checksum(std::string_view(bytes).substr(kHead)));
  bytes.replace(kMagic, sum.size(), sum);
  const auto network = Network::parse(bytes);
  if (!network) return 0;
  require((*network)->to_bytes() == bytes, "what is read is written");
  check(*network);
  return 0;
}
