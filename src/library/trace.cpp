// The lines are those of include/oknos/claims.h; docs/trace.md describes them.
#include "oknos/trace.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "engine/base/score.h"
#include "engine/uci/identity.h"
#include "oknos/error.h"

namespace oknos {

namespace {

// What the format calls the end of a node that no rule has cut; empty: nothing is said.
std::string_view name_of(NodeEnd end) {
  switch (end) {
    case NodeEnd::Draw:
      return "draw";
    case NodeEnd::TableCut:
      return "table";
    case NodeEnd::MateDistance:
      return "mate_distance";
    case NodeEnd::StandPat:
      return "stand_pat";
    case NodeEnd::NoMoves:
      return "no_moves";
    case NodeEnd::Stopped:
      return "stopped";
    case NodeEnd::Horizon:
      return "maximum_depth";
    case NodeEnd::Tablebase:
      return "tablebase";
    default:
      return "";
  }
}

// Search features that are not rules cut nodes, too; in the file they are rules with these names.
std::string_view feature_that_cuts(NodeEnd end) {
  if (end == NodeEnd::NullMoveCut) return "null_move";
  if (end == NodeEnd::ProbCut) return "probcut";
  return end == NodeEnd::MultiCut ? "multi_cut" : "";
}

// One object of JSON. Nothing that is written needs escaping: names, moves and FENs of our own.
class Line {
 public:
  Line& text(std::string_view key, std::string_view value) {
    name(key);
    out_.append(1, '"').append(value).append(1, '"');
    return *this;
  }
  Line& number(std::string_view key, std::int64_t value) {
    name(key);
    out_ += std::to_string(value);
    return *this;
  }
  Line& score(std::string_view key, int value) {
    return number(key, std::clamp(value, -kInfinite.value(), kInfinite.value()));
  }
  std::string finish() && { return std::move(out_) + "}\n"; }

 private:
  void name(std::string_view key) { out_.append(out_.size() > 1 ? ",\"" : "\"").append(key).append("\":"); }
  std::string out_ = "{";
};

class LinesWriter : public Observer {
 public:
  LinesWriter(std::FILE* file, const Game& game, std::uint64_t most)
      : file_(file), most_(most), chess960_(game.chess960()) {
    Line line;
    line.number("oknos_trace", 1).text("engine", std::string(uci::kName) + " " + std::string(uci::kVersion));
    line.text("fen", game.start_fen());
    std::string moves;
    for (const std::string& m : game.moves()) moves += (moves.empty() ? "" : " ") + m;
    if (!moves.empty()) line.text("moves", moves);
    write(std::move(line));
  }

  std::uint64_t entries() const { return entries_; }
  bool complete() const { return complete_; }

  void node_entered(const NodeEntered& e) override {
    if (!may_add()) return;
    open_.push_back({.depth = e.depth, .alpha = e.alpha, .beta = e.beta});
    Line line;
    line.text("enter", e.ply == 0 ? "" : move_text(e.previous, chess960_)).number("ply", e.ply);
    write(std::move(line.number("depth", e.depth).score("alpha", e.alpha).score("beta", e.beta)));
  }

  void node_left(const NodeLeft& e) override {
    if (!complete_ || open_.empty()) return;
    Open node = open_.back();
    open_.pop_back();
    if (e.has_static_eval) write(std::move(Line().score("static_eval", e.static_eval)));
    if (const auto feature = feature_that_cuts(e.end); !feature.empty()) node.cut_by = feature;
    if (node.resolved_by >= 0 && e.end == NodeEnd::RuleCut) node.cut_by = rule_name(node.resolved_by);
    if (!node.cut_by.empty()) write_cut(node, node.cut_by, e.score, 0);
    if (const auto name = name_of(e.end); !name.empty()) write(std::move(Line().text("end", name)));
    write(std::move(Line().score("leave", e.score)));
  }

  void node_decided(const NodeDecided& e) override {
    if (!complete_ || open_.empty()) return;
    if (e.kind == NodeDecided::Kind::Resolve) open_.back().resolved_by = e.rule;  // quiescence has the last word
    if (e.kind == NodeDecided::Kind::Reduce)
      write(std::move(Line().text("rule", rule_name(e.rule)).text("action", "reduce")));
    if (e.kind != NodeDecided::Kind::Cut) return;
    if (e.move != 0 && !may_add()) return;
    write_cut({.depth = e.depth, .alpha = e.alpha, .beta = e.beta}, rule_name(e.rule), e.value, e.move);
  }

  void move_skipped(const MoveSkipped& e) override {
    if (open_.empty() || !may_add()) return;
    Line line;
    line.text("rule", rule_name(e.rule)).text("move", move_text(e.move, chess960_)).text("action", "skip");
    line.number("depth", std::max(e.depth, 0)).number("full_depth", std::max(e.full_depth, 0));
    line.number("reduced_depth", e.first_depth).score("alpha", e.alpha).score("beta", e.beta);
    if (e.has_static_eval) line.score("static_eval", e.static_eval);
    line.score("bound", e.bound).number("slack", e.slack);
    write(std::move(line));
  }

 private:
  struct Open {
    int depth = 0, alpha = 0, beta = 0;
    int resolved_by = -1;          // a rule that handed the node to quiescence
    std::string_view cut_by = {};  // what ended it
  };

  bool may_add() {
    if (complete_ && entries_ == most_) {
      complete_ = false;
      write(std::move(Line().number("cut_off", static_cast<std::int64_t>(entries_))));
    }
    if (complete_) ++entries_;
    return complete_;
  }
  void write_cut(const Open& node, std::string_view rule, int bound, MoveBits move) {
    Line line;
    line.text("rule", rule).text("action", "cut");
    if (move != 0) line.text("move", move_text(move, chess960_));
    line.number("depth", std::max(node.depth, 0)).score("alpha", node.alpha).score("beta", node.beta);
    write(std::move(line.score("bound", bound)));
  }
  void write(Line&& line) {
    const std::string text = std::move(line).finish();
    std::fwrite(text.data(), 1, text.size(), file_);  // a failure shows in ferror() at the end
  }

  std::FILE* file_;
  const std::uint64_t most_;
  const bool chess960_;
  std::vector<Open> open_;
  std::uint64_t entries_ = 0;
  bool complete_ = true;
};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File open_file(const std::string& path) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) throw ResourceError("\"" + path + "\" cannot be created: " + std::strerror(errno));
  return file;
}

}  // namespace

struct TraceWriter::State {
  State(std::string file_path, const Game& game, std::uint64_t most)
      : path(std::move(file_path)), part(path + ".part"), file(open_file(part)), lines(file.get(), game, most) {}

  std::string path;
  std::string part;  // where it is written until it is complete
  File file;
  LinesWriter lines;
};

TraceWriter::TraceWriter(std::string path, const Game& game, std::uint64_t most_entries)
    : state_(std::make_unique<State>(std::move(path), game, most_entries)) {}

TraceWriter::~TraceWriter() {
  if (!state_->file) return;
  state_->file.reset();
  std::remove(state_->part.c_str());
}

Observer& TraceWriter::observer() {
  return state_->lines;
}
std::uint64_t TraceWriter::entries() const {
  return state_->lines.entries();
}
bool TraceWriter::complete() const {
  return state_->lines.complete();
}

void TraceWriter::finish() {
  std::FILE* const file = state_->file.release();
  if (!file) return;
  const bool written = std::fflush(file) == 0 && std::ferror(file) == 0;
  const bool closed = std::fclose(file) == 0;
  std::error_code error;
  if (written && closed) std::filesystem::rename(state_->part, state_->path, error);
  if (written && closed && !error) return;
  std::remove(state_->part.c_str());
  throw ResourceError("\"" + state_->path + "\" cannot be written" + (error ? ": " + error.message() : ""));
}

}  // namespace oknos
