#include "engine/platform/windows_text.h"

#ifdef _WIN32

#include <system_error>

#include "engine/platform/windows_api.h"

namespace oknos::platform {

namespace {

// Nothing when the text is not in that code page.
std::wstring from_code_page(unsigned code_page, std::string_view text) {
  const int size = static_cast<int>(text.size());
  const int needed = MultiByteToWideChar(code_page, MB_ERR_INVALID_CHARS, text.data(), size, nullptr, 0);
  std::wstring out(static_cast<std::size_t>(needed), L'\0');
  MultiByteToWideChar(code_page, MB_ERR_INVALID_CHARS, text.data(), size, out.data(), needed);
  return out;
}

}  // namespace

std::wstring wide(std::string_view text) {
  std::wstring out = from_code_page(CP_UTF8, text);
  return out.empty() ? from_code_page(CP_ACP, text) : out;
}

std::string utf8(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  const int needed = WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr);
  std::string out(static_cast<std::size_t>(needed), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text.data(), size, out.data(), needed, nullptr, nullptr);
  return out;
}

std::string system_message(unsigned long error) {
  return std::system_category().message(static_cast<int>(error)) + " (error " + std::to_string(error) + ")";
}

}  // namespace oknos::platform

#endif
