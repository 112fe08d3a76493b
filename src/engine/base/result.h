#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace oknos {

// What went wrong, in one line that names the input, the place and what would be right.
struct Error {
  std::string message;
};

// A value or the reason why there is none. (std::expected is not in the libraries that we build with.)
template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT: implicit, so that `return value;` works
  Result(Error error) : state_(std::move(error)) {}  // NOLINT: implicit, so that `return Error{...};` works

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  T& value() {
    assert(ok());
    return std::get<T>(state_);
  }
  const T& value() const {
    assert(ok());
    return std::get<T>(state_);
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const std::string& error() const {
    assert(!ok());
    return std::get<Error>(state_).message;
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace oknos
