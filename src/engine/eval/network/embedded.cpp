#include "engine/eval/network/embedded.h"

#include "engine/base/text.h"

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

Result<std::shared_ptr<const Network>> network_named(const std::string& name) {
  if (text::equal_ignoring_case(name, kClassical)) return std::shared_ptr<const Network>();
  if (!name.empty() && name != kEmbedded) return Network::load(name);
  auto own = embedded();
  if (own && !*own) return Error{"this program was built without a network; a file is expected"};
  return own;
}

}  // namespace oknos::eval::network
