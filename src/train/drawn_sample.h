#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace oknos::train {

// Something that was drawn: its text, and where it comes from.
struct Drawn {
  std::uint64_t key = 0;
  std::uint64_t game = 0;
  int ply = 0;
  std::string text;
};

// Draws `size` of many things at random: those with the smallest of the random keys that the caller supplies. The
// result does not depend on the order in which things are added, and samples of parts can be merged.
class DrawnSample {
 public:
  explicit DrawnSample(std::size_t size = 0) : size_(size) {}

  bool wants(std::uint64_t key) const { return drawn_.size() < size_ || (size_ > 0 && key < drawn_.front().key); }
  void add(Drawn drawn) {
    if (!wants(drawn.key)) return;
    drawn_.push_back(std::move(drawn));
    std::push_heap(drawn_.begin(), drawn_.end(), by_key);
    if (drawn_.size() <= size_) return;
    std::pop_heap(drawn_.begin(), drawn_.end(), by_key);
    drawn_.pop_back();
  }
  void add(DrawnSample other) {
    for (Drawn& drawn : other.drawn_) add(std::move(drawn));
  }
  // In the order of the games.
  std::vector<Drawn> take() {
    std::sort(drawn_.begin(), drawn_.end(),
              [](const Drawn& a, const Drawn& b) { return std::pair(a.game, a.ply) < std::pair(b.game, b.ply); });
    return std::move(drawn_);
  }

 private:
  static bool by_key(const Drawn& a, const Drawn& b) { return a.key < b.key; }

  std::size_t size_;
  std::vector<Drawn> drawn_;  // a heap: the largest key first
};

}  // namespace oknos::train
