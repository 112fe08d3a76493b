#pragma once

#ifdef _WIN32

#include <string>
#include <string_view>

// Windows names files in UTF-16; the engine speaks UTF-8, as everywhere.
namespace oknos::platform {

// Text that is not UTF-8 is taken for text in the system's code page, in which older user interfaces send file names.
std::wstring wide(std::string_view text);

std::string utf8(std::wstring_view text);

// What an error of GetLastError() means.
std::string system_message(unsigned long error);

}  // namespace oknos::platform

#endif
