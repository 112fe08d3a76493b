#pragma once

#include <string>

namespace oknos::lab {

// A JSON value as text; `indent` < 0: in one line. Names and comments come from outside in any encoding: what is not
// UTF-8 is replaced, where the library alone would throw.
template <class Json>
std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace oknos::lab
