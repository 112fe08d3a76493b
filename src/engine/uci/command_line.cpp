#include "engine/uci/command_line.h"

#include <algorithm>
#include <array>

#include "engine/base/text.h"

namespace oknos::uci {

namespace {

constexpr std::string_view kUsage =
    "oknos: a UCI chess engine that reports which moves it skips, and why\n"
    "\n"
    "  oknos                          speak UCI on standard input and output\n"
    "  oknos WORDS                    one command, then exit; a FEN may follow unquoted:\n"
    "    oknos bench [HASH] [THREADS] [DEPTH]\n"
    "    oknos go depth 12 [FEN]\n"
    "    oknos perft 5 [FEN] [--divide] [--threads N]\n"
    "    oknos options [TEXT]         all options of UCI\n"
    "    oknos eval [FEN]             also: d, moves, see MOVE, preset, compiler, help\n"
    "  oknos \"LINE\" \"LINE\" ...        each quoted argument is one UCI line; the first must contain a space:\n"
    "    oknos \"position startpos moves e2e4\" \"go depth 10\" d\n"
    "\n"
    "  --expert                       declare all options of UCI to the GUI, not only the usual ones\n"
    "  --cpu LEVEL                    x86-64-v2, x86-64-v3 or x86-64-v4 instead of the best that this processor runs\n"
    "  --version, --help\n";

bool has_blank(std::string_view s) {
  return std::any_of(s.begin(), s.end(), text::is_space);
}

std::string joined(const std::vector<std::string_view>& words, std::size_t begin, std::size_t end) {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) {
    if (!out.empty()) out += ' ';
    out += words[i];
  }
  return out;
}

// No word of `go` has a '/' in it, and the first word of every FEN has.
std::size_t first_word_of_fen(const std::vector<std::string_view>& words) {
  const auto is_board = [](std::string_view w) { return w.find('/') != std::string_view::npos; };
  return static_cast<std::size_t>(std::find_if(words.begin(), words.end(), is_board) - words.begin());
}

std::vector<std::string> lines_of(const std::vector<std::string_view>& words) {
  const std::size_t fen = words.front() == "go" ? first_word_of_fen(words) : words.size();
  if (fen == words.size()) return {joined(words, 0, words.size())};
  const std::size_t end = words[fen - 1] == "fen" ? fen - 1 : fen;
  return {"position fen " + joined(words, fen, words.size()), joined(words, 0, end)};
}

}  // namespace

Result<Invocation> parse_arguments(const std::vector<std::string_view>& arguments) {
  using Kind = Invocation::Kind;
  if (arguments.empty()) return Invocation{};
  const std::string_view first = arguments.front();
  constexpr std::array<std::string_view, 9> kAlone = {"--help",     "-h",   "--version", "uci",     "isready",
                                                      "ucinewgame", "stop", "ponderhit", "compiler"};
  if (arguments.size() > 1 && std::find(kAlone.begin(), kAlone.end(), first) != kAlone.end())
    return Error{text::quoted(arguments[1]) + " stands after " + std::string(first) + ", which takes nothing" +
                 (arguments[1].starts_with("--") ? "; options come first" : "")};
  if (first == "--help" || first == "-h") return Invocation{Kind::Help, {}, false};
  if (first == "--version") return Invocation{Kind::Version, {}, false};
  if (first == "--expert") {
    Result<Invocation> rest = parse_arguments({arguments.begin() + 1, arguments.end()});
    if (rest) rest->expert = true;
    return rest;
  }
  if (text::trim(first).empty()) return Error{"the first argument is empty; --help says what may stand there"};
  if (first.front() == '-') return Error{"unknown option " + text::quoted(first) + "; --help lists the options"};
  if (!has_blank(first)) return Invocation{Kind::Lines, lines_of(arguments), false};
  Invocation out{Kind::Lines, {}, false};
  for (const std::string_view line : arguments) out.lines.emplace_back(line);
  return out;
}

std::string_view usage_text() {
  return kUsage;
}

}  // namespace oknos::uci
