#include "engine/platform/file_name.h"

#include <system_error>

namespace oknos::platform {

FileKind file_kind(const std::string& name) {
  using Type = std::filesystem::file_type;
  std::error_code failed;
  switch (std::filesystem::status(path_of(name), failed).type()) {
    case Type::regular:
      return FileKind::Regular;
    case Type::directory:
      return FileKind::Directory;
    case Type::fifo:
    case Type::socket:
      return FileKind::Pipe;
    case Type::none:
    case Type::not_found:
    case Type::unknown:
      return FileKind::None;
    default:
      return FileKind::Other;
  }
}

}  // namespace oknos::platform
