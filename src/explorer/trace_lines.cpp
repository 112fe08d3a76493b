#include "explorer/trace_lines.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "explorer/trace_file.h"
#include "explorer/tree_position.h"
#include "lab/shadow/claim.h"
#include "lab/terminal/json_fields.h"

namespace oknos::explorer {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kLinesVersion = 1;
constexpr int kMaxPlies = lab::Claim::kDepthMost;
constexpr int kMaxScore = lab::Claim::kScoreMost;  // an infinite bound is beyond
constexpr int kInfinite = kMaxScore + 1;
constexpr std::size_t kMaxRules = kNoRule;

constexpr std::array<std::pair<std::string_view, NodeEnd>, 8> kEnds = {{{"draw", NodeEnd::Draw},
                                                                        {"table", NodeEnd::TableCut},
                                                                        {"mate_distance", NodeEnd::MateDistance},
                                                                        {"stand_pat", NodeEnd::StandPat},
                                                                        {"no_moves", NodeEnd::NoMoves},
                                                                        {"stopped", NodeEnd::Stopped},
                                                                        {"maximum_depth", NodeEnd::Horizon},
                                                                        {"tablebase", NodeEnd::Tablebase}}};

class LineFields : public lab::JsonFields<Json> {
 public:
  using JsonFields::JsonFields;

  std::int16_t score(const char* field) { return static_cast<std::int16_t>(required(field, -kInfinite, kInfinite)); }
  // A bound that is a mate on the board is as good as none.
  std::int16_t bound(const char* field) {
    const std::int16_t value = score(field);
    return static_cast<std::int16_t>(value >= kMaxScore ? kInfinite : value <= -kMaxScore ? -kInfinite : value);
  }
  std::optional<int> score_if_any(const char* field) { return number(field, -kInfinite, kInfinite); }
};

std::int8_t depth_in_file(int depth) {
  return static_cast<std::int8_t>(std::clamp<int>(depth, INT8_MIN, INT8_MAX));
}

// An iteration: the visits of the root to one depth.
struct Iteration {
  int depth = 0;
  bool complete = false;  // the last visit of the root was left, and not because the search was stopped
  std::vector<TraceEntry> entries;
};

class LinesReader {
 public:
  explicit LinesReader(std::optional<int> wanted) : wanted_(wanted) {}
  ~LinesReader() {
    while (!open_.empty()) open_.pop_back();  // moves are taken back the last first
  }
  LinesReader(const LinesReader&) = delete;
  LinesReader& operator=(const LinesReader&) = delete;

  std::optional<Error> line(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
      return Error{
          fmt::format("{} is not a JSON object", text::quoted(std::string(text.substr(0, LineFields::kShown))))};
    LineFields fields(json);
    std::optional<Error> error;
    if (!begun_)
      error = begin(fields);
    else if (json.contains("enter"))
      error = enter(fields);
    else if (json.contains("leave"))
      error = leave(fields);
    else if (json.contains("rule"))
      error = claim(fields);
    else if (json.contains("static_eval"))
      error = static_eval(fields);
    else if (json.contains("end"))
      error = end(fields);
    return fields.error() ? fields.error() : error;  // unknown lines are ignored, as unknown fields are
  }

  Result<Trace> finish() {
    if (!begun_) return Error{"trace: it has no lines"};
    while (!open_.empty()) stop_last();
    Iteration* shown = &now_;
    const bool other = wanted_ && now_.depth != *wanted_;
    if (before_ && (other || !now_.complete)) shown = &*before_;
    if (shown->entries.empty()) return Error{"trace: the root is never entered"};
    if (wanted_ && shown->depth != *wanted_)
      return Error{fmt::format("trace: there is no iteration to depth {}; there are those to {}", *wanted_,
                               fmt::join(depths_, ", "))};
    trace_.depth = shown->depth;
    shown->entries[0].size = static_cast<std::uint32_t>(shown->entries.size());
    shown->entries[0].depth = depth_in_file(shown->depth);
    trace_.entries = std::move(shown->entries);
    trace_.rule_sets.push_back(0);
    take_result();
    return std::move(trace_);
  }

 private:
  // A node that was entered and not left yet. Its move is taken back when it goes.
  struct Open {
    std::uint32_t entry = 0;
    int ply = 0;
    MoveBits move = 0;
    std::map<MoveBits, std::uint8_t> reduced;  // moves that a rule has reduced
    std::set<MoveBits> visited;
    std::unique_ptr<MadeMove> made;
    std::unique_ptr<NullMove> passed;
  };

  std::optional<Error> begin(LineFields& fields) {
    if (fields.required("oknos_trace", kLinesVersion, kLinesVersion) != kLinesVersion) return std::nullopt;
    trace_.engine = fields.text("engine").value_or("");
    const auto fen = fields.text("fen");
    if (!fen) fields.refuse("fen", "is missing");
    if (fields.error()) return std::nullopt;
    const auto position = fen::parse(lab::without_move_number(*fen), fen::Origin::Composed);
    if (!position) return fields.refuse("fen", position.error()), std::nullopt;
    trace_.fen = fen::to_text(*position);
    trace_.chess960 = position->chess960();
    const std::string moves = fields.text("moves").value_or("");
    for (const std::string_view word : text::words(moves)) trace_.moves.emplace_back(word);
    const auto root = root_of(trace_);
    if (!root) return fields.refuse("moves", root.error()), std::nullopt;
    position_ = *root;
    begun_ = true;
    return std::nullopt;
  }

  TraceEntry& last() { return now_.entries[open_.back().entry]; }

  void begin_iteration(int depth) {
    const bool keep = wanted_ ? now_.depth == *wanted_ : now_.complete;
    if (keep && !now_.entries.empty()) before_ = std::move(now_);
    now_ = {};
    now_.depth = depth;
    now_.entries.emplace_back().kind = EntryKind::Tree;
    depths_.push_back(depth);
  }

  std::optional<Error> enter(LineFields& fields) {
    const std::string text = fields.text("enter").value_or("");
    const int ply = fields.required("ply", 0, kMaxPlies);
    const int depth = fields.required("depth", -kMaxPlies, kMaxPlies);
    TraceEntry entry;
    entry.depth = depth_in_file(depth);
    entry.alpha = fields.bound("alpha");
    entry.beta = fields.bound("beta");
    if (entry.alpha >= entry.beta) fields.refuse("beta", fmt::format("must be greater than alpha ({})", entry.alpha));
    if (fields.error()) return std::nullopt;
    if (now_.entries.size() >= kMaxEntries) return Error{fmt::format("more than {} entries", kMaxEntries)};
    Open node;
    node.ply = ply;
    if (ply == 0) {
      while (!open_.empty()) stop_last();  // by a longjmp, say
      if (now_.entries.empty() || now_.depth != depth) begin_iteration(depth);
      now_.complete = false;
    } else if (auto error = place(fields, text, node, entry)) {
      return error;
    }
    if (fields.error()) return std::nullopt;
    if (entry.beta - entry.alpha > 1) entry.flags |= flag::kOpenWindow;
    if (depth <= 0) entry.flags |= flag::kQuiescence;
    if (position_.in_check()) entry.flags |= flag::kInCheck;
    node.entry = static_cast<std::uint32_t>(now_.entries.size());
    now_.entries.push_back(entry);
    open_.push_back(std::move(node));
    ++trace_.nodes;
    return std::nullopt;
  }

  // Below which node this one stands, and the move to it.
  std::optional<Error> place(LineFields& fields, const std::string& text, Open& node, TraceEntry& entry) {
    // What the engine never left, it left by another way.
    while (!open_.empty() && open_.back().ply > node.ply) stop_last();
    while (!open_.empty() && open_.back().ply == node.ply) {
      if (text.empty() || text == to_text(Move::from_bits(open_.back().move), trace_.chess960)) {
        entry.flags |= flag::kSameNode;
        node.move = open_.back().move;
        return std::nullopt;
      }
      stop_last();
    }
    if (open_.empty() || open_.back().ply != node.ply - 1)
      return Error{fmt::format("a node at ply {} is entered, but none at ply {} is open", node.ply, node.ply - 1)};
    if (text.empty()) return fields.refuse("enter", "the move that led here is missing"), std::nullopt;
    Open& parent = open_.back();
    if (text == "0000") {
      if (position_.in_check()) return fields.refuse("enter", "a null move in check"), std::nullopt;
      entry.flags |= flag::kNullMove;
      node.passed = std::make_unique<NullMove>(position_);
      return std::nullopt;
    }
    const auto move = move_in(fields, "enter", text);
    if (!move) return std::nullopt;
    entry.move = node.move = move->bits();
    if (!parent.visited.insert(entry.move).second) entry.flags |= flag::kAgain;
    if (const auto reduced = parent.reduced.find(entry.move); reduced != parent.reduced.end()) {
      entry.rule = reduced->second;
      entry.flags |= flag::kReducedByRule;
      parent.reduced.erase(reduced);
    }
    node.made = std::make_unique<MadeMove>(position_, *move);
    return std::nullopt;
  }

  std::optional<Move> move_in(LineFields& fields, const char* field, const std::string& text) {
    const auto move = move_from_text(position_, text);
    if (!move)
      fields.refuse(field, fmt::format("{} is not a legal move in {}", text::quoted(text), fen::to_text(position_)));
    return move;
  }

  std::optional<Error> leave(LineFields& fields) {
    const std::int16_t score = fields.score("leave");
    if (fields.error()) return std::nullopt;
    if (open_.empty()) return Error{"a node is left, but none is open"};
    TraceEntry& entry = last();
    entry.score = score;
    if (entry.end == NodeEnd::RuleCut)  // rounding may have moved it to the other side of the bound
      entry.score = entry.has(flag::kHoldsBeta) ? std::max(score, entry.beta) : std::min(score, entry.alpha);
    if (open_.size() == 1) now_.complete = last().end != NodeEnd::Stopped;
    close_last();
    return std::nullopt;
  }

  void close_last() {
    last().size = static_cast<std::uint32_t>(now_.entries.size() - open_.back().entry);
    open_.pop_back();
  }
  void stop_last() {
    last().end = NodeEnd::Stopped;
    close_last();
  }

  std::optional<Error> static_eval(LineFields& fields) {
    const std::int16_t value = fields.score("static_eval");
    if (!open_.empty()) last().static_eval = value;
    return std::nullopt;
  }

  std::optional<Error> end(LineFields& fields) {
    const auto name = fields.text("end");
    if (!name || open_.empty()) return std::nullopt;
    const auto* const known = std::find_if(kEnds.begin(), kEnds.end(), [&](const auto& e) { return e.first == *name; });
    if (known == kEnds.end())
      return fields.refuse("end", fmt::format("{} is no way to end a node", text::quoted(*name))), std::nullopt;
    last().end = known->second;
    return std::nullopt;
  }

  std::optional<std::uint8_t> rule_named(LineFields& fields, const std::string& name) {
    const auto known = std::find(trace_.rules.begin(), trace_.rules.end(), name);
    if (known != trace_.rules.end()) return static_cast<std::uint8_t>(known - trace_.rules.begin());
    if (!lab::is_rule_name(name)) return fields.refuse("rule", lab::rule_name_problem(name)), std::nullopt;
    if (trace_.rules.size() >= kMaxRules) {
      fields.refuse("rule", fmt::format("there are more than {} rules", kMaxRules));
      return std::nullopt;
    }
    trace_.rules.push_back(name);
    return static_cast<std::uint8_t>(trace_.rules.size() - 1);
  }

  std::optional<Error> claim(LineFields& fields) {
    if (open_.empty() || fields.number("fired", 0, 1) == 0) return std::nullopt;
    const auto rule = rule_named(fields, fields.text("rule").value_or(""));
    const std::string text = fields.text("move").value_or("");
    const std::string action = fields.text("action").value_or(text.empty() ? "cut" : "skip");
    if (fields.error()) return std::nullopt;
    const auto move = text.empty() ? std::optional<Move>{} : move_in(fields, "move", text);
    if (!rule || fields.error()) return std::nullopt;
    if (action == "skip" && move) return skip(fields, *rule, *move);
    if (action == "cut") return cut(fields, *rule, move);
    if (action == "reduce" && move) {
      open_.back().reduced[move->bits()] = *rule;
    } else if (action == "reduce") {
      last().rule = *rule;
      last().flags |= flag::kReducedByRule;
    } else {
      fields.refuse("action", fmt::format("must be skip with a move, cut, or reduce, not {}", text::quoted(action)));
    }
    return std::nullopt;
  }

  // What skipped moves and cut nodes have in common.
  static void take_claim(LineFields& fields, std::uint8_t rule, TraceEntry& entry) {
    constexpr int kMaxSlack = 2 * kMaxScore;
    entry.rule = rule;
    if (const auto value = fields.score_if_any("static_eval")) entry.static_eval = static_cast<std::int16_t>(*value);
    if (const auto slack = fields.number("slack", -kMaxSlack, kMaxSlack); slack && *slack >= 0)
      entry.spare = static_cast<std::int16_t>(std::min<int>(*slack, INT16_MAX));
    entry.alpha = fields.bound("alpha");
    entry.beta = fields.bound("beta");
    if (entry.alpha >= entry.beta) fields.refuse("beta", fmt::format("must be greater than alpha ({})", entry.alpha));
  }
  // `full`: the depth of a search instead.
  static void take_depths(LineFields& fields, int full, TraceEntry& entry) {
    entry.full_depth = depth_in_file(full);
    entry.first_depth = depth_in_file(fields.number("reduced_depth", -kMaxPlies, kMaxPlies).value_or(full));
    if (entry.first_depth < entry.full_depth) entry.flags |= flag::kFullyReduced;
  }

  std::optional<Error> skip(LineFields& fields, std::uint8_t rule, Move move) {
    if (now_.entries.size() >= kMaxEntries) return Error{fmt::format("more than {} entries", kMaxEntries)};
    TraceEntry entry;
    entry.kind = EntryKind::Skipped;
    entry.move = move.bits();
    const int depth = fields.required("depth", 0, kMaxPlies);
    entry.depth = depth_in_file(depth);
    take_claim(fields, rule, entry);
    take_depths(fields, fields.number("full_depth", 0, kMaxPlies).value_or(std::max(depth - 1, 0)), entry);
    entry.score = static_cast<std::int16_t>(fields.score_if_any("bound").value_or(entry.alpha));
    entry.searched = static_cast<std::uint8_t>(std::min<std::size_t>(open_.back().visited.size(), UINT8_MAX));
    if (!fields.error()) now_.entries.push_back(entry);
    return std::nullopt;
  }

  // `move`: that holds beta without being searched; it gets an entry of its own below the node.
  std::optional<Error> cut(LineFields& fields, std::uint8_t rule, std::optional<Move> move) {
    TraceEntry& entry = last();
    const int bound = fields.required("bound", -kInfinite, kInfinite);
    take_claim(fields, rule, entry);
    take_depths(fields, fields.required("depth", 0, kMaxPlies), entry);
    entry.end = NodeEnd::RuleCut;
    entry.flags = static_cast<std::uint16_t>(entry.flags & ~flag::kReducedByRule);
    if (bound >= entry.beta) entry.flags |= flag::kHoldsBeta;
    if (!move || fields.error()) return std::nullopt;
    if (bound < entry.beta)
      return fields.refuse("bound", "must be at least beta where a move cuts the node"), std::nullopt;
    const auto score = static_cast<std::int16_t>(bound);
    if (const auto error = skip(fields, rule, *move)) return error;
    now_.entries.back().flags |= flag::kHoldsBeta;
    now_.entries.back().score = score;
    return std::nullopt;
  }

  // The score is that of the last visit of the root, the best move the one that reached it.
  void take_result() {
    std::uint32_t root = 1;
    for (std::uint32_t i = 1; i < trace_.entries.size(); i += trace_.entries[i].size) root = i;
    if (root >= trace_.entries.size()) return;
    trace_.score = trace_.entries[root].score;
    int best = -kInfinite - 1;
    MoveBits move = 0;
    for (std::uint32_t i = root + 1; i < root + trace_.entries[root].size; i += trace_.entries[i].size) {
      const TraceEntry& e = trace_.entries[i];
      if (e.skipped() || e.end == NodeEnd::Stopped || e.has(flag::kSameNode)) continue;
      if (-e.score <= best && e.move != move) continue;  // a re-search of the best one may find it worse
      best = -e.score;
      move = e.move;
    }
    if (move != 0) trace_.best = to_text(Move::from_bits(move), trace_.chess960);
  }

  const std::optional<int> wanted_;
  bool begun_ = false;
  Trace trace_;
  Position position_ = Position::initial();
  Iteration now_;
  std::optional<Iteration> before_;  // the one to show, unless the last is
  std::vector<int> depths_;
  std::vector<Open> open_;
};

}  // namespace

Result<Trace> read_trace_lines(std::string_view text, std::optional<int> depth) {
  LinesReader reader(depth);
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    if (newline == std::string_view::npos && number > 0) break;  // cut short
    const std::string_view line = text::trim(text.substr(0, newline));
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    ++number;
    if (line.empty()) continue;
    if (const auto error = reader.line(line)) return Error{fmt::format("trace: line {}: {}", number, error->message)};
  }
  return reader.finish();
}

}  // namespace oknos::explorer
