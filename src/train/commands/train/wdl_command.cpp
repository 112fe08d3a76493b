#include "train/commands/train/wdl_command.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <limits>

#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"
#include "train/calibration.h"
#include "train/load.h"
#include "train/scan.h"

namespace oknos::train {

namespace {

struct Seen {
  GameTally tally;
  std::vector<WinSighting> training;
  std::vector<WinSighting> validation;

  void add(const Seen& other) {
    tally += other.tally;
    training.insert(training.end(), other.training.begin(), other.training.end());
    validation.insert(validation.end(), other.validation.begin(), other.validation.end());
  }
};

struct Fit {
  std::vector<GameFile> files;
  Seen seen;
  uci::WinModel model;
  double surprise_training = 0.0;    // of the curve, before its numbers are made whole
  double surprise_validation = 0.0;  // of the model as it plays
  // Of the curve on the games to judge by, without and with the number of the move.
  double without_move = 0.0;
  double with_move = 0.0;
  bool uses_move = false;
  std::vector<CalibrationBin> calibration;
};

// A score may come in any position, so tactical ones count too.
bool has_score(Fate fate) {
  return fate == Fate::Kept || fate == Fate::InCheck || fate == Fate::Tactical || fate == Fate::AfterCapture;
}

WinSighting sighting_of(const Sighting& seen) {
  constexpr int kMax = std::numeric_limits<std::uint8_t>::max();
  const bool white = seen.position.side_to_move() == Color::White;
  WinSighting out;
  out.score = static_cast<std::int16_t>(white ? seen.score.value() : -seen.score.value());
  out.material = static_cast<std::uint8_t>(std::min(uci::material_left(seen.position), kMax));
  out.move = static_cast<std::uint8_t>(std::min(seen.position.fullmove_number(), kMax));
  out.half_points = static_cast<std::uint8_t>(white ? seen.half_points : 2 - seen.half_points);
  return out;
}

bool see(const WdlOptions& options, const std::vector<GameFile>& files, Seen& seen) {
  LoadOptions division;
  division.validation = options.validation;
  division.seed = options.seed;
  const auto read = [&](const GameBlock& block) {
    Seen part;
    for_each_game(block, part.tally, [&](const GameRecord& game, std::uint64_t number) {
      auto& to = is_for_validation(number, division) ? part.validation : part.training;
      walk(game, {}, part.tally, [&](const Sighting& s) {
        if (has_score(s.fate)) to.push_back(sighting_of(s));
      });
    });
    return part;
  };
  return scan<Seen>(cut_into_blocks(files), options.threads, read, [&](const Seen& part) { seen.add(part); });
}

// What went wrong, or an empty text.
std::string fit_model(Fit& f) {
  constexpr double kWorthIt = 0.002;  // of the surprise: less is not worth another number
  const std::vector<WinCell> training = cells_of(f.seen.training);
  const std::vector<WinSighting>& judges = f.seen.validation.empty() ? f.seen.training : f.seen.validation;
  const std::vector<WinCell> validation = cells_of(judges);
  const auto curve = fit_win_curve(training, false);
  if (!curve) return curve.error();
  const auto with_move = fit_win_curve(training, true);
  if (!with_move) return with_move.error();
  f.without_move = surprise(*curve, validation);
  f.with_move = surprise(*with_move, validation);
  f.uses_move = f.with_move < f.without_move * (1.0 - kWorthIt);
  const WinCurve& chosen = f.uses_move ? *with_move : *curve;
  f.model = model_of(chosen);
  f.surprise_training = surprise(chosen, training);
  f.surprise_validation = surprise(f.model, judges);
  f.calibration = calibration_of(f.model, judges);
  return "";
}

std::string command_of(const WdlOptions& options) {
  std::string out = "oknos-lab train wdl";
  for (const std::string& game : options.games) out += " " + game;
  return out + fmt::format(" --validation {} --seed {}", options.validation, options.seed);
}

std::vector<std::string> remarks_of(const WdlOptions& options, const Fit& f) {
  std::vector<std::string> out = remark_lines(fmt::format("Made by: {}", command_of(options)));
  const std::string data = fmt::format(
      "Data: {}; {} positions to learn from, {} to judge by. Mean surprise: {:.5f}; of those to judge by {:.5f}.",
      description_of(f.files), lab::grouped(f.seen.training.size()), lab::grouped(f.seen.validation.size()),
      f.surprise_training, f.surprise_validation);
  for (std::string& line : remark_lines(data)) out.push_back(std::move(line));
  return out;
}

// Some places of a game.
struct Place {
  int material = 0;
  int move = 0;
};
constexpr std::array<Place, 4> kShown = {{{78, 10}, {58, 25}, {40, 40}, {17, 60}}};
constexpr double kUnit = uci::WinModel::kUnit;

void print_text(const WdlOptions& options, const Fit& f) {
  std::string out = labelled("files", description_of(f.files)) + text_of(f.seen.tally);
  out += labelled("scores", fmt::format("{} to learn from, {} to judge by", lab::grouped(f.seen.training.size()),
                                        lab::grouped(f.seen.validation.size())));
  for (const auto& [material, move] : kShown)
    out += labelled(material == kShown.front().material ? "model" : "",
                    fmt::format("material {}, move {}: a = {:.0f}, b = {:.0f} centipawns", material, move,
                                static_cast<double>(f.model.half_at(material, move)) / kUnit,
                                static_cast<double>(f.model.spread_at(material, move)) / kUnit));
  out += labelled("surprise",
                  fmt::format("{:.5f}, {:.5f} on the games to judge by", f.surprise_training, f.surprise_validation));
  out += labelled("move number", fmt::format("{:.5f} there with it, {:.5f} without it: {}", f.with_move, f.without_move,
                                             f.uses_move ? "it is used" : "the model does without it"));
  out += labelled("off by", fmt::format("{:.4f} points on average", miscalibration(f.calibration)));
  out += labelled("written", options.out);
  std::printf("%s\n%s", out.c_str(), text_of(f.calibration, lab::style_of(stdout, lab::ColorChoice::Auto)).c_str());
}

void print_json(const WdlOptions& options, const Fit& f) {
  Json out = json_of_run("train wdl", f.files);
  out.update(json_of(f.seen.tally));
  out["training_positions"] = f.seen.training.size();
  out["validation_positions"] = f.seen.validation.size();
  out["half"] = f.model.half;
  out["spread"] = f.model.spread;
  out["half_by_move"] = f.model.half_by_move;
  out["spread_by_move"] = f.model.spread_by_move;
  Json by_material = Json::array();
  for (const auto& [material, move] : kShown)
    by_material.push_back({{"material", material},
                           {"move", move},
                           {"a_cp", static_cast<double>(f.model.half_at(material, move)) / kUnit},
                           {"b_cp", static_cast<double>(f.model.spread_at(material, move)) / kUnit}});
  out["model"] = std::move(by_material);
  out["surprise"] = {{"training", f.surprise_training},
                     {"validation", f.surprise_validation},
                     {"validation_without_move", f.without_move},
                     {"validation_with_move", f.with_move}};
  out["miscalibration"] = miscalibration(f.calibration);
  out["calibration"] = json_of(f.calibration);
  out["made_by"] = command_of(options);
  out["out"] = options.out;
  print(out);
}

}  // namespace

int train_wdl(const WdlOptions& options) {
  const lab::OutputPath to{options.out, options.force, options.games};
  if (const auto error = lab::check_output(to)) return lab::complain(lab::kFailure, "--out " + error->message);
  Fit f;
  auto files = read_game_files(options.games);
  if (!files) return lab::complain(lab::kFailure, files.error());
  f.files = std::move(*files);
  lab::catch_interrupts();
  if (!see(options, f.files, f.seen)) return lab::complain(lab::kInterruptedExit, "interrupted; nothing was written");
  if (const std::string wrong = objection(f.seen.tally); !wrong.empty()) return lab::complain(lab::kFailure, wrong);
  if (f.seen.training.empty())
    return lab::complain(lab::kFailure, "no position is left to learn from; more games or a smaller --validation");
  if (const std::string wrong = fit_model(f); !wrong.empty()) return lab::complain(lab::kFailure, wrong);
  const std::string wrong = write_whole(to, win_model_file_text(f.model, remarks_of(options, f)));
  if (!wrong.empty()) return lab::complain(lab::kFailure, wrong);
  if (options.json)
    print_json(options, f);
  else
    print_text(options, f);
  return 0;
}

}  // namespace oknos::train
