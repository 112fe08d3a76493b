#include "engine/pruning/presets/embedded_presets.h"

namespace oknos::pruning {

namespace {

constexpr EmbeddedPreset kEmbedded[] = {
#include "embedded_presets.inc"  // made from presets/*.toml at build time
};

}  // namespace

std::span<const EmbeddedPreset> embedded_presets() {
  return kEmbedded;
}

}  // namespace oknos::pruning
