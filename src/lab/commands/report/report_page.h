#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace oknos::lab {

// The page that `web/report.html` becomes when it is built, with nothing in it yet; or why this build has none.
Result<std::string_view> report_page();

// The page with these runs in it (a JSON array).
// Error: the page has no place for them.
Result<std::string> filled_page(std::string_view page, const std::string& runs);

}  // namespace oknos::lab
