#include "oknos/searcher.h"

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/notation.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/eval/network/embedded.h"
#include "engine/eval/network/network.h"
#include "engine/pruning/presets/options.h"
#include "engine/search/engine.h"
#include "engine/tablebases/tablebases.h"
#include "engine/uci/identity.h"
#include "engine/uci/tools.h"
#include "library/careful_observer.h"
#include "library/game_state.h"
#include "library/rule_use.h"
#include "oknos/error.h"

namespace oknos {

struct Searcher::State {
  Engine engine{Engine::kMinHash, 1};
  pruning::Overrides rules;
};

namespace {

constexpr std::size_t kQuoted = 40;  // characters of a text that is not understood

template <class Number>
void require(Number value, Number least, Number most, const char* name) {
  if (value < least || value > most)
    throw InvalidInput(std::string(name) + ": " + std::to_string(value) + " is out of range, which is " +
                       std::to_string(least) + " to " + std::to_string(most));
}

std::int64_t milliseconds(std::chrono::milliseconds time, const char* name) {
  if (time.count() < 0)
    throw InvalidInput(std::string(name) + ": " + std::to_string(time.count()) + " ms; a time is not negative");
  return time.count();
}

void set_clock(const PlayClock& clock, Color us, Limits& limits) {
  const auto side = static_cast<std::size_t>(index(us));
  limits.time[side] = milliseconds(clock.remaining, "clock.remaining");
  limits.increment[side] = milliseconds(clock.increment, "clock.increment");
  if (clock.moves_to_go && *clock.moves_to_go < 1)
    throw InvalidInput("clock.moves_to_go: " + std::to_string(*clock.moves_to_go) + "; at least 1 is needed");
  limits.moves_to_go = clock.moves_to_go;
}

Limits limits_of(const SearchTask& task, const Position& position) {
  Limits limits;
  if (task.depth) require(*task.depth, 1, kMaxDepth.plies(), "depth");
  if (task.nodes && *task.nodes == 0) throw InvalidInput("nodes: 0; at least 1 is needed");
  limits.depth = task.depth;
  limits.nodes = task.nodes;
  if (task.time) limits.move_time = milliseconds(*task.time, "time");
  if (task.clock) set_clock(*task.clock, position.side_to_move(), limits);
  for (const std::string& text : task.only_moves) {
    const auto move = move_from_text(position, text);
    if (!move)
      throw InvalidInput("only_moves: " + text::quoted(text, kQuoted) + " is not a legal move in " +
                         fen::to_text(position));
    limits.search_moves.push_back(*move);
  }
  return limits;
}

SearchRequest request_of(const SearchTask& task, const Position& position) {
  require(task.lines, 1, static_cast<int>(kMaxMoves), "lines");
  if (task.count_rules && task.observer)
    throw InvalidInput("count_rules and observer: only one of them is possible; an observer can count for itself");
  SearchRequest request;
  request.limits = limits_of(task, position);
  request.multi_pv = task.lines;
  request.analysis = !task.clock;
  request.stop_flag = task.stop_flag;
  if (task.count_rules) request.tracing = Tracing::Ledger;
  return request;
}

std::optional<int> mate_of(Score score) {
  if (is_win(score)) return ((kMate - score).value() + 1) / 2;
  if (is_loss(score)) return -((kMate + score).value() + 1) / 2;
  return std::nullopt;
}

Variation variation_of(const Info& info, bool chess960) {
  Variation out;
  for (const Move m : info.pv) out.moves.push_back(to_text(m, chess960));
  out.score = info.score.value();
  out.kind = info.bound == Bound::Lower   ? ScoreKind::AtLeast
             : info.bound == Bound::Upper ? ScoreKind::AtMost
                                          : ScoreKind::Exact;
  out.mate = mate_of(info.score);
  out.depth = info.depth;
  out.selective_depth = info.seldepth;
  return out;
}

class ProgressTeller : public SearchListener {
 public:
  ProgressTeller(const SearchTask& task, bool chess960, Callbacks& callbacks)
      : task_(task), chess960_(chess960), callbacks_(callbacks) {}

  void on_info(const Info& info) override {
    if (!task_.on_progress || info.pv.empty()) return;
    callbacks_.make([&] {
      task_.on_progress({.rank = info.multi_pv,
                         .variation = variation_of(info, chess960_),
                         .nodes = info.nodes,
                         .time = std::chrono::milliseconds(info.time)});
    });
  }

 private:
  const SearchTask& task_;
  const bool chess960_;
  Callbacks& callbacks_;
};

SearchResult result_of(const SearchReport& report, bool counted, bool chess960) {
  SearchResult out;
  if (report.best) out.best_move = to_text(report.best, chess960);
  if (report.ponder) out.expected_reply = to_text(report.ponder, chess960);
  for (const Info& line : report.lines)
    if (!line.pv.empty()) out.variations.push_back(variation_of(line, chess960));
  out.nodes = report.nodes;
  out.time = std::chrono::milliseconds(report.time);
  if (!counted) return out;
  out.rules = rule_uses(report.ledger);
  out.moves_made = report.ledger.moves_made;
  out.moves_skipped = report.ledger.moves_skipped;
  return out;
}

}  // namespace

Searcher::Searcher() : state_(std::make_unique<State>()) {
  set_threads(1);
  set_hash(Engine::kDefaultHash);
}

Searcher::~Searcher() = default;

SearchResult Searcher::search(const Game& game, const SearchTask& task) {
  const Position& position = game.state_->position;
  SearchRequest request = request_of(task, position);
  request.settings = state_->rules.settings();

  Callbacks callbacks([this] { stop(); });
  std::optional<CarefulObserver> observer;
  if (task.observer) {
    request.tracing = Tracing::Observed;
    request.observer = &observer.emplace(*task.observer, callbacks);
  }
  ProgressTeller teller(task, position.chess960(), callbacks);
  state_->engine.set_position(position);
  const SearchReport report = state_->engine.search(request, &teller);
  callbacks.rethrow();
  return result_of(report, task.count_rules, position.chess960());
}

void Searcher::stop() {
  state_->engine.stop();
}

int Searcher::evaluate(const Game& game) const {
  const Position& position = game.state_->position;
  const bool by_network = state_->rules.settings().conventions.wants_network() && state_->engine.network();
  const Score score =
      by_network ? eval::evaluate(*state_->engine.network(), position) : eval::evaluate(position).total();
  return score.value();
}

void Searcher::set_preset(std::string_view name) {
  const std::string text(name);
  const auto preset = pruning::find_or_load_preset(text);
  if (!preset) throw InvalidInput(preset.error());
  const bool built_in = pruning::find_preset(text).ok();
  if (built_in) set_option("Preset", text);
  set_option("Preset File", built_in ? "" : text);
}

void Searcher::set_option(std::string_view name, std::string_view value) {
  const Result<bool> set = state_->rules.set(name, value);
  if (!set) throw InvalidInput(set.error());
  if (!*set)
    throw InvalidInput(text::quoted(name, kQuoted) + " is not an option of the rules; Searcher::settings() lists them");
}

std::vector<std::pair<std::string, std::string>> Searcher::settings() const {
  return pruning::named_values(state_->rules.settings());
}

std::string Searcher::preset() const {
  return state_->rules.preset().name;
}

void Searcher::set_hash(std::size_t mebibytes) {
  require(mebibytes, Engine::kMinHash, Engine::kMaxHash, "Hash");
  if (const auto error = uci::hash_too_large(mebibytes)) throw InvalidInput(error->message);
  if (!state_->engine.set_hash(mebibytes))
    throw ResourceError("Hash: the system refuses " + std::to_string(mebibytes) + " MiB");
}

void Searcher::set_threads(int threads) {
  require(threads, 1, Engine::kMaxThreads, "Threads");
  if (!state_->engine.set_threads(threads))
    throw ResourceError("Threads: the system refuses " + std::to_string(threads));
}

void Searcher::set_network(const std::string& file) {
  auto network = eval::network::network_named(file);
  if (!network) throw InvalidInput(network.error());
  state_->engine.set_network(std::move(*network));
}

std::vector<std::string> Searcher::set_tablebases(const std::string& folders) {
  const std::vector<std::string> names = tablebases::folders_of(folders);
  if (names.empty()) return state_->engine.set_tablebases(nullptr), std::vector<std::string>{};
  tablebases::Tablebases::Loaded loaded = tablebases::Tablebases::load(names);
  if (loaded.tables->empty())
    throw InvalidInput("no tablebases (files such as KQvK.rtbw) in " + text::quoted(folders) +
                       "; folders are separated by '" + tablebases::kFolderSeparator + "'");
  state_->engine.set_tablebases(std::move(loaded.tables));
  return std::move(loaded.problems);
}

void Searcher::clear() {
  state_->engine.clear();
}

std::vector<std::string> preset_names() {
  const auto names = pruning::preset_names();
  return {names.begin(), names.end()};
}

std::string_view version() {
  return uci::kVersion;
}

}  // namespace oknos
