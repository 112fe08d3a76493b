#include "lab/commands/tune/tune_output.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/pruning/registry/names.h"
#include "engine/uci/identity.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// "reverse_futility.margin" -> "Reverse_Futility_Margin"
std::string option_name(const TunedParameter& p) {
  if (p.name.starts_with(kOptionPrefix)) return p.name.substr(kOptionPrefix.size());
  const std::size_t dot = p.name.find('.');
  std::string out = pruning::title_of(p.name.substr(0, dot)) + " " + pruning::title_of(p.name.substr(dot + 1));
  std::replace(out.begin(), out.end(), ' ', '_');
  return out;
}

std::string provenance(const TuneState& s) {
  return fmt::format("oknos-lab tune: {} of {} iterations of SPSA (a pair of games each) from {}, {}, {}, seed {}",
                     grouped(static_cast<std::uint64_t>(s.record.spsa().applied())),
                     grouped(static_cast<std::uint64_t>(s.facts.spsa.iterations)), s.facts.start, s.facts.control,
                     s.facts.book, s.facts.seed);
}

std::string comments(const TuneState& s) {
  std::string out = fmt::format("# {}, Oknos {}\n#\n", provenance(s), uci::kVersion);
  const std::vector<int> rounded = s.record.spsa().rounded();
  for (std::size_t i = 0; i < rounded.size(); ++i) {
    const TunedParameter& p = s.facts.parameters[i];
    out += fmt::format("# {}: {} before, now {} ({:.1f}); {}..{}, c_end {:g}, r_end {:g}\n", p.name, p.start,
                       rounded[i], s.record.spsa().values()[i], p.min, p.max, p.c_end, p.r_end);
  }
  if (const Pentanomial& pairs = s.record.verification().pairs; pairs.count() > 0)
    out += fmt::format("#\n# Against what it began with, {} games: {} Elo\n", grouped(2 * pairs.count()),
                       to_text(figures(pairs).elo));
  return out + "\n";
}

}  // namespace

std::string preset_file(const TuneState& s, const Participant& start, const std::string& name) {
  pruning::Preset out = start.preset;
  out.settings = with_values(start.settings, s.facts.parameters, s.record.spsa().rounded());
  out.name = name;
  out.description = start.preset.name + " with values tuned by playing";
  out.source = provenance(s);
  return comments(s) + pruning::to_toml(out, pruning::base_of_changes(start.preset));
}

std::string openbench_input(const TuneFacts& facts, double r_end) {
  std::string out;
  for (const TunedParameter& p : facts.parameters)
    out += fmt::format("{}, int, {:.1f}, {:.1f}, {:.1f}, {}, {}\n", option_name(p), static_cast<double>(p.start),
                       static_cast<double>(p.min), static_cast<double>(p.max), p.c_end, r_end);
  return out;
}

}  // namespace oknos::lab
