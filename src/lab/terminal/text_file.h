#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace oknos::lab {

// The contents of a file that is small enough to be read at once. The error names the file and the reason.
Result<std::string> read_text_file(const std::string& path);
// Whether this text stands at the beginning of the file, in its first 4 KiB: did we write it? False for what is no
// regular file.
bool head_contains(const std::string& path, std::string_view text);

}  // namespace oknos::lab
