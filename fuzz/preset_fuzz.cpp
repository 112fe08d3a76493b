// Any text given to the preset reader: it must answer with a preset or with one line of error, and what it accepts it
// must write and read back alike. Where toml++ is at hand, it must accept the same text and find the same values.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/pruning/presets/preset.h"
#include "engine/pruning/presets/toml.h"

#if __has_include(<toml++/toml.h>)
#include <toml++/toml.h>
#define OKNOS_HAS_TOMLPLUSPLUS 1
#else
#define OKNOS_HAS_TOMLPLUSPLUS 0
#endif

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void check_preset(std::string_view text) {
  const auto preset = oknos::pruning::parse_preset(text, "fuzz.toml");
  if (!preset) {
    require(preset.error().rfind("fuzz.toml:", 0) == 0, "an error begins with the file's name");
    require(preset.error().find('\n') == std::string::npos, "an error is one line");
    return;
  }
  const auto again = oknos::pruning::parse_preset(oknos::pruning::to_toml(*preset), "again");
  require(again.ok() && *again == *preset, "what is written is read back");
}

#if OKNOS_HAS_TOMLPLUSPLUS
bool same(const oknos::toml::Value& ours, const toml::node& other) {
  if (const int* number = std::get_if<int>(&ours)) return other.is_integer() && other.value<int>() == *number;
  if (const bool* on = std::get_if<bool>(&ours)) return other.is_boolean() && other.value<bool>() == *on;
  return other.is_string() && other.value<std::string>() == std::get<std::string>(ours);
}

void check_toml(std::string_view text) {
  const auto document = oknos::toml::parse(text, "fuzz.toml");
  if (!document) return;
  toml::table other;
  try {
    other = toml::parse(text);
  } catch (const toml::parse_error& e) {
    std::fprintf(stderr, "toml++: %s\n", e.what());
    require(false, "what is accepted is TOML");
  }
  for (const oknos::toml::Table& table : document->tables) {
    const toml::table* in = table.name.empty() ? &other : other[table.name].as_table();
    require(in != nullptr, "toml++ has the table");
    for (const oknos::toml::Entry& entry : table.entries) {
      const toml::node* node = in->get(entry.key);
      require(node && same(entry.value, *node), "toml++ has the value");
    }
  }
}
#else
void check_toml(std::string_view text) {
  (void)oknos::toml::parse(text, "fuzz.toml");
}
#endif

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  check_toml(text);
  check_preset(text);
  return 0;
}
