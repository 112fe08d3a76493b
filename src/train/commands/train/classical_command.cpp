#include "train/commands/train/classical_command.h"

#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "engine/base/text.h"
#include "engine/eval/weights/weight_values.h"
#include "engine/platform/clock.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/words.h"
#include "train/report.h"
#include "train/weight_file.h"

namespace oknos::train {

namespace {

// Everything that is said at the end.
struct Training {
  std::vector<GameFile> files;
  Loaded data;
  Weights start{};
  Objective objective;
  Fitted fitted;
  Weights weights{};             // in whole numbers
  double training_before = 0.0;  // mean errors
  double training_after = 0.0;
  double validation_before = 0.0;
  double validation_after = 0.0;
};

Result<Weights> start_of(const ClassicalOptions& options) {
  if (options.start.empty()) return eval::kWeights;
  std::ifstream in(options.start, std::ios::binary);
  const std::string name = text::quoted(options.start, options.start.size());
  if (!in)
    return Error{
        fmt::format("{} cannot be read; a file like src/engine/eval/weights/weight_values.h is expected", name)};
  const std::string text(std::istreambuf_iterator<char>(in), {});
  auto weights = parse_weight_file(text);
  if (!weights) return Error{fmt::format("{} is no file of weights: {}", name, weights.error())};
  return weights;
}

// What the file's contents depend on.
std::string command_of(const ClassicalOptions& options) {
  std::string out = "oknos-lab train classical";
  for (const std::string& game : options.games) out += " " + game;
  out += fmt::format(" --blend {} --validation {} --epochs {} --rate {} --pull {} --batch {} --seed {}", options.blend,
                     options.validation, options.fit.epochs, options.fit.rate, options.fit.pull, options.fit.batch,
                     options.fit.seed);
  if (options.resolve) out += " --resolve";
  if (!options.start.empty()) out += " --start " + options.start;
  return out;
}

std::vector<std::string> remarks_of(const ClassicalOptions& options, const Training& t) {
  std::vector<std::string> out = remark_lines(fmt::format("Made by: {}", command_of(options)));
  const std::string data = fmt::format(
      "Data: {}; {} positions to learn from, {} to judge by. Mean squared error: {:.6f} "
      "before, {:.6f} after; of those to judge by {:.6f} before, {:.6f} after.",
      description_of(t.files), lab::grouped(t.data.division.training.size()),
      lab::grouped(t.data.division.validation.size()), t.training_before, t.training_after, t.validation_before,
      t.validation_after);
  for (std::string& line : remark_lines(data)) out.push_back(std::move(line));
  return out;
}

double seconds_since(platform::TimePoint start) {
  constexpr double kSecond = 1000.0;
  return static_cast<double>(platform::milliseconds_since(start)) / kSecond;
}

void say(const ClassicalOptions& options, const std::string& text) {
  if (options.json) return;
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

void say_loaded(const ClassicalOptions& options, const Training& t, platform::TimePoint start) {
  constexpr double kMebibyte = 1 << 20;
  const std::size_t n = t.data.samples.size();
  say(options, labelled("files", description_of(t.files)) + text_of(t.data.tally));
  say(options,
      labelled("samples",
               fmt::format("{} to learn from, {} to judge by ({} endings with a rule of their own left "
                           "out)",
                           lab::grouped(t.data.division.training.size()),
                           lab::grouped(t.data.division.validation.size()), lab::grouped(t.data.exact_endings))));
  say(options,
      labelled("memory", fmt::format("{:.0f} MiB, {:.1f} entries a sample, read in {:.1f} s",
                                     static_cast<double>(t.data.samples.bytes()) / kMebibyte,
                                     static_cast<double>(t.data.samples.entry_count()) / static_cast<double>(n),
                                     seconds_since(start))));
}

// Fits K' to scores and results, then K to the evaluation as it is and the targets.
Objective objective_of(const ClassicalOptions& options, const Loaded& data, const Weights& start) {
  Objective out;
  out.blend = options.blend;
  out.score_scale = data.scores.best_scale();
  out.scale = best_scale(data.samples, data.division.training, vector_of(start), out, options.fit.threads);
  return out;
}

FitWatch watch_of(const ClassicalOptions& options, lab::Progress& progress, platform::TimePoint start,
                  std::size_t samples) {
  FitWatch out;
  out.epoch = [&options, &progress, start](const Epoch& e) {
    progress.clear();
    say(options, fmt::format("{:>5}  {:.6f}  {:.6f}{}  {:>7.4g}  {:>6.1f} s\n", e.number, e.training, e.validation,
                             e.best ? " *" : "  ", e.rate, seconds_since(start)));
  };
  out.within_epoch = [&options, &progress, start, samples](int epoch, double part) {
    const double done = epoch - 1 + part;
    const double rate = done * static_cast<double>(samples) / std::max(seconds_since(start), 1e-3);
    progress.show(done / options.fit.epochs,
                  fmt::format("epoch {} of at most {}, {} samples a second", epoch, options.fit.epochs,
                              lab::compact(static_cast<std::uint64_t>(rate))));
  };
  return out;
}

void measure(const ClassicalOptions& options, Training& t) {
  const auto error = [&](const Weights& weights, const std::vector<std::uint32_t>& which) {
    return mean_error(t.data.samples, which, vector_of(weights), t.objective, options.fit.threads);
  };
  t.training_before = error(t.start, t.data.division.training);
  t.training_after = error(t.weights, t.data.division.training);
  t.validation_before = error(t.start, t.data.division.validation);
  t.validation_after = error(t.weights, t.data.division.validation);
}

Json json_of(const ClassicalOptions& options, const Training& t) {
  Json out = json_of_run("train classical", t.files);
  out.update(json_of(t.data.tally));
  out["training_positions"] = t.data.division.training.size();
  out["validation_positions"] = t.data.division.validation.size();
  out["k_cp"] = t.objective.scale;
  out["k_score_cp"] = t.objective.score_scale;
  out["blend"] = t.objective.blend;
  Json epochs = Json::array();
  for (const Epoch& e : t.fitted.epochs)
    epochs.push_back({{"epoch", e.number}, {"training", e.training}, {"validation", e.validation}, {"rate", e.rate}});
  out["epochs"] = std::move(epochs);
  out["training_error"] = {{"before", t.training_before}, {"after", t.training_after}};
  out["validation_error"] = {{"before", t.validation_before}, {"after", t.validation_after}};
  out["made_by"] = command_of(options);
  out["out"] = options.out;
  return out;
}

void say_end(const ClassicalOptions& options, const Training& t) {
  if (options.json) {
    print(json_of(options, t));
    return;
  }
  constexpr double kPercent = 100.0;
  const auto line = [](double before, double after) {
    return fmt::format("{:.6f} before, {:.6f} after ({:+.2f} %)", before, after,
                       before > 0 ? kPercent * (after / before - 1.0) : 0.0);
  };
  say(options, labelled("error", line(t.training_before, t.training_after)));
  if (!t.data.division.validation.empty())
    say(options, labelled("validation", line(t.validation_before, t.validation_after)));
  say(options, labelled("written", options.out));
}

lab::OutputPath path_of(const ClassicalOptions& options) {
  lab::OutputPath out{options.out, options.force, options.games};
  out.in_use.push_back(options.start);
  return out;
}

}  // namespace

int train_classical(const ClassicalOptions& options) {
  Training t;
  if (const auto error = lab::check_output(path_of(options)))
    return lab::complain(lab::kFailure, "--out " + error->message);
  const auto start = start_of(options);
  if (!start) return lab::complain(lab::kFailure, start.error());
  t.start = *start;
  auto files = read_game_files(options.games);
  if (!files) return lab::complain(lab::kFailure, files.error());
  t.files = std::move(*files);
  lab::catch_interrupts();
  const platform::TimePoint begun = platform::now();
  auto loaded = load(t.files, {.validation = options.validation,
                               .seed = options.fit.seed,
                               .resolve = options.resolve,
                               .filter = {},
                               .threads = options.fit.threads});
  const auto stopped = [] { return lab::complain(lab::kInterruptedExit, "interrupted; nothing was written"); };
  if (!loaded) return stopped();
  t.data = std::move(*loaded);
  if (const std::string wrong = objection(t.data.tally); !wrong.empty()) return lab::complain(lab::kFailure, wrong);
  if (t.data.division.training.empty())
    return lab::complain(lab::kFailure, "no position is left to learn from; more games or a smaller --validation");
  say_loaded(options, t, begun);

  t.objective = objective_of(options, t.data, t.start);
  say(options, labelled("scale", fmt::format("K = {:.1f} centipawns for scores, {:.1f} for the evaluation",
                                             t.objective.score_scale, t.objective.scale)));
  say(options, "epoch  training  validation     rate\n");
  lab::Progress progress;
  const platform::TimePoint fit_begun = platform::now();
  t.fitted = fit(t.data.samples, t.data.division, vector_of(t.start), t.objective, options.fit,
                 watch_of(options, progress, fit_begun, t.data.division.training.size()));
  progress.clear();
  if (t.fitted.interrupted) return stopped();
  t.weights = rounded(t.fitted.weights);
  measure(options, t);
  const std::string wrong = write_whole(path_of(options), weight_file_text(t.weights, remarks_of(options, t)));
  if (!wrong.empty()) return lab::complain(lab::kFailure, wrong);
  say_end(options, t);
  return 0;
}

}  // namespace oknos::train
