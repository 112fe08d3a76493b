#include "lab/play/variable_player.h"

#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "lab/play/plan.h"
#include "lab/play/uci_player.h"

namespace oknos::lab {

namespace {

const std::vector<uci::Option> kNoOptions;

}  // namespace

VariablePlayer::~VariablePlayer() = default;

Result<std::unique_ptr<VariablePlayer>> VariablePlayer::start(const Participant& base) {
  std::unique_ptr<VariablePlayer> out(new VariablePlayer);
  out->base_ = base;
  if (base.foreign()) {
    auto player = make_uci_player(base, true);
    if (!player) return Error{player.error()};
    out->foreign_ = player->get();
    out->player_ = std::move(*player);
  } else {
    auto player = make_engine_player(base);
    if (!player) return Error{player.error()};
    out->own_ = player->get();
    out->player_ = std::move(*player);
  }
  return out;
}

const std::vector<uci::Option>& VariablePlayer::options() const {
  return foreign_ ? foreign_->options() : kNoOptions;
}

std::optional<Error> VariablePlayer::set(const ValueChanges& changes) {
  if (foreign_) {
    ValueChanges options = changes;
    for (auto& [name, value] : options)
      if (name.starts_with(kOptionPrefix)) name.erase(0, kOptionPrefix.size());
    return foreign_->change_options(options);
  }
  const auto settings = with_changes(base_.settings, changes);
  if (!settings) return Error{settings.error()};
  own_->set_settings(*settings);
  return std::nullopt;
}

Result<pruning::Settings> with_changes(const pruning::Settings& base, const ValueChanges& changes) {
  pruning::Overrides overrides;
  for (const auto& [name, value] : changes) {
    const auto set = overrides.set(name, value);
    if (!set) return Error{set.error()};
    if (!*set) return Error{no_such_setting(name)};
  }
  pruning::Preset preset;
  preset.settings = base;
  return overrides.resolve(preset);
}

std::string name_alone(const Participant& base) {
  if (!base.foreign()) return base.preset_and_changes();
  return base.name.empty() ? base.command.substr(base.command.find_last_of('/') + 1) : base.name;
}

Result<std::unique_ptr<VariablePair>> make_variable_pair(const Participant& base) {
  auto out = std::make_unique<VariablePair>();
  for (auto& player : *out) {
    auto made = VariablePlayer::start(base);
    if (!made) return Error{made.error()};
    player = std::move(*made);
  }
  return out;
}

}  // namespace oknos::lab
