#include "lab/commands/trace_events.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "lab/shadow/claim.h"
#include "lab/terminal/json_fields.h"

namespace oknos::lab {

namespace {

using Json = nlohmann::ordered_json;
using Fields = JsonFields<Json>;

constexpr int kMaxPlies = Claim::kDepthMost;
constexpr int kMaxScore = Claim::kScoreMost + 1;  // an infinite bound

constexpr std::array<std::pair<std::string_view, NodeEnd>, 8> kEnds = {{{"draw", NodeEnd::Draw},
                                                                        {"table", NodeEnd::TableCut},
                                                                        {"mate_distance", NodeEnd::MateDistance},
                                                                        {"stand_pat", NodeEnd::StandPat},
                                                                        {"no_moves", NodeEnd::NoMoves},
                                                                        {"stopped", NodeEnd::Stopped},
                                                                        {"maximum_depth", NodeEnd::Horizon},
                                                                        {"tablebase", NodeEnd::Tablebase}}};

}  // namespace

class TraceEvents::Reader {
 public:
  explicit Reader(Observer& to) : to_(to) {}
  ~Reader() {
    while (!open_.empty()) open_.pop_back();  // moves are taken back the last first
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  bool started() const { return started_; }
  bool cut_off() const { return cut_off_; }
  // Nodes are open, or none was ever entered.
  bool is_within_search() const { return !open_.empty() || !root_left_; }

  std::optional<Error> line(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
      return Error{fmt::format("{} is not a JSON object", text::quoted(std::string(text.substr(0, Fields::kShown))))};
    Fields fields(json);
    std::optional<Error> error;
    if (!started_)
      begin(fields);
    else if (json.contains("enter"))
      error = enter(fields);
    else if (json.contains("leave"))
      error = leave(fields);
    else if (json.contains("rule"))
      claim(fields);
    else if (json.contains("static_eval") && !open_.empty())
      open_.back().left.has_static_eval = true;
    else if (json.contains("end"))
      end(fields);
    else if (json.contains("cut_off"))
      cut_off_ = true;
    return fields.error() ? fields.error() : error;  // unknown lines are ignored, as unknown fields are
  }

  void stop_all() {
    while (!open_.empty()) stop_last();
  }

 private:
  // What a node has searched last.
  enum class Child : std::uint8_t { None, Move, NullMove, AboveBeta, SameNode };

  // A node that was entered and not left yet. Its move is taken back when it goes.
  struct Open {
    NodeEntered entered;
    NodeLeft left;
    bool ended = false;         // a line said how
    Child child = Child::None;  // the last one
    Child kind = Child::None;   // of `current`
    bool null_move_held = false;
    MoveBits move = 0;     // that led here
    MoveBits current = 0;  // that it searches
    std::unique_ptr<MadeMove> made;
    std::unique_ptr<NullMove> passed;
  };

  void begin(Fields& fields) {
    constexpr int kVersion = 1;
    fields.required("oknos_trace", kVersion, kVersion);
    const std::string fen = fields.required_text("fen");
    if (fields.error()) return;
    const auto position = fen::parse(without_move_number(fen), fen::Origin::Composed);
    if (!position) return fields.refuse("fen", position.error());
    position_ = *position;
    for (const std::string_view word : text::words(fields.text("moves").value_or(""))) {
      const auto move = move_from_text(position_, std::string(word));
      if (!move) return fields.refuse("moves", fmt::format("{} cannot be played", text::quoted(std::string(word))));
      position_.play(*move);
    }
    started_ = true;
  }

  std::optional<Error> enter(Fields& fields) {
    const std::string text = fields.required_text("enter");
    Open node;
    NodeEntered& e = node.entered;
    e.ply = fields.required("ply", 0, kMaxPlies);
    const int depth = fields.required("depth", -kMaxPlies, kMaxPlies);
    e.depth = std::max(depth, 0);
    e.quiescence = depth <= 0;
    e.alpha = fields.required("alpha", -kMaxScore, kMaxScore);
    e.beta = fields.required("beta", -kMaxScore, kMaxScore);
    if (e.alpha >= e.beta) fields.refuse("beta", fmt::format("must be greater than alpha ({})", e.alpha));
    if (fields.error()) return std::nullopt;
    e.pv = e.beta - e.alpha > 1;
    // What the engine never left, it left by another way.
    while (!open_.empty() && (open_.back().entered.ply > e.ply || e.ply == 0)) stop_last();
    if (e.ply > 0) {
      if (auto error = place(fields, text, node)) return error;
      if (fields.error()) return std::nullopt;
    }
    e.in_check = position_.in_check();
    node.left.ply = e.ply;
    node.left.quiescence = e.quiescence;
    to_.node_entered(e);
    open_.push_back(std::move(node));
    return std::nullopt;
  }

  // Below which node this one stands, and the move to it.
  std::optional<Error> place(Fields& fields, const std::string& text, Open& node) {
    NodeEntered& e = node.entered;
    while (!open_.empty() && open_.back().entered.ply == e.ply) {
      Open& same = open_.back();
      if (text.empty() || text == to_text(Move::from_bits(same.move), position_.chess960())) {
        // The verification of a null move that held beta is no multi-cut.
        same.child = same.null_move_held && same.child == Child::NullMove ? Child::NullMove : Child::SameNode;
        e.cut_node = same.entered.cut_node;
        node.move = same.move;
        return std::nullopt;
      }
      stop_last();
    }
    if (open_.empty() || open_.back().entered.ply != e.ply - 1)
      return Error{fmt::format("a node at ply {} is entered, but none at ply {} is open", e.ply, e.ply - 1)};
    if (text.empty()) return fields.refuse("enter", "the move that led here is missing"), std::nullopt;
    Open& parent = open_.back();
    e.cut_node = !e.pv && (parent.entered.pv || !parent.entered.cut_node);
    MoveMade made{.ply = parent.entered.ply, .child_depth = e.depth, .depth = parent.entered.depth};
    if (text == "0000") {
      if (position_.in_check()) return fields.refuse("enter", "a null move in check"), std::nullopt;
      made.full_depth = made.child_depth;
      to_.move_made(made);
      parent.child = parent.kind = Child::NullMove;
      parent.current = 0;
      node.passed = std::make_unique<NullMove>(position_);
      return std::nullopt;
    }
    const auto move = move_from_text(position_, text);
    if (!move) {
      fields.refuse("enter", fmt::format("{} is not a legal move in {}", text::quoted(text), fen::to_text(position_)));
      return std::nullopt;
    }
    const Child kind = -e.alpha > parent.entered.beta ? Child::AboveBeta : Child::Move;
    node.move = made.move = move->bits();
    made.full_depth = std::max(made.child_depth, made.depth - 1);
    // ProbCut's last capture is often the first move that is searched after it.
    if (parent.current != made.move || parent.kind != kind) to_.move_made(made);
    parent.child = parent.kind = kind;
    parent.current = made.move;
    node.made = std::make_unique<MadeMove>(position_, *move);
    return std::nullopt;
  }

  std::optional<Error> leave(Fields& fields) {
    const int score = fields.required("leave", -kMaxScore, kMaxScore);
    if (fields.error()) return std::nullopt;
    if (open_.empty()) return Error{"a node is left, but none is open"};
    Open& node = open_.back();
    node.left.score = score;
    if (!node.ended && score >= node.entered.beta) {
      node.left.best_move = node.child == Child::Move ? node.current : MoveBits{0};
      node.left.end = end_by(node);
    }
    root_left_ = root_left_ || open_.size() == 1;
    close_last();
    return std::nullopt;
  }

  // A node that failed high: by what it searched last.
  static NodeEnd end_by(const Open& node) {
    switch (node.child) {
      case Child::NullMove:
        return NodeEnd::NullMoveCut;
      case Child::AboveBeta:
        return NodeEnd::ProbCut;
      case Child::SameNode:
        return NodeEnd::MultiCut;
      case Child::None:
        return node.entered.quiescence ? NodeEnd::StandPat : NodeEnd::RuleCut;
      case Child::Move:
        break;
    }
    return NodeEnd::Searched;
  }

  void close_last() {
    const Open& node = open_.back();
    to_.node_left(node.left);
    const bool low = node.left.score <= node.entered.alpha;
    const bool was_null_move = node.passed != nullptr;
    open_.pop_back();
    if (was_null_move && !open_.empty()) open_.back().null_move_held = low;
  }
  void stop_last() {
    open_.back().left.end = NodeEnd::Stopped;
    close_last();
  }

  void set_end(NodeEnd how) {
    open_.back().left.end = how;
    open_.back().ended = true;
  }

  void end(Fields& fields) {
    const auto name = fields.text("end");
    if (!name || open_.empty()) return;
    const auto* const known = std::find_if(kEnds.begin(), kEnds.end(), [&](const auto& e) { return e.first == *name; });
    if (known == kEnds.end())
      return fields.refuse("end", fmt::format("{} is no way to end a node", text::quoted(*name)));
    set_end(known->second);
  }

  // A rule that ended the node. What it skipped is not counted here.
  void claim(Fields& fields) {
    if (open_.empty() || fields.number("fired", 0, 1) == 0) return;
    const bool cut = fields.text("action").value_or(fields.text("move") ? "skip" : "cut") == "cut";
    if (cut && !fields.error()) set_end(NodeEnd::RuleCut);
  }

  Observer& to_;
  bool started_ = false, cut_off_ = false;
  bool root_left_ = false;  // some visit of it
  Position position_ = Position::initial();
  std::vector<Open> open_;
};

TraceEvents::TraceEvents(Observer& to) : reader_(std::make_unique<Reader>(to)) {}
TraceEvents::~TraceEvents() = default;

std::optional<Error> TraceEvents::line(std::string_view text) {
  return reader_->line(text);
}

std::optional<Error> TraceEvents::finish() {
  if (!reader_->started()) return Error{"it has no lines"};
  reader_->stop_all();
  return std::nullopt;
}

bool TraceEvents::cut_off() const {
  return reader_->cut_off();
}

bool TraceEvents::is_within_search() const {
  return reader_->is_within_search();
}

}  // namespace oknos::lab
