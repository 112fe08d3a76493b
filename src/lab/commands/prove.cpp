#include "lab/commands/prove.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "engine/base/random_numbers.h"
#include "engine/base/text.h"
#include "engine/chess/attacks.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/eval/evaluator.h"
#include "engine/pruning/parts/restricted.h"
#include "lab/oracle/oracle.h"
#include "lab/record/search_fields.h"
#include "lab/record/stored_command.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/rule_name.h"

namespace oknos::lab {

namespace {

using oracle::Arrival;
using pruning::NodeContext;
using pruning::RuleId;
using pruning::Verdict;
using record::Printed;
using record::Refusal;

enum class SearchKind : std::uint8_t { Plain, NullMove };  // without and with the preset's null move
constexpr std::string_view name_of(SearchKind kind) {
  return kind == SearchKind::Plain ? "plain" : "null_move";
}

struct Window {
  Score alpha = -kInfinite, beta = kInfinite;

  bool is_full() const { return alpha == -kInfinite && beta == kInfinite; }
};

// Half of all positions get the full width, one way or the other.
int hashed(const Position& position, int width) {
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15ULL;
  constexpr int kHighBits = 32;
  const std::uint64_t mixed = (position.key() * kMix) >> kHighBits;
  const int spread = static_cast<int>(mixed % static_cast<std::uint64_t>(4 * width + 1)) - 2 * width;
  return std::clamp(spread, -width, width);
}

int attacked_squares(const Position& position, Color c) {
  int count = 0;
  for (const PieceType t : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    for_each_square(position.pieces(c, t), [&](Square s) {
      count += popcount(attacks::piece(t, s, position.pieces()) & ~position.pieces(c));
    });
  return count;
}

// Replaces the part of the evaluation that is not known without making the move; at most +-width, from the view of the
// side to move.
struct Positional {
  enum class Kind : std::uint8_t { None, Hash, Mobility };  // a hash of the position is the worst case
  Kind kind = Kind::None;
  int width = 50;  // W, centipawns

  Score operator()(const Position& position) const {
    constexpr int kPerSquare = 4;  // centipawns
    if (kind == Kind::Hash) return Score{hashed(position, width)};
    const Color us = position.side_to_move();
    const int mobility = kPerSquare * (attacked_squares(position, us) - attacked_squares(position, ~us));
    return Score{std::clamp(mobility, -width, width)};
  }
};

struct Variant {
  std::string name;  // "all", "over_kill"
  pruning::Settings settings;
};

// What is compared.
struct Proof {
  std::vector<Variant> variants;  // at least one
  std::vector<SearchKind> searches = {SearchKind::Plain, SearchKind::NullMove};
  pruning::RuleSetting null_move;  // of the null-move variant
  pruning::GuardSwitches guards;
  Positional positional;
  int width_told = 0;                    // W as the rules are told it
  int windows = 8;                       // of each position and depth
  std::uint64_t node_limit = 2'000'000;  // of one search without rules
  std::uint64_t seed = 1;
};

// --- Positions that say how they are to be searched -----------------------------------------------------------------

constexpr int kDeepestProof = 64;  // plies

struct ProofPosition {
  explicit ProofPosition(Position p) : position(std::move(p)) {}

  Position position;  // where the search starts, with its history
  int number = 0;     // in the input, from 1
  std::string id, place;
  std::string fen;      // before the moves of `history`
  std::string history;  // UCI
  // What it asks for itself (oknos_depth, oknos_window, ...).
  std::optional<int> depth;
  std::optional<Window> window;
  std::optional<SearchKind> search;
  bool material_only = false;
  std::vector<RuleId> rules;  // these alone, unless the command line names some
};

std::vector<std::string_view> words_of(const epd::Operation& o) {
  std::vector<std::string_view> out;
  for (const epd::Operand& operand : o.operands)
    for (const std::string_view word : text::words(operand.text)) out.push_back(word);
  return out;
}

std::optional<Error> read_window(ProofPosition& out, const epd::Operation& o) {
  std::vector<int> bounds;
  for (const std::string_view word : words_of(o)) {
    const int infinity = kInfinite.value();
    const auto n = word == "inf" ? infinity : word == "-inf" ? -infinity : text::parse_int<int>(word);
    if (n && *n >= -infinity && *n <= infinity) bounds.push_back(*n);
  }
  if (bounds.size() != 2 || o.operands.size() != 2 || bounds[0] >= bounds[1])
    return Error{"oknos_window: two bounds in centipawns are expected, the smaller one first: oknos_window -1 0;"};
  out.window = Window{Score{bounds[0]}, Score{bounds[1]}};
  return std::nullopt;
}

std::optional<Error> read_operation(ProofPosition& out, const epd::Operation& o) {
  const std::string only = o.operands.size() == 1 ? o.operands.front().text : "";
  if (o.opcode == "oknos_depth") {
    out.depth = text::parse_int<int>(only);
    if (!out.depth || *out.depth < 0 || *out.depth > kDeepestProof)
      return Error{fmt::format("oknos_depth: one whole number from 0 to {} is expected", kDeepestProof)};
  } else if (o.opcode == "oknos_window") {
    return read_window(out, o);
  } else if (o.opcode == "oknos_search") {
    out.search = only == name_of(SearchKind::Plain) ? SearchKind::Plain : SearchKind::NullMove;
    if (only != name_of(*out.search)) return Error{"oknos_search: plain or null_move is expected"};
  } else if (o.opcode == "oknos_evaluation") {
    out.material_only = only == "material";
    if (!out.material_only)
      return Error{"oknos_evaluation: material is expected; without it the evaluation is the program's"};
  } else if (o.opcode == "oknos_history") {
    for (const std::string_view word : words_of(o)) {
      const auto move = move_from_text(out.position, word);
      if (!move) return Error{fmt::format("oknos_history: {} is not a legal move there", text::quoted(word))};
      out.position.play(*move);
      out.history += (out.history.empty() ? "" : " ") + std::string(word);
    }
  } else if (o.opcode == "oknos_rule") {
    for (const std::string_view word : words_of(o)) {
      const auto rule = rule_named(word);
      if (!rule) return Error{"oknos_rule: " + rule.error()};
      out.rules.push_back(*rule);
    }
  } else if (o.opcode == "oknos_guard" && !pruning::guard_from_name(only)) {
    return Error{"oknos_guard: the name of one guard is expected, as docs/rules has them"};
  }
  return std::nullopt;
}

// The error names the operation that is wrong.
Result<ProofPosition> proof_position(const epd::Record& record) {
  ProofPosition out(record.position);
  out.id = record.id();
  out.fen = fen::to_text(record.position);
  for (const epd::Operation& operation : record.operations)
    if (const auto error = read_operation(out, operation)) return *error;
  if (out.window && !out.depth) return Error{"oknos_window needs oknos_depth"};
  return out;
}

// --- Windows --------------------------------------------------------------------------------------------------------

constexpr Score kOne{1};

// The null window above `alpha`.
Window null_window(Score alpha) {
  const Score a = std::clamp(alpha, -kInfinite, kInfinite - kOne);
  return {a, a + kOne};
}

// The n-th window for a position with that static evaluation and that value (in the full window): the full window, null
// windows beside the value, then random ones.
Window draw_window(int n, Score static_eval, Score value, RandomNumbers& random) {
  constexpr int kFar = 1000;   // centipawns that a random bound may lie beside the static evaluation
  constexpr int kNear = 30;    // the same, beside the value
  constexpr int kMatePly = 8;  // mates of so many plies
  enum Fixed { Full, BelowValue, AboveValue, kFixed };
  enum Drawn { Static, Draw, RandomNull, Wide, Mate, NearValue, kDrawn };
  enum Mates { ForUs, ForThem, AllForThem, AllForUs, FromBound, ToBound, kMates };
  const auto below = [&](int limit) { return static_cast<int>(random.below(static_cast<std::uint64_t>(limit))); };
  const auto around = [&](int most) { return Score{below(2 * most + 1) - most}; };
  const auto far_bound = [&] { return std::clamp(static_eval + around(kFar), kOne - kInfinite, kInfinite - kOne); };
  if (n == Full) return {};
  if (n == BelowValue) return null_window(value - kOne);
  if (n == AboveValue) return null_window(value);
  const int kind = (n - kFixed) % kDrawn;
  if (kind == Static) return null_window(static_eval - Score{below(2)});
  if (kind == Draw) return null_window(-Score{below(2)});
  if (kind == RandomNull) return null_window(static_eval + around(kFar));
  if (kind == NearValue) return null_window(value + around(kNear));
  if (kind == Wide) {
    const Score alpha = far_bound();
    return {alpha, std::min(alpha + kOne + Score{below(kFar)}, kInfinite)};
  }
  const Score mate = kMate - Score{below(kMatePly)};
  const int mates = below(kMates);
  if (mates == ForUs) return null_window(mate - kOne);
  if (mates == ForThem) return null_window(-mate);
  if (mates == AllForThem) return {-kInfinite, -mate};
  if (mates == AllForUs) return {mate, kInfinite};
  if (mates == FromBound) return {far_bound(), kInfinite};
  return {-kInfinite, far_bound()};
}

std::string to_text(const Window& w) {
  const auto bound = [](Score s) {
    return s == kInfinite ? "inf" : s == -kInfinite ? "-inf" : std::to_string(s.value());
  };
  return fmt::format("({}, {})", bound(w.alpha), bound(w.beta));
}

// --- Evaluation and rules -------------------------------------------------------------------------------------------

struct Theorem {
  const char* name;
  std::vector<RuleId> rules;
  bool needs_null_move = false;  // it is about the null-move variant only
};

std::vector<Theorem> theorems() {
  using namespace pruning;
  return {{"T1", {kId<DeltaPruning>, kId<FrontierFutility>, kId<GeneralFutility>}},
          {"T2", {kId<OverKill>}},
          {"T3", {kId<SuperStandPat>}, true},
          {"T4",
           {kId<DeltaPruning>, kId<FrontierFutility>, kId<GeneralFutility>, kId<OverKill>, kId<SuperStandPat>,
            kId<DeepFutility>, kId<GeneralDeepFutility>},
           true},
          {"T4'", {kId<PlainSuper>, kId<PlainDeep>}},
          {"T5", {kId<LazyEvaluation>}}};
}

// Only these rules of the family are on, with their parameters; stand pat stays as it is.
pruning::Settings only(pruning::Settings settings, const std::vector<RuleId>& rules) {
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const pruning::RuleInfo& rule = pruning::kRuleInfos[id];
    const bool wanted = std::find(rules.begin(), rules.end(), id) != rules.end();
    const bool in_family = rule.kind == pruning::RuleKind::Family && rule.may_be_off;
    const bool skips = in_family || id == pruning::kId<pruning::QuiescenceSee>;
    if (wanted || skips) settings.rules[id].enabled = wanted;
  }
  return settings;
}

oracle::Rules rules_of(const Proof& proof, const ProofPosition& position, const std::string& variant) {
  const auto& of_proof =
      *std::find_if(proof.variants.begin(), proof.variants.end(), [&](const Variant& v) { return v.name == variant; });
  oracle::Rules out{position.rules.empty() ? of_proof.settings : only(of_proof.settings, position.rules), proof.guards,
                    proof.width_told};
  // Material is all there is, so it is the exact bound.
  pruning::Estimate& estimate = out.settings.conventions.estimate;
  if (position.material_only && estimate == pruning::Estimate::Bounds) estimate = pruning::Estimate::Material;
  return out;
}

oracle::Semantics semantics_of(const Proof& proof, const ProofPosition& position, SearchKind kind) {
  oracle::Semantics out;
  if (kind == SearchKind::NullMove) out.null_move = &proof.null_move;
  out.null_ticks_clock = !proof.guards(pruning::Guard::NullClock);
  out.material_only = position.material_only;
  if (proof.positional.kind == Positional::Kind::None) return out;
  out.positional = proof.positional;
  out.positional_bound = proof.positional.width;
  return out;
}

Score static_eval(const Position& position, const oracle::Semantics& semantics) {
  const eval::Incremental incremental = eval::Incremental::of(position);
  if (semantics.material_only) return incremental.material(position.side_to_move());
  if (!semantics.positional) return eval::evaluate(position, incremental).total();
  return clamp_to_evaluation(incremental.value(position.side_to_move()) + semantics.positional(position));
}

// The position, the window and the rules as a line of EPD that asks `prove` for just this search.
std::string epd_of(const ProofPosition& position, SearchKind search, const std::string& rules, int depth,
                   const Window& window, const std::string& history) {
  std::string out = fmt::format("{} oknos_search {}; oknos_depth {}; oknos_window {} {};", position.fen,
                                name_of(search), depth, window.alpha.value(), window.beta.value());
  if (!history.empty()) out += fmt::format(" oknos_history \"{}\";", history);
  if (position.material_only) out += " oknos_evaluation material;";
  const auto name_of_rule = [](RuleId id) { return pruning::kRuleInfos[id].name; };
  std::string names = listed(position.rules, name_of_rule, " ");
  if (names.empty() && pruning::find_rule(rules)) names = rules;
  return names.empty() ? out : fmt::format("{} oknos_rule {};", out, names);
}

// --- The comparison -------------------------------------------------------------------------------------------------

oracle::Counts& operator+=(oracle::Counts& a, const oracle::Counts& b) {
  a.nodes += b.nodes;
  a.quiescence_nodes += b.quiescence_nodes;
  a.generated += b.generated;
  a.evaluations += b.evaluations;
  return a;
}

// A search whose value the rules change.
struct Difference {
  int number = 0;  // of the position
  std::string id;
  std::string rules;
  SearchKind search = SearchKind::Plain;
  int depth = 0;
  Window window;
  Score without, with;
  std::string epd;
};

// Searches of one kind.
struct ProofSum {
  std::string rules;
  SearchKind search = SearchKind::Plain;
  int depth = 0;
  bool full = false;
  std::uint64_t searches = 0, differences = 0, mate_differences = 0, total_difference = 0;
  Score largest{};
  oracle::Counts without, with;

  ProofSum& operator+=(const ProofSum& o) {
    searches += o.searches;
    differences += o.differences;
    mate_differences += o.mate_differences;
    total_difference += o.total_difference;
    largest = std::max(largest, o.largest);
    without += o.without;
    with += o.with;
    return *this;
  }
};

// What is found for a position and a depth.
struct ProofCase {
  int number = 0;
  std::string id, fen;
  int depth = 0;
  std::uint64_t cases = 0, dropped = 0, windows = 0;
  std::vector<ProofSum> sums;
  std::vector<Difference> differences;
};

class Comparison {
 public:
  Comparison(const Proof& proof, const ProofPosition& p, int depth)
      : proof_(proof), position_(p), out_{p.number, p.id, p.fen, depth, 0, 0, 0, {}, {}} {
    for (const Variant& v : proof.variants) rules_.push_back(rules_of(proof, p, v.name));
  }

  // Not complete after an interruption.
  ProofCase run() {
    for (const SearchKind kind : proof_.searches)
      if (!interrupted() && position_.search.value_or(kind) == kind) run(kind);
    return std::move(out_);
  }

 private:
  void run(SearchKind kind) {
    const oracle::Semantics semantics = semantics_of(proof_, position_, kind);
    ++out_.cases;
    const auto value = compare(kind, semantics, position_.window.value_or(Window{}));
    if (!value) ++out_.dropped;
    if (!value || position_.window) return;
    constexpr std::uint64_t kSearchesOfPosition = 1024;  // more than depths and kinds
    const auto own = static_cast<std::uint64_t>(2 * out_.depth + static_cast<int>(kind));
    RandomNumbers random(proof_.seed, static_cast<std::uint64_t>(position_.number) * kSearchesOfPosition + own);
    const Score evaluation = static_eval(position_.position, semantics);
    for (int n = 1; n < proof_.windows && !interrupted(); ++n)
      compare(kind, semantics, draw_window(n, evaluation, *value, random));
  }

  // Returns the value without rules; nothing if that search is too large.
  std::optional<Score> compare(SearchKind kind, const oracle::Semantics& semantics, const Window& window) {
    oracle::Search without(position_.position, semantics);
    without.set_limit(proof_.node_limit);
    const auto value = without.value(Depth{out_.depth}, window.alpha, window.beta);
    if (!value) return std::nullopt;
    ++out_.windows;
    for (std::size_t v = 0; v < rules_.size() && !interrupted(); ++v) {
      oracle::Search with(position_.position, semantics, &rules_[v]);
      const Score changed = *with.value(Depth{out_.depth}, window.alpha, window.beta);
      ProofSum sum{proof_.variants[v].name, kind, out_.depth, false, 1, 0, 0, 0, {}, without.counts(), with.counts()};
      if (changed != *value) add_difference(sum, window, *value, changed);
      add(sum, false);
      if (window.is_full()) add(sum, true);
    }
    return value;
  }

  void add_difference(ProofSum& sum, const Window& window, Score without, Score with) {
    sum.differences = 1;
    if (is_mate(with) || is_mate(without)) {
      sum.mate_differences = 1;
    } else {
      sum.largest = std::max(with - without, without - with);
      sum.total_difference = static_cast<std::uint64_t>(sum.largest.value());
    }
    out_.differences.push_back({out_.number, out_.id, sum.rules, sum.search, sum.depth, window, without, with,
                                epd_of(position_, sum.search, sum.rules, sum.depth, window, position_.history)});
  }

  void add(ProofSum sum, bool full) {
    sum.full = full;
    for (ProofSum& s : out_.sums)
      if (s.rules == sum.rules && s.search == sum.search && s.full == full) return void(s += sum);
    out_.sums.push_back(std::move(sum));
  }

  const Proof& proof_;
  const ProofPosition& position_;
  std::vector<oracle::Rules> rules_;  // of each variant
  ProofCase out_;
};

// --- The explanation ------------------------------------------------------------------------------------------------

class Explainer {
 public:
  Explainer(const Proof& proof, const ProofPosition& position, const Difference& difference)
      : proof_(proof), position_(position), difference_(difference) {}

  std::string run() {
    for (const bool claims : {true, false})
      for (int depth = 0; depth <= difference_.depth && !done(); ++depth) search(depth, claims);
    if (!text_.empty()) return text_;
    return gave_up_ ? "  Which verdict is wrong is not known: there was too much to search.\n"
                    : "  No verdict is wrong by itself.\n";
  }

 private:
  bool done() const { return !text_.empty() || gave_up_; }

  // Checks claims, or values of nodes, at that depth.
  void search(int depth, bool claims) {
    oracle::Search search(position_.position, semantics_, &rules_);
    search.set_listener([&](const NodeContext& c, const Arrival& at, Move m, const Verdict& v) {
      if (c.depth == Depth{depth} && !done()) claims ? check_claim(c, at, m, v) : check_node(c, at);
    });
    search.value(Depth{difference_.depth}, difference_.window.alpha, difference_.window.beta);
  }

  // All searches of an explanation share one limit.
  Score value(const Position& position, Depth depth, Score alpha, Score beta, const Arrival& at,
              const oracle::Rules* rules = nullptr) {
    constexpr std::uint64_t kPatience = 50'000'000;  // nodes
    oracle::Search search(position, semantics_, rules);
    search.set_limit(kPatience - std::min(kPatience, spent_));
    const auto v = search.value(depth, alpha, beta, at);
    spent_ += search.counts().all_nodes();
    if (!v) gave_up_ = true;
    return v.value_or(alpha);
  }

  // Of the move, or of the node, from the node's view.
  Score value_of(const NodeContext& c, const Arrival& at, Move m) {
    if (!m) return value(c.position, c.depth, c.alpha, c.beta, at);
    Position after = c.position;
    const Arrival next = at.next(after, m);
    after.play(m);
    return -value(after, c.depth - 1, -c.beta, -c.alpha, next);
  }

  void check_claim(const NodeContext& c, const Arrival& at, Move asked, const Verdict& v) {
    using Kind = Verdict::Kind;
    const Move m = asked ? asked : v.move;
    if (v.kind == Kind::Restrict) return check_restriction(c, at, v);
    if (v.kind == Kind::Skip || v.kind == Kind::SkipQuiets) return check_skipped(c, at, m, v);
    if (v.kind == Kind::Reduce) return;  // claims nothing
    const Score truth = value_of(c, at, v.kind == Kind::Cut ? m : Move());
    bool wrong = false;
    if (v.kind == Kind::Cut) wrong = m ? truth < c.beta : truth != std::clamp(v.value, c.alpha, c.beta);
    if (v.kind == Kind::Quiesce) wrong = truth != value(c.position, Depth{0}, c.alpha, c.beta, at);
    if (v.kind == Kind::Resolve) {
      const Score resolved = value(c.position, Depth{0}, v.value, v.value + kOne, at);
      wrong = resolved <= v.value && truth != std::clamp(resolved, c.alpha, c.beta);
    }
    if (wrong) claim(c, at, m, v, truth);
  }

  void check_skipped(const NodeContext& c, const Arrival& at, Move m, const Verdict& v) {
    const Score truth = value_of(c, at, m);
    if (truth > c.alpha) claim(c, at, m, v, truth);
  }

  void check_restriction(const NodeContext& c, const Arrival& at, const Verdict& v) {
    const CheckInfo checks = c.position.check_info();
    for (const Move m : legal_moves(c.position)) {
      const bool asked = c.depth > Depth{0} || c.position.is_tactical(m);
      if (asked && !pruning::is_wanted(c.position, checks, m, v.wanted) && !done()) check_skipped(c, at, m, v);
    }
  }

  void check_node(const NodeContext& c, const Arrival& at) {
    const Score without = value_of(c, at, Move());
    const Score with = value(c.position, c.depth, c.alpha, c.beta, at, &rules_);
    if (without == with || done()) return;
    const std::string what = fmt::format("{} without the rules, {} with", without.value(), with.value());
    text_ = "  No single verdict is wrong; what is made of them is, at " + at_node(c, at, what);
  }

  void claim(const NodeContext& c, const Arrival& at, Move m, const Verdict& v, Score truth) {
    if (done()) return;
    // The window has cut the value off where the claim fails.
    NodeContext wide = c;
    (truth > c.alpha ? wide.beta : wide.alpha) = truth > c.alpha ? kInfinite : -kInfinite;
    if (const Score beyond = m ? value_of(wide, at, m) : truth; !gave_up_) truth = beyond;
    std::string what = fmt::format("it says that {}; in truth {}\n    E = {}", in_words(v, c, m), truth.value(),
                                   static_eval(c.position, semantics_).value());
    if (m) what += fmt::format(", the move wins {} at once", eval::gain(c.position, m).value());
    text_ = fmt::format("  {} is wrong at {}", plain_name(pruning::kRuleInfos[v.rule].name), at_node(c, at, what));
  }

  static std::string in_words(const Verdict& v, const NodeContext& c, Move m) {
    using Kind = Verdict::Kind;
    const int bound = v.value.value();
    if (v.kind == Kind::Resolve || v.kind == Kind::Quiesce)
      return fmt::format("quiescence may decide, since the node is worth at most {}", bound);
    if (!m) return fmt::format("the node is worth {}", bound);
    const std::string move = to_text(m, c.position.chess960());
    if (v.kind == Kind::Cut) return fmt::format("{} holds beta, being worth at least {}", move, bound);
    if (v.kind == Kind::Restrict)
      return fmt::format("{} need not be generated: none of those is worth more than {}", move, bound);
    return fmt::format("{} may be skipped: it is worth at most {}", move, bound);
  }

  // Where a node is, what is said of it, and a position that asks for it alone.
  std::string at_node(const NodeContext& c, const Arrival& at, const std::string& what) const {
    std::string path;
    for (const Arrival* a = &at; a->before; a = a->before)
      path = to_text(a->move, c.position.chess960()) + (path.empty() ? "" : " ") + path;
    const Window window{c.alpha, c.beta};
    std::string out = fmt::format("depth {}, window {}, {}:\n    {}\n    {}\n", c.depth.plies(), to_text(window),
                                  path.empty() ? "the root" : "after " + path, fen::to_text(c.position), what);
    // What came before a null move cannot be written down, and matters only for repetitions and the next null move.
    if (path.find(to_text(Move(), false)) != std::string::npos) return out;
    const std::string moves[] = {position_.history, path};
    return out + "    as a position for prove: " +
           epd_of(position_, difference_.search, difference_.rules, c.depth.plies(), window, listed(moves, {}, " ")) +
           "\n";
  }

  const Proof& proof_;
  const ProofPosition& position_;
  const Difference& difference_;
  const oracle::Semantics semantics_ = semantics_of(proof_, position_, difference_.search);
  const oracle::Rules rules_ = rules_of(proof_, position_, difference_.rules);
  std::uint64_t spent_ = 0;  // nodes
  bool gave_up_ = false;     // there was too much to search
  std::string text_;         // what was found
};

const char* in_words(SearchKind kind) {
  return kind == SearchKind::Plain ? "plain search" : "null-move search";
}

// --- The command ----------------------------------------------------------------------------------------------------

struct Prove {
  static constexpr const char* kName = "prove";
  static constexpr const char* kHelp = "Test that the sound rules never change the value of a search";
  static constexpr const char* kDescription = "sound rules against a search without them";
  static constexpr const char* kUnits = "searches of a position to a depth";
  static constexpr const char* kFooter =
      "Searches every position with and without the rules, in the full window and in narrower ones, and compares the\n"
      "values. It uses two searches: plain alpha-beta (plain), and the same with null moves (null_move). The exit\n"
      "code is 1 if any value differs. A position can specify its own depth and window (oknos_depth, oknos_window;\n"
      "see docs/proofs.md).\n\n"
      "Examples:\n"
      "  oknos-lab prove positions/tactics.epd --depth 4\n"
      "  oknos-lab prove positions/stalemates.epd --theorem T2 --search null_move --depth 1-2\n"
      "  oknos-lab prove wac.epd --each --depth 3-4 --windows 1\n"
      "  oknos-lab prove wac.epd --depth 5 --out proof.db    # --resume continues it, --shard 2/3 does a part\n"
      "  oknos-lab prove wac.epd --positional hash --width 60 --margin-scale 0.5\n"
      "  oknos-lab prove positions/counterexamples.epd --without-guard child-alive\n"
      "  oknos-lab prove wac.epd --preset muller --rule weak_deep_futility";

  // --- The question -------------------------------------------------------------------------------------------------

  struct Question {
    record::Positions input;
    record::RuleOptions preset;
    std::string theorem;
    std::vector<std::string> rules;
    bool each = false;
    std::vector<std::string> without_guards;
    std::string depth = "3";
    std::string search;
    std::string positional;
    double margin_scale = 1;
    Proof proof;
    static constexpr int kShown = 3;
    int shown = kShown;
    // Since check():
    std::vector<ProofPosition> positions;
    std::vector<std::pair<std::size_t, int>> cases;  // position and depth
    int first_depth = 1, last_depth = 1;

    Question() { preset.options.preset = "sound"; }
    WorkUnitNumber units() const { return static_cast<WorkUnitNumber>(cases.size()); }
    std::vector<std::string> inputs() const { return input.files; }

    std::optional<Refusal> check() {
      if (auto refusal = read_rules()) return refusal;
      if (auto refusal = read_positions()) return refusal;
      const std::size_t dash = depth.find('-');
      const auto first = text::parse_int<int>(depth.substr(0, dash));
      const auto last = dash == std::string::npos ? first : text::parse_int<int>(depth.substr(dash + 1));
      if (!first || !last || *first < 1 || *last < *first || *last > kDeepestProof)
        return Refusal{fmt::format("--depth: {} is not allowed; allowed N (depths 1 to N) or A-B, 1..{}",
                                   text::quoted(depth), kDeepestProof)};
      first_depth = dash == std::string::npos ? 1 : *first;
      last_depth = *last;
      for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::optional<int> own = positions[i].depth;
        for (int d = own.value_or(first_depth); d <= own.value_or(last_depth); ++d) cases.emplace_back(i, d);
      }
      if (positional == "hash") proof.positional.kind = Positional::Kind::Hash;
      if (positional == "mobility") proof.positional.kind = Positional::Kind::Mobility;
      if (positional.empty()) proof.positional.width = 0;
      proof.width_told = static_cast<int>(std::floor(margin_scale * proof.positional.width));
      return std::nullopt;
    }

    std::string heading() const {
      std::string names = proof.variants.size() > 1 ? "each rule alone and all together" : proof.variants.front().name;
      if (names == "all") names = "all rules";
      std::string out =
          fmt::format("Preset {}, {}; {}, ", preset.options.preset, names, listed(proof.searches, in_words, " and "));
      out += first_depth == last_depth ? fmt::format("depth {}", last_depth)
                                       : fmt::format("depths {} to {}", first_depth, last_depth);
      out += fmt::format(", {} each", counted(static_cast<std::uint64_t>(proof.windows), "window"));
      const int width = proof.positional.width;
      if (!positional.empty())
        out += fmt::format("; positional part {}, W = {}{}", positional, width,
                           proof.width_told == width ? "" : fmt::format(", told as {}", proof.width_told));
      for (const std::string& guard : without_guards) out += "; without the guard " + guard;
      return out + "\n\n";
    }

   private:
    std::optional<Refusal> read_positions() {
      std::string complaint;
      for (const SuitePosition& p : input.input.positions) {
        auto position = proof_position(p.record);
        if (!position) {
          complain(0, complaint = p.place + ": " + position.error());
          continue;
        }
        if (!theorem.empty() || !rules.empty() || each) position->rules.clear();
        position->place = p.place;
        position->number = static_cast<int>(positions.size()) + 1;
        positions.push_back(std::move(*position));
      }
      if (positions.empty()) return Refusal{complaint, kFailure};
      return std::nullopt;
    }

    // Which rules are tested, with which guards, in which searches.
    std::optional<Refusal> read_rules() {
      const pruning::Settings& settings = preset.made.settings;
      if ((theorem.empty() ? 0 : 1) + (rules.empty() ? 0 : 1) + (each ? 1 : 0) > 1)
        return Refusal{"--theorem, --rule and --each each say which rules are proved; one of them"};
      const std::vector<Theorem> all = theorems();
      const auto found = std::find_if(all.begin(), all.end(), [&](const Theorem& t) {
        return text::equal_ignoring_case(t.name, text::equal_ignoring_case(theorem, "T4p") ? "T4'" : theorem);
      });
      const bool of_theorem = found != all.end();
      if (!theorem.empty() && !of_theorem)
        return Refusal{fmt::format("--theorem: there is no theorem {}; there are: {}", text::quoted(theorem),
                                   listed(all, &Theorem::name))};
      std::vector<RuleId> ids;
      for (const std::string& name : rules) {
        const auto rule = rule_named(name);
        if (!rule) return Refusal{"--rule: " + rule.error()};
        ids.push_back(*rule);
      }
      if (of_theorem) proof.variants.push_back({found->name, only(settings, found->rules)});
      if (!ids.empty()) proof.variants.push_back({listed(rules, {}, " + "), only(settings, ids)});
      for (std::size_t id = 0; each && id < pruning::kRules; ++id) {
        const pruning::RuleInfo& rule = pruning::kRuleInfos[id];
        if (rule.kind == pruning::RuleKind::Family && rule.may_be_off && settings.rules[id].enabled)
          proof.variants.push_back({std::string(rule.name), only(settings, {static_cast<RuleId>(id)})});
      }
      if (!of_theorem && ids.empty()) proof.variants.push_back({"all", settings});
      if (search == "plain") proof.searches = {SearchKind::Plain};
      if (search == "null_move" || (search.empty() && of_theorem && found->needs_null_move))
        proof.searches = {SearchKind::NullMove};
      const auto guards = guards_without(without_guards);
      if (!guards) return Refusal{guards.error()};
      proof.guards = *guards;
      // The null-move variant has no static value where it passes.
      using P = pruning::NullMovePruning::P;
      proof.null_move = settings.of<pruning::NullMovePruning>();
      proof.null_move.values[static_cast<std::size_t>(P::ExcessDivisor)] = pruning::NullMovePruning::kNoExcess;
      return std::nullopt;
    }
  };

  static constexpr auto kQuestion = [](auto& f, auto& q) {
    constexpr std::int64_t kMaxNodes = std::int64_t{1} << 62;
    f("files", q.input, "Positions", {.required = true});
    f("--preset", q.preset, "");
    f("--theorem", q.theorem, "Only the rules of this theorem: T1, T2, T3, T4, T4', T5", {.value = "T"});
    f("--rule", q.rules, "Only this rule", {.value = "NAME"});
    f("--each", q.each, "Test each rule of the preset alone, then all together");
    f("--without-guard", q.without_guards, "Disable this guard", {.value = "GUARD"});
    f("--depth", q.depth, "Depths 1 to N, or A to B", {.value = "N|A-B"});
    f("--search", q.search, "Search to use (default: both)", {.choices = "plain null_move both"});
    f("--windows", q.proof.windows, "Number of windows per position and depth",
      {.least = 1, .most = 1000, .unit = "windows"});
    f("--positional", q.positional, "Replace the positional terms of the evaluation (default: keep them)",
      {.choices = "hash mobility"});
    f("--width", q.proof.positional.width, "Bound W on the replaced terms",
      {.least = 0, .most = 2000, .unit = "centipawns", .needs = "--positional"});
    f("--margin-scale", q.margin_scale, "Let the rules use only this fraction of W", {.least = 0, .most = 1});
    f("--node-limit", q.proof.node_limit, "Skip searches that need more nodes than this without the rules",
      {.least = 1, .most = kMaxNodes, .unit = "nodes"});
    f("--seed", q.proof.seed, "Seed of the windows", {.least = 0, .most = INT64_MAX});
    f("--show", q.shown, "Number of differences to explain",
      {.least = 0, .most = 1'000'000, .unit = "differences", .identifies = false});
  };

  // --- What is found for a position and a depth ---------------------------------------------------------------------

  using Unit = ProofCase;

  static constexpr auto kCaseFields = [](auto& f, auto& c) {
    f("number", c.number, "place of the position in the input, from 1");
    f("id", c.id, "the position's name");
    f("fen", c.fen, "the position, before the moves of its history");
    f("depth", c.depth, "plies");
    f("cases", c.cases, "kinds of search (plain, null_move)");
    f("dropped", c.dropped, "of those, too large without rules");
    f("windows", c.windows, "windows that were searched");
  };
  static constexpr auto kSumFields = [](auto& f, auto& s) {
    f("rules", s.rules, "the rules that were on");
    f.choice("search", s.search, 2, "plain; null_move: with a null move");
    f("depth", s.depth, "plies");
    f("full", s.full, "1: of the full windows alone");
    f("searches", s.searches, "searches that were compared");
    f("differences", s.differences, "whose values differ");
    f("total_difference", s.total_difference, "centipawns, added up; mates excepted");
    f("mate_differences", s.mate_differences, "differences of which one value is a mate");
    f("largest", s.largest, "difference, centipawns; mates excepted");
    f("interior_without", s.without.nodes, "interior nodes");
    f("quiescence_without", s.without.quiescence_nodes, "nodes of quiescence");
    f("moves_without", s.without.generated, "moves that were generated");
    f("evaluations_without", s.without.evaluations, "evaluations");
    f("interior_with", s.with.nodes, "interior nodes");
    f("quiescence_with", s.with.quiescence_nodes, "nodes of quiescence");
    f("moves_with", s.with.generated, "moves that were generated");
    f("evaluations_with", s.with.evaluations, "evaluations");
  };
  static constexpr auto kDifferenceFields = [](auto& f, auto& d) {
    f("number", d.number, "place of the position in the input, from 1");
    f("id", d.id, "the position's name");
    f("rules", d.rules, "the rules that were on");
    f.choice("search", d.search, 2, "plain; null_move: with a null move");
    f("depth", d.depth, "plies");
    f("alpha", d.window.alpha, "lower bound of the window, centipawns");
    f("beta", d.window.beta, "upper bound of the window");
    f("without", d.without, "value without the rules");
    f("with", d.with, "value with them");
    f("epd", d.epd, "a position that asks prove for this search alone");
  };
  static constexpr auto kLayout = [](auto& t, auto& unit) {
    t.row("cases", unit, kCaseFields);
    t.rows("sums", unit.sums, kSumFields);
    t.rows("differences", unit.differences, kDifferenceFields);
  };

  struct Worker {
    static Result<std::unique_ptr<Worker>> make(const Question&) { return std::make_unique<Worker>(); }
  };

  static Outcome<Unit> find(const Question& q, Worker&, WorkUnitNumber number) {
    const auto& [position, depth] = q.cases[static_cast<std::size_t>(number)];
    Unit out = Comparison(q.proof, q.positions[position], depth).run();
    if (interrupted()) return std::nullopt;
    return out;
  }

  // --- The summary --------------------------------------------------------------------------------------------------

  struct Line {
    std::string windows, rules, depth;
    ProofSum sum;
  };
  static constexpr auto kLine = [](auto& f, auto& l) {
    constexpr int kFirst = record::kAlways;
    const auto saved = [](std::uint64_t with, std::uint64_t without, Tone tone = Tone::Plain) {
      constexpr double kPercent = 100.0;
      const double part = 1.0 - static_cast<double>(with) / static_cast<double>(without);
      return Printed{without == 0 ? "-" : fmt::format("{:.1f} %", kPercent * part), tone};
    };
    const ProofSum& s = l.sum;
    const std::uint64_t with = s.with.all_nodes(), without = s.without.all_nodes();
    f("windows", l.windows, "", {.heading = true});
    if (!l.rules.empty()) f("rules", l.rules, "", {.keep = kFirst});
    f("search", std::string(s.search == SearchKind::Plain ? "plain" : "null"), "", {.keep = kFirst});
    f("depth", Printed{l.depth}, "", {.keep = kFirst});
    f("searches", s.searches, "", {.keep = 4});
    f("differ", Printed{grouped(s.differences), s.differences > 0 ? Tone::Bad : Tone::Good}, "", {.keep = kFirst});
    f("nodes without", Printed{compact(without)}, "", {.keep = 3});
    f("with", Printed{compact(with)}, "", {.keep = 3});
    f("saved", saved(with, without, Tone::Strong), "", {.keep = kFirst});
    f("interior", saved(s.with.nodes, s.without.nodes), "", {.keep = 2});
    f("horizon", saved(s.with.quiescence_nodes, s.without.quiescence_nodes), "", {.keep = 2});
    f("moves", saved(s.with.generated, s.without.generated), "", {.keep = 1});
    f("evaluations", saved(s.with.evaluations, s.without.evaluations), "", {.keep = 1});
  };

  struct Explained {
    const Difference* difference;
    std::string place, explanation;  // empty: of a store, which does not have the position
  };
  static constexpr auto kExplained = [](auto& f, auto& e) {
    kDifferenceFields(f, *e.difference);
    f("explanation", e.explanation, "");
  };

  class Summary {
   public:
    explicit Summary(const RunHeader& header)
        : windows_each_(text::parse_int<int>(header.entry("windows")).value_or(1)),
          node_limit_(text::parse_int<std::uint64_t>(header.entry("node-limit")).value_or(0)) {}

    void asked(const Question& question) { question_ = &question; }

    std::optional<Error> add(const Unit& unit) {
      positions_.insert(unit.number);
      cases_ += unit.cases;
      dropped_ += unit.dropped;
      windows_ += unit.windows;
      for (const ProofSum& sum : unit.sums) {
        const std::size_t rules = place_of(sum.rules);
        if (rules == rules_.size()) rules_.push_back(sum.rules);
        const auto [to, is_new] = sums_.try_emplace({rules, sum.search, sum.depth, sum.full}, sum);
        if (!is_new) to->second += sum;
        if (!sum.full) searches_ += sum.searches;
      }
      differences_.insert(differences_.end(), unit.differences.begin(), unit.differences.end());
      return std::nullopt;
    }

    template <class Report>
    void report(Report& out) const {
      const std::vector<Explained> explained = explain_first();
      for (const Explained& e : explained) {
        const Difference& d = *e.difference;
        const std::string head =
            fmt::format("{} without the rules, {} with ({}): {}, depth {}, window {}", d.without.value(),
                        d.with.value(), d.rules, in_words(d.search), d.depth, to_text(d.window));
        out.line(fmt::format("{}\n  {}{}{}\n  {}\n{}", out.paint(Tone::Bad, head), e.place,
                             e.place.empty() || d.id.empty() ? "" : " ", d.id, d.epd, e.explanation));
      }
      std::string head = fmt::format("{}, {}, {} compared: ", counted(positions_.size(), "position"),
                                     counted(windows_, "window"), counted(searches_, "search", "searches"));
      head += differences_.empty() ? out.paint(Tone::Good, "no difference.")
                                   : out.paint(Tone::Bad, counted(differences_.size(), "difference") + ".");
      out.line(head);
      if (dropped_ > 0)
        out.line(
            fmt::format("{} of {} searches of a position to a depth were too large without rules ({} nodes) and "
                        "were dropped: {}.",
                        grouped(dropped_), grouped(cases_), grouped(node_limit_), percent(dropped_, cases_)));
      for (std::size_t rules = 0; rules < rules_.size(); ++rules)
        if (const ProofSum sum = total(sums_of(rules, false)); sum.differences > 0)
          out.line(fmt::format("{}: {}", capitalised(rules_[rules]), sizes_of(sum)));
      out.value("positions", positions_.size());
      out.value("windows", windows_);
      out.value("searches", searches_);
      out.value("differences", differences_.size());
      out.value("cases", cases_);
      out.value("dropped", dropped_);
      std::vector<ProofSum> rows;
      for (const auto& [key, sum] : sums_) rows.push_back(sum);
      out.data("rows", rows, kSumFields);
      out.data("explained", explained, kExplained);
      out.view(lines(), kLine);
    }

    int exit_code() const { return differences_.empty() ? 0 : kFailure; }

   private:
    std::size_t place_of(const std::string& rules) const {
      return static_cast<std::size_t>(std::find(rules_.begin(), rules_.end(), rules) - rules_.begin());
    }

    std::vector<ProofSum> sums_of(std::size_t rules, bool full, std::optional<SearchKind> search = {}) const {
      std::vector<ProofSum> out;
      for (const auto& [key, sum] : sums_)
        if (std::get<0>(key) == rules && sum.full == full && (!search || sum.search == *search)) out.push_back(sum);
      return out;
    }
    // Precondition: there are some.
    static ProofSum total(const std::vector<ProofSum>& sums) {
      ProofSum out = sums.front();
      for (std::size_t i = 1; i < sums.size(); ++i) out += sums[i];
      return out;
    }

    static std::string sizes_of(const ProofSum& s) {
      std::string out =
          fmt::format("{} of the searches ({})", grouped(s.differences), percent(s.differences, s.searches));
      if (const std::uint64_t plain = s.differences - s.mate_differences; plain > 0)
        out += fmt::format(", by {} centipawns on average, {} at most", s.total_difference / plain, s.largest.value());
      if (s.mate_differences > 0) out += fmt::format("; {} of them about a mate", grouped(s.mate_differences));
      return out + ".";
    }

    // For one set of rules a line for each depth, and one for all; for several sets only the latter.
    std::vector<Line> lines() const {
      std::vector<Line> out;
      const auto add = [&](const std::string& rules, const std::string& depth, const ProofSum& s) {
        const char* windows = s.full ? "full windows only" : windows_each_ > 1 ? "all windows" : "full windows";
        out.push_back({windows, rules, depth, s});
      };
      const bool by_rules = rules_.size() > 1;
      for (const bool full : {false, true})
        for (std::size_t rules = 0; rules < rules_.size() && (!full || windows_each_ > 1); ++rules)
          for (const SearchKind search : {SearchKind::Plain, SearchKind::NullMove}) {
            const std::vector<ProofSum> sums = sums_of(rules, full, search);
            for (const ProofSum& s : sums)
              if (!by_rules) add("", std::to_string(s.depth), s);
            if (sums.size() > (by_rules ? 0U : 1U))
              add(by_rules ? rules_[rules] : "", sums.size() > 1 ? "all" : std::to_string(sums.front().depth),
                  total(sums));
          }
      return out;
    }

    // The shallowest differences, one of each position.
    std::vector<Explained> explain_first() const {
      const auto order = [&](const Difference& d) {
        return std::tuple(d.depth, d.number, d.search, place_of(d.rules), d.window.alpha, d.window.beta);
      };
      std::vector<const Difference*> sorted;
      for (const Difference& d : differences_) sorted.push_back(&d);
      std::sort(sorted.begin(), sorted.end(), [&](auto* a, auto* b) { return order(*a) < order(*b); });
      std::vector<Explained> out;
      std::set<int> seen;
      for (const Difference* d : sorted) {
        if (static_cast<int>(out.size()) >= (question_ ? question_->shown : Question::kShown)) break;
        if (!seen.insert(d->number).second) continue;
        const ProofPosition* p = question_ ? &question_->positions[static_cast<std::size_t>(d->number - 1)] : nullptr;
        out.push_back({d, p ? p->place : "", p ? Explainer(question_->proof, *p, *d).run() : ""});
      }
      return out;
    }

    const int windows_each_;
    const std::uint64_t node_limit_;
    const Question* question_ = nullptr;
    std::vector<std::string> rules_;  // in the order in which they were first seen
    std::map<std::tuple<std::size_t, SearchKind, int, bool>, ProofSum> sums_;  // by rules, search, depth, full
    std::vector<Difference> differences_;
    std::set<int> positions_;
    std::uint64_t cases_ = 0, dropped_ = 0, windows_ = 0, searches_ = 0;
  };
};

}  // namespace

StoredCommand prove_command() {
  return record::stored_command<Prove>();
}

}  // namespace oknos::lab
