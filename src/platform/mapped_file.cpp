#include "platform/mapped_file.h"

#include <cerrno>
#include <cstring>

#if defined(__linux__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#elif defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <cstdio>
#include <cstdlib>
#endif

namespace oknos::platform {

#if defined(__linux__) || defined(__APPLE__)

namespace {

// Closes on every way out. A mapping outlives its descriptor.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

Error system_error() {
  return {std::strerror(errno)};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor file(path);
  if (file.number() < 0) return system_error();
  struct stat about {};
  if (fstat(file.number(), &about) != 0) return system_error();
  if (!S_ISREG(about.st_mode)) return Error{"not a file"};
  if (about.st_size == 0) return MappedFile{};
  const auto size = static_cast<std::size_t>(about.st_size);
  void* const memory = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
  if (memory == MAP_FAILED) return system_error();
#if defined(MADV_RANDOM)
  madvise(memory, size, MADV_RANDOM);  // reading ahead helps nobody who looks up single values
#endif
  return MappedFile{memory, size};
}

void MappedFile::Release::operator()(void* p) const {
  munmap(p, size_);
}

#elif defined(_WIN32)

namespace {

class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  ~Handle() {
    if (is_open()) CloseHandle(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  bool is_open() const { return handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE; }
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

Error system_error() {
  return {"the system refuses (error " + std::to_string(GetLastError()) + ")"};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  const Handle file(CreateFileA(path.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING,
                                FILE_FLAG_RANDOM_ACCESS, nullptr));
  if (!file.is_open()) return system_error();
  LARGE_INTEGER size{};
  if (!GetFileSizeEx(file.get(), &size)) return system_error();
  if (size.QuadPart == 0) return MappedFile{};
  const Handle mapping(CreateFileMappingA(file.get(), nullptr, PAGE_READONLY, 0, 0, nullptr));
  if (!mapping.is_open()) return system_error();
  void* const memory = MapViewOfFile(mapping.get(), FILE_MAP_READ, 0, 0, 0);  // outlives both handles
  if (memory == nullptr) return system_error();
  return MappedFile{memory, static_cast<std::size_t>(size.QuadPart)};
}

void MappedFile::Release::operator()(void* p) const {
  UnmapViewOfFile(p);
}

#else

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

#endif

}  // namespace oknos::platform
