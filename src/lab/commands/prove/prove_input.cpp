#include "lab/commands/prove/prove_input.h"

#include <fmt/format.h>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "lab/experiment/position_files.h"
#include "lab/terminal/rule_name.h"

namespace oknos::lab {

namespace {

std::optional<Score> bound_from_text(std::string_view text) {
  if (text == "inf") return kInfinite;
  if (text == "-inf") return -kInfinite;
  const auto n = text::parse_int<int>(text);
  if (!n || Score{*n} > kInfinite || Score{*n} < -kInfinite) return std::nullopt;
  return Score{*n};
}

std::optional<Error> read_depth(ProofPosition& out, const epd::Operation& o) {
  const auto depth = o.operands.size() == 1 ? text::parse_int<int>(o.operands[0].text) : std::nullopt;
  if (!depth || *depth < 0 || *depth > kDeepestProof)
    return Error{fmt::format("oknos_depth: one whole number from 0 to {} is expected", kDeepestProof)};
  out.depth = *depth;
  return std::nullopt;
}

std::optional<Error> read_window(ProofPosition& out, const epd::Operation& o) {
  const Error error{"oknos_window: two bounds in centipawns are expected, the smaller one first: oknos_window -1 0;"};
  if (o.operands.size() != 2) return error;
  const auto alpha = bound_from_text(o.operands[0].text);
  const auto beta = bound_from_text(o.operands[1].text);
  if (!alpha || !beta || *alpha >= *beta) return error;
  out.window = Window{*alpha, *beta};
  return std::nullopt;
}

std::optional<Error> read_search(ProofPosition& out, const epd::Operation& o) {
  for (const SearchKind kind : {SearchKind::Plain, SearchKind::NullMove}) {
    if (o.operands.size() != 1 || o.operands[0].text != name_of(kind)) continue;
    out.search = kind;
    return std::nullopt;
  }
  return Error{"oknos_search: plain or null_move is expected"};
}

std::optional<Error> read_evaluation(ProofPosition& out, const epd::Operation& o) {
  out.material_only = o.operands.size() == 1 && o.operands[0].text == "material";
  if (!out.material_only)
    return Error{"oknos_evaluation: material is expected; without it the evaluation is the program's"};
  return std::nullopt;
}

std::optional<Error> read_history(ProofPosition& out, const epd::Operation& o) {
  for (const epd::Operand& operand : o.operands)
    for (const std::string_view word : text::words(operand.text)) {
      const auto move = move_from_text(out.position, word);
      if (!move) return Error{fmt::format("oknos_history: {} is not a legal move there", text::quoted(word))};
      out.position.play(*move);
      out.history += (out.history.empty() ? "" : " ") + std::string(word);
    }
  return std::nullopt;
}

std::optional<Error> read_rules(ProofPosition& out, const epd::Operation& o) {
  for (const epd::Operand& operand : o.operands)
    for (const std::string_view word : text::words(operand.text)) {
      const auto rule = rule_named(word);
      if (!rule) return Error{"oknos_rule: " + rule.error()};
      out.rules.push_back(*rule);
    }
  return std::nullopt;
}

std::optional<Error> read_guard(ProofPosition& out, const epd::Operation& o) {
  out.guard = o.operands.size() == 1 ? pruning::guard_from_name(o.operands[0].text) : std::nullopt;
  if (!out.guard) return Error{"oknos_guard: the name of one guard is expected, as docs/rules has them"};
  return std::nullopt;
}

}  // namespace

Result<ProofPosition> proof_position(const epd::Record& record) {
  using Read = std::optional<Error> (*)(ProofPosition&, const epd::Operation&);
  constexpr std::pair<std::string_view, Read> kOpcodes[] = {
      {"oknos_depth", read_depth},          {"oknos_window", read_window}, {"oknos_search", read_search},
      {"oknos_history", read_history},      {"oknos_rule", read_rules},    {"oknos_guard", read_guard},
      {"oknos_evaluation", read_evaluation}};
  ProofPosition out(record.position);
  out.id = record.id();
  out.fen = fen::to_text(record.position);
  for (const epd::Operation& operation : record.operations)
    for (const auto& [opcode, read] : kOpcodes)
      if (operation.opcode == opcode)
        if (const auto error = read(out, operation)) return *error;
  if (out.window && !out.depth) return Error{"oknos_window needs oknos_depth"};
  return out;
}

Result<ProofInput> read_proof_positions(const std::vector<std::string>& files) {
  ProofInput out;
  const auto take = [&](const epd::Record& record, std::string_view, const std::string& place,
                        std::vector<std::string>& complaints) {
    auto position = proof_position(record);
    if (!position) {
      complaints.push_back(place + ": " + position.error());
      return false;
    }
    position->place = place;
    position->number = static_cast<int>(out.positions.size()) + 1;
    out.positions.push_back(std::move(*position));
    return true;
  };
  auto read = read_position_files(files, take);
  if (!read) return Error{read.error()};
  out.hash = std::move(read->hash);
  return out;
}

}  // namespace oknos::lab
