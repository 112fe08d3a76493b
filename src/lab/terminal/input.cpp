#include "lab/terminal/input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "lab/formats/san.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFamousFen = "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17";
constexpr std::string_view kFamousCaption =
    "Donald Byrne - Robert James Fischer, New York 1956, \"the game of the century\". Fischer, thirteen years old, "
    "played 17...Be6!! and gave up his queen. At which depth does the search agree, and what does it skip?";

// A position, and behind "moves" what was played from there.
Result<Position> position_of(std::string_view text) {
  constexpr std::string_view kMoves = " moves";
  const std::size_t behind = text.find(kMoves);
  const std::string_view start = text::trim(text.substr(0, behind));
  auto position = fen::parse(start == "startpos" ? fen::kInitial : start);
  if (!position || behind == std::string_view::npos) return position;
  for (const std::string_view word : text::words(text.substr(behind + kMoves.size()))) {
    const auto move = read_move(*position, std::string(word));
    if (!move) return Error{move.error()};
    position->play(*move);
  }
  return position;
}

// Ranks with '/' between them, or several words: nobody calls a file so.
bool looks_like_fen(std::string_view text) {
  const std::string_view board = text.substr(0, text.find(' '));
  return board.find('/') != std::string_view::npos &&
         board.find_first_not_of("pnbrqkPNBRQK12345678/") == std::string_view::npos;
}

Result<Input> position_input(std::string_view fen, std::string_view caption) {
  const auto position = position_of(fen);
  if (!position) return Error{position.error()};
  Input input;
  input.position = *position;
  input.caption = caption;
  return input;
}

// As ASCII in UTF-16 has.
bool has_every_other_byte_zero(std::string_view block) {
  constexpr std::size_t kEnough = 8;
  if (block.size() < kEnough) return false;
  const auto zeros_from = [&](std::size_t first) {
    for (std::size_t i = first; i < kEnough; i += 2)
      if (block[i] != '\0') return false;
    return true;
  };
  return zeros_from(0) || zeros_from(1);
}

// What is wrong with how a file begins: it is no text, or not in a character set that contains ASCII. Of a pipe only
// the first byte can be seen, because what has been read cannot be put back.
std::string text_objection(std::FILE* file) {
  constexpr std::size_t kBlock = 4096;
  constexpr int kUtf16Marks[] = {0xFE, 0xFF};
  const std::string utf16 = "it is in UTF-16; convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)";
  const int first = std::fgetc(file);
  if (first == EOF) return "";
  std::ungetc(first, file);
  if (first == kUtf16Marks[0] || first == kUtf16Marks[1]) return utf16;
  std::string block(kBlock, '\0');
  if (std::fseek(file, 0, SEEK_CUR) != 0) {
    block.assign(1, static_cast<char>(first));
  } else {
    block.resize(std::fread(block.data(), 1, kBlock, file));
    std::rewind(file);
  }
  if (has_every_other_byte_zero(block)) return utf16;
  constexpr std::string_view kAllowed = "\t\n\v\f\r\x1a\x1b";  // the last two: ends and escapes of old programs
  const bool is_text = std::none_of(block.begin(), block.end(), [&](char c) {
    return static_cast<unsigned char>(c) < 0x20 && kAllowed.find(c) == std::string_view::npos;
  });
  return is_text ? "" : "it is not a text file; games in PGN or positions in EPD or FEN are expected";
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
  if (const std::string wrong = text_objection(file.get()); !wrong.empty())
    return Error{fmt::format("{} cannot be read: {}", name, wrong)};
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

Result<Move> read_move(const Position& position, const std::string& word) {
  const MoveList legal = legal_moves(position);
  for (const Move m : legal)
    if (to_text(m, position.chess960()) == word) return m;
  if (legal.empty()) return Error{fmt::format("{} is not a legal move here: the game is over", text::quoted(word))};
  auto move = san::parse(position, word);
  if (!move)
    return Error{fmt::format("{} is not a legal move here; a legal move is expected, like {}", text::quoted(word),
                             san::to_text(position, legal[0]))};
  return move;
}

Result<Input> find_input(const std::vector<std::string>& words) {
  const std::string all = listed(words, {}, " ");
  const std::string_view text = text::trim(all);
  if (words.empty()) return position_input(kFamousFen, kFamousCaption);
  if (text == "startpos" || text.starts_with("startpos ")) return position_input(text, "");
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

namespace {

std::string_view contents_of(const Input& input) {
  return input.kind == InputKind::Games ? "games" : "positions";
}

}  // namespace

Result<std::vector<Input>> find_inputs(const std::vector<std::string>& words) {
  const auto is_file = [](const std::string& word) {
    std::error_code ignored;
    return word == "-" || fs::exists(word, ignored);
  };
  std::vector<Input> out;
  const bool several = words.size() > 1 && is_file(words.front());
  for (std::size_t i = 0; i < (several ? words.size() : 1); ++i) {
    auto input = find_input(several ? std::vector<std::string>{words[i]} : words);
    if (!input) return Error{input.error()};
    out.push_back(std::move(*input));
    if (out.front().kind != out.back().kind)
      return Error{fmt::format("{} holds {} and {} holds {}; give files of one kind in one call", out.front().name,
                               contents_of(out.front()), out.back().name, contents_of(out.back()))};
  }
  return out;
}

}  // namespace oknos::lab
