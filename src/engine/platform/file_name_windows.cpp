#include "engine/platform/file_name.h"

#ifdef _WIN32

#include "engine/platform/windows_text.h"

namespace oknos::platform {

File open_file(const std::string& name, const char* mode) {
  return File(_wfopen(wide(name).c_str(), wide(mode).c_str()));
}

std::filesystem::path path_of(const std::string& name) {
  return wide(name);
}

std::string name_of(const std::filesystem::path& path) {
  return utf8(path.native());
}

}  // namespace oknos::platform

#endif
