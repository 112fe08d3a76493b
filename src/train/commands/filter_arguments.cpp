#include "train/commands/filter_arguments.h"

#include <fmt/format.h>

#include "lab/arguments/arguments.h"

namespace oknos::train {

using namespace oknos::lab;  // the options that all commands have

namespace {

constexpr std::string_view kNone = "none";

void read_kinds(train::Filter& to, const std::string& text) {
  to.in_check = to.tactical = to.after_capture = false;
  if (text == kNone) return;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string kind = text.substr(from, comma - from);
    if (kind == "check")
      to.in_check = true;
    else if (kind == "noisy")
      to.tactical = true;
    else if (kind == "after-capture")
      to.after_capture = true;
    else
      throw CLI::ValidationError(
          "--filter", fmt::format("{} is not allowed; allowed are check, noisy and after-capture, with commas, or none",
                                  text::quoted(kind)));
    from = comma + 1;
  }
}

}  // namespace

void add_filter(CLI::App& app, train::Filter& filter) {
  constexpr int kMaxPlies = 10'000;
  const std::string kinds = filter.after_capture ? "check,noisy,after-capture" : "check,noisy";
  app.add_option_function<std::string>(
         "--filter", [&filter](const std::string& text) { read_kinds(filter, text); },
         fmt::format("Positions to leave out: check (in check), noisy (the move played is a capture or promotion),\n"
                     "after-capture (right after a capture), or none (default: {})",
                     kinds))
      ->type_name("KINDS");
  add_number(app, "--decided", filter.decided, 1, train::Filter::kMaxDecided, "centipawns",
             "Leave out positions whose score is further from 0 than this (default: 1000)");
  add_number(app, "--skip-plies", filter.early, 0, kMaxPlies, "plies",
             "Leave out the first N plies of each game, the random ones included (default: 0)");
}

}  // namespace oknos::train
