#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

// Names of files as the engine gets them: in UTF-8, on Windows too. Elsewhere they are bytes that stay as they are.
namespace oknos::platform {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// fopen(); null when it fails.
File open_file(const std::string& name, const char* mode);

// What opening a file may meet: reading or writing a pipe blocks until somebody is at its other end, and devices may
// have no end.
enum class FileKind : std::uint8_t {
  None,  // or it cannot be told
  Regular,
  Directory,
  Pipe,  // or a socket
  Other  // a device
};
FileKind file_kind(const std::string& name);

std::filesystem::path path_of(const std::string& name);
std::string name_of(const std::filesystem::path& path);

}  // namespace oknos::platform
