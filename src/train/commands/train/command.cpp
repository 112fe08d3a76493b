#include "train/commands/train/command.h"

#include <charconv>
#include <fmt/format.h>
#include <memory>

#include "engine/eval/network/network.h"
#include "lab/arguments/arguments.h"
#include "train/commands/filter_arguments.h"
#include "train/commands/train/classical_command.h"
#include "train/commands/train/network_command.h"
#include "train/commands/train/wdl_command.h"

namespace oknos::train {

using namespace oknos::lab;  // the options that all commands have

namespace {

constexpr int kMaxValidation = 90;  // percent
constexpr std::uint64_t kAnySeed = ~std::uint64_t{0};

// Of the second hidden layer.
std::vector<int> hidden_sizes() {
  using namespace eval::network;
  std::vector<int> out;
  for (int neurons = 0; neurons <= kMaxHidden; neurons += kHiddenStep) out.push_back(neurons);
  return out;
}

void add_games(CLI::App& command, std::vector<std::string>& games) {
  command.add_option("games", games, "Games written by oknos-lab datagen, PGN or compact")
      ->required()
      ->type_name("GAMES...");
}

// A number with a fraction between two bounds.
void add_real(CLI::App& app, const std::string& name, double& to, double min, double max, const std::string& unit,
              const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [&to, name, min, max, unit](const std::string& text) {
           double value = 0.0;
           const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
           if (error != std::errc{} || end != text.data() + text.size() || !(value >= min && value <= max))
             throw CLI::ValidationError(
                 name, fmt::format("{} is not allowed; allowed {}..{} {}", text::quoted(text), min, max, unit));
           to = value;
         },
         help)
      ->type_name("X");
}

void add_classical(CLI::App& train, int& exit_code) {
  constexpr int kMaxEpochs = 100'000;
  constexpr double kMaxRate = 100.0;
  constexpr double kMaxPull = 1e6;
  constexpr double kMinPositive = 1e-6;
  constexpr std::size_t kMaxBatch = std::size_t{1} << 30;
  const auto options = std::make_shared<train::ClassicalOptions>();
  options->fit.threads = default_workers();
  train::ClassicalOptions& o = *options;
  CLI::App* command = train.add_subcommand("classical", "Fit the weights of the classical evaluation to games");
  command->footer(
      "Minimises the squared difference between sigmoid(evaluation / K) and blend * result + (1 - blend) *\n"
      "sigmoid(score / K') over the quiet positions of the games. The same command writes the same file, whatever\n"
      "--workers is.\n\n"
      "Examples:\n"
      "  oknos-lab train classical games.pgn --out src/engine/eval/weights/weight_values.h --force\n"
      "  oknos-lab train classical games.pgn --out weights.h --blend 0.7 --epochs 20 --json");
  add_games(*command, o.games);
  command->add_option("--out", o.out, "File to write (C++)")->required()->type_name("FILE.h");
  add_force(*command, o.force);
  command->add_option("--start", o.start, "Start from the weights in this file (default: the built-in weights)")
      ->type_name("FILE.h");
  add_real(*command, "--blend", o.blend, 0.0, 1.0, "(1: the result alone)",
           "Weight of the game result; the score in the comment has the rest (default: 0.5)");
  add_number(*command, "--epochs", o.fit.epochs, 1, kMaxEpochs, "epochs",
             "Maximum number of passes over the positions (default: 60)");
  add_real(*command, "--rate", o.fit.rate, kMinPositive, kMaxRate, "centipawns",
           "Initial step size of a weight (default: 1)");
  add_real(*command, "--pull", o.fit.pull, kMinPositive, kMaxPull, "centipawns",
           "Typical distance of a weight from its start, in centipawns; a smaller value holds the weights closer "
           "(default: 10)");
  add_number(*command, "--batch", o.fit.batch, std::size_t{1}, kMaxBatch, "positions",
             "Positions per step (default: 16384)");
  add_number(*command, "--validation", o.validation, 0, kMaxValidation, "percent",
             "Percentage of the games held out for validation (default: 10)");
  command->add_flag("--resolve", o.resolve, "First replace each position by the quiet one at the end of its captures");
  add_number(*command, "--seed", o.fit.seed, std::uint64_t{0}, kAnySeed, "", "Random seed (default: 1)");
  add_workers(*command, o.fit.threads);
  command->add_flag("--json", o.json, "Print as JSON");
  command->callback([options, &exit_code] { exit_code = train::train_classical(*options); });
}

void add_wdl(CLI::App& train, int& exit_code) {
  const auto options = std::make_shared<train::WdlOptions>();
  options->threads = default_workers();
  train::WdlOptions& o = *options;
  CLI::App* command = train.add_subcommand("wdl", "Fit the win model (UCI_ShowWDL) to games");
  command->footer(
      "Fits wins = 1 / (1 + exp((a - score) / b)) by maximum likelihood; a and b depend on the material left.\n\n"
      "Examples:\n"
      "  oknos-lab train wdl games.pgn --force\n"
      "  oknos-lab train wdl games.pgn --out model.h --json");
  add_games(*command, o.games);
  command->add_option("--out", o.out, "File to write (C++)")->type_name("FILE.h")->capture_default_str();
  add_force(*command, o.force);
  add_number(*command, "--validation", o.validation, 0, kMaxValidation, "percent",
             "Percentage of the games held out for validation (default: 10)");
  add_number(*command, "--seed", o.seed, std::uint64_t{0}, kAnySeed, "", "Random seed (default: 1)");
  add_workers(*command, o.threads);
  command->add_flag("--json", o.json, "Print as JSON");
  command->callback([options, &exit_code] { exit_code = train::train_wdl(*options); });
}

// "0.3" or "0.3,0.6".
void add_blend(CLI::App& app, train::network::Schedule& to) {
  app.add_option_function<std::string>(
         "--blend",
         [&to](const std::string& text) {
           const auto number = [&](const std::string& part) {
             double value = -1.0;
             const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
             if (error != std::errc{} || end != part.data() + part.size() || !(value >= 0.0 && value <= 1.0))
               throw CLI::ValidationError("--blend", fmt::format("{} is not allowed; allowed 0..1, or two such "
                                                                 "numbers (0.3,0.6)",
                                                                 text::quoted(text)));
             return value;
           };
           const std::size_t comma = text.find(',');
           to.first_blend = number(text.substr(0, comma));
           to.last_blend = comma == std::string::npos ? to.first_blend : number(text.substr(comma + 1));
         },
         "Weight of the game result; the score has the rest. X,Y: from X to Y over the epochs (default: 0.3,0.5)")
      ->type_name("X[,Y]");
}

void add_network(CLI::App& train, int& exit_code) {
  using namespace eval::network;
  constexpr int kMaxEpochs = 100'000;
  constexpr double kMinRate = 1e-9;
  constexpr double kMinScale = 20.0;
  constexpr int kMaxWarmUp = 90;  // percent
  constexpr std::size_t kMaxBatch = std::size_t{1} << 30;
  const auto options = std::make_shared<train::network::NetworkOptions>();
  options->threads = default_workers();
  train::network::NetworkOptions& o = *options;
  train::network::Schedule& s = o.schedule;
  CLI::App* command = train.add_subcommand("network", "Train the evaluation's neural network on games");
  command->footer(
      "Trains on the scores and results of the quiet positions, and writes a file for the UCI option EvalFile. The\n"
      "same command writes the same file, whatever --workers is. A checkpoint is saved after each epoch; --resume\n"
      "continues from it. FILE.oknn.loss.svg and FILE.oknn.loss.tsv show the errors by epoch.\n\n"
      "Examples:\n"
      "  oknos-lab train network games.games --out first.oknn\n"
      "  oknos-lab train network *.pgn --out small.oknn --neurons 64 --epochs 30 --blend 0.2,0.6");
  add_games(*command, o.games);
  command->add_option("--out", o.out, "File to write")->required()->type_name("FILE.oknn");
  add_force(*command, o.force);
  command
      ->add_option("--from", o.from,
                   "Start from the weights of this network instead of random ones; it may have fewer neurons")
      ->type_name("FILE.oknn");
  add_number(*command, "--neurons", s.layout.neurons, kLanes, kMaxNeurons, "neurons",
             "Neurons per side, a multiple of 32 (default: 128)");
  add_number(*command, "--buckets", s.layout.buckets, 1, kMaxBuckets, "buckets",
             "Sets of output weights, chosen by the number of pieces on the board (default: 8)");
  command
      ->add_option("--king-buckets", s.layout.king_buckets,
                   "Sets of input weights, chosen by the place of a side's own king: 1 or 4 (default: 1)")
      ->type_name("N")
      ->check(CLI::IsMember({1, kMaxKingBuckets}));
  command
      ->add_option("--hidden", s.layout.hidden,
                   "Neurons of a second hidden layer beside the direct output, in each bucket: 0 (none) or a multiple "
                   "of 8 up to 32 (default: 0)")
      ->type_name("N")
      ->check(CLI::IsMember(hidden_sizes()));
  add_number(*command, "--epochs", s.epochs, 1, kMaxEpochs, "epochs", "Passes over the positions (default: 20)");
  add_number(*command, "--batch", s.batch, std::size_t{1}, kMaxBatch, "positions",
             "Positions per step (default: 16384)");
  add_real(*command, "--rate", s.rate, kMinRate, 1.0, "",
           "Highest learning rate; the second hidden layer learns at ten times that (default: 0.001)");
  add_real(*command, "--final-rate", s.final_rate, kMinRate, 1.0, "", "Final learning rate (default: 0.00001)");
  add_number(*command, "--warm-up", s.warm_up, 0, kMaxWarmUp, "percent",
             "Percentage of the training during which the learning rate rises from 0 (default: 0)");
  add_real(*command, "--decay", s.decay, 0.0, 1.0, "",
           "Weight decay; the second hidden layer has none (default: 0.01)");
  add_blend(*command, s);
  CLI::Option* scale = command->add_option(
      "--scale", s.scale, "Centipawns that correspond to an output of 1 (default: fitted to the games)");
  scale->check(CLI::Range(kMinScale, static_cast<double>(kMaxScale)))->type_name("X");
  constexpr double kMaxLookahead = 0.99;
  add_real(*command, "--lookahead", o.lookahead, 0.0, kMaxLookahead, "",
           "Instead of a position's own score, use the mean of it and the later scores of the game, each with X times\n"
           "the weight of the one before, and of the result in the end; needs --scale (default: 0)");
  command->get_option("--lookahead")->needs(scale);
  add_number(*command, "--validation", o.validation, 0, kMaxValidation, "percent",
             "Percentage of the games held out for validation (default: 5)");
  command
      ->add_option("--validate", o.validation_games,
                   "Validate with these games instead, to compare trainings on different games; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->excludes("--validation")
      ->type_name("GAMES");
  add_filter(*command, o.filter);
  constexpr int kMaxStrays = 100;
  add_number(*command, "--strays", o.strays, 0, kMaxStrays, "positions",
             "Strays to add for each position of a game: positions one or two random moves away from it, with\n"
             "their classical evaluation as the target (default: 0)");
  add_number(*command, "--seed", s.seed, std::uint64_t{0}, kAnySeed, "", "Random seed (default: 1)");
  add_workers(*command, o.threads);
  command->add_flag("--resume", o.resume, "Resume from the last checkpoint");
  command->add_flag("--json", o.json, "Print as JSON");
  command->callback([options, scale, &exit_code] {
    if (!is_allowed_size(options->schedule.layout.neurons))
      throw CLI::ValidationError("--neurons", fmt::format("{} is not allowed; allowed are multiples of {} up to {}",
                                                          options->schedule.layout.neurons, kLanes, kMaxNeurons));
    options->fit_scale = scale->count() == 0;
    exit_code = train::network::train_network(*options);
  });
}

}  // namespace

void add_train(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("train", "Fit the evaluation, its network or the win model to self-play games");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  oknos-lab train network games.games --out first.oknn\n"
      "  oknos-lab train classical games.pgn --out src/engine/eval/weights/weight_values.h --force\n"
      "  oknos-lab train wdl games.pgn --force");
  add_classical(*command, exit_code);
  add_network(*command, exit_code);
  add_wdl(*command, exit_code);
}

}  // namespace oknos::train
