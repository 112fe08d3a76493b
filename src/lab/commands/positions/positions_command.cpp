#include "lab/commands/positions/positions_command.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>

#include "engine/base/text.h"
#include "engine/uci/identity.h"
#include "lab/commands/positions/kinds.h"
#include "lab/store/run_store.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// Nothing: no such kind.
const PositionKind* find_kind(const std::string& name) {
  const auto& kinds = position_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const PositionKind& k) { return k.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

std::string known_kinds() {
  return listed(position_kinds(), &PositionKind::name);
}

// What is wrong with the command line, or nothing.
std::optional<std::string> objection(const PositionsOptions& options, const PositionKind& kind) {
  const bool needs_games = kind.games == PositionKind::Games::Needed;
  if (needs_games && options.from.empty())
    return fmt::format("positions {}: --from GAMES.pgn is required; 'oknos-lab datagen' makes games", kind.name);
  if (!needs_games && !options.from.empty())
    return fmt::format("positions {}: --from has no meaning here, these positions are made without games", kind.name);
  if (options.balance && kind.balance == 0)
    return fmt::format("positions {}: --balance has no meaning for this kind", kind.name);
  if (options.nodes && kind.nodes == 0)
    return fmt::format("positions {}: --nodes has no meaning for this kind: nothing is searched", kind.name);
  return std::nullopt;
}

std::string text_of(const PositionKind& kind, const MineTask& task, const std::string& games_hash,
                    const std::vector<epd::Record>& records) {
  std::string out = positions_heading(kind, task, games_hash);
  for (const epd::Record& record : records) out += epd::to_text(record) + '\n';
  return out;
}

int write(const PositionKind& kind, const MineTask& task, const std::string& games_hash, OutputFile& out) {
  Progress progress;
  MineTask shown = task;
  shown.progress = [&](double part, const std::string& text) { progress.show(part, text); };
  const auto records = kind.mine(shown);
  progress.clear();
  const auto wrong = records ? check_mined(*records) : Error{records.error()};
  if (wrong) {
    out.discard();
    return complain(kFailure, wrong->message);
  }
  out.write(text_of(kind, task, games_hash, *records));
  const std::string found = fmt::format("{} {}", grouped(records->size()), kind.name);
  if (interrupted()) return complain(kInterruptedExit, fmt::format("{} found so far are in {}", found, out.abandon()));
  if (const auto error = out.finish()) return complain(kFailure, error->message);
  std::printf("%s", found.c_str());
  if (static_cast<int>(records->size()) < task.count)
    std::printf("; there are no more (%s wanted)", grouped(static_cast<std::uint64_t>(task.count)).c_str());
  std::printf("\n");
  return 0;
}

}  // namespace

std::optional<Error> check_mined(const std::vector<epd::Record>& records) {
  std::set<std::string> names;
  for (const epd::Record& record : records) {
    const std::string name = position_name(record.position);
    if (!names.insert(name).second) return Error{"found twice: " + name};
    if (is_over(record.position)) return Error{"the game is over in " + name};
  }
  return std::nullopt;
}

std::string positions_heading(const PositionKind& kind, const MineTask& task, const std::string& games_hash) {
  const std::string games = std::filesystem::path(task.games).filename().string();
  std::string out = fmt::format("# oknos-lab positions {}", kind.name);
  if (!games.empty()) out += " --from " + games;
  out += fmt::format(" --count {}", task.count);
  if (kind.nodes > 0) out += fmt::format(" --nodes {}", task.nodes);  // else there is no search that decides
  if (kind.balance > 0) out += fmt::format(" --balance {}", task.balance);
  out += fmt::format(" --seed {}\n# oknos-lab {}: {}\n", task.seed, uci::kVersion, kind.help);
  if (!games.empty()) out += fmt::format("# {}: SHA-256 {}\n", games, games_hash);
  return out;
}

int mine_positions(const PositionsOptions& options) {
  const PositionKind* kind = find_kind(options.kind);
  if (!kind)
    return complain(
        kUsage, fmt::format("{} is not a kind of positions; there are: {}", text::quoted(options.kind), known_kinds()));
  if (const auto wrong = objection(options, *kind)) return complain(kUsage, *wrong);
  MineTask task;
  task.games = options.from;
  task.count = options.count.value_or(kind->count);
  task.seed = options.seed;
  task.nodes = options.nodes.value_or(kind->nodes);
  task.balance = options.balance.value_or(kind->balance);
  task.workers = options.workers;
  std::string games_hash;
  if (!task.games.empty()) {
    const auto hash = store::hash_of_file(task.games);
    if (!hash) return complain(kFailure, hash.error());
    games_hash = *hash;
  }
  OutputFile out;
  if (const auto error = out.open({options.out, options.force, {options.from}}))
    return complain(kFailure, error->message);
  catch_interrupts();
  return write(*kind, task, games_hash, out);
}

}  // namespace oknos::lab
