#pragma once

#include <string_view>

#include "engine/base/result.h"

namespace oknos::explorer {

// The explorer's page: one HTML file that needs nothing else. The error says why it was not built.
Result<std::string_view> explorer_page();

}  // namespace oknos::explorer
