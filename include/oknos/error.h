/// @file
/// What the library throws. Every other exception that leaves it comes from the standard library (std::bad_alloc), or
/// from a callback of the caller's.
#pragma once

#include <stdexcept>
#include <string>

namespace oknos {

/// The caller passed something that cannot be used: a FEN, a move, a name or a number. what() is one line that names
/// the input and says what would be valid. The object that threw it has not changed.
class InvalidInput : public std::invalid_argument {
 public:
  /// @param message one line, returned by what()
  explicit InvalidInput(const std::string& message) : std::invalid_argument(message) {}
};

/// The operating system refused memory, threads or a file. what() is one line that names what was asked for. The object
/// that threw it has not changed.
class ResourceError : public std::runtime_error {
 public:
  /// @param message one line, returned by what()
  explicit ResourceError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace oknos
