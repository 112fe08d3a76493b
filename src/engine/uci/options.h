#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/presets/options.h"
#include "engine/search/limits.h"
#include "engine/uci/command.h"
#include "engine/uci/strength.h"

namespace oknos::uci {

enum class OptionKind : std::uint8_t { Check, Spin, Combo, Button, String };

struct Option {
  std::string name;
  OptionKind kind = OptionKind::Check;
  std::string default_value;  // not of a button
  std::int64_t min = 0;       // of a spin
  std::int64_t max = 0;
  std::vector<std::string> values;  // of a combo
  bool expert = false;              // declared only to those who ask for all options
};

// "option name Hash type spin default 16 min 1 max 1048576"
std::string to_text(const Option& option);

// Built for tuners and test runners (`make EXPERT=yes`, -DOKNOS_EXPERT=ON): all options are declared from the start,
// with
// '_' for blanks, because tuners split at blanks what they pass on.
#ifdef OKNOS_EXPERT
inline constexpr bool kExpertBuild = true;
#else
inline constexpr bool kExpertBuild = false;
#endif

// What the user has set. Values that belong to the engine (hash, threads) or to the log are not kept here: set() hands
// them to the caller, who may find that the system refuses.
class Options {
 public:
  enum class Effect : std::uint8_t { None, Hash, ClearHash, Strength, Threads, LogFile, EvalFile, SyzygyPath };
  struct Change {
    Effect effect = Effect::None;
    std::int64_t number = 0;  // MiB, threads
    std::string text;         // path of the log file, empty: none; what evaluates; folders of tablebases
  };

  // All options: the engine's own and those of the pruning rules.
  static std::vector<Option> all();
  // Those that `uci` declares: without Expert, as many as fit a GUI's dialog. All others are accepted as well.
  std::vector<Option> declared() const;

  // Names are compared without regard to case; '_' may stand for a blank. The error is one line that says what is
  // allowed; nothing has changed then.
  Result<Change> set(const SetOption& command);

  int multi_pv() const { return multi_pv_; }
  std::int64_t move_overhead() const { return move_overhead_; }  // milliseconds
  bool chess960() const { return chess960_; }
  bool analyse_mode() const { return analyse_mode_; }
  bool show_wdl() const { return show_wdl_; }
  bool expert() const { return expert_; }
  void set_expert(bool on) { expert_ = on; }
  // The Elo to play at; nothing: full strength.
  std::optional<int> limited_elo() const { return limit_strength_ ? std::optional(elo_) : std::nullopt; }
  const TablebaseUse& tablebases() const { return tablebases_; }
  const pruning::Overrides& rules() const { return rules_; }

 private:
  Result<Change> set_own(const Option& option, const std::string& value);
  Result<Change> set_check(const Option& option, const std::string& value);
  Result<Change> set_spin(const Option& option, const std::string& value);
  Result<Change> set_rule(const SetOption& command);

  int multi_pv_ = 1;
  std::int64_t move_overhead_ = 20;
  bool chess960_ = false;
  bool analyse_mode_ = false;
  bool show_wdl_ = false;
  bool limit_strength_ = false;
  bool expert_ = kExpertBuild;
  int elo_ = kDefaultElo;
  TablebaseUse tablebases_;
  pruning::Overrides rules_;
};

}  // namespace oknos::uci
