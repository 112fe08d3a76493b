#pragma once

#include <cstdio>
#include <optional>

// What stands at the other end of a stream.
namespace oknos::platform {

bool is_terminal(std::FILE* stream);

// Columns of the terminal at the stream; nothing when it is no terminal or does not say.
std::optional<int> terminal_columns(std::FILE* stream);

}  // namespace oknos::platform
