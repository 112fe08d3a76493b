#pragma once

#include <cstdio>
#include <optional>

// What stands at the other end of a stream.
namespace oknos::platform {

bool is_terminal(std::FILE* stream);

// Columns of the terminal at the stream; nothing when it is no terminal or does not say.
std::optional<int> terminal_columns(std::FILE* stream);

// Lets the standard streams pass lines as they are written: Windows would end each with "\r\n" in a pipe or file, and
// take the character 26 for the end of the input.
void pass_bytes_unchanged();

}  // namespace oknos::platform
