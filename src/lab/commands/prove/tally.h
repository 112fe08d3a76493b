#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lab/commands/prove/proof.h"

namespace oknos::lab {

// A search whose value the rules change.
struct Difference {
  std::size_t variant = 0;   // of the plan
  std::size_t position = 0;  // of the input
  SearchKind search = SearchKind::Plain;
  int depth = 0;
  Window window;
  Score without;
  Score with;
  std::string epd{};  // asks `prove` for this search alone; where it is known

  Score size() const { return with > without ? with - without : without - with; }
};

// Root searches that were compared.
struct Sums {
  std::uint64_t searches = 0;
  std::uint64_t differences = 0;
  std::uint64_t total_difference = 0;  // centipawns, |with - without| added up; mates excepted
  std::uint64_t mate_differences = 0;  // one of the two values is a mate
  Score largest{};                     // difference, mates excepted
  oracle::Counts without;
  oracle::Counts with;

  Sums& operator+=(const Sums& other);
};

struct Tally {
  struct Key {
    std::size_t variant = 0;
    SearchKind search = SearchKind::Plain;
    int depth = 0;
    auto operator<=>(const Key&) const = default;
  };
  // The share of the nodes is to be had for full windows alone: those are what a program searches.
  struct Row {
    Sums all;
    Sums full;
    const Sums& of(bool full_only) const { return full_only ? full : all; }
  };
  std::map<Key, Row> rows;
  std::vector<Difference> differences;
  std::uint64_t cases = 0;    // a position, a depth and a search
  std::uint64_t dropped = 0;  // of those, too large without rules
  std::uint64_t windows = 0;

  void add(const Difference& compared, const oracle::Counts& without, const oracle::Counts& with);
  Tally& operator+=(const Tally& other);

  Sums sum(std::size_t variant, bool full_only) const;
  std::uint64_t searches() const;
  std::uint64_t differing() const { return differences.size(); }
};

oracle::Counts& operator+=(oracle::Counts& a, const oracle::Counts& b);

}  // namespace oknos::lab
