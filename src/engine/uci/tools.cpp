#include "engine/uci/tools.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "engine/chess/see.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/explain.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/eval/network/network.h"
#include "engine/platform/memory.h"
#include "engine/pruning/presets/embedded_presets.h"
#include "engine/tablebases/tablebases.h"
#include "engine/uci/options.h"

namespace oknos::uci {

namespace {

constexpr int kMaxExchange = 3000;  // centipawns: no exchange gains or loses more

// Takes the word away from the front of `text` if it stands there.
bool take(std::string_view word, std::string_view& text) {
  std::string_view rest = text;
  if (text::next_word(rest) != word) return false;
  text = text::trim(rest);
  return true;
}

std::string hexadecimal(Key key) {
  char out[2 * sizeof(Key) + 1];
  std::snprintf(out, sizeof out, "%016" PRIX64, static_cast<std::uint64_t>(key));
  return out;
}

// The exchange's exact worth, from the question whether it reaches a threshold.
int exchange_value(const Position& position, Move m) {
  int reached = -kMaxExchange;
  int missed = kMaxExchange + 1;
  while (missed - reached > 1) {
    const int middle = reached + (missed - reached) / 2;
    (see_at_least(position, m, Score{middle}) ? reached : missed) = middle;
  }
  return reached;
}

// "Tablebases: win, DTZ 13" and a line end; "unknown" where they do not have the position.
std::string tablebases_text(Position position, const tablebases::Tablebases& tables) {
  constexpr std::array<std::string_view, 5> kResults = {"loss", "blessed loss", "draw", "cursed win", "win"};
  const auto wdl = tables.wdl(position);
  if (!wdl) return "Tablebases: unknown\n";
  const auto result =
      kResults[static_cast<std::size_t>(static_cast<int>(*wdl) - static_cast<int>(tablebases::Wdl::Loss))];
  const auto dtz = tables.dtz(position);
  return "Tablebases: " + std::string(result) + (dtz ? ", DTZ " + std::to_string(*dtz) : "") + "\n";
}

}  // namespace

Result<Position> build_position(const SetPosition& command, std::vector<std::string>& left_out) {
  if (!command.problem.empty()) return Error{command.problem};
  Position position = Position::initial();
  if (command.fen) {
    Result<Position> parsed = fen::parse_playable(*command.fen, left_out);
    if (!parsed) return Error{"position: " + parsed.error()};
    position = std::move(*parsed);
  }
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    const auto move = move_from_text(position, command.moves[i]);
    if (!move)
      return Error{"position: " + text::quoted(command.moves[i], 20) + ", move " + std::to_string(i + 1) + " of " +
                   std::to_string(command.moves.size()) + ", is not legal in " + fen::to_text(position)};
    position.play(*move);
  }
  return position;
}

Result<Position> position_or(std::string_view text, const Position& present) {
  text = text::trim(text);
  take("fen", text);
  if (text.empty()) return present;
  if (text == "startpos") return Position::initial();
  return fen::parse(text, fen::Origin::Composed);  // what these commands count and show needs no game before it
}

std::string board_text(const Position& position, const tablebases::Tablebases* tables) {
  const std::string line = "+---+---+---+---+---+---+---+---+\n";
  std::string out = line;
  for (int r = kRanks - 1; r >= 0; --r) {
    for (int f = 0; f < kFiles; ++f) {
      const Piece piece = position.piece_on(make_square(static_cast<File>(f), static_cast<Rank>(r)));
      out += "| ";
      out += piece == Piece::None ? ' ' : to_char(piece);
      out += ' ';
    }
    out += "| " + std::to_string(r + 1) + "\n" + line;
  }
  out += "  a   b   c   d   e   f   g   h\n\nFen: " + fen::to_text(position) + "\nKey: " + hexadecimal(position.key()) +
         "\nCheckers:";
  for (Bitboard b = position.checkers(); b; b &= b - 1) out += ' ' + to_text(lowest(b));
  return out + "\n" + (tables ? tablebases_text(position, *tables) : "");
}

std::string moves_text(const Position& position, bool chess960) {
  const MoveList moves = legal_moves(position);
  std::string out = std::to_string(moves.size()) + " legal moves:";
  for (const Move m : moves) out += ' ' + to_text(m, chess960);
  const auto captures = std::count_if(moves.begin(), moves.end(), [&](Move m) { return position.is_capture(m); });
  return out + "\n" + std::to_string(captures) + " of them capture";
}

Result<std::string> see_text(std::string_view arguments, const Position& present) {
  const std::string_view word = text::next_word(arguments);
  if (word.empty()) return Error{"see: a move is missing; right is: see MOVE [FEN]"};
  const Result<Position> position = position_or(arguments, present);
  if (!position) return Error{"see: " + position.error()};
  const auto move = move_from_text(*position, word);
  if (!move) return Error{"see: " + text::quoted(word, 20) + " is not a legal move in " + fen::to_text(*position)};
  return std::to_string(exchange_value(*position, *move));
}

Result<std::string> eval_text(std::string_view arguments, const Position& present,
                              const eval::network::Network* network) {
  const bool value_only = take("value", arguments);
  take("terms", arguments);  // what is told without it too
  const Result<Position> position = position_or(arguments, present);
  if (!position) return Error{"eval: " + position.error()};
  const Score total = network ? eval::evaluate(*network, *position) : eval::evaluate(*position).total();
  const int sign = position->side_to_move() == Color::White ? 1 : -1;
  const std::string value = std::to_string((total * sign).value()) + " for White";
  if (value_only) return value;
  if (!network) return eval::explain(*position);
  constexpr std::size_t kShown = 200;  // bytes of the provenance; a list of files may follow
  std::string provenance(network->provenance());
  if (provenance.size() > kShown) provenance.replace(kShown, std::string::npos, "...");
  return "network  " + provenance + "\nvalue    " + value + "\n\nThe classical evaluation, for comparison:\n" +
         eval::explain(*position);
}

Result<std::string> preset_text(std::string_view arguments, const pruning::Overrides& rules) {
  arguments = text::trim(arguments);
  if (take("show", arguments)) {
    pruning::Preset shown = rules.preset();
    if (arguments.empty()) {
      shown.settings = rules.settings();
      return pruning::to_toml(shown);
    }
    const Result<pruning::Preset> found = pruning::find_preset(arguments);
    if (!found) return Error{"preset show: " + found.error()};
    return pruning::to_toml(*found);
  }
  if (!arguments.empty() && arguments != "list")
    return Error{"preset: " + text::quoted(arguments) +
                 " is not known; right is preset, preset show or preset show NAME"};
  std::string out;
  for (const std::string_view name : pruning::preset_names()) {
    const Result<pruning::Preset> preset = pruning::find_preset(name);
    if (!preset) return Error{preset.error()};
    out += (name == rules.preset().name ? "* " : "  ") + std::string(name) + ": " + preset->description + "\n";
  }
  const bool changed = rules.settings() != rules.preset().settings;
  return out + "in use: " + rules.preset().name + (changed ? ", with changes (preset show)" : "") + "\n";
}

Result<std::string> options_text(std::string_view arguments) {
  const std::string wanted = text::to_lower(std::string(text::trim(arguments)));
  std::string out;
  for (const Option& option : Options::all())
    if (text::to_lower(option.name).find(wanted) != std::string::npos) out += to_text(option) + "\n";
  if (out.empty()) return Error{"options: no option has " + text::quoted(wanted) + " in its name"};
  return out;
}

std::string help_text() {
  return "UCI: uci, debug on|off, isready, setoption, ucinewgame, position, go, stop, ponderhit, quit\n"
         "go perft N             count the move sequences of N plies, by first move\n"
         "perft N [FEN] [--divide] [--threads T]\n"
         "                       the same with time and speed; with --divide, by first move\n"
         "bench [HASH] [THREADS] [DEPTH]\n"
         "                       search a fixed set of positions: nodes and speed\n"
         "genfens N seed S book FILE|None\n"
         "                       N random openings that are not decided, as OpenBench asks for them\n"
         "d [FEN]                the board, its FEN and hash key\n"
         "moves [FEN]            the legal moves, and how many of them capture\n"
         "eval [value] [FEN]     the static evaluation term by term, with the bounds; or only the value, in centipawns "
         "for "
         "White\n"
         "see MOVE [FEN]         static exchange evaluation of the move, in centipawns\n"
         "preset                 list the pruning presets\n"
         "preset show [NAME]     the values in use, or those of a preset\n"
         "options [TEXT]         all UCI options, also those that only Expert declares, or those with TEXT in the "
         "name\n"
         "compiler, version      version of the program and how it was built\n";
}

std::string compiler_text() {
  std::string out = "compiler: ";
#if defined(__clang__)
  out += __VERSION__;
#elif defined(__GNUC__)
  out += "g++ " __VERSION__;
#else
  out += "unknown";
#endif
#ifndef NDEBUG
  out += ", with assertions";
#endif
  return out;
}

std::optional<Error> hash_too_large(std::size_t mebibytes) {
  const std::size_t machine = platform::physical_memory() >> 20;
  const std::size_t most = machine - machine / 8;  // the rest is for everybody else
  if (machine == 0 || mebibytes <= most) return std::nullopt;
  return Error{"Hash: " + std::to_string(mebibytes) + " MiB is more than this machine can give; at most " +
               std::to_string(most)};
}

}  // namespace oknos::uci
