#include "lab/commands/claims/claim.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "lab/terminal/json_fields.h"
#include "lab/terminal/json_text.h"
#include "oknos/claims.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::json;

class Fields : public JsonFields<Json> {
 public:
  using JsonFields::JsonFields;

  std::optional<int> score(const char* field) { return number(field, -Claim::kScoreMost, Claim::kScoreMost); }
  int required_score(const char* field) { return required(field, -Claim::kScoreMost, Claim::kScoreMost); }
};

std::optional<Claim::Action> action_named(std::string_view name) {
  for (const auto a : {Claim::Action::Skip, Claim::Action::Cut, Claim::Action::Reduce})
    if (name == name_of(a)) return a;
  return std::nullopt;
}

void read_rule(Fields& fields, Claim& claim) {
  claim.rule = fields.required_text("rule");
  if (!is_rule_name(claim.rule)) fields.refuse("rule", rule_name_problem(claim.rule));
  constexpr std::int64_t kMany = std::int64_t{1} << 53;
  claim.search = static_cast<std::uint64_t>(fields.large_number("search", 0, kMany).value_or(0));
  if (const auto process = fields.large_number("process", 0, kMany))
    claim.process = static_cast<std::uint64_t>(*process);
  claim.every = static_cast<std::uint64_t>(fields.large_number("every", 1, kMany).value_or(1));
  claim.fired = fields.number("fired", 0, 1).value_or(1) != 0;
}

void read_position(Fields& fields, Claim& claim) {
  const std::string text = fields.required_text("fen");
  auto position = fen::parse(text, fen::Origin::Composed);
  if (!position) position = fen::parse(without_move_number(text), fen::Origin::Composed);
  if (!position) return fields.refuse("fen", position.error());
  claim.line = GameLine(*position);
  const std::string moves = fields.text("moves").value_or("");
  for (const std::string_view word : text::words(moves)) {
    const auto move = move_from_text(claim.line.current, word);
    if (!move)
      return fields.refuse(
          "moves", fmt::format("{} is not a legal move in {}", text::quoted(word), fen::to_text(claim.line.current)));
    claim.line.play(*move);
  }
  const auto word = fields.text("move");
  if (!word) return;
  const auto move = move_from_text(claim.line.current, *word);
  if (!move)
    return fields.refuse(
        "move", fmt::format("{} is not a legal move in {}", text::quoted(*word), fen::to_text(claim.line.current)));
  claim.move = *move;
}

void read_scores(Fields& fields, Claim& claim) {
  claim.alpha = fields.required_score("alpha");
  claim.beta = fields.required_score("beta");
  if (claim.alpha >= claim.beta)
    fields.refuse("beta", fmt::format("must be greater than alpha ({}), not {}", claim.alpha, claim.beta));
  claim.static_eval = fields.score("static_eval");
  claim.bound = fields.score("bound");
  claim.slack_unit = fields.text("slack_unit").value_or("");
  if (!claim.slack_unit.empty() && !is_rule_name(claim.slack_unit))
    fields.refuse("slack_unit", rule_name_problem(claim.slack_unit));
  const int most = claim.slack_unit.empty() ? 2 * Claim::kScoreMost : Claim::kSlackMost;
  claim.slack = fields.number("slack", -most, most);
}

void read_depths(Fields& fields, Claim& claim) {
  const auto depth = fields.number("depth", 0, Claim::kDepthMost);
  if (!depth) fields.refuse("depth", "is missing");
  claim.depth = depth.value_or(0);
  claim.full_depth = fields.number("full_depth", 0, Claim::kDepthMost);
  if (claim.full_depth && !claim.move) fields.refuse("full_depth", "is for moves: a node has its depth");
  claim.reduced_depth = fields.number("reduced_depth", -Claim::kDepthMost, Claim::kDepthMost);
  claim.ply = fields.number("ply", 0, Claim::kDepthMost);
}

void read_action(Fields& fields, Claim& claim) {
  const std::string otherwise{name_of(claim.move ? Claim::Action::Skip : Claim::Action::Cut)};
  const std::string name = fields.text("action").value_or(otherwise);
  const auto action = action_named(name);
  if (!action) return fields.refuse("action", fmt::format("must be skip, cut or reduce, not {}", text::quoted(name)));
  claim.action = *action;
  if (*action == Claim::Action::Skip && !claim.move) fields.refuse("move", "is missing: what is skipped?");
  if (*action == Claim::Action::Reduce && !claim.reduced_depth) fields.refuse("reduced_depth", "is missing");
  if (*action != Claim::Action::Cut) return;
  if (!claim.bound) return fields.refuse("bound", "is missing: what does the cut claim?");
  if (claim.move && !claim.fails_high())
    return fields.refuse("bound", fmt::format("must be at least beta ({}) where a move cuts the node, not {}",
                                              claim.beta, *claim.bound));
  if (*claim.bound > claim.alpha && *claim.bound < claim.beta)
    fields.refuse("bound", fmt::format("must be at most alpha ({}) or at least beta ({}) where a node is cut, not {}",
                                       claim.alpha, claim.beta, *claim.bound));
}

}  // namespace

std::string_view name_of(Claim::Action action) {
  switch (action) {
    case Claim::Action::Skip:
      return "skip";
    case Claim::Action::Cut:
      return "cut";
    case Claim::Action::Reduce:
      return "reduce";
  }
  return "";
}

bool is_rule_name(std::string_view name) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-'; };
  return !name.empty() && name.size() <= kRuleNameMost && std::all_of(name.begin(), name.end(), allowed);
}

std::string rule_name_problem(const std::string& name) {
  return fmt::format("must be 1 to {} of a-z 0-9 _ -, not {}", kRuleNameMost, text::quoted(name));
}

std::string without_move_number(const std::string& fen) {
  constexpr std::size_t kFields = 6;
  const auto words = text::words(fen);
  if (words.size() != kFields) return fen;
  return fmt::format("{} 1", fmt::join(words.begin(), words.end() - 1, " "));
}

Result<std::optional<Claim>> parse_claim(std::string_view line) {
  if (line.find_first_not_of(" \t") == std::string_view::npos) return std::optional<Claim>{};
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return Error{"not a JSON object: a claim is one line such as {\"rule\":\"futility\",...}"};
  if (json.contains("oknos_trace"))
    return Error{"the tree of a search, written with OKNOS_TRACE: oknos-lab explore shows it"};
  if (const auto version = json.find("oknos_claims"); version != json.end()) {
    if (*version == OKNOS_CLAIMS_VERSION) return std::optional<Claim>{};
    return Error{fmt::format("version {} of the format; this program reads version {}",
                             text::quoted(json_text(*version)), OKNOS_CLAIMS_VERSION)};
  }
  Fields fields(json);
  Claim claim;
  read_rule(fields, claim);
  read_position(fields, claim);
  read_depths(fields, claim);
  read_scores(fields, claim);
  read_action(fields, claim);
  if (const auto error = fields.error()) return *error;
  return std::optional(std::move(claim));
}

std::string to_line(const Claim& claim) {
  const auto score = [](int value) { return std::clamp(value, -Claim::kScoreMost, Claim::kScoreMost); };
  const bool chess960 = claim.line.start.chess960();
  nlohmann::ordered_json out = {
      {"search", claim.search}, {"every", claim.every}, {"rule", claim.rule}, {"fen", fen::to_text(claim.line.start)}};
  std::vector<std::string> moves;
  for (const Move m : claim.line.moves) moves.push_back(to_text(m, chess960));
  if (!moves.empty()) out["moves"] = fmt::format("{}", fmt::join(moves, " "));
  if (claim.move) out["move"] = to_text(claim.move, chess960);
  out["action"] = name_of(claim.action);
  out["fired"] = claim.fired ? 1 : 0;
  out["depth"] = claim.depth;
  if (claim.full_depth) out["full_depth"] = *claim.full_depth;
  if (claim.reduced_depth) out["reduced_depth"] = *claim.reduced_depth;
  if (claim.ply) out["ply"] = *claim.ply;
  out["alpha"] = score(claim.alpha);
  out["beta"] = score(claim.beta);
  if (claim.static_eval) out["static_eval"] = score(*claim.static_eval);
  if (claim.bound) out["bound"] = score(*claim.bound);
  if (claim.slack) out["slack"] = *claim.slack;
  if (!claim.slack_unit.empty()) out["slack_unit"] = claim.slack_unit;
  return json_text(out);
}

}  // namespace oknos::lab
