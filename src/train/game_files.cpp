#include "train/game_files.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "engine/base/text.h"
#include "lab/formats/game_store.h"
#include "lab/store/run_store.h"
#include "lab/terminal/words.h"

namespace oknos::train {

namespace {

constexpr std::string_view kFirstTag = "[Event ";

// Looks whether a compact file is whole.
std::optional<Error> inspect(GameFile& file) {
  auto reader = compact::StoreReader::open(file.text);
  const auto problem = [&](const std::string& what) {
    return Error{fmt::format("{} {}", text::quoted(file.name, file.name.size()), what)};
  };
  if (!reader) return problem(reader.error());
  while (reader->next()) {
  }
  if (reader->damage()) return problem(reader->damage()->message);
  if (reader->games() == 0) return problem("holds no game");
  if (reader->torn() > 0)
    file.remark = fmt::format("{}: the last {} bytes are a game that was cut short; it is left out", file.name,
                              lab::grouped(reader->torn()));
  file.text.resize(reader->offset());
  return std::nullopt;
}

Result<GameFile> read_game_file(const std::string& path) {
  const std::string name = text::quoted(path, path.size());
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return Error{fmt::format("{} is a directory; a file of games (PGN or compact) is expected", name)};
  std::ifstream in(path, std::ios::binary);
  if (!in) return Error{fmt::format("{} cannot be read; a file of games (PGN or compact) is expected", name)};
  GameFile out;
  out.name = path;
  out.text.assign(std::istreambuf_iterator<char>(in), {});
  out.hash = lab::store::hash_of_text(out.text);
  out.compact = compact::is_game_store(out.text);
  if (out.compact) {
    if (auto error = inspect(out)) return *std::move(error);
    return out;
  }
  if (out.text.find(kFirstTag) == std::string::npos)
    return Error{
        fmt::format("{} holds no game: PGN with the tag Event is expected, as oknos-lab datagen writes", name)};
  return out;
}

// Where the next game begins at or behind `from`; the end of the text when there is none.
std::size_t next_game(std::string_view text, std::size_t from) {
  while (true) {
    const std::size_t found = text.find(kFirstTag, from);
    if (found == std::string_view::npos) return text.size();
    if (found == 0 || text[found - 1] == '\n' || text[found - 1] == '\r') return found;
    from = found + 1;
  }
}

}  // namespace

Result<std::vector<GameFile>> read_game_files(const std::vector<std::string>& paths) {
  std::vector<GameFile> out;
  for (const std::string& path : paths) {
    auto file = read_game_file(path);
    if (!file) return Error{file.error()};
    out.push_back(std::move(*file));
  }
  return out;
}

std::string description_of(const std::vector<GameFile>& files) {
  constexpr std::size_t kShown = 16;  // digits of the hash
  constexpr std::size_t kListed = 4;  // more files are described together
  if (files.size() > kListed) {
    std::string hashes;
    for (const GameFile& file : files) hashes += file.hash + "\n";
    return fmt::format("{} files from {} to {} (sha256 of their hashes {})", files.size(), files.front().name,
                       files.back().name, lab::store::hash_of_text(hashes).substr(0, kShown));
  }
  return lab::listed(files, [](const GameFile& file) {
    return fmt::format("{} (sha256 {})", file.name, file.hash.substr(0, kShown));
  });
}

namespace {

constexpr std::uint64_t kGames = 128;  // in a block: enough to keep a thread busy, few enough to share fairly

std::uint64_t cut_pgn(const GameFile& file, std::uint64_t number, std::vector<GameBlock>& out) {
  const std::string_view text = file.text;
  std::size_t begin = 0;
  std::size_t end = next_game(text, 0);
  const std::uint64_t first = number;
  int lines = 0;
  for (std::uint64_t games = 0; end < text.size();) {
    end = next_game(text, end + 1);
    if (++games < kGames && end < text.size()) continue;
    out.push_back({&file.name, text.substr(begin, end - begin), number, false, number - first, lines});
    lines += static_cast<int>(std::count(out.back().text.begin(), out.back().text.end(), '\n'));
    number += games;
    begin = end;
    games = 0;
  }
  return number;
}

// Precondition: inspect() found nothing.
std::uint64_t cut_compact(const GameFile& file, std::uint64_t number, std::vector<GameBlock>& out) {
  auto reader = compact::StoreReader::open(file.text);
  std::size_t begin = reader->offset();
  const std::uint64_t first = number;
  const auto cut = [&](std::uint64_t games) {
    if (games == 0) return;
    const std::string_view text = std::string_view(file.text).substr(begin, reader->offset() - begin);
    out.push_back({&file.name, text, number, true, number - first});
    number += games;
    begin = reader->offset();
  };
  std::uint64_t games = 0;
  while (reader->next()) {
    if (++games < kGames) continue;
    cut(games);
    games = 0;
  }
  cut(games);
  return number;
}

}  // namespace

std::vector<GameBlock> cut_into_blocks(const std::vector<GameFile>& files) {
  std::vector<GameBlock> out;
  std::uint64_t number = 0;
  for (const GameFile& file : files)
    number = file.compact ? cut_compact(file, number, out) : cut_pgn(file, number, out);
  return out;
}

}  // namespace oknos::train
