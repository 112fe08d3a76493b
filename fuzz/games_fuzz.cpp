// Any bytes as a compact file of games. Whatever is in it, reading ends, and games that decode are encoded as the same
// bytes or, where a number was written in an unusual way, as bytes that decode to the same game.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lab/formats/game_store.h"

namespace {

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

void check(std::string_view payload) {
  const auto game = oknos::compact::decode(payload);
  if (!game) {
    require(!game.error().empty(), "a refusal has a reason");
    return;
  }
  const auto again = oknos::compact::decode(oknos::compact::encode(*game));
  require(again.ok(), "what decodes is encoded");
  require(again->moves == game->moves && again->half_points == game->half_points &&
              again->opening_plies == game->opening_plies,
          "as the same game");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text);
  auto reader = oknos::compact::StoreReader::open(text);
  if (!reader) return 0;
  while (const auto payload = reader->next()) check(*payload);
  require(reader->offset() <= size, "it stays within the file");
  return 0;
}
