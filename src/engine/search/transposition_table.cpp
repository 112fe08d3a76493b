#include "engine/search/transposition_table.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <thread>
#include <vector>

namespace oknos {

namespace {

// Layout of the data word: move 16, score 16, evaluation 16, depth 8, bound 2, principal variation 1, generation 5.
constexpr int kScoreShift = 16;
constexpr int kEvaluationShift = 32;
constexpr int kDepthShift = 48;
constexpr int kBoundShift = 56;
constexpr int kPvShift = 58;
constexpr int kGenerationShift = 59;

constexpr std::uint64_t kEmpty = 0;  // what clear() leaves; every entry has an evaluation or a bound
constexpr int kAgePenalty = 8;       // plies of depth that an entry counts less for each search of age

Score to_table(Score s, int ply) {
  if (s == kNoScore) return s;
  if (s >= kDecisiveBound) return s + Score{ply};
  return s <= -kDecisiveBound ? s - Score{ply} : s;
}

Score from_table(Score s, int ply) {
  if (s == kNoScore) return s;
  if (s >= kDecisiveBound) return s - Score{ply};
  return s <= -kDecisiveBound ? s + Score{ply} : s;
}

std::uint64_t field(int value, int shift) {
  return static_cast<std::uint64_t>(static_cast<std::uint16_t>(static_cast<std::int16_t>(value))) << shift;
}

int signed_field(std::uint64_t data, int shift) {
  return static_cast<std::int16_t>(data >> shift);
}
int depth_of(std::uint64_t data) {
  return static_cast<int>(data >> kDepthShift & 255);
}
unsigned generation_of(std::uint64_t data) {
  return static_cast<unsigned>(data >> kGenerationShift);
}
Bound bound_of(std::uint64_t data) {
  return static_cast<Bound>(data >> kBoundShift & 3);
}

}  // namespace

bool TranspositionTable::resize(std::size_t mebibytes, int threads) {
  const std::size_t bytes = mebibytes << 20;
  platform::LargeBlock block(bytes);
  if (!block.data()) return false;
  memory_ = std::move(block);
  mebibytes_ = mebibytes;
  clusters_ = static_cast<Cluster*>(memory_.data());
  count_ = bytes / sizeof(Cluster);
  clear(threads);  // touches every page, so that the first search does not pay for it
  return true;
}

void TranspositionTable::clear(int threads) {
  generation_ = 0;
  // At least a MiB per thread: starting a thread costs more than clearing less.
  const auto parts = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), 1, mebibytes_);
  const auto clear_part = [this, parts](std::size_t i) {
    const std::size_t begin = count_ / parts * i;
    const std::size_t end = i + 1 == parts ? count_ : begin + count_ / parts;
    std::memset(static_cast<void*>(clusters_ + begin), 0, (end - begin) * sizeof(Cluster));
  };
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < parts; ++i) helpers.emplace_back(clear_part, i);
  clear_part(0);
  for (std::thread& t : helpers) t.join();
}

TranspositionTable::Cluster& TranspositionTable::cluster(Key key) const {
  // The high half of key * count is evenly spread over the clusters, whatever their number.
  __extension__ using Wide = unsigned __int128;
  return clusters_[static_cast<std::size_t>(static_cast<Wide>(key) * count_ >> 64)];
}

std::optional<TtEntry> TranspositionTable::probe(Key key, int ply) const {
  for (const Slot& slot : cluster(key).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || data == kEmpty) continue;
    TtEntry e;
    e.move = Move::from_bits(static_cast<std::uint16_t>(data));
    e.score = from_table(Score{signed_field(data, kScoreShift)}, ply);
    e.raw_eval = Score{signed_field(data, kEvaluationShift)};
    e.depth = Depth{depth_of(data)};
    e.bound = bound_of(data);
    e.tt_pv = data >> kPvShift & 1;
    return e;
  }
  return std::nullopt;
}

void TranspositionTable::store(Key key, int ply, const TtEntry& entry, bool new_move) {
  Slot* target = nullptr;
  int worst = INT_MAX;
  Move move = entry.move;
  // Less a data word: the age in the highest bits, whatever stands below.
  const std::uint64_t now = (std::uint64_t{generation_} + 1) << kGenerationShift;
  for (Slot& slot : cluster(key).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) {
      if (!move) move = Move::from_bits(static_cast<std::uint16_t>(data));
      // Keep a much deeper result of this search rather than a shallow bound, or than an exact value of quiescence.
      constexpr int kDeeper = 3;
      if ((entry.bound != Bound::Exact || entry.depth <= Depth{0}) && generation_of(data) == generation_ &&
          depth_of(data) > entry.depth.plies() + kDeeper) {
        if (!new_move || !entry.move) return;
        constexpr std::uint64_t kMoveMask = 0xffff;
        const std::uint64_t kept = (data & ~kMoveMask) | entry.move.bits();
        slot.check.store(key ^ kept, std::memory_order_relaxed);
        slot.data.store(kept, std::memory_order_relaxed);
        return;
      }
      target = &slot;
      break;
    }
    const int age = static_cast<int>((now - 1 - data) >> kGenerationShift);
    const int value = depth_of(data) - kAgePenalty * age;
    if (value < worst) {
      target = &slot;
      worst = value;
    }
  }
  const std::uint64_t data = move.bits() | field(to_table(entry.score, ply).value(), kScoreShift) |
                             field(entry.raw_eval.value(), kEvaluationShift) |
                             static_cast<std::uint64_t>(std::clamp(entry.depth.plies(), 0, 255)) << kDepthShift |
                             static_cast<std::uint64_t>(entry.bound) << kBoundShift |
                             static_cast<std::uint64_t>(entry.tt_pv) << kPvShift |
                             static_cast<std::uint64_t>(generation_) << kGenerationShift;
  target->check.store(key ^ data, std::memory_order_relaxed);
  target->data.store(data, std::memory_order_relaxed);
}

int TranspositionTable::hashfull() const {
  constexpr std::size_t kSample = 250;  // clusters, so 1000 entries
  const std::size_t n = std::min(kSample, count_);
  std::size_t used = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (const Slot& slot : clusters_[i].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if (data != kEmpty && generation_of(data) == generation_) ++used;
    }
  return n == 0 ? 0 : static_cast<int>(used * 1000 / (n * kSlotsPerCluster));
}

}  // namespace oknos
