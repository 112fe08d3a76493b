#include "engine/platform/file_name.h"

#ifndef _WIN32

namespace oknos::platform {

File open_file(const std::string& name, const char* mode) {
  return File(std::fopen(name.c_str(), mode));
}

std::filesystem::path path_of(const std::string& name) {
  return name;
}

std::string name_of(const std::filesystem::path& path) {
  return path.string();
}

}  // namespace oknos::platform

#endif
