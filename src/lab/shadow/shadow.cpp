#include "lab/shadow/shadow.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "engine/base/random_numbers.h"
#include "engine/base/text.h"
#include "engine/chess/movegen.h"
#include "lab/terminal/count.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/rule_name.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

using Kind = ShadowSample::Kind;
using pruning::kRuleInfos;
using pruning::MarginInfo;
using pruning::RuleId;
using pruning::RuleSetting;

namespace {

constexpr Score kOne{1};

template <class T>
T& at(std::vector<T>& list, int index) {
  const auto i = static_cast<std::size_t>(index);
  if (list.size() <= i) list.resize(i + 1);
  return list[i];
}

template <class Event>
ShadowSample common_part(const Event& e, const EnteredNode& node) {
  ShadowSample s(*e.position);
  s.ordinal = e.ordinal;
  s.depth = e.depth;
  s.alpha = Score{e.alpha};
  s.beta = Score{e.beta};
  s.ply = e.ply;
  s.previous = node.previous;
  s.pv = node.pv;
  s.cut_node = node.cut_node;
  s.move = Move::from_bits(e.move);
  s.rule = static_cast<RuleId>(e.rule);
  s.rules = e.rules;
  if (e.has_static_eval) s.static_eval = Score{e.static_eval};
  s.improving = e.improving;
  s.correction = Score{e.correction};
  return s;
}

bool leaves_out(const NodeDecided& e) {
  using Decision = NodeDecided::Kind;
  return e.kind != Decision::Reduce && e.kind != Decision::Restrict && e.rule != pruning::kId<pruning::StandPat>;
}

}  // namespace

// --- What the search left out --------------------------------------------------------------------------------------

ShadowSample sample_of(const NodeDecided& e, const EnteredNode& node) {
  ShadowSample s = common_part(e, node);
  s.bound = Score{e.value};
  s.kind = e.value >= e.beta && e.kind == NodeDecided::Kind::Cut ? Kind::FailHigh : Kind::FailLow;
  s.full = s.first = Depth{s.move ? std::max(e.depth - 1, 0) : e.depth};
  s.reduced_depth = e.depth;
  return s;
}

ShadowSample sample_of(const MoveSkipped& e, const EnteredNode& node) {
  ShadowSample s = common_part(e, node);
  s.bound = Score{e.bound};
  s.full = Depth{e.full_depth};
  s.first = Depth{e.first_depth};
  s.reduced_depth = e.reduced_depth;
  s.bulk_skipped = e.bulk_skipped;
  s.searched = e.searched;
  s.history = e.history;
  s.exemptions = e.exemptions;
  return s;
}

// --- Its margin ----------------------------------------------------------------------------------------------------

bool has_margin(RuleId rule) {
  return kRuleInfos[rule].margin != nullptr;
}

std::string_view margin_unit(RuleId rule) {
  return has_margin(rule) ? kRuleInfos[rule].margin->unit : "";
}

RuleSetting with_least_margin(RuleId rule, RuleSetting setting) {
  const MarginInfo& margin = *kRuleInfos[rule].margin;
  setting.enabled = true;
  const auto& all = kRuleInfos[rule].parameters;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (margin.has(all[i].unit)) setting.values[i] = static_cast<std::int16_t>(all[i].min);
  if (margin.watched) margin.watched(setting);
  return setting;
}

pruning::MarginQuestion margin_question(const ShadowSample& s) {
  return {.position = s.position,
          .move = s.move,
          .depth = s.depth,
          .reduced_depth = s.reduced_depth,
          .alpha = s.alpha,
          .beta = s.beta,
          .bound = s.bound,
          .static_eval = s.static_eval,
          .fail_high = s.kind == Kind::FailHigh,
          .improving = s.improving,
          .cut_node = s.cut_node,
          .searched = s.searched,
          .history = s.history};
}

MarginFacts margin_facts(const ShadowSample& s, const RuleSetting& setting) {
  const MarginInfo& margin = *kRuleInfos[s.rule].margin;
  return margin.facts ? margin.facts(margin_question(s), setting) : MarginFacts{.depth = s.depth};
}

int margin_at(RuleId rule, const RuleSetting& setting, const MarginFacts& facts) {
  const MarginInfo& margin = *kRuleInfos[rule].margin;
  return margin.at ? margin.at(setting, facts) : setting.values[0];
}

std::optional<int> largest_margin(const ShadowSample& s, const pruning::Settings& settings) {
  const MarginInfo& margin = *kRuleInfos[s.rule].margin;
  if (!margin.largest) return s.slack().value();
  return margin.largest(margin_question(s), settings.rules[s.rule], settings.conventions);
}

std::optional<int> spare_margin(const ShadowSample& s, const pruning::Settings& settings) {
  if (!has_margin(s.rule)) return std::nullopt;
  const auto largest = largest_margin(s, settings);
  if (!largest || !kRuleInfos[s.rule].margin->largest) return largest;  // the bound holds the margin
  const RuleSetting& setting = settings.rules[s.rule];
  return *largest - margin_at(s.rule, setting, margin_facts(s, setting));
}

// --- A sample of it ------------------------------------------------------------------------------------------------

bool Sampling::wants(RuleId rule, Ordinal ordinal) const {
  constexpr std::uint64_t kSeed = 1998;  // any number: one sequence for all searches
  const std::uint64_t every = every_[rule];
  return every <= 1 || RandomNumbers(kSeed, ordinal).below(every) == 0;
}

std::string Sampling::text() const {
  std::vector<std::string> others;
  for (std::size_t id = 0; id < pruning::kRules; ++id)
    if (every_[id] != usual_)
      others.push_back(fmt::format("{}: one in {}", plain_name(kRuleInfos[id].name), every_[id]));
  return std::to_string(usual_) + (others.empty() ? "" : " (" + listed(others) + ")");
}

Result<Sampling> parse_sampling(const std::vector<std::string>& words, std::uint64_t otherwise) {
  constexpr std::uint64_t kMaxEvery = std::uint64_t{1} << 40;
  std::map<RuleId, std::uint64_t> of_rules;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const std::string number = equals == std::string::npos ? word : word.substr(equals + 1);
    const auto every = parse_count<std::uint64_t>(number);
    if (!every || *every < 1 || *every > kMaxEvery)
      return Error{
          fmt::format("--sample: {} is not allowed; allowed 1..{} or RULE=NUMBER", text::quoted(number), kMaxEvery)};
    if (equals == std::string::npos) {
      otherwise = *every;
      continue;
    }
    const auto rule = rule_named(word.substr(0, equals));
    if (!rule) return Error{"--sample: " + rule.error()};
    of_rules[*rule] = *every;
  }
  Sampling out(otherwise);
  for (const auto& [rule, every] : of_rules) out.set(rule, every);
  return out;
}

void Shadow::keep(ShadowSample sample) {
  samples_.push_back(std::move(sample));
  if (!check_ || samples_.size() < batch_) return;
  waited_ = true;
  check_samples();
}

void Shadow::check_samples() {
  if (!check_) return;
  for (const ShadowSample& sample : samples_) check_(sample);
  samples_.clear();
}

template <class Event>
std::optional<ShadowSample> Shadow::take(const Event& e, std::uint64_t PrunedCount::*count) {
  if (e.ply == 0) return std::nullopt;
  const auto rule = static_cast<RuleId>(e.rule);
  ++(at(seen_[rule], std::max(e.depth, 0)).*count);
  if (!sampling_.wants(rule, e.ordinal)) return std::nullopt;
  ShadowSample out = sample_of(e, entered_.back());
  out.line.assign(line_.begin(), line_.begin() + e.ply);  // below the node others may have been entered and left
  return out;
}

void Shadow::node_entered(const NodeEntered& e) {
  entered_.push_back({Move::from_bits(e.previous), e.pv, e.cut_node});
  line_.resize(static_cast<std::size_t>(e.ply));
  if (e.ply > 0) line_.back() = Move::from_bits(e.previous);
  if (!e.quiescence) at(pending_, e.ply).reset();
}

// Only now is it known whether quiescence agreed. It has gone through the same ply itself.
void Shadow::node_left(const NodeLeft& e) {
  entered_.pop_back();
  if (e.quiescence) return;
  std::optional<ShadowSample>& pending = at(pending_, e.ply);
  if (pending && e.end == NodeEnd::RuleCut) keep(*std::move(pending));
  pending.reset();
}

void Shadow::node_decided(const NodeDecided& e) {
  if (of_ == Of::Watched || !leaves_out(e)) return;
  std::optional<ShadowSample> sample = take(e, &PrunedCount::nodes);
  if (!sample) return;
  if (e.kind == NodeDecided::Kind::Resolve)
    at(pending_, e.ply) = std::move(sample);
  else
    keep(*std::move(sample));
}

void Shadow::move_skipped(const MoveSkipped& e) {
  if (of_ == Of::Watched) return;
  if (auto sample = take(e, &PrunedCount::moves)) keep(*std::move(sample));
}

void Shadow::node_watched(const NodeWatched& e) {
  if (leaves_out(e)) keep_watched(take(e, &PrunedCount::nodes), e.decided, e.kind == NodeDecided::Kind::Resolve);
}

void Shadow::move_watched(const MoveWatched& e) {
  keep_watched(take(e, &PrunedCount::moves), e.decided, false);
}

void Shadow::keep_watched(std::optional<ShadowSample> sample, int decided, bool if_quiescence_agrees) {
  if (!sample) return;
  sample->watched = true;
  if (decided >= 0) sample->decided = static_cast<RuleId>(decided);
  sample->if_quiescence_agrees = if_quiescence_agrees;
  keep(*std::move(sample));
}

SearchReport search_sampled(Engine& engine, const Position& position, SearchRequest request, Shadow& shadow) {
  engine.clear();
  engine.set_position(position);
  request.tracing = Tracing::Observed;
  request.observer = &shadow;
  const SearchReport report = engine.search(request);
  if (shadow.waited() && request.limits.move_time)
    complain(0, fmt::format("a search of {} had to wait while its samples were checked, and ended sooner; take fewer "
                            "with --sample, or limit it with --depth or --nodes",
                            seconds(*request.limits.move_time)));
  shadow.check_samples();
  return report;
}

// --- What tablebases say --------------------------------------------------------------------------------------------

namespace {

using tablebases::Tablebases;
using tablebases::Wdl;

constexpr int number(TableResult r) {
  return static_cast<int>(r);
}

std::optional<TableResult> result_of(Position& position, const Tablebases& tables) {
  const auto wdl = tables.wdl(position);
  if (!wdl) return std::nullopt;
  if (*wdl == Wdl::Win) return TableResult::Win;
  return *wdl == Wdl::Loss ? TableResult::Loss : TableResult::Draw;
}

std::optional<TableResult> result_after(const Position& position, Move m, const Tablebases& tables) {
  Position after = position;
  after.play(m);
  const auto theirs = result_of(after, tables);
  if (!theirs) return std::nullopt;
  return TableResult{static_cast<std::int8_t>(-number(*theirs))};
}

// What a score claims.
TableResult decided_by(Score score) {
  if (score >= TableVerdict::kDecided) return TableResult::Win;
  return score <= -TableVerdict::kDecided ? TableResult::Loss : TableResult::Draw;
}

// Would the result of a move make a difference where alpha is already certain?
bool matters(TableResult result, Score alpha) {
  if (result == TableResult::Win) return decided_by(alpha) != TableResult::Win;
  return result == TableResult::Draw && alpha < Score{0};
}

// Of the node's moves but one; a loss if there is no other.
std::optional<TableResult> best_of_others(const ShadowSample& s, const Tablebases& tables) {
  TableResult best = TableResult::Loss;
  for (const Move m : legal_moves(s.position)) {
    if (m == s.move) continue;
    const auto result = result_after(s.position, m, tables);
    if (!result) return std::nullopt;
    best = std::max(best, *result);
    if (best == TableResult::Win) break;
  }
  return best;
}

}  // namespace

Result<TableJudge> table_judge(std::string_view judge) {
  constexpr std::string_view kName = "tablebases";
  const std::size_t equals = judge.find('=');
  if (text::trim(judge.substr(0, equals)) != kName) return TableJudge{};
  const auto folders = tablebases::folders_of(equals == std::string_view::npos ? "" : judge.substr(equals + 1));
  if (folders.empty())
    return Error{"tablebases=FOLDER is expected, the folder of the Syzygy files (KQvK.rtbw and others)"};
  auto loaded = tablebases::Tablebases::load(folders);
  if (loaded.tables->empty())
    return Error{loaded.problems.empty()
                     ? "no Syzygy files (KQvK.rtbw and others) in " + text::quoted(judge.substr(equals + 1))
                     : loaded.problems.front()};
  for (const std::string& problem : loaded.problems) complain(0, "--judge: left out " + problem);
  return TableJudge{std::move(loaded.tables)};
}

std::string TableJudge::text() const {
  return fmt::format("{} of up to {} men", counted(tables->size(), "tablebase"), tables->most_men());
}

std::string TableJudge::identity() const {
  return fmt::format("{}, {:016x}", text(), tables->checksum());
}

Score score_of(TableResult result) {
  return Score{number(result) * kTbWin.value()};
}

std::optional<TableVerdict> table_verdict(const ShadowSample& s, const Tablebases& tables) {
  Position node = s.position;
  const auto result = s.move ? result_after(node, s.move, tables) : result_of(node, tables);
  if (!result) return std::nullopt;
  // Also where the move does not matter. Otherwise, captures into fewer men would be checked only where they cannot be
  // errors.
  if (s.kind == Kind::Skip && !result_of(node, tables)) return std::nullopt;
  TableVerdict out{*result};
  if (s.kind == Kind::FailHigh) {
    out.half_points = std::max(number(decided_by(s.beta)) - number(*result), 0);
  } else if (s.kind == Kind::FailLow) {
    out.half_points = std::max(number(*result) - number(decided_by(s.alpha)), 0);
  } else if (matters(*result, s.alpha)) {
    const auto others = best_of_others(s, tables);
    if (!others) return std::nullopt;
    out.half_points = std::max(number(*result) - number(*others), 0);
  }
  return out;
}

// --- Was it wrong? -------------------------------------------------------------------------------------------------

ShadowSettings ShadowSettings::of(const pruning::Settings& playing) {
  ShadowSettings out{playing, playing};
  for (std::size_t id = 0; id < pruning::kRules; ++id) {
    const pruning::RuleInfo& info = pruning::kRuleInfos[id];
    if (info.kind == pruning::RuleKind::Family && info.may_be_off && id != pruning::kId<pruning::LazyEvaluation>)
      out.judging.rules[id].enabled = false;
  }
  return out;
}

Score value_after_all(const ShadowSample& s, Depth depth, Score alpha, Score beta, pruning::Settings settings,
                      SubtreeSearch& search) {
  settings.rules[pruning::kId<pruning::TranspositionTable>].enabled = false;
  if (s.move) {
    Position after = s.position;
    after.play(s.move);
    return -search.value({after, depth, -beta, -alpha, s.ply + 1, s.move}, settings);
  }
  settings.rules[s.rule].enabled = false;
  return search.value({s.position, depth, alpha, beta, s.ply, s.previous}, settings);
}

ShadowVerdict check_sample(const ShadowSample& s, const ShadowSettings& settings, SubtreeSearch& search) {
  const auto value_at = [&](const pruning::Settings& wanted, Depth depth, Score alpha, Score beta) {
    return value_after_all(s, depth, alpha, beta, wanted, search);
  };
  const bool fail_high = s.kind == Kind::FailHigh;
  const Score low = fail_high ? s.beta - kOne : s.alpha;
  const auto refutes = [&](Score value) { return fail_high ? value < s.beta : value > s.alpha; };
  const pruning::Settings& playing = settings.playing;
  const pruning::Settings& judging = settings.judging;

  ShadowVerdict out;
  const auto by_tables = settings.tables ? table_verdict(s, *settings.tables) : std::nullopt;
  if (settings.tables && !by_tables) {
    out.known = false;
    return out;
  }
  if (s.if_quiescence_agrees && refutes(value_at(playing, Depth{0}, low, low + kOne))) {
    out.claimed = false;
    return out;
  }
  // The search that was saved begins with the move itself, and would have looked no deeper at first.
  const Depth first = std::min(s.first, s.full);
  const std::uint64_t before = search.nodes();
  const Score first_value = value_at(playing, first, low, low + kOne);
  out.nodes = search.nodes() - before + (s.move ? 1 : 0);
  if (by_tables) {
    out.half_points = by_tables->half_points;
    out.value = score_of(by_tables->result);
    out.error = by_tables->half_points > 0;
    out.found_at_reduced_depth = out.error && refutes(first_value);
    return out;
  }
  const bool is_judgement = judging == playing && first == s.full;
  out.value = is_judgement ? first_value : value_at(judging, s.full, low, low + kOne);
  out.error = refutes(out.value);
  if (!out.error) return out;
  out.found_at_reduced_depth = refutes(first_value);
  // A wider window says how large the error is. With rules that guess it may see no error at all; then what the null
  // window said stands.
  if (fail_high) {
    out.value = std::min(out.value, value_at(judging, s.full, -kInfinite, s.beta));
    out.error_size = s.beta - out.value;
  } else {
    out.value = std::max(out.value, value_at(judging, s.full, s.alpha, kInfinite));
    out.error_size = out.value - s.alpha;
  }
  return out;
}

}  // namespace oknos::lab
