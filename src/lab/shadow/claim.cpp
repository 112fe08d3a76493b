#include "lab/shadow/claim.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "lab/terminal/json_fields.h"
#include "lab/terminal/json_text.h"
#include "oknos/claims.h"

namespace oknos::lab {

using Action = Claim::Action;

// --- The line -------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kRuleNameMost = 31;
constexpr std::array<std::string_view, 3> kActionNames{"skip", "cut", "reduce"};

std::string_view name_of(Action action) {
  return kActionNames[static_cast<std::size_t>(action)];
}

int clamped(int value) {
  return std::clamp(value, -Claim::kScoreMost, Claim::kScoreMost);
}

struct Fields : JsonFields<nlohmann::json> {
  using JsonFields::JsonFields;

  std::optional<int> score(const char* field) { return number(field, -Claim::kScoreMost, Claim::kScoreMost); }
  int required_score(const char* field) { return required(field, -Claim::kScoreMost, Claim::kScoreMost); }
  std::string rule_name(const char* field, std::string name) {
    if (!is_rule_name(name)) refuse(field, rule_name_problem(name));
    return name;
  }
  std::optional<std::uint64_t> count(const char* field, std::int64_t least) {
    constexpr std::int64_t kMany = std::int64_t{1} << 53;
    const auto n = large_number(field, least, kMany);
    return n ? std::optional(static_cast<std::uint64_t>(*n)) : std::nullopt;
  }
  // None: it is not legal.
  Move move(const char* field, const Position& position, std::string_view word) {
    const auto move = move_from_text(position, word);
    if (!move) refuse(field, fmt::format("{} is not a legal move in {}", text::quoted(word), fen::to_text(position)));
    return move.value_or(Move{});
  }
};

void read_rule(Fields& fields, Claim& claim) {
  claim.rule = fields.rule_name("rule", fields.required_text("rule"));
  claim.search = fields.count("search", 0).value_or(0);
  claim.process = fields.count("process", 0);
  claim.every = fields.count("every", 1).value_or(1);
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
    const Move move = fields.move("moves", claim.line.current, word);
    if (!move) return;
    claim.line.play(move);
  }
  if (const auto word = fields.text("move")) claim.move = fields.move("move", claim.line.current, *word);
}

void read_scores(Fields& fields, Claim& claim) {
  claim.alpha = fields.required_score("alpha");
  claim.beta = fields.required_score("beta");
  if (claim.alpha >= claim.beta)
    fields.refuse("beta", fmt::format("must be greater than alpha ({}), not {}", claim.alpha, claim.beta));
  claim.static_eval = fields.score("static_eval");
  claim.bound = fields.score("bound");
  if (auto unit = fields.text("slack_unit"); unit && !unit->empty())
    claim.slack_unit = fields.rule_name("slack_unit", *std::move(unit));
  const int most = claim.slack_unit.empty() ? 2 * Claim::kScoreMost : Claim::kSlackMost;
  claim.slack = fields.number("slack", -most, most);
}

void read_depths(Fields& fields, Claim& claim) {
  claim.depth = fields.required("depth", 0, Claim::kDepthMost);
  claim.full_depth = fields.number("full_depth", 0, Claim::kDepthMost);
  if (claim.full_depth && !claim.move) fields.refuse("full_depth", "is for moves: a node has its depth");
  claim.reduced_depth = fields.number("reduced_depth", -Claim::kDepthMost, Claim::kDepthMost);
  claim.ply = fields.number("ply", 0, Claim::kDepthMost);
}

void read_action(Fields& fields, Claim& claim) {
  const std::string name = fields.text("action").value_or(claim.move ? "skip" : "cut");
  const auto* found = std::find(kActionNames.begin(), kActionNames.end(), name);
  if (found == kActionNames.end())
    return fields.refuse("action", fmt::format("must be skip, cut or reduce, not {}", text::quoted(name)));
  claim.action = static_cast<Action>(found - kActionNames.begin());
  if (claim.action == Action::Skip && !claim.move) fields.refuse("move", "is missing: what is skipped?");
  if (claim.action == Action::Reduce && !claim.reduced_depth) fields.refuse("reduced_depth", "is missing");
  if (claim.action != Action::Cut) return;
  if (!claim.bound) return fields.refuse("bound", "is missing: what does the cut claim?");
  if (claim.move && !claim.fails_high())
    return fields.refuse("bound", fmt::format("must be at least beta ({}) where a move cuts the node, not {}",
                                              claim.beta, *claim.bound));
  if (*claim.bound > claim.alpha && *claim.bound < claim.beta)
    fields.refuse("bound", fmt::format("must be at most alpha ({}) or at least beta ({}) where a node is cut, not {}",
                                       claim.alpha, claim.beta, *claim.bound));
}

}  // namespace

bool is_rule_name(std::string_view name) {
  return !name.empty() && name.size() <= kRuleNameMost &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string_view::npos;
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
  const auto json = nlohmann::json::parse(line, nullptr, false);
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
  for (const auto read : {read_rule, read_position, read_depths, read_scores, read_action}) read(fields, claim);
  if (const auto error = fields.error()) return *error;
  return std::optional(std::move(claim));
}

std::string to_line(const Claim& claim) {
  const bool chess960 = claim.line.start.chess960();
  nlohmann::ordered_json out = {
      {"search", claim.search}, {"every", claim.every}, {"rule", claim.rule}, {"fen", fen::to_text(claim.line.start)}};
  const auto put = [&](const char* field, std::optional<int> value) {
    if (value) out[field] = *value;
  };
  const auto put_score = [&](const char* field, std::optional<int> value) {
    if (value) out[field] = clamped(*value);
  };
  if (!claim.line.moves.empty())
    out["moves"] = listed(
        claim.line.moves, [&](Move m) { return to_text(m, chess960); }, " ");
  if (claim.move) out["move"] = to_text(claim.move, chess960);
  out["action"] = name_of(claim.action);
  put("fired", claim.fired ? 1 : 0);
  put("depth", claim.depth);
  put("full_depth", claim.full_depth);
  put("reduced_depth", claim.reduced_depth);
  put("ply", claim.ply);
  put_score("alpha", claim.alpha);
  put_score("beta", claim.beta);
  put_score("static_eval", claim.static_eval);
  put_score("bound", claim.bound);
  put("slack", claim.slack);
  if (!claim.slack_unit.empty()) out["slack_unit"] = claim.slack_unit;
  return json_text(out);
}

// --- Claims and samples ---------------------------------------------------------------------------------------------

namespace {

// FEN and UCI know no null move: the line begins after the last one, which no repetition reaches across either.
GameLine line_of(const ShadowSample& sample, const Position& root) {
  GameLine line(root);
  for (const Move m : sample.line) {
    if (m) {
      line.play(m);
      continue;
    }
    Position after = line.current;
    const NullMove passed(after);
    line = GameLine(*fen::parse(fen::to_text(after), fen::Origin::Composed));
  }
  return line;
}

}  // namespace

ShadowSample sample_of(const Claim& claim) {
  using Kind = ShadowSample::Kind;
  ShadowSample s(claim.line.current);
  s.kind = claim.move && claim.action != Action::Cut    ? Kind::Skip
           : claim.bound && *claim.bound <= claim.alpha ? Kind::FailLow
                                                        : Kind::FailHigh;
  s.depth = claim.depth;
  s.alpha = Score{claim.alpha};
  s.beta = Score{claim.beta};
  s.ply = std::max(claim.ply.value_or(0), 1);
  if (!claim.line.moves.empty()) s.previous = claim.line.moves.back();
  s.move = claim.move;
  s.rule = pruning::find_rule(claim.rule).value_or(pruning::kId<pruning::TranspositionTable>);  // which never judges
  s.full = Depth{std::max(claim.judged_depth(), 0)};
  s.first = claim.reduced_depth ? Depth{*claim.reduced_depth} : s.full;
  s.bound = Score{claim.bound.value_or(claim.alpha)};
  if (claim.static_eval) s.static_eval = Score{*claim.static_eval};
  s.pv = claim.beta - claim.alpha > 1;
  s.cut_node = claim.action == Action::Cut && claim.fails_high();
  return s;
}

Claim claim_of(const ShadowSample& s, const Position& root, std::uint64_t search, std::uint64_t every,
               const pruning::Settings& playing) {
  Claim out;
  out.search = search;
  out.every = every;
  out.rule = pruning::kRuleInfos[s.rule].name;
  out.action = s.kind == ShadowSample::Kind::Skip ? Action::Skip : Action::Cut;
  out.line = line_of(s, root);
  out.move = s.move;
  out.depth = std::max(s.depth, 0);
  if (s.move && s.full.plies() != out.depth - 1) out.full_depth = s.full.plies();
  out.reduced_depth = s.first.plies();
  out.ply = s.ply;
  out.alpha = s.alpha.value();
  out.beta = s.beta.value();
  if (s.static_eval) out.static_eval = s.static_eval->value();
  out.bound = s.bound.value();
  // Other margins are numbers of moves, histories or odds.
  if (margin_unit(s.rule) == pruning::kPlainMargin.unit) out.slack = spare_margin(s, playing);
  return out;
}

// --- Was it right? --------------------------------------------------------------------------------------------------

namespace {

struct Searched {
  int value = 0;            // centipawns, from the point of view of the side to move
  std::uint64_t nodes = 0;  // of the whole search
  std::uint64_t cost = 0;   // of that alone which an engine would search in the same node of its tree
};

// UCI has no search of depth 0.
int searched_depth(int depth) {
  return std::max(depth, 1);
}

// How many nodes a search had visited at the end of each iteration.
class Iterations : public SearchListener {
 public:
  void on_info(const Info& info) override {
    if (info.depth < 0 || info.depth > Claim::kDepthMost) return;
    const auto depth = static_cast<std::size_t>(info.depth);
    nodes_[depth] = std::max(nodes_[depth], info.nodes);
  }
  // Of the iterations that are shallower than this.
  std::uint64_t before(int depth) const {
    return *std::max_element(nodes_.begin(), nodes_.begin() + std::clamp(depth, 1, Claim::kDepthMost));
  }

 private:
  std::array<std::uint64_t, Claim::kDepthMost + 1> nodes_{};
};

// In the tree of a search, a node is not searched by iterative deepening, so only the last iteration counts. It has a
// null window there, and one good move ends it, or quiescence does; an iteration of the root searches every move. So of
// that iteration, one move's share counts.
std::uint64_t cost_of(std::uint64_t nodes, const Iterations& iterations, int depth, std::size_t moves) {
  const std::uint64_t before = iterations.before(depth);
  const std::uint64_t last = nodes > before ? nodes - before : 0;
  return (last + moves / 2) / moves;
}

// Why an answer cannot be what was asked for; empty: it can. A search may end early where nothing is left to find out.
std::string objection(const PlayedMove& answer, int depth, std::size_t moves) {
  if (!answer.info) return "no score for its move";
  if (answer.score_clipped) return "a score beyond what an evaluation may be; mates are written \"score mate N\"";
  if (answer.info->depth >= depth || moves == 1 || is_mate(answer.info->score)) return "";
  return fmt::format("depth {} where {} was asked for", answer.info->depth, depth);
}

std::variant<Searched, Failure> search(Player& judge, const GameLine& line, int depth,
                                       std::optional<std::int64_t> patience, const std::atomic<bool>* unwanted) {
  const std::size_t moves = legal_moves(line.current).size();
  if (moves == 0) return Searched{line.current.in_check() ? -Claim::kScoreMost : 0};
  if (auto failure = judge.new_game(line.start.chess960(), unwanted)) return *std::move(failure);
  Limits limits;
  limits.depth = searched_depth(depth);
  Iterations iterations;
  auto outcome = judge.move({line, limits, patience, unwanted}, &iterations);
  if (auto* failure = std::get_if<Failure>(&outcome)) return std::move(*failure);
  const auto& answer = std::get<PlayedMove>(outcome);
  if (const std::string why = objection(answer, *limits.depth, moves); !why.empty())
    return Failure{FailureKind::Silent, fmt::format("{}: {}", judge.name(), why)};
  const std::uint64_t nodes = answer.info->nodes;
  return Searched{clamped(answer.info->score.value()), nodes, cost_of(nodes, iterations, *limits.depth, moves)};
}

// 1: at least beta; -1: at most alpha; 0: between them.
int side_of(const Claim& claim, int value) {
  return value >= claim.beta ? 1 : value <= claim.alpha ? -1 : 0;
}

// By how much the value contradicts the claim; 0: it does not.
int contradiction(const Claim& claim, int value) {
  if (claim.action == Action::Cut && claim.fails_high()) return std::max(claim.beta - value, 0);
  if (claim.action == Action::Reduce && !claim.move) return 0;  // it depends on the reduced search
  return std::max(value - claim.alpha, 0);
}

}  // namespace

ClaimVerdict verdict_of(const Claim& claim, int value, std::uint64_t nodes, std::optional<int> first_value,
                        std::uint64_t nodes_first) {
  const bool reduced = claim.action == Action::Reduce && first_value;
  int error_size = contradiction(claim, value);
  if (reduced && !claim.move && side_of(claim, value) != side_of(claim, *first_value))
    error_size = std::abs(value - *first_value);
  // A reduced move that raises alpha is searched again: nothing is lost but the nodes.
  if (reduced && claim.move && *first_value > claim.alpha) error_size = 0;
  ClaimVerdict out;
  out.value = Score{value};
  out.first_value = first_value;
  out.nodes_searched = nodes + nodes_first;
  out.error_size = Score{error_size};
  out.error = error_size > 0;
  // Where no reduced depth is named, the first search would have been the full one.
  out.found_at_reduced_depth = out.error && !reduced && contradiction(claim, first_value.value_or(value)) > 0;
  if (reduced)
    out.nodes = nodes > nodes_first ? nodes - nodes_first : 0;
  else
    out.nodes = 1 + (first_value ? nodes_first : nodes);  // and the node itself
  return out;
}

ClaimOutcome judge_claim(Player& judge, const Claim& claim, std::optional<std::int64_t> patience,
                         const std::atomic<bool>* unwanted) {
  GameLine line = claim.line;
  if (claim.move) line.play(claim.move);
  const int sign = claim.move ? -1 : 1;
  const auto at_full_depth = search(judge, line, claim.judged_depth(), patience, unwanted);
  if (const auto* failure = std::get_if<Failure>(&at_full_depth)) return *failure;
  const auto& found = std::get<Searched>(at_full_depth);
  // Nothing more is searched where both depths are as shallow as UCI has them. The depth of quiescence remains one.
  Searched first = found;
  const bool twice =
      claim.reduced_depth && searched_depth(*claim.reduced_depth) != searched_depth(claim.judged_depth());
  if (twice) {
    const auto outcome = search(judge, line, *claim.reduced_depth, patience, unwanted);
    if (const auto* failure = std::get_if<Failure>(&outcome)) return *failure;
    first = std::get<Searched>(outcome);
  }
  const auto first_value = claim.reduced_depth ? std::optional(sign * first.value) : std::nullopt;
  ClaimVerdict out = verdict_of(claim, sign * found.value, found.cost, first_value, first.cost);
  out.nodes_searched = found.nodes + (twice ? first.nodes : 0);
  return out;
}

ClaimVerdict check_claim(const Claim& claim, const ShadowSettings& settings, SubtreeSearch& search) {
  const ShadowSample sample = sample_of(claim);
  const std::uint64_t start = search.nodes();
  ClaimVerdict out;
  if (claim.action != Action::Reduce) {
    out = {check_sample(sample, settings, search), std::nullopt, 0};
  } else {  // nothing was left out, so both values are needed, whatever the window
    const auto value_at = [&](Depth depth) {
      return value_after_all(sample, depth, -kInfinite, kInfinite, settings.judging, search).value();
    };
    const int full = value_at(sample.full);
    const std::uint64_t middle = search.nodes();
    const int reduced = value_at(sample.first);
    out = verdict_of(claim, full, middle - start, reduced, search.nodes() - middle);
  }
  out.nodes_searched = search.nodes() - start;
  return out;
}

}  // namespace oknos::lab
