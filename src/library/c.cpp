#include "oknos/c.h"

#include <charconv>
#include <cstring>
#include <new>

#include "engine/base/text.h"
#include "oknos/error.h"
#include "oknos/oknos.h"

// Everything that a function of the C interface returns lives here until the next call.
struct OknosEngine {
  oknos::Game game;
  oknos::Searcher searcher;
  std::string error;
  std::string text;
  std::string skip_fen;
  oknos::SearchResult found;
  std::string best_line;
  OknosResult result{};
  OknosRuleUse rule_use{};
};

namespace oknos {
namespace {

constexpr std::size_t kQuoted = 40;  // characters of a text that is not understood

// No exception leaves a C function: it becomes a status and a text.
template <class Call>
OknosStatus guarded(OknosEngine* engine, Call&& call) noexcept {
  try {
    try {
      call();
      return OKNOS_OK;
    } catch (const InvalidInput& e) {
      engine->error = e.what();
      return OKNOS_INVALID;
    } catch (const ResourceError& e) {
      engine->error = e.what();
      return OKNOS_NO_RESOURCE;
    } catch (const std::exception& e) {
      engine->error = e.what();
      return OKNOS_FAILED;
    }
  } catch (...) {  // no memory for the text
    engine->error.clear();
    return OKNOS_NO_RESOURCE;
  }
}

std::string_view given(const char* text, const char* what) {
  if (!text) throw InvalidInput(std::string(what) + " is null; a text is needed");
  return text;
}

int number_of(std::string_view name, std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0)
    throw InvalidInput(std::string(name) + ": " + text::quoted(text, kQuoted) + " is not a number from 0");
  return value;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

void set_option(Searcher& searcher, std::string_view name, std::string_view value) {
  if (name == "preset") return searcher.set_preset(value);
  if (name == "hash") return searcher.set_hash(static_cast<std::size_t>(number_of(name, value)));
  if (name == "threads") return searcher.set_threads(number_of(name, value));
  if (name == "network") return searcher.set_network(std::string(value));
  if (name == "tablebases") return static_cast<void>(searcher.set_tablebases(std::string(value)));
  searcher.set_option(name, value);
}

std::optional<int> limit(int value) {
  return value == 0 ? std::nullopt : std::optional(value);
}

// Tells a C function what the rules skip.
class SkipTeller : public Observer {
 public:
  SkipTeller(OknosEngine& engine, const OknosSearch& search) : engine_(engine), search_(search) {}

  void move_skipped(const MoveSkipped& e) override {
    const std::string move = move_text(e.move, engine_.game.chess960());
    const OknosSkip skip{.ply = e.ply,
                         .depth = e.depth,
                         .alpha = e.alpha,
                         .beta = e.beta,
                         .has_static_eval = e.has_static_eval,
                         .static_eval = e.static_eval,
                         .bound = e.bound,
                         .slack = e.slack,
                         .searched = e.searched,
                         .history = e.history,
                         .rule = rule_name(e.rule).data(),
                         .move = move.c_str(),
                         .position = e.position};
    if (search_.on_skip(&skip, search_.user) != 0) engine_.searcher.stop();
  }

 private:
  OknosEngine& engine_;
  const OknosSearch& search_;
};

void tell_line(OknosEngine& engine, const OknosSearch& search, const SearchProgress& progress) {
  const Variation& variation = progress.variation;
  const std::string moves = joined(variation.moves);
  const OknosLine line{.rank = progress.rank,
                       .depth = variation.depth,
                       .selective_depth = variation.selective_depth,
                       .score = variation.score,
                       .kind = static_cast<int>(variation.kind),
                       .mate = variation.mate.value_or(0),
                       .nodes = progress.nodes,
                       .milliseconds = progress.time.count(),
                       .moves = moves.c_str()};
  if (search.on_line(&line, search.user) != 0) engine.searcher.stop();
}

// What a program passes that was compiled with an older header is shorter: the rest is zero.
OknosSearch complete(const OknosSearch* given) {
  constexpr std::size_t least = offsetof(OknosSearch, depth);
  if (!given) throw InvalidInput("search is null; an OknosSearch is needed");
  if (given->size < least || given->size > sizeof(OknosSearch))
    throw InvalidInput("size: " + std::to_string(given->size) + " is not sizeof(OknosSearch), which is " +
                       std::to_string(sizeof(OknosSearch)));
  OknosSearch out{};
  std::memcpy(&out, given, given->size);
  return out;
}

void search(OknosEngine& engine, const OknosSearch& search) {
  SearchTask task;
  task.depth = limit(search.depth);
  if (search.nodes != 0) task.nodes = search.nodes;
  if (search.milliseconds != 0) task.time = std::chrono::milliseconds(search.milliseconds);
  if (search.lines != 0) task.lines = search.lines;
  task.count_rules = search.count_rules != 0;
  SkipTeller skips(engine, search);
  if (search.on_skip) task.observer = &skips;
  if (search.on_line) task.on_progress = [&](const SearchProgress& progress) { tell_line(engine, search, progress); };

  engine.found = engine.searcher.search(engine.game, task);
  const SearchResult& found = engine.found;
  const Variation best = found.variations.empty() ? Variation{} : found.variations.front();
  engine.best_line = joined(best.moves);
  engine.result = {.best_move = found.best_move.c_str(),
                   .expected_reply = found.expected_reply.c_str(),
                   .moves = engine.best_line.c_str(),
                   .score = best.score,
                   .mate = best.mate.value_or(0),
                   .depth = best.depth,
                   .nodes = found.nodes,
                   .milliseconds = found.time.count(),
                   .moves_made = found.moves_made,
                   .moves_skipped = found.moves_skipped};
}

Game game_of(const char* fen, const char* moves) {
  Game game = fen ? Game(fen) : Game();
  for (const std::string_view move : text::words(moves ? moves : "")) game.play(move);
  return game;
}

}  // namespace
}  // namespace oknos

// The names and numbers of the two interfaces agree.
static_assert(static_cast<int>(oknos::GameState::InsufficientMaterial) == OKNOS_INSUFFICIENT_MATERIAL);
static_assert(static_cast<int>(oknos::GameState::Ongoing) == OKNOS_ONGOING);
static_assert(static_cast<int>(oknos::ScoreKind::Exact) == OKNOS_EXACT);
static_assert(static_cast<int>(oknos::ScoreKind::AtMost) == OKNOS_AT_MOST);

const char* oknos_version(void) {
  return oknos::version().data();
}

int oknos_c_interface(void) {
  return OKNOS_C_INTERFACE;
}

OknosEngine* oknos_create(void) {
  try {
    return new OknosEngine;
  } catch (...) {
    return nullptr;
  }
}

void oknos_destroy(OknosEngine* engine) {
  delete engine;
}

const char* oknos_error(const OknosEngine* engine) {
  return engine->error.c_str();
}

OknosStatus oknos_set_position(OknosEngine* engine, const char* fen, const char* moves) {
  return oknos::guarded(engine, [&] { engine->game = oknos::game_of(fen, moves); });
}

OknosStatus oknos_play(OknosEngine* engine, const char* move) {
  return oknos::guarded(engine, [&] { engine->game.play(oknos::given(move, "move")); });
}

const char* oknos_fen(OknosEngine* engine) {
  const OknosStatus status = oknos::guarded(engine, [&] { engine->text = engine->game.fen(); });
  return status == OKNOS_OK ? engine->text.c_str() : "";
}

const char* oknos_legal_moves(OknosEngine* engine) {
  const OknosStatus status = oknos::guarded(engine, [&] { engine->text = oknos::joined(engine->game.legal_moves()); });
  return status == OKNOS_OK ? engine->text.c_str() : "";
}

OknosGameState oknos_game_state(OknosEngine* engine) {
  return static_cast<OknosGameState>(engine->game.state());
}

int32_t oknos_evaluate(OknosEngine* engine) {
  return engine->searcher.evaluate(engine->game);
}

OknosStatus oknos_set_option(OknosEngine* engine, const char* name, const char* value) {
  return oknos::guarded(
      engine, [&] { oknos::set_option(engine->searcher, oknos::given(name, "name"), oknos::given(value, "value")); });
}

const OknosResult* oknos_search(OknosEngine* engine, const OknosSearch* search) {
  const OknosStatus status = oknos::guarded(engine, [&] { oknos::search(*engine, oknos::complete(search)); });
  return status == OKNOS_OK ? &engine->result : nullptr;
}

void oknos_stop(OknosEngine* engine) {
  engine->searcher.stop();
}

void oknos_clear(OknosEngine* engine) {
  engine->searcher.clear();
}

const char* oknos_skip_fen(OknosEngine* engine, const OknosSkip* skip) {
  const OknosStatus status = oknos::guarded(
      engine, [&] { engine->skip_fen = oknos::position_text(*static_cast<const oknos::Position*>(skip->position)); });
  return status == OKNOS_OK ? engine->skip_fen.c_str() : "";
}

int oknos_rule_count(void) {
  return oknos::rule_count();
}

const OknosRuleUse* oknos_rule_use(OknosEngine* engine, int rule) {
  const std::vector<oknos::RuleUse>& rules = engine->found.rules;
  if (rule < 0 || rule >= static_cast<int>(rules.size())) return nullptr;
  const oknos::RuleUse& use = rules[static_cast<std::size_t>(rule)];
  engine->rule_use = {.rule = use.rule.c_str(),
                      .asked = use.asked,
                      .fired = use.fired,
                      .moves_skipped = use.moves_skipped,
                      .nodes_cut = use.nodes_cut,
                      .quiescence_nodes_cut = use.quiescence_nodes_cut,
                      .nodes_reduced = use.nodes_reduced};
  return &engine->rule_use;
}
