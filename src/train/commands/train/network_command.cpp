#include "train/commands/train/network_command.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "engine/base/bytes.h"
#include "engine/base/text.h"
#include "engine/platform/clock.h"
#include "engine/uci/identity.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/words.h"
#include "train/network/loss_curve.h"
#include "train/network/quantise.h"
#include "train/report.h"

namespace oknos::train::network {

namespace {

void say(const NetworkOptions& options, const std::string& text) {
  if (options.json) return;
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

double seconds_since(platform::TimePoint start) {
  constexpr double kSecond = 1000.0;
  return static_cast<double>(platform::milliseconds_since(start)) / kSecond;
}

// Every file that is read; the output may be none of them.
std::vector<std::string> inputs_of(const NetworkOptions& options) {
  std::vector<std::string> out = options.games;
  out.insert(out.end(), options.validation_games.begin(), options.validation_games.end());
  return out;
}

std::string checkpoint_of(const NetworkOptions& options) {
  return options.out + ".checkpoint";
}

std::optional<std::string> content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// Positions left out, if they are not those that always are.
std::string filter_text(const NetworkOptions& options) {
  return options.filter == kNetworkFilter ? "" : "; left out: " + options.filter.to_text();
}

// The targets, if they are not the positions' own scores.
std::string lookahead_text(const NetworkOptions& options) {
  return options.lookahead == 0.0 ? "" : fmt::format("; lookahead {}", options.lookahead);
}

// A run: what is trained, on what, and how far it is.
struct Run {
  const NetworkOptions& options;
  std::vector<GameFile> files;
  std::vector<GameFile> validation_files;
  Positions positions;
  Schedule schedule;
  std::string identity;
  std::string start{};  // where it began, in words, if not from random numbers
  double rate = 0.0;    // positions a second, of the epochs of this run
};

// The network of --from, if any.
Result<std::optional<Start>> start_of(Run& run) {
  if (run.options.from.empty()) return std::optional<Start>();
  const auto network = eval::network::Network::load(run.options.from);
  if (!network) return Error{"--from: " + network.error()};
  const Layout& layout = run.schedule.layout;
  const Layout theirs{.neurons = (*network)->neurons(),
                      .buckets = (*network)->buckets(),
                      .king_buckets = (*network)->king_buckets(),
                      .hidden = (*network)->hidden()};
  const std::string name = text::quoted(run.options.from, run.options.from.size());
  if (theirs.neurons > layout.neurons || theirs.buckets != layout.buckets)
    return Error{
        fmt::format("--from: {} has {} neurons and {} buckets; right are at most {} and exactly {} (--neurons, "
                    "--buckets)",
                    name, theirs.neurons, theirs.buckets, layout.neurons, layout.buckets)};
  if (theirs.king_buckets > layout.king_buckets)
    return Error{fmt::format("--from: {} has {} king buckets; right are at most {} (--king-buckets)", name,
                             theirs.king_buckets, layout.king_buckets)};
  if (theirs.hidden != 0 && theirs.hidden != layout.hidden)
    return Error{fmt::format("--from: {} has {} neurons in its second hidden layer; --hidden {} goes on with it", name,
                             theirs.hidden, theirs.hidden)};
  run.start = fmt::format("; from a network with checksum {:016x}", bytes::checksum((*network)->to_bytes()));
  return std::optional(Start{theirs, floating(theirs, **network)});
}

// What went wrong, or nothing.
std::optional<std::string> resume(const Run& run, Training& training) {
  const std::string path = checkpoint_of(run.options);
  const std::string name = text::quoted(path, path.size());
  const auto there = content_of(path);
  if (there && !run.options.resume)
    return fmt::format("{} is there from a run that was cut short: --resume goes on with it; or remove it", name);
  if (!there) return std::nullopt;
  const auto wrong = training.restore(*there, run.identity);
  if (wrong) return fmt::format("{} is not used: {}", name, wrong->message);
  say(run.options, labelled("resumed", fmt::format("after epoch {}", training.epochs_done())));
  return std::nullopt;
}

void say_loaded(const Run& run, platform::TimePoint begun) {
  constexpr double kMebibyte = 1 << 20;
  const std::size_t all = run.positions.training.size() + run.positions.validation.size();
  say(run.options, labelled("files", description_of(run.files)) + text_of(run.positions.tally));
  for (const GameFile& file : run.files)
    if (!file.remark.empty()) say(run.options, labelled("torn", file.remark));
  say(run.options,
      labelled("learning",
               fmt::format("from {} positions, judged by {}; {:.0f} MiB, read in {:.1f} s",
                           lab::grouped(run.positions.training.size()), lab::grouped(run.positions.validation.size()),
                           static_cast<double>(all * sizeof(PackedPosition)) / kMebibyte, seconds_since(begun))));
  say(run.options, labelled("network", run.schedule.to_text() + lookahead_text(run.options)));
}

// What there is after each epoch: the checkpoint, and the errors so far as a table and as a picture. What went wrong,
// or an empty text.
std::string keep(const Run& run, const Training& training) {
  const std::string curve = run.options.out + ".loss";
  for (const auto& [path, text] : {std::pair(checkpoint_of(run.options), training.checkpoint(run.identity)),
                                   std::pair(curve + ".tsv", loss_table(run.schedule, training.losses())),
                                   std::pair(curve + ".svg", loss_picture(run.schedule, training.losses()))})
    if (const std::string wrong = write_whole({path, true, inputs_of(run.options)}, text); !wrong.empty()) return wrong;
  return "";
}

// Trains to the end. What went wrong, or nothing; interrupted() tells of the rest.
std::optional<std::string> train_all(Run& run, Training& training) {
  lab::Progress progress;
  say(run.options, "epoch  training  validation      rate  positions/s\n");
  double seconds = 0.0;
  double learnt = 0.0;
  const auto size = static_cast<double>(run.positions.training.size());
  while (!training.finished()) {
    const platform::TimePoint start = platform::now();
    const int epoch = training.epochs_done() + 1;
    const bool whole = training.run_epoch([&](double part) {
      const double spent = seconds_since(start);
      const double epochs = static_cast<double>(epoch - 1) + part;
      const double speed = spent > 0.0 ? part * size / spent : 0.0;
      progress.show(epochs / run.schedule.epochs,
                    fmt::format("epoch {} of {}, {} positions a second", epoch, run.schedule.epochs,
                                lab::compact(static_cast<std::uint64_t>(speed))));
      return !lab::interrupted();
    });
    progress.clear();
    if (!whole) return std::nullopt;
    const double spent = std::max(seconds_since(start), 1e-3);
    seconds += spent;
    learnt += size;
    const EpochLoss& loss = training.losses().back();
    say(run.options, fmt::format("{:>5}  {:.6f}    {:.6f}  {:>8.2e}  {:>11}\n", epoch, loss.training, loss.validation,
                                 training.rate(), lab::grouped(static_cast<std::uint64_t>(size / spent))));
    if (const std::string wrong = keep(run, training); !wrong.empty()) return wrong;
  }
  run.rate = seconds > 0.0 ? learnt / seconds : 0.0;
  return std::nullopt;
}

std::string provenance_of(const Run& run, const Training& training) {
  const EpochLoss& loss = training.losses().back();
  return fmt::format(
      "oknos-lab {} train network; {}{}; {} positions of {} games, {} strays, in {}{}; error {:.6f}, validation "
      "{:.6f}{}{}",
      uci::kVersion, run.schedule.to_text(), run.start, run.positions.training.size(), run.positions.tally.games,
      run.options.strays, description_of(run.files), filter_text(run.options), loss.training, loss.validation,
      run.validation_files.empty() ? "" : " in " + description_of(run.validation_files), lookahead_text(run.options));
}

void print_json(const Run& run, const Training& training, double quantised_error) {
  Json out = json_of_run("train network", run.files);
  out.update(json_of(run.positions.tally));
  out["training_positions"] = run.positions.training.size();
  out["validation_positions"] = run.positions.validation.size();
  out["network"] = run.schedule.to_text();
  out["lookahead"] = run.options.lookahead;
  out["epochs"] = Json::array();
  int number = 0;
  for (const EpochLoss& loss : training.losses())
    out["epochs"].push_back({{"epoch", ++number}, {"training", loss.training}, {"validation", loss.validation}});
  out["quantised_validation"] = quantised_error;
  out["positions_per_second"] = run.rate;
  out["out"] = run.options.out;
  print(out);
}

int finish(const Run& run, const Training& training) {
  const auto network =
      quantised(run.schedule.layout, training.numbers(), run.schedule.scale, provenance_of(run, training));
  if (!network)
    return lab::complain(lab::kFailure, "the network cannot be written as whole numbers: " + network.error());
  if (const std::string wrong =
          write_whole({run.options.out, run.options.force, inputs_of(run.options)}, (*network)->to_bytes());
      !wrong.empty())
    return lab::complain(lab::kFailure, wrong);
  const double error =
      training.validation_error([&](const PackedPosition& position) { return prediction(**network, position); });
  std::error_code ignored;
  std::filesystem::remove(checkpoint_of(run.options), ignored);
  if (run.options.json) {
    print_json(run, training, error);
    return 0;
  }
  say(run.options, labelled("validation", fmt::format("{:.6f}, in whole numbers {:.6f}",
                                                      training.losses().back().validation, error)));
  if (run.rate > 0.0)
    say(run.options,
        labelled("speed", fmt::format("{} positions a second", lab::grouped(static_cast<std::uint64_t>(run.rate)))));
  say(run.options,
      labelled("written", fmt::format("{0}; the errors by epoch: {0}.loss.svg, {0}.loss.tsv", run.options.out)));
  return 0;
}

std::string validation_text(const Run& run) {
  return run.validation_files.empty() ? fmt::format("{} percent", run.options.validation)
                                      : description_of(run.validation_files);
}

// Reads the positions; false: interrupted. Games of --validate are all for validation, and then no others are.
bool load(Run& run) {
  const NetworkOptions& options = run.options;
  LoadOptions how{.validation = run.validation_files.empty() ? options.validation : 0,
                  .seed = run.schedule.seed,
                  .resolve = false,
                  .filter = options.filter,
                  .strays = options.strays,
                  .threads = options.threads};
  const Lookahead lookahead{options.lookahead, run.schedule.scale};
  auto loaded = load_positions(run.files, how, lookahead);
  if (!loaded) return false;
  run.positions = std::move(*loaded);
  if (run.validation_files.empty()) return true;
  how.strays = 0;  // judged by positions of games alone
  auto judges = load_positions(run.validation_files, how, lookahead);
  if (!judges) return false;
  run.positions.validation = std::move(judges->training);
  return true;
}

}  // namespace

int train_network(const NetworkOptions& options) {
  if (const auto error = lab::check_output({options.out, options.force, inputs_of(options)}))
    return lab::complain(lab::kFailure, error->message);
  auto files = read_game_files(options.games);
  if (!files) return lab::complain(lab::kFailure, files.error());
  auto validation_files = read_game_files(options.validation_games);
  if (!validation_files) return lab::complain(lab::kFailure, "--validate: " + validation_files.error());
  Run run{options, std::move(*files), std::move(*validation_files), {}, options.schedule, {}};
  lab::catch_interrupts();
  const platform::TimePoint begun = platform::now();
  auto start = start_of(run);  // before the games are read, which may take minutes
  if (!start) return lab::complain(lab::kFailure, start.error());
  if (!load(run)) return lab::complain(lab::kInterruptedExit, "interrupted; nothing was written");
  if (const std::string wrong = objection(run.positions.tally); !wrong.empty())
    return lab::complain(lab::kFailure, wrong);
  if (run.positions.training.empty())
    return lab::complain(lab::kFailure, "no position is left to learn from; more games or a smaller --validation");
  if (options.fit_scale) run.schedule.scale = std::round(run.positions.scores.best_scale());
  run.identity = fmt::format("{}; {} strays; {} for validation; {}{}{}{}", run.schedule.to_text(), options.strays,
                             validation_text(run), description_of(run.files), filter_text(options), run.start,
                             lookahead_text(options));
  say_loaded(run, begun);
  Training training(run.schedule, run.positions, options.threads, *start);
  if (const auto wrong = resume(run, training)) return lab::complain(lab::kFailure, *wrong);
  if (const auto wrong = train_all(run, training)) return lab::complain(lab::kFailure, *wrong);
  if (!training.finished())
    return lab::complain(
        lab::kInterruptedExit,
        fmt::format("interrupted after epoch {}; the same command with --resume goes on", training.epochs_done()));
  return finish(run, training);
}

}  // namespace oknos::train::network
