#include "engine/platform/mapped_file.h"

#if !defined(__linux__) && !defined(__APPLE__) && !defined(_WIN32)

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace oknos::platform {

Result<MappedFile> MappedFile::open(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return Error{std::strerror(errno)};
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  std::fseek(file, 0, SEEK_SET);
  void* const memory = size > 0 ? std::malloc(static_cast<std::size_t>(size)) : nullptr;
  const std::size_t read = memory == nullptr ? 0 : std::fread(memory, 1, static_cast<std::size_t>(size), file);
  std::fclose(file);
  if (size == 0) return MappedFile{};
  if (memory == nullptr) return Error{"not enough memory, or not a file"};
  MappedFile out{memory, read};
  if (read != static_cast<std::size_t>(size)) return Error{"it cannot be read to its end"};
  return out;
}

void MappedFile::Release::operator()(void* p) const {
  std::free(p);
}

}  // namespace oknos::platform

#endif
