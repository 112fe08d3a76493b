#include "lab/input.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

#include "base/text.h"
#include "chess/fen.h"

namespace oknos::lab {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFamousFen = "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17";
constexpr std::string_view kFamousCaption =
    "Donald Byrne - Robert James Fischer, New York 1956, \"the game of the century\". Fischer, thirteen years old, "
    "played 17...Be6!! and let his queen go. See how soon the search believes him, and what it never had to look at.";

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

// Ranks with '/' between them, or several words: nobody calls a file so.
bool looks_like_fen(std::string_view text) {
  const std::string_view board = text.substr(0, text.find(' '));
  return board.find('/') != std::string_view::npos &&
         board.find_first_not_of("pnbrqkPNBRQK12345678/") == std::string_view::npos;
}

Result<Input> position_input(std::string_view fen, std::string_view caption) {
  const auto position = fen::parse(fen);
  if (!position) return Error{position.error()};
  Input input;
  input.position = *position;
  input.caption = caption;
  return input;
}

// By the first sign that is no white space, which stays unread. Nothing: the file is empty.
std::optional<InputKind> kind_by_content(std::FILE* file) {
  int c = std::fgetc(file);
  constexpr int kByteOrderMark[] = {0xEF, 0xBB, 0xBF};
  if (c == kByteOrderMark[0])
    for (int i = 0; i < 3; ++i) c = std::fgetc(file);
  while (c != EOF && text::is_space(static_cast<char>(c))) c = std::fgetc(file);
  if (c == EOF) return std::nullopt;
  std::ungetc(c, file);
  return c == '[' || c == '%' || c == '{' ? InputKind::Games : InputKind::Positions;
}

Result<Input> file_input(FilePtr file, std::string name, const std::string& extension) {
  Input input;
  errno = 0;
  const auto kind = kind_by_content(file.get());
  if (std::ferror(file.get()) != 0) return Error{fmt::format("{} cannot be read: {}", name, std::strerror(errno))};
  if (!kind) return Error{fmt::format("{} is empty; a FEN or EPD on each line, or games in PGN are expected", name)};
  input.kind = extension == ".pgn"                          ? InputKind::Games
               : extension == ".epd" || extension == ".fen" ? InputKind::Positions
                                                            : *kind;
  input.name = std::move(name);
  input.file = std::move(file);
  return input;
}

}  // namespace

Result<Input> find_input(const std::vector<std::string>& words) {
  const std::string all = joined(words);
  const std::string_view text = text::trim(all);
  if (words.empty()) return position_input(kFamousFen, kFamousCaption);
  if (text == "startpos") return position_input(fen::kInitial, "");
  if (text == "-") return file_input(FilePtr(stdin), "standard input", "");

  const fs::path path(words.size() == 1 ? words.front() : all);
  std::error_code ignored;
  const bool there = fs::exists(path, ignored);
  if (!there && looks_like_fen(text)) return position_input(text, "");
  const std::string name = text::quoted(all, all.size());
  if (!there)
    return Error{fmt::format("{} is neither a file nor a FEN; give FILE.epd, FILE.pgn, FILE.fen, or a FEN such as {}",
                             name, fen::kInitial)};
  if (fs::is_directory(path, ignored))
    return Error{fmt::format("{} is a directory; give one file in it (EPD, FEN or PGN)", name)};
  errno = 0;
  FilePtr file(std::fopen(path.c_str(), "rb"));
  if (!file) return Error{fmt::format("{} cannot be opened: {}", name, std::strerror(errno))};
  return file_input(std::move(file), all, text::to_lower(path.extension().string()));
}

}  // namespace oknos::lab
