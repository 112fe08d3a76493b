#include "engine/platform/file_system.h"

#include <array>
#include <cerrno>
#include <cstdio>

#ifdef __linux__
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#endif

namespace oknos::platform {

#ifdef __linux__

namespace {

// statfs(2) gives each kind of file system a number.
constexpr std::uint32_t kRemote[] = {
    0x00006969,  // NFS
    0x0000517b,  // SMB
    0xff534d42,  // CIFS
    0xfe534d42,  // SMB 2
    0x65735546,  // FUSE, virtiofs
    0x0bd00bd0,  // Lustre
    0x01021997,  // 9p
    0x5346414f,  // AFS (OpenAFS)
    0x6b414653,  // AFS (of the kernel)
    0x00c36400,  // Ceph
    0x47504653,  // GPFS
    0x19830326,  // BeeGFS
    0xaad7aaea,  // PanFS
    0x20030528,  // OrangeFS
    0x73757245,  // Coda
    0x0000564c,  // NCP
    0x7461636f,  // OCFS2
    0x01161970,  // GFS2
    0x786f4256,  // VirtualBox's shared folders
    0xbacbacbc,  // VMware's shared folders
};

bool same_file(int descriptor, const std::string& path) {
  struct stat open_file {};
  struct stat named_file {};
  return fstat(descriptor, &open_file) == 0 && stat(path.c_str(), &named_file) == 0 &&
         open_file.st_dev == named_file.st_dev && open_file.st_ino == named_file.st_ino;
}

}  // namespace

bool is_network_file_system(const std::string& folder) {
  struct statfs about {};
  if (statfs(folder.empty() ? "." : folder.c_str(), &about) != 0) return true;
  const auto kind = static_cast<std::uint32_t>(about.f_type);
  for (const std::uint32_t remote : kRemote)
    if (kind == remote) return true;
  return false;
}

std::string program_file() {
  const char* const file = "/proc/self/exe";
  return access(file, R_OK) == 0 ? file : "";
}

std::vector<std::string> program_arguments() {
  std::vector<std::string> words;
  std::FILE* file = std::fopen("/proc/self/cmdline", "rb");
  if (!file) return words;
  bool within = false;  // a word
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
    if (!within) words.emplace_back();
    within = c != 0;  // each word ends with a zero
    if (within) words.back() += static_cast<char>(c);
  }
  std::fclose(file);
  return words;
}

std::string host_name() {
  constexpr std::size_t kLongestName = 256;
  std::array<char, kLongestName> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

// flock() belongs to the open file, not to the process as fcntl() locks do: closing another descriptor of the file does
// not end it, and two claims in one process exclude each other. On NFS the kernel makes a lock of all machines of it.
FileClaim::Outcome FileClaim::take(const std::string& lock_file) {
  constexpr mode_t kMode = 0666;
  release();
  while (true) {
    descriptor_ = open(lock_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode);
    if (descriptor_ < 0) return Outcome::Failed;
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      close(descriptor_);
      descriptor_ = -1;
      return Outcome::Taken;
    }
    // Who held it before may have removed the file after it was opened here: then the lock is on a file without a name.
    if (same_file(descriptor_, lock_file)) break;
    close(descriptor_);
  }
  file_ = lock_file;
  return Outcome::Granted;
}

void FileClaim::release() {
  if (descriptor_ < 0) return;
  unlink(file_.c_str());
  close(descriptor_);
  descriptor_ = -1;
}

#else

bool is_network_file_system(const std::string&) {
  return true;
}

std::string program_file() {
  return {};
}

std::vector<std::string> program_arguments() {
  return {};
}

std::string host_name() {
  return {};
}

FileClaim::Outcome FileClaim::take(const std::string&) {
  return Outcome::Granted;
}

void FileClaim::release() {}

#endif

}  // namespace oknos::platform
