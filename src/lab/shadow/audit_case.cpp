#include "lab/shadow/audit_case.h"

#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/pruning/registry/registry.h"

namespace oknos::lab {

namespace {

// Of the 24 units of weight that all pieces have together.
constexpr int kOpeningWeight = 20;
constexpr int kEndingWeight = 8;

std::string names_of(RuleSet rules) {
  std::string out;
  for (std::size_t id = 0; id < pruning::kRules; ++id)
    if (rules >> id & 1) out.append(out.empty() ? "" : " ").append(pruning::kRuleInfos[id].name);
  return out;
}

std::string names_of_exemptions(std::uint32_t guards) {
  std::string out;
  for (const pruning::ExemptionInfo& e : pruning::kExemptions)
    if (guards >> static_cast<int>(e.guard) & 1) out.append(out.empty() ? "" : " ").append(name_of(e.guard));
  return out;
}

NodeKind kind_of(const ShadowSample& s) {
  if (s.depth <= 0) return NodeKind::Quiescence;
  if (s.pv) return NodeKind::Pv;
  return s.cut_node ? NodeKind::Cut : NodeKind::All;
}

}  // namespace

std::string_view name_of(MoveKind kind) {
  constexpr std::array<std::string_view, 5> kNames{"quiet", "check", "capture", "promotion", "node"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(NodeKind kind) {
  constexpr std::array<std::string_view, 4> kNames{"pv", "cut", "all", "quiescence"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Phase phase) {
  constexpr std::array<std::string_view, 3> kNames{"opening", "middlegame", "ending"};
  return kNames[static_cast<std::size_t>(phase)];
}

std::string_view name_of(ShadowSample::Kind what) {
  constexpr std::array<std::string_view, 3> kNames{"move", "cut above", "cut below"};
  return kNames[static_cast<std::size_t>(what)];
}

std::string_view name_of(RootImpact impact) {
  constexpr std::array<std::string_view, 3> kNames{"nothing", "value", "move"};
  return kNames[static_cast<std::size_t>(impact)];
}

Phase phase_of(const Position& position) {
  const int weight = eval::Incremental::of(position).weight();
  if (weight >= kOpeningWeight) return Phase::Opening;
  return weight > kEndingWeight ? Phase::Middlegame : Phase::Ending;
}

MoveKind kind_of(const Position& position, Move m) {
  if (!m) return MoveKind::Node;
  if (m.is_promotion()) return MoveKind::Promotion;
  if (position.is_capture(m)) return MoveKind::Capture;
  return position.gives_check(m, position.check_info()) ? MoveKind::Check : MoveKind::Quiet;
}

AuditCase case_of(const ShadowSample& s, const ShadowVerdict& v) {
  AuditCase out;
  out.rule = pruning::kRuleInfos[s.rule].name;
  out.rules = names_of(s.rules);
  out.what = s.kind;
  out.ordinal = s.ordinal;
  out.ply = s.ply;
  out.depth = s.depth;
  out.full_depth = s.full.plies();
  out.first_depth = s.first.plies();
  out.node = kind_of(s);
  out.kind = kind_of(s.position, s.move);
  out.phase = phase_of(s.position);
  out.in_check = s.position.in_check();
  out.improving = s.improving;
  out.bulk_skipped = s.bulk_skipped;
  out.searched = s.searched;
  out.history = s.history;
  out.exemptions = names_of_exemptions(s.exemptions);
  out.correction = s.correction.value();
  if (s.static_eval) out.static_eval = s.static_eval->value();
  out.alpha = s.alpha.value();
  out.beta = s.beta.value();
  out.bound = s.bound.value();
  out.slack = s.slack().value();
  if (s.move) out.move = to_text(s.move, s.position.chess960());
  out.error = v.error;
  out.found_at_reduced_depth = v.found_at_reduced_depth;
  out.value = v.value.value();
  out.regret = v.error_size.value();
  out.nodes = v.nodes;
  out.half_points = v.half_points;
  if (v.error) out.fen = fen::to_text(s.position);
  return out;
}

AuditCase case_of(const ShadowSample& s, const ShadowVerdict& v, const pruning::Settings& settings) {
  AuditCase out = case_of(s, v);
  out.watched = true;
  if (s.decided) out.decided = pruning::kRuleInfos[*s.decided].name;
  const pruning::RuleSetting& setting = settings.rules[s.rule];
  out.margin_facts = margin_facts(s, setting);
  out.margin = margin_at(s.rule, setting, out.margin_facts);
  out.largest_margin = largest_margin(s, settings);
  return out;
}

}  // namespace oknos::lab
