#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/tablebases/file_reader.h"

namespace oknos::tablebases {

// A long list of small numbers, compressed by recursive pairing (N. J. Larsson, A. Moffat, "Off-line dictionary-based
// compression", 1999): a symbol stands for one number or for two other symbols. The symbols are written as canonical
// Huffman codes in blocks of equal size, and a sparse index says which block a number is in.
//
// The file is not trusted: whatever its bytes are, value() returns a number or nothing, and never reads outside them.
class Pairs {
 public:
  // The description of a list is spread over four places of the file, which are read in this order.
  std::optional<Error> read_description(FileReader& file, std::uint64_t values);
  void read_sparse_index(FileReader& file);
  void read_block_lengths(FileReader& file);
  void read_blocks(FileReader& file);  // must not end at the end of the file: see kBehind

  // The number at this index of the list. None: there is no such index, or the file is damaged.
  std::optional<int> value(std::uint64_t index) const;

  // Bytes that must follow the blocks, because codes are read through a window of this size.
  static constexpr std::uint64_t kBehind = 8;
  unsigned flags() const { return flags_; }  // their meaning depends on the kind of the table

 private:
  struct Place {
    std::uint64_t block;
    std::int64_t offset;
  };
  std::optional<Error> read_codes(FileReader& file);
  std::optional<Error> measure_symbols();
  std::optional<Place> find(std::uint64_t index) const;
  std::optional<int> decode(const Place& place) const;
  unsigned left(unsigned symbol) const;
  unsigned right(unsigned symbol) const;

  unsigned flags_ = 0;
  std::optional<int> constant_;  // all numbers are this one, and nothing else is stored
  std::uint64_t values_ = 0;
  std::uint64_t span_ = 0;  // numbers for each entry of the sparse index
  std::uint64_t block_size_ = 0;
  std::uint64_t blocks_ = 0;
  std::uint64_t padding_ = 0;  // lengths of blocks that do not exist
  int shortest_ = 0;           // code, in bits
  unsigned symbols_ = 0;
  std::vector<std::uint64_t> first_code_;   // of each length, at the left end of a window of 64 bits
  std::vector<unsigned> first_symbol_;      // of each length
  std::vector<std::uint8_t> more_numbers_;  // that a symbol stands for: 0 for one number
  std::string_view tree_;
  std::string_view sparse_index_;
  std::string_view block_lengths_;
  std::string_view data_;
};

}  // namespace oknos::tablebases
