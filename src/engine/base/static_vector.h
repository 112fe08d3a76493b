#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <type_traits>

namespace oknos {

// A vector of at most N trivial elements that lives where it is declared: no allocation, no initialisation.
template <class T, std::size_t N>
class StaticVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  StaticVector() {}  // not defaulted: that would fill the array where T has initial values

  StaticVector(std::initializer_list<T> values) {  // at most N
    for (const T& v : values) push_back(v);
  }

  void push_back(T value) {
    assert(size_ < N);
    data_[size_++] = value;
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void resize(std::size_t n) { size_ = n; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  T* begin() { return data_.data(); }
  T* end() { return data_.data() + size_; }
  const T* begin() const { return data_.data(); }
  const T* end() const { return data_.data() + size_; }

  bool contains(const T& value) const {
    for (const T& v : *this)
      if (v == value) return true;
    return false;
  }

 private:
  union {  // keeps the array's own initialisation from being run
    std::array<T, N> data_;
  };
  std::size_t size_ = 0;
};

}  // namespace oknos
