#include "engine/platform/arguments.h"

#ifdef _WIN32

#include "engine/platform/windows_api.h"
#include "engine/platform/windows_text.h"

// Needs windows.h before it.
#include <shellapi.h>

namespace oknos::platform {

Arguments::Arguments(int argc, char** argv) : words_(argv, argv + argc) {
  int count = 0;
  LPWSTR* const wide_words = CommandLineToArgvW(GetCommandLineW(), &count);
  if (wide_words != nullptr) {
    for (int i = 0; i < count; ++i) texts_.push_back(utf8(wide_words[i]));
    LocalFree(wide_words);
    words_.clear();
    for (std::string& text : texts_) words_.push_back(text.data());
  }
  words_.push_back(nullptr);
}

}  // namespace oknos::platform

#endif
