#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "engine/base/result.h"

// A file as memory that is read from the disk where it is looked at, and that all programs share.
namespace oknos::platform {

class MappedFile {
 public:
  MappedFile() = default;
  // The error says what the system refused; it does not name the file. Where files cannot be mapped they are read.
  static Result<MappedFile> open(const std::string& path);

  // Valid for as long as the object, or what was moved from it, lives.
  std::string_view bytes() const { return {static_cast<const char*>(memory_.get()), memory_ ? size_ : 0}; }

 private:
  class Release {
   public:
    Release() : size_(0) {}
    explicit Release(std::size_t size) : size_(size) {}
    void operator()(void* p) const;

   private:
    std::size_t size_;
  };
  MappedFile(void* memory, std::size_t size) : memory_(memory, Release{size}), size_(size) {}

  std::unique_ptr<void, Release> memory_;
  std::size_t size_ = 0;
};

}  // namespace oknos::platform
