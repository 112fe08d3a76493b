#include "lab/commands/traced_engine.h"

#include <filesystem>
#include <fmt/format.h>
#include <random>
#include <system_error>
#include <utility>
#include <variant>

#include "engine/base/text.h"
#include "engine/platform/file_name.h"
#include "lab/commands/trace_events.h"
#include "lab/formats/line_source.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

namespace fs = std::filesystem;

// A name that no other run has.
std::string temporary_name() {
  std::random_device random;
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  return ((error ? fs::path(".") : folder) / fmt::format("oknos-trace-{:08x}{:08x}", random(), random())).string();
}

}  // namespace

Result<std::unique_ptr<TracedEngine>> TracedEngine::start(Participant participant) {
  std::unique_ptr<TracedEngine> out(new TracedEngine(temporary_name()));
  participant.hidden_variables = {"OKNOS_CLAIMS"};
  participant.variables = {
      {"OKNOS_TRACE", out->file_}, {"OKNOS_TRACE_SEARCH", "1"}, {"OKNOS_TRACE_LIMIT", std::to_string(kMaxEntries)}};
  auto player = make_player(participant);
  if (!player) return Error{player.error()};
  out->player_ = std::move(*player);
  return out;
}

TracedEngine::~TracedEngine() {
  player_.reset();
  std::error_code ignored;
  fs::remove(file_, ignored);
}

std::optional<Failure> TracedEngine::search(const Position& position, const Limits& limits,
                                            std::optional<std::int64_t> patience, Observer& to) {
  std::error_code ignored;
  fs::remove(file_, ignored);  // of the search before
  player_->give_up();
  if (auto failure = player_->new_game(position.chess960(), &unwanted_)) return failure;
  const GameLine line(position);
  const MoveOutcome outcome = player_->move({line, limits, patience, &unwanted_}, nullptr);
  player_->give_up();  // writes no more
  if (const Failure* failure = std::get_if<Failure>(&outcome)) return *failure;
  return replay(to, limits.depth.has_value());
}

std::optional<Failure> TracedEngine::replay(Observer& to, bool completed) const {
  const auto failure = [this](const std::string& what) {
    return Failure{FailureKind::Crashed, player_->name() + ": " + what};
  };
  const platform::File file = platform::open_file(file_, "rb");
  if (!file)
    return failure(
        "it wrote no trace of its search, which is to be counted; docs/claims.md says how an engine does that");
  TraceEvents events(to);
  LineSource lines(file.get());
  std::string_view line;
  std::string last;
  // A line behind: the last one is not complete if the engine was ended while it wrote.
  for (bool first = true; lines.next(line); first = false) {
    if (!first)
      if (const auto error = events.line(last))
        return failure(fmt::format("trace: line {}: {}", lines.line_number() - 1, error->message));
    last = line;
  }
  if (!last.empty() && last.back() == '}') (void)events.line(last);
  if (events.cut_off())
    return failure(
        fmt::format("its search has more than {} nodes and skipped moves; set a smaller limit", grouped(kMaxEntries)));
  if (completed && events.is_within_search())
    return failure(fmt::format("its trace ends in the middle of the search; is the disk of {} full?",
                               text::quoted(fs::path(file_).parent_path().string())));
  if (const auto error = events.finish()) return failure("trace: " + error->message);
  return std::nullopt;
}

}  // namespace oknos::lab
