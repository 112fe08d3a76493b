#include "engine/tablebases/table_file.h"

#include <algorithm>

namespace oknos::tablebases {

namespace {

constexpr std::string_view kMagicOfWdl{"\x71\xe8\x23\x5d", 4};
constexpr std::string_view kMagicOfDtz{"\xd7\x66\x0c\xa5", 4};
constexpr unsigned kStoresBothSides = 1;  // flags of a file
constexpr unsigned kHasPawns = 2;
constexpr std::uint64_t kChecksum = 16;  // bytes at the end, after parts whose sizes are multiples of 64
constexpr std::uint64_t kAlignment = 64;
constexpr int kPawnParts = 4;

// Flags of a part of a DTZ file.
constexpr unsigned kBlackToMove = 1;
constexpr unsigned kByFrequency = 2;
constexpr unsigned kWinsInPlies = 4;  // otherwise in moves
constexpr unsigned kLossesInPlies = 8;
constexpr unsigned kWideLists = 16;  // two bytes an entry

std::optional<Piece> piece_of(unsigned code) {
  constexpr unsigned kBlack = 8;
  const unsigned type = code % kBlack;
  if (type < 1 || type > kPieceTypes) return std::nullopt;
  return make_piece(code < kBlack ? Color::White : Color::Black, static_cast<PieceType>(type - 1));
}

Piece other_color(Piece p) {
  return make_piece(~color_of(p), type_of(p));
}

// Which list of distances belongs to a result.
std::size_t list_of(Wdl wdl) {
  switch (wdl) {
    case Wdl::Win:
      return 0;
    case Wdl::Loss:
      return 1;
    case Wdl::CursedWin:
      return 2;
    default:
      return 3;
  }
}

}  // namespace

Result<TableFile> TableFile::parse(std::string_view bytes, const Material& material, TableKind kind) {
  const std::string_view magic = kind == TableKind::Wdl ? kMagicOfWdl : kMagicOfDtz;
  if (bytes.substr(0, magic.size()) != magic) return Error{"it does not begin as such a file does"};
  if (bytes.size() % kAlignment != kChecksum)
    return Error{"its size, " + std::to_string(bytes.size()) +
                 " bytes, is not a multiple of 64 and 16 more: it is cut off"};
  FileReader file(bytes.substr(0, bytes.size() - kChecksum));
  file.take(magic.size());
  const unsigned flags = file.byte();
  if (((flags & kHasPawns) != 0) != material.has_pawns() || ((flags & kStoresBothSides) != 0) == material.symmetric())
    return Error{"it is a table of other material"};
  TableFile out;
  out.material_ = material;
  out.kind_ = kind;
  out.sides_ = kind == TableKind::Wdl && !material.symmetric() ? 2 : 1;
  out.files_ = material.has_pawns() ? kPawnParts : 1;
  out.parts_.resize(static_cast<std::size_t>(out.sides_ * out.files_));
  if (auto error = out.read_parts(file)) return *error;
  if (file.failed()) return Error{"it ends too early: it is cut off"};
  return out;
}

std::optional<Error> TableFile::read_parts(FileReader& file) {
  for (int f = 0; f < files_; ++f)
    if (auto error = read_men(file, f)) return error;
  file.align(2);
  for (Part& p : parts_)
    if (auto error = p.pairs.read_description(file, p.indexing.size())) return error;
  if (kind_ == TableKind::Dtz)
    if (auto error = read_distances(file)) return error;
  for (Part& p : parts_) p.pairs.read_sparse_index(file);
  for (Part& p : parts_) p.pairs.read_block_lengths(file);
  for (Part& p : parts_) p.pairs.read_blocks(file);
  return std::nullopt;
}

// One byte says how the digits of the index lie (two, if both sides have pawns), then one for each man. The low half is
// for the first side to move, the high half for the other.
std::optional<Error> TableFile::read_men(FileReader& file, int part_file) {
  constexpr unsigned kHalf = 16;
  const bool pawns_of_both =
      material_.count(Color::White, PieceType::Pawn) > 0 && material_.count(Color::Black, PieceType::Pawn) > 0;
  const unsigned first = file.byte();
  const unsigned pawns = pawns_of_both ? file.byte() : 0;
  const std::string_view codes = file.take(static_cast<std::uint64_t>(material_.men()));
  if (file.failed()) return std::nullopt;
  for (int side = 0; side < sides_; ++side) {
    const auto half = [side](unsigned byte) { return side == 0 ? byte % kHalf : byte / kHalf; };
    Part& p = parts_[static_cast<std::size_t>(part_file * sides_ + side)];
    for (const char code : codes) {
      const auto piece = piece_of(half(static_cast<unsigned char>(code)));
      if (!piece) return Error{"it names a man that does not exist"};
      p.men.push_back(*piece);
    }
    if (!has_all_men(p.men)) return Error{"its men are not those of its name"};
    const auto indexing =
        Indexing::make(p.men, material_, part_file, static_cast<int>(half(first)), static_cast<int>(half(pawns)));
    if (!indexing) return Error{"its index has digits that cannot be"};
    p.indexing = *indexing;
  }
  return std::nullopt;
}

// All of them, those of a kind together; with pawns the pawns first, without them a man without a like.
bool TableFile::has_all_men(const Men& men) const {
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < men.size();) {
    const Piece piece = men[i];
    int count = 0;
    for (; i < men.size() && men[i] == piece; ++i) ++count;
    if (count != material_.count(color_of(piece), type_of(piece)) || (seen >> index(piece) & 1)) return false;
    seen |= std::uint64_t{1} << index(piece);
  }
  const auto is_pawn = [](Piece p) { return type_of(p) == PieceType::Pawn; };
  const std::size_t leading = material_.has_pawns() ? 0 : material_.has_single_man() ? 3 : 2;
  for (std::size_t i = 0; i < leading; ++i)
    if (material_.count(color_of(men[i]), type_of(men[i])) != 1) return false;
  if (material_.has_pawns() && !is_pawn(men[0])) return false;
  const auto pawns = static_cast<std::size_t>(material_.count(color_of(men[0]), PieceType::Pawn));
  const bool of_both = material_.has_pawns() && material_.count(~color_of(men[0]), PieceType::Pawn) > 0;
  return !of_both || is_pawn(men[pawns]);
}

// The lists of a part: by result, each behind its length.
std::optional<Error> TableFile::read_distances(FileReader& file) {
  for (Part& p : parts_) {
    const unsigned flags = p.pairs.flags();
    if (!(flags & kByFrequency)) continue;
    const bool wide = (flags & kWideLists) != 0;
    if (wide) file.align(2);
    for (std::string_view& list : p.distances) {
      const std::uint64_t count = wide ? file.word() : file.byte();
      list = file.take(count * (wide ? 2 : 1));
    }
  }
  file.align(2);
  return std::nullopt;
}

// Tables have the stronger side as White, and symmetric ones store White to move only.
TableFile::Found TableFile::find(const Position& position) const {
  const bool black_to_move = position.side_to_move() == Color::Black;
  const bool exchange = material_.symmetric() ? black_to_move : Material::of(position) != material_;
  Found out{nullptr, black_to_move != exchange, {}};
  const auto place_men = [&](const Part& p, std::size_t count) {
    out.places.clear();
    Bitboard left = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Piece piece = exchange ? other_color(p.men[i]) : p.men[i];
      if (i == 0 || p.men[i] != p.men[i - 1]) left = position.pieces(color_of(piece), type_of(piece));
      const Square s = pop_lowest(left);
      out.places.push_back(exchange ? flip_rank(s) : s);
    }
  };
  const int side = sides_ == 2 && out.black_to_move ? 1 : 0;
  out.part = &part(side, 0);
  if (!material_.has_pawns()) {
    place_men(*out.part, out.part->men.size());
    return out;
  }
  const int pawns = material_.count(color_of(out.part->men[0]), PieceType::Pawn);
  place_men(*out.part, static_cast<std::size_t>(pawns));
  out.part = &part(side, arrange_leading_pawn(out.places, pawns));
  place_men(*out.part, out.part->men.size());
  arrange_leading_pawn(out.places, pawns);
  return out;
}

std::optional<Wdl> TableFile::wdl(const Position& position) const {
  const Found found = find(position);
  const auto value = found.part->pairs.value(found.part->indexing.index_of(found.places));
  constexpr int kMax = 4;
  if (!value || *value > kMax) return std::nullopt;
  return static_cast<Wdl>(*value + static_cast<int>(Wdl::Loss));
}

std::optional<TableFile::Distance> TableFile::dtz(const Position& position, Wdl wdl) const {
  const Found found = find(position);
  const unsigned flags = found.part->pairs.flags();
  const bool needs_side = !material_.symmetric() || material_.has_pawns();
  if (needs_side && ((flags & kBlackToMove) != 0) != found.black_to_move) return Distance{true, 0};
  const auto value = found.part->pairs.value(found.part->indexing.index_of(found.places));
  if (!value) return std::nullopt;
  int stored = *value;
  if (flags & kByFrequency) {
    const std::string_view list = found.part->distances[list_of(wdl)];
    const std::size_t width = flags & kWideLists ? 2 : 1;
    const std::size_t from = static_cast<std::size_t>(stored) * width;
    if (from >= list.size()) return std::nullopt;
    stored = static_cast<unsigned char>(list[from]);
    if (width == 2) stored |= static_cast<unsigned char>(list[from + 1]) << 8;
  }
  const bool in_plies = (wdl == Wdl::Win && (flags & kWinsInPlies)) || (wdl == Wdl::Loss && (flags & kLossesInPlies));
  return Distance{false, (in_plies ? stored : 2 * stored) + 1};
}

}  // namespace oknos::tablebases
