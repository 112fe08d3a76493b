#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace oknos::uci {

// What the words behind the program's name ask for.
struct Invocation {
  enum class Kind { Protocol, Lines, Help, Version };
  Kind kind = Kind::Protocol;
  std::vector<std::string> lines;  // to be carried out in order
  bool expert = false;             // all options are declared
};

// Nothing: the protocol on standard input. A first argument with a blank in it: each argument is a line. Otherwise the
// words form one line together; behind `go`, a FEN may follow and makes a `position` line before it.
Result<Invocation> parse_arguments(const std::vector<std::string_view>& arguments);

std::string_view usage_text();

}  // namespace oknos::uci
