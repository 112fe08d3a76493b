#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/chess/position.h"

namespace oknos::tablebases {

inline constexpr int kMaxMen = 7;  // the largest Syzygy tables, kings included

// The men of both sides, as in the name of a table: "KRPvKR".
class Material {
 public:
  // Reads the name of a table. None for any other text: each side must have exactly one king, and the left side at
  // least one more man ("KvK" is not a table).
  static std::optional<Material> parse(std::string_view name);
  static Material of(const Position& position);

  int count(Color c, PieceType t) const { return static_cast<int>(key_ >> shift(c, t) & kCount); }
  int men() const;  // kings included
  bool has_pawns() const { return count(Color::White, PieceType::Pawn) + count(Color::Black, PieceType::Pawn) > 0; }
  bool symmetric() const { return key_ == mirrored().key_; }
  // Is there a man other than the kings that is the only one of its piece and colour?
  bool has_single_man() const;
  Material mirrored() const;                  // colours exchanged
  std::uint64_t key() const { return key_; }  // different for different material
  std::string name() const;
  bool operator==(const Material&) const = default;

 private:
  static constexpr int kBits = 4;  // of a count
  static constexpr std::uint64_t kCount = 15;
  static constexpr int shift(Color c, PieceType t) { return kBits * (index(c) * kPieceTypes + index(t)); }

  std::uint64_t key_ = 0;
};

}  // namespace oknos::tablebases
