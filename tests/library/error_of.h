#pragma once

#include <string>

#include "oknos/error.h"

namespace oknos {

// What the library says of the call's invalid input.
std::string error_of(const auto& call) {
  try {
    call();
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "none";
}

}  // namespace oknos
