#include "lab/terminal/text_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/base/text.h"

namespace oknos::lab {

Result<std::string> read_text_file(const std::string& path) {
  const std::string name = text::quoted(path, path.size());
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return Error{name + " is a directory; a file is expected"};
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) return Error{name + " cannot be read: " + std::strerror(errno == 0 ? EIO : errno)};
  return content;
}

bool head_contains(const std::string& path, std::string_view text) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;  // a pipe that we write to would not end
  constexpr std::size_t kBeginning = 4096;
  std::string head(kBeginning, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  return std::string_view(head).substr(0, static_cast<std::size_t>(in.gcount())).find(text) != std::string_view::npos;
}

}  // namespace oknos::lab
