// Any bytes as a line of a claims file: a claim that keeps to its ranges, or one line of error.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "lab/shadow/claim.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using oknos::lab::Claim;
  const auto claim = oknos::lab::parse_claim({reinterpret_cast<const char*>(data), size});
  if (!claim) {
    require(!claim.error().empty() && claim.error().find('\n') == std::string::npos, "errors are one line");
    return 0;
  }
  if (!*claim) return 0;
  const Claim& c = **claim;
  require(c.alpha < c.beta && c.alpha >= -Claim::kScoreMost && c.beta <= Claim::kScoreMost, "windows are windows");
  require(c.every >= 1 && c.depth >= 0 && c.depth <= Claim::kDepthMost, "numbers are in their ranges");
  require(!c.move || c.line.current.is_legal(c.move), "moves are legal");
  require(c.action != Claim::Action::Skip || c.move, "a skip has a move");
  return 0;
}
