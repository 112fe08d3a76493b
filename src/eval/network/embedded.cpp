#include "eval/network/embedded.h"

namespace oknos::eval::network {

namespace {

// The build writes the file's bytes, each with a comma behind it; a last one makes sure that there is any.
constexpr unsigned char kBytes[] = {
#include "embedded_network.inc"
    0};

}  // namespace

Result<std::shared_ptr<const Network>> embedded() {
  const std::string_view bytes(reinterpret_cast<const char*>(kBytes), sizeof(kBytes) - 1);
  if (bytes.empty()) return std::shared_ptr<const Network>();
  return Network::parse(bytes);
}

std::shared_ptr<const Network> embedded_if_any() {
  static const std::shared_ptr<const Network> network = [] {
    auto found = embedded();
    return found ? std::move(*found) : nullptr;
  }();
  return network;
}

}  // namespace oknos::eval::network
