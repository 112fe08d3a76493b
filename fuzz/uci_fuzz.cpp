// Everything that reads text from outside, without searches: the first line as a command line, the others as lines of
// the protocol.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/pruning/registry/names.h"
#include "engine/uci/command.h"
#include "engine/uci/command_line.h"
#include "engine/uci/options.h"
#include "engine/uci/tools.h"

namespace {

using namespace oknos;
using namespace oknos::uci;

void require(bool holds) {
  if (!holds) __builtin_trap();
}

// A message is one line for people, whatever came in.
void check_message(const std::string& message) {
  require(!message.empty() && message.find('\n') == std::string::npos);
}

template <class T>
void check(const Result<T>& result) {
  if (!result) check_message(result.error());
}

void execute(const SetPosition& command, Position& position, Options&) {
  std::vector<std::string> left_out;
  Result<Position> built = build_position(command, left_out);
  for (const std::string& message : left_out) check_message(message);
  check(built);
  if (built) position = std::move(*built);
}

void execute(const SetOption& command, Position&, Options& options) {
  if (pruning::canonical(command.name) == "preset_file") return;  // reads files
  check(options.set(command));
}

void execute(const Go& command, Position&, Options&) {
  for (const std::string& problem : command.problems) check_message(problem);
  require(!command.problems.empty() || command.says_when_to_end());
  require(!command.limits.depth || *command.limits.depth >= 1);
}

void execute(const Tool& command, Position& position, Options& options) {
  check(parse_perft(command.arguments, position));
  check(parse_bench(command.arguments));
  check(see_text(command.arguments, position));
  check(eval_text(command.arguments, position));
  check(preset_text(command.arguments, options.rules()));
  require(!board_text(position).empty() && !moves_text(position, false).empty());
}

template <class Other>
void execute(const Other&, Position&, Options&) {}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::string_view rest(text);
  Position position = Position::initial();
  Options options;
  for (bool first = true; !rest.empty(); first = false) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (first) check(parse_arguments(text::words(line)));
    const Result<Command> command = parse_command(line);
    check(command);
    if (command) std::visit([&](const auto& c) { execute(c, position, options); }, *command);
  }
  return 0;
}
