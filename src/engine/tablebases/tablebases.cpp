#include "engine/tablebases/tablebases.h"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <utility>

#include "engine/base/bytes.h"
#include "engine/base/text.h"
#include "engine/chess/movegen.h"
#include "engine/platform/file_name.h"

namespace oknos::tablebases {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWdlEnding = ".rtbw";
constexpr std::string_view kDtzEnding = ".rtbz";
constexpr std::string_view kNoFolder = "<empty>";

int sign(int n) {
  return (n > 0) - (n < 0);
}

bool is_zeroing(const Position& position, Move m) {
  return position.is_capture(m) || type_of(position.piece_on(m.from())) == PieceType::Pawn;
}

// A path is named in full.
std::string whole(const std::string& path) {
  return text::quoted(path, path.size());
}

// The files of one kind in some folders: name of the table and folder.
using Files = std::vector<std::pair<std::string, std::string>>;

std::string path_in(const std::string& folder, std::string_view name, std::string_view ending) {
  return platform::name_of(platform::path_of(folder) / name) + std::string(ending);
}

// Adds the tables of a folder, sorted by name.
void list(const std::string& folder, std::string_view ending, Files& files, std::vector<std::string>& problems) {
  const auto first = static_cast<std::ptrdiff_t>(files.size());
  std::error_code error;
  fs::directory_iterator entry(platform::path_of(folder), error);
  if (error) {
    if (ending == kWdlEnding) problems.push_back(whole(folder) + ": " + error.message());
    return;
  }
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const fs::path file = entry->path().filename();
    if (file.extension() != ending) continue;
    const std::string name = platform::name_of(file.stem());
    if (Material::parse(name))
      files.emplace_back(name, folder);
    else
      problems.push_back(whole(platform::name_of(entry->path())) + ": its name is not that of a table, such as KQvKR");
  }
  std::sort(files.begin() + first, files.end());
}

// The folder of a table's file, if possible this one; nothing: there is no such file.
std::optional<std::string> folder_of(const std::string& name, const std::string& wanted, const Files& files) {
  std::optional<std::string> out;
  for (const auto& [file, folder] : files)
    if (file == name && (!out || folder == wanted)) out = folder;
  return out;
}

struct Opened {
  platform::MappedFile bytes;
  TableFile table;
};

Result<Opened> open(const std::string& path, const Material& material, TableKind kind) {
  auto bytes = platform::MappedFile::open(path);
  if (!bytes) return Error{bytes.error()};
  auto table = TableFile::parse(bytes->bytes(), material, kind);
  if (!table) return Error{table.error()};
  return Opened{std::move(*bytes), std::move(*table)};
}

std::uint64_t hash(std::uint64_t key) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
  return (key * kGolden) >> 32;
}

}  // namespace

std::vector<std::string> folders_of(std::string_view path) {
  std::vector<std::string> out;
  if (path == kNoFolder) return out;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(kFolderSeparator), path.size());
    if (end > 0) out.emplace_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return out;
}

int dtz_before_zeroing(Wdl wdl) {
  switch (wdl) {
    case Wdl::Win:
      return 1;
    case Wdl::CursedWin:
      return kFiftyMoves + 1;
    case Wdl::BlessedLoss:
      return -kFiftyMoves - 1;
    case Wdl::Loss:
      return -1;
    case Wdl::Draw:
      break;
  }
  return 0;
}

Tablebases::Loaded Tablebases::load(const std::vector<std::string>& folders) {
  Loaded out;
  Files wdl, dtz;
  for (const std::string& folder : folders) {
    list(folder, kWdlEnding, wdl, out.problems);
    list(folder, kDtzEnding, dtz, out.problems);
  }
  const auto tables = std::make_shared<Tablebases>();
  for (const auto& [name, folder] : wdl) {
    const auto other = folder_of(name, folder, dtz);
    tables->add(name, path_in(folder, name, kWdlEnding), other ? path_in(*other, name, kDtzEnding) : std::string(),
                out.problems);
  }
  for (const auto& [name, folder] : dtz)
    if (!folder_of(name, folder, wdl))
      out.problems.push_back(whole(path_in(folder, name, kDtzEnding)) + ": there is no " + name +
                             std::string(kWdlEnding) + ", which it needs");
  tables->make_slots();
  out.tables = tables;
  return out;
}

void Tablebases::add(const std::string& name, const std::string& wdl_path, const std::string& dtz_path,
                     std::vector<std::string>& problems) {
  const Material material = *Material::parse(name);
  for (const auto& known : tables_)
    if (known->wdl.material() == material) return;
  auto wdl = open(wdl_path, material, TableKind::Wdl);
  if (!wdl) {
    problems.push_back(whole(wdl_path) + ": " + wdl.error());
    return;
  }
  auto table = std::make_unique<Table>(Table{std::move(wdl->bytes), {}, std::move(wdl->table), std::nullopt});
  if (!dtz_path.empty()) {
    auto dtz = open(dtz_path, material, TableKind::Dtz);
    if (dtz) {
      table->dtz_bytes = std::move(dtz->bytes);
      table->dtz = std::move(dtz->table);
    } else {
      problems.push_back(whole(dtz_path) + ": " + dtz.error());
    }
  }
  most_men_ = std::max(most_men_, material.men());
  tables_.push_back(std::move(table));
}

std::size_t Tablebases::dtz_size() const {
  return static_cast<std::size_t>(
      std::count_if(tables_.begin(), tables_.end(), [](const auto& t) { return t->dtz.has_value(); }));
}

std::uint64_t Tablebases::checksum() const {
  std::vector<std::uint64_t> keys;
  for (const auto& table : tables_) keys.push_back(table->wdl.material().key());
  std::sort(keys.begin(), keys.end());
  std::string content;
  for (const std::uint64_t key : keys) bytes::append(content, key);
  return bytes::checksum(content);
}

void Tablebases::make_slots() {
  constexpr std::size_t kRoom = 4;  // slots for each table, which has at most two keys
  if (tables_.empty()) return;
  slots_.resize(std::bit_ceil(tables_.size() * kRoom));
  const std::size_t mask = slots_.size() - 1;
  for (const auto& table : tables_)
    for (const Material& material : {table->wdl.material(), table->wdl.material().mirrored()}) {
      std::size_t i = hash(material.key()) & mask;
      while (slots_[i].table && slots_[i].key != material.key()) i = (i + 1) & mask;
      slots_[i] = {material.key(), table.get()};
    }
}

const Tablebases::Table* Tablebases::find(const Position& position) const {
  const std::uint64_t key = Material::of(position).key();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash(key) & mask; slots_[i].table; i = (i + 1) & mask)
    if (slots_[i].key == key) return slots_[i].table;
  return nullptr;
}

std::optional<Wdl> Tablebases::stored_wdl(const Position& position) const {
  if (popcount(position.pieces()) == kColors) return Wdl::Draw;
  const Table* const table = find(position);
  return table ? table->wdl.wdl(position) : std::nullopt;
}

std::optional<Wdl> Tablebases::wdl(Position& position) const {
  if (popcount(position.pieces()) > most_men_ || position.castling_rights() != 0) return std::nullopt;
  return resolved_wdl(position);
}

// A table says nothing about captures that are better than what it stores, so they are tried here. It knows no en
// passant capture: where there is no other move, it takes the position for stalemate or mate.
std::optional<Wdl> Tablebases::resolved_wdl(Position& position) const {
  Wdl best = Wdl::Loss;
  std::size_t en_passant_moves = 0;
  MoveList moves;
  generate<MoveGen::Captures>(position, moves);
  for (const Move m : moves) {
    if (!position.is_capture(m)) continue;
    en_passant_moves += m.is_en_passant();
    const MadeMove made(position, m);
    const auto reply = resolved_wdl(position);
    if (!reply) return std::nullopt;
    best = std::max(best, -*reply);
    if (best == Wdl::Win) return best;
  }
  if (en_passant_moves > 0 && static_cast<int>(en_passant_moves) == count_legal_moves(position)) return best;
  const auto stored = stored_wdl(position);
  return stored ? std::optional(std::max(best, *stored)) : std::nullopt;
}

std::optional<int> Tablebases::dtz(Position& position) const {
  const auto known = wdl(position);
  return known ? distance(position, *known) : std::nullopt;
}

// A table may store anything where a capture or pawn move keeps the win, and for a side that has no other moves.
std::optional<int> Tablebases::distance(Position& position, Wdl wdl) const {
  if (wdl == Wdl::Draw) return 0;
  const MoveList moves = legal_moves(position);
  bool all_zeroing = !moves.empty();
  for (const Move m : moves) {
    if (!is_zeroing(position, m)) {
      all_zeroing = false;
      continue;
    }
    if (wdl < Wdl::Draw) continue;
    const MadeMove made(position, m);
    const auto reply = resolved_wdl(position);
    if (!reply) return std::nullopt;
    if (-*reply == wdl) return dtz_before_zeroing(wdl);
  }
  if (all_zeroing) return dtz_before_zeroing(wdl);

  const Table* const table = find(position);
  if (!table || !table->dtz) return std::nullopt;
  const auto stored = table->dtz->dtz(position, wdl);
  if (!stored) return std::nullopt;
  if (stored->other_side) return distance_by_moves(position, wdl);
  const bool cursed = wdl == Wdl::CursedWin || wdl == Wdl::BlessedLoss;
  return sign(static_cast<int>(wdl)) * (stored->plies + (cursed ? kFiftyMoves : 0));
}

// From the distances after each move, where the file has only those. The winning side takes the shortest, the losing
// side the longest.
std::optional<int> Tablebases::distance_by_moves(Position& position, Wdl wdl) const {
  std::optional<int> best;
  for (const Move m : legal_moves(position)) {
    const bool zeroing = is_zeroing(position, m);
    const MadeMove made(position, m);
    const auto reply = resolved_wdl(position);
    if (!reply) return std::nullopt;
    int plies = 0;
    if (zeroing) {
      plies = dtz_before_zeroing(-*reply);
    } else if (position.in_check() && !has_legal_move(position)) {
      plies = 1;
    } else {
      const auto rest = distance(position, *reply);
      if (!rest) return std::nullopt;
      plies = -*rest - sign(*rest);
    }
    if (sign(plies) != sign(static_cast<int>(wdl))) continue;
    if (!best || plies < *best) best = plies;
  }
  return best ? best : std::optional(-1);  // no move: mated
}

}  // namespace oknos::tablebases
