#pragma once

#include <cstddef>
#include <memory>

// Large blocks of zeroed memory, on large pages where the system offers them.
namespace oknos::platform {

class LargeBlock {
 public:
  LargeBlock() = default;
  // An empty block (no memory) when the system refuses.
  explicit LargeBlock(std::size_t bytes);

  void* data() const { return memory_.get(); }
  std::size_t size() const { return memory_ ? size_ : 0; }
  bool large_pages() const { return large_pages_; }  // asked for and not refused

 private:
  // Hands the memory back; a class, because the system wants to know the size.
  class Release {
   public:
    Release() : size_(0) {}
    explicit Release(std::size_t size) : size_(size) {}
    void operator()(void* p) const;

   private:
    std::size_t size_;
  };
  std::unique_ptr<void, Release> memory_;
  std::size_t size_ = 0;
  bool large_pages_ = false;
};

// Physical memory of the machine in bytes, 0 when unknown.
std::size_t physical_memory();

}  // namespace oknos::platform
