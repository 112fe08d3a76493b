#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

// Numbers as little-endian bytes, and a checksum: for files that are the same on every machine.
namespace oknos::bytes {

template <class T>
void append(std::string& to, T number) {
  static_assert(std::is_integral_v<T>);
  constexpr int kBits = 8;
  constexpr std::uint64_t kByte = 0xff;
  const auto bits = static_cast<std::uint64_t>(number);
  for (std::size_t i = 0; i < sizeof(T); ++i)
    to.push_back(static_cast<char>(static_cast<unsigned char>(bits >> (kBits * i) & kByte)));
}

// FNV-1a, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo). Each step is a bijection, so one changed byte always changes it.
constexpr std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325ULL;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return sum;
}

// Takes what append() wrote from the front of a text. Nothing is taken where too little is left.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  template <class T>
  std::optional<T> number() {
    static_assert(std::is_integral_v<T>);
    const auto raw = take(sizeof(T));
    if (!raw) return std::nullopt;
    return decoded<T>(raw->data());
  }
  std::optional<std::string_view> take(std::size_t size) {
    if (size > text_.size()) return std::nullopt;
    const std::string_view out = text_.substr(0, size);
    text_.remove_prefix(size);
    return out;
  }
  std::size_t left() const { return text_.size(); }

 private:
  template <class T>
  static T decoded(const char* from) {
    constexpr int kBits = 8;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[i])) << (kBits * i);
    return static_cast<T>(bits);
  }

  std::string_view text_;
};

}  // namespace oknos::bytes
