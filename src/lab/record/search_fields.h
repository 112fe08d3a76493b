#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/experiment/result.h"
#include "lab/play/participant.h"
#include "lab/play/plan.h"
#include "lab/record/question.h"
#include "lab/record/report.h"
#include "lab/solving/suite_input.h"

// Options that say who searches which positions, and how far.
namespace oknos::lab::record {

// --- Files of positions --------------------------------------------------------------------------------------------

struct Positions {
  std::vector<std::string> files;
  SuiteInput input;  // since check()

  const SuitePosition& operator[](WorkUnitNumber i) const { return input.positions[static_cast<std::size_t>(i)]; }
  WorkUnitNumber count() const { return static_cast<WorkUnitNumber>(input.positions.size()); }
};

CLI::Option* add_option(CLI::App& app, const char* name, Positions& to, const std::string& help, const OptionTraits&);
std::optional<Refusal> check(Positions& to);
void identify(store::RunSpec& spec, const std::string& name, const Positions& positions);

// --- Players -------------------------------------------------------------------------------------------------------

// Without a limit of its own. What it calls itself, and which build it is, is known once it has been started.
struct PlayerField {
  std::string text;  // as parse_participant() reads it
  std::string name;  // empty: as it calls itself
  Participant participant{};
  mutable std::string identity{}, own_name{};

  Result<std::unique_ptr<Player>> start() const;
};

CLI::Option* add_option(CLI::App& app, const char* name, PlayerField& to, const std::string& help, const OptionTraits&);
std::optional<Refusal> check(PlayerField& to);
// Header entries NAME and NAME_name.
void identify(store::RunSpec& spec, const std::string& name, const PlayerField& player);

struct Players {
  std::vector<std::string> texts;
  std::vector<PlayerField> all;  // of `texts`, since check(); or made by a command

  using Started = std::vector<std::unique_ptr<Player>>;
  Result<Started> start() const;
};

CLI::Option* add_option(CLI::App& app, const char* name, Players& to, const std::string& help, const OptionTraits&);
std::optional<Refusal> check(Players& to);
// Header entries player_1, name_1, player_2, ... Equal names get a number.
void identify(store::RunSpec& spec, const std::string& name, const Players& players);
std::vector<std::string> player_names(const RunHeader& header);

// --hash. The table of an engine keeps its own size unless the option is given.
struct TableSize {
  std::size_t mib = Participant::kDefaultHash;
  bool given = false;

  void apply(Participant& to) const {
    if (!to.hash && (given || !to.foreign())) to.hash = mib;
  }
};

CLI::Option* add_option(CLI::App& app, const char* name, TableSize& to, const std::string& help, const OptionTraits&);
// The players' identities have it.
inline void identify(store::RunSpec&, const std::string&, const TableSize&) {}

// --- Rules ---------------------------------------------------------------------------------------------------------

// --preset and --set: the rules of our own search.
struct RuleOptions {
  SearchOptions options;
  RulesAndNetwork made{};  // since check()
};

CLI::Option* add_option(CLI::App& app, const char*, RuleOptions& to, const std::string&, const OptionTraits&);
std::optional<Refusal> check(RuleOptions& to);
// Header entries rules and preset.
void identify(store::RunSpec& spec, const std::string& name, const RuleOptions& rules);
// --- Our own search ------------------------------------------------------------------------------------------------

// --preset, --set, --evalfile, --depth, --nodes, --time, --hash: for make_plan(), since take().
struct Search : SearchOptions {
  RawLimits raw;

  void take(const CLI::App& command);
};

CLI::Option* add_option(CLI::App& app, const char*, Search& to, const std::string&, const OptionTraits&);

// --- Limits --------------------------------------------------------------------------------------------------------

// --depth, --nodes or --time: one kind of limit, one value or several.
struct LimitLadder {
  std::string unit;                  // "depth", "nodes", "time"
  std::vector<std::int64_t> values;  // plies, nodes, milliseconds; since check() in ascending order
  LimitLists given{};

  Limits limits(std::int64_t value) const;
  // Milliseconds after which an engine counts as hanging.
  std::optional<std::int64_t> patience(std::int64_t value, const Participant& player) const;
};

CLI::Option* add_option(CLI::App& app, const char*, LimitLadder& to, const std::string&, const OptionTraits&);
std::optional<Refusal> check(LimitLadder& to);
// Header entries unit and limits.
void identify(store::RunSpec& spec, const std::string& name, const LimitLadder& limits);

// One of them, in a line of a table.
struct Limit {
  std::string unit;
  std::int64_t value = 0;
};

std::vector<std::string> cells(const Limit& limit, const ColumnTraits&);
inline nlohmann::ordered_json json_of(const Limit& limit) {
  return limit.value;
}

}  // namespace oknos::lab::record
