#include "engine/platform/mapped_file.h"

#ifdef _WIN32

#include "engine/platform/windows_api.h"
#include "engine/platform/windows_text.h"

namespace oknos::platform {

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
  return {system_message(GetLastError())};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  const Handle file(CreateFileW(wide(path).c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING,
                                FILE_FLAG_RANDOM_ACCESS, nullptr));
  if (!file.is_open()) return system_error();
  LARGE_INTEGER size{};
  if (!GetFileSizeEx(file.get(), &size)) return system_error();
  if (size.QuadPart == 0) return MappedFile{};
  const Handle mapping(CreateFileMappingW(file.get(), nullptr, PAGE_READONLY, 0, 0, nullptr));
  if (!mapping.is_open()) return system_error();
  void* const memory = MapViewOfFile(mapping.get(), FILE_MAP_READ, 0, 0, 0);  // outlives both handles
  if (memory == nullptr) return system_error();
  return MappedFile{memory, static_cast<std::size_t>(size.QuadPart)};
}

void MappedFile::Release::operator()(void* p) const {
  UnmapViewOfFile(p);
}

}  // namespace oknos::platform

#endif
