#include "engine/tablebases/material.h"

namespace oknos::tablebases {

namespace {

constexpr std::array<PieceType, kPieceTypes> kByName = {PieceType::King,   PieceType::Queen,  PieceType::Rook,
                                                        PieceType::Bishop, PieceType::Knight, PieceType::Pawn};
constexpr std::string_view kLetters = "KQRBNP";
constexpr char kVersus = 'v';

}  // namespace

std::optional<Material> Material::parse(std::string_view name) {
  Material out;
  Color side = Color::White;
  for (const char letter : name) {
    if (letter == kVersus && side == Color::White) {
      side = Color::Black;
      continue;
    }
    const std::size_t which = kLetters.find(letter);
    if (which == std::string_view::npos || out.men() == kMaxMen) return std::nullopt;
    out.key_ += std::uint64_t{1} << shift(side, kByName[which]);
  }
  const bool kings = out.count(Color::White, PieceType::King) == 1 && out.count(Color::Black, PieceType::King) == 1;
  if (!kings || out.men() == kColors || out.name() != name) return std::nullopt;
  return out;
}

Material Material::of(const Position& position) {
  Material out;
  for (const Color c : {Color::White, Color::Black})
    for (const PieceType t : kByName)
      out.key_ |= static_cast<std::uint64_t>(popcount(position.pieces(c, t))) << shift(c, t);
  return out;
}

int Material::men() const {
  int sum = 0;
  for (const Color c : {Color::White, Color::Black})
    for (const PieceType t : kByName) sum += count(c, t);
  return sum;
}

bool Material::has_single_man() const {
  for (const Color c : {Color::White, Color::Black})
    for (const PieceType t : kByName)
      if (t != PieceType::King && count(c, t) == 1) return true;
  return false;
}

Material Material::mirrored() const {
  constexpr int kSide = kBits * kPieceTypes;
  Material out;
  out.key_ = key_ >> kSide | (key_ & ((std::uint64_t{1} << kSide) - 1)) << kSide;
  return out;
}

std::string Material::name() const {
  std::string out;
  for (const Color c : {Color::White, Color::Black}) {
    if (c == Color::Black) out += kVersus;
    for (std::size_t i = 0; i < kByName.size(); ++i)
      out.append(static_cast<std::size_t>(count(c, kByName[i])), kLetters[i]);
  }
  return out;
}

}  // namespace oknos::tablebases
