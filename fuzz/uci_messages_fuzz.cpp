// What a foreign UCI engine may say. The first line is the position that it speaks about, as a FEN.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "lab/play/uci_messages.h"

namespace {

using namespace oknos;
using namespace oknos::lab;

void require(bool holds) {
  if (!holds) __builtin_trap();
}

bool is_one_line(const std::string& text) {
  return text.find('\n') == std::string::npos;
}

void check(const Info& info, Position position) {
  require(info.score >= -kMate && info.score <= kMate);
  require(info.depth >= 0 && info.seldepth >= 0 && info.multi_pv >= 1 && info.time >= 0);
  require(info.hashfull >= 0 && info.hashfull <= 1000);
  for (const Move move : info.pv) {
    require(position.is_legal(move));
    position.play(move);
  }
}

// Every option can be set to its own default, or the error says why not.
void check(const uci::Option& option, const std::vector<uci::Option>& options) {
  require(!option.name.empty() && is_one_line(option.name));
  const Result<std::string> line = set_option_line(options, option.name, option.default_value);
  require(line ? is_one_line(*line) : is_one_line(line.error()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::string_view rest(text);
  Position position = Position::initial();
  std::vector<uci::Option> options;
  for (bool first = true; !rest.empty(); first = false) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (first) {
      const Result<Position> parsed = fen::parse(line);
      if (parsed) position = *parsed;
      continue;
    }
    const InfoLine said = parse_info(line, position);
    if (said.info) check(*said.info, position);
    if (said.comment) require(is_one_line(*said.comment));
    if (const auto name = parse_id_name(line)) require(!name->empty() && is_one_line(*name));
    if (const auto move = parse_best_move(line)) move_from_text(position, *move);
    if (auto option = parse_option(line)) {
      options.push_back(std::move(*option));
      check(options.back(), options);
    }
  }
  return 0;
}
