#include "engine/platform/mapped_file.h"

#if defined(__linux__) || defined(__APPLE__)

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace oknos::platform {

namespace {

// Closes on every way out. A mapping outlives its descriptor.
class Descriptor {
 public:
  // Without O_NONBLOCK a pipe of that name would be waited for; it changes nothing for files.
  explicit Descriptor(const std::string& path) : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
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

}  // namespace oknos::platform

#endif
