#pragma once

#include <string>

#include "lab/commands/show.h"

// What `show` prints, as one text; an error is printed too.
namespace oknos::lab::store::test {

template <class Write>
std::string printed(Write write) {
  std::string out;
  const auto error = write([&](std::string_view text) { out += text; });
  return error ? out + error->message : out;
}

inline std::string rows_text(const StoreView& view, std::optional<std::size_t> table, bool stable) {
  return printed([&](const Sink& out) { return write_rows(view, table, stable, out); });
}
inline std::string store_json(const StoreView& view, std::optional<std::size_t> table, bool rows, bool stable) {
  return printed([&](const Sink& out) { return write_json(view, {}, {table, rows, stable}, out); });
}

}  // namespace oknos::lab::store::test
