#pragma once

#include <cstdint>
#include <string>
#include <vector>

// What only the operating system knows of files.
namespace oknos::platform {

// Whether the folder lies on a file system that another machine may hold (NFS, SMB, Lustre, ...) or that goes through
// another program (FUSE, 9p): memory shared between programs is not to be relied on there. True as well where the
// system does not say.
bool is_network_file_system(const std::string& folder);

// A name under which the file of the program that runs can be read, also when another file has taken its place since;
// empty when unknown.
std::string program_file();

// The words that the program was called with, its own name first; empty when unknown.
std::vector<std::string> program_arguments();

// The machine's name, empty when unknown.
std::string host_name();

// A claim on a name that one program at a time can hold; it ends with the program, however that ends. It is a lock on a
// file, which is removed when the claim is given up. Where files cannot be locked every claim is granted.
class FileClaim {
 public:
  enum class Outcome : std::uint8_t { Granted, Taken, Failed };

  FileClaim() = default;
  ~FileClaim() { release(); }
  FileClaim(const FileClaim&) = delete;
  FileClaim& operator=(const FileClaim&) = delete;

  // Failed: the file cannot be made; errno says why.
  Outcome take(const std::string& lock_file);
  void release();

 private:
  std::string file_;
  [[maybe_unused]] int descriptor_ = -1;  // where files can be locked
};

}  // namespace oknos::platform
