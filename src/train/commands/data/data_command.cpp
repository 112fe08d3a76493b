#include "train/commands/data/data_command.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/base/random_numbers.h"
#include "engine/base/text.h"
#include "engine/eval/incremental/evaluation.h"
#include "engine/uci/win_model.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"
#include "train/commands/data/data_output.h"
#include "train/drawn_sample.h"
#include "train/report.h"
#include "train/scan.h"
#include "train/score_scale.h"

namespace oknos::train {

namespace {

// Positions kept, by something.
struct Bin {
  std::uint64_t positions = 0;
  std::array<std::uint64_t, 3> results{};  // by White's half points
  std::uint64_t distances = 0;             // sum of |score|, centipawns
  ScoreHistogram scores;

  void add(const Sighting& seen) {
    ++positions;
    ++results[static_cast<std::size_t>(seen.half_points)];
    distances += static_cast<std::uint64_t>(std::abs(seen.score.value()));
    scores.add(seen.score, seen.half_points);
  }
  void add(const Bin& other) {
    positions += other.positions;
    for (std::size_t i = 0; i < results.size(); ++i) results[i] += other.results[i];
    distances += other.distances;
    scores += other.scores;
  }
};

constexpr int kPhaseStep = 4;
constexpr int kMaterialStep = 10;
constexpr int kMaxMaterial = 79;  // more (promotions) is counted with it
constexpr std::size_t kPhaseBins = eval::kFullPhase / kPhaseStep + 1;
constexpr std::size_t kMaterialBins = kMaxMaterial / kMaterialStep + 1;

struct Survey {
  GameTally tally;
  ScoreHistogram scores;
  std::array<Bin, kPhaseBins> by_phase;
  std::array<Bin, kMaterialBins> by_material;
  std::string text;  // for the file, when all is written to it
  DrawnSample sample;

  void add(const Sighting& seen) {
    if (seen.fate != Fate::Kept) return;
    scores.add(seen.score, seen.half_points);
    const int phase = eval::Incremental::of(seen.position).phase();
    const int material = std::min(uci::material_left(seen.position), kMaxMaterial);
    by_phase[static_cast<std::size_t>(phase / kPhaseStep)].add(seen);
    by_material[static_cast<std::size_t>(material / kMaterialStep)].add(seen);
  }
  void add(const Survey& other) {
    tally += other.tally;
    scores += other.scores;
    for (std::size_t i = 0; i < kPhaseBins; ++i) by_phase[i].add(other.by_phase[i]);
    for (std::size_t i = 0; i < kMaterialBins; ++i) by_material[i].add(other.by_material[i]);
    sample.add(other.sample);
  }
};

std::string range_text(std::size_t i, int step, int most) {
  const int low = static_cast<int>(i) * step;
  const int high = std::min(low + step - 1, most);
  return low == high ? std::to_string(low) : fmt::format("{}-{}", low, high);
}

template <std::size_t N>
void add_rows(lab::TextTable& table, const std::array<Bin, N>& bins, int step, int most, std::uint64_t all) {
  constexpr double kPawn = 100.0;
  for (std::size_t i = N; i-- > 0;) {
    const Bin& bin = bins[i];
    if (bin.positions == 0) continue;
    const auto n = static_cast<double>(bin.positions);
    table.add_row({{range_text(i, step, most)},
                   {lab::grouped(bin.positions)},
                   {lab::percent(bin.positions, all)},
                   {fmt::format("{:.2f}", static_cast<double>(bin.distances) / n / kPawn)},
                   {lab::percent(bin.results[2], bin.positions)},
                   {lab::percent(bin.results[1], bin.positions)},
                   {fmt::format("{:.3f}", bin.scores.correlation())},
                   {fmt::format("{:.0f}", bin.scores.best_scale())}});
  }
}

std::string tables_of(const Survey& survey, const lab::Style& style) {
  constexpr int kFirst = 9;  // what stays longest
  const auto right = lab::Align::Right;
  lab::TextTable table({{"kept, by", right, kFirst},
                        {"positions", right, kFirst - 1},
                        {"share", right, kFirst - 2},
                        {"|score|", right, kFirst - 4},
                        {"White wins", right, kFirst - 3},
                        {"draws", right, kFirst - 3},
                        {"correlation", right, kFirst - 1},
                        {"K", right, kFirst - 2}});
  const std::uint64_t all = survey.scores.count();
  table.add_heading("phase (24: all pieces, 0: kings and pawns)");
  add_rows(table, survey.by_phase, kPhaseStep, eval::kFullPhase, all);
  table.add_heading("material left (pawn 1, knight and bishop 3, rook 5, queen 9)");
  add_rows(table, survey.by_material, kMaterialStep, kMaxMaterial, all);
  return table.to_text(style);
}

void print_text(const Survey& survey, const std::vector<GameFile>& files, const DataOptions& options) {
  const lab::Style style = lab::style_of(stdout, options.color);
  std::string out = labelled("files", description_of(files)) + text_of(survey.tally);
  for (std::size_t i = 0; i < kFates; ++i)
    if (static_cast<Fate>(i) != Fate::Kept && survey.tally.fates[i] > 0)
      out += labelled("", fmt::format("{:>7}  {}", lab::percent(survey.tally.fates[i], survey.tally.plies),
                                      explain(static_cast<Fate>(i))));
  for (const GameFile& file : files)
    if (!file.remark.empty()) out += labelled("torn", file.remark);
  const double scale = survey.scores.best_scale();
  out += labelled("length", fmt::format("{:.1f} plies a game", static_cast<double>(survey.tally.plies) /
                                                                   static_cast<double>(survey.tally.games)));
  out +=
      labelled("scores", fmt::format("correlation with the result {:.3f}; points = 1 / (1 + exp(-score / K)) with K = "
                                     "{:.0f} centipawns, mean squared error {:.4f}",
                                     survey.scores.correlation(), scale, survey.scores.error(scale)));
  std::printf("%s\n%s", out.c_str(), tables_of(survey, style).c_str());
}

template <std::size_t N>
Json bins_json(const std::array<Bin, N>& bins, int step, int most) {
  Json out = Json::array();
  for (std::size_t i = 0; i < N; ++i) {
    const Bin& bin = bins[i];
    if (bin.positions == 0) continue;
    out.push_back({{"from", static_cast<int>(i) * step},
                   {"to", std::min(static_cast<int>(i + 1) * step - 1, most)},
                   {"positions", bin.positions},
                   {"mean_distance_cp", static_cast<double>(bin.distances) / static_cast<double>(bin.positions)},
                   {"white_wins", bin.results[2]},
                   {"draws", bin.results[1]},
                   {"black_wins", bin.results[0]},
                   {"correlation", bin.scores.correlation()},
                   {"k_cp", bin.scores.best_scale()}});
  }
  return out;
}

void print_json(const Survey& survey, const std::vector<GameFile>& files, const DataOptions& options,
                const std::vector<Drawn>& sample) {
  Json out = json_of_run("data", files);
  out["filter"] = options.filter.to_text();
  out.update(json_of(survey.tally));
  const double scale = survey.scores.best_scale();
  out["correlation"] = survey.scores.correlation();
  out["k_cp"] = scale;
  out["error"] = survey.scores.error(scale);
  out["by_phase"] = bins_json(survey.by_phase, kPhaseStep, eval::kFullPhase);
  out["by_material"] = bins_json(survey.by_material, kMaterialStep, kMaxMaterial);
  for (const Drawn& drawn : sample) out["sample"].push_back(std::string(text::trim(drawn.text)));
  print(out);
}

}  // namespace

namespace {

// What is taken from a block of games: everything for the file, or a sample.
class Picker {
 public:
  explicit Picker(const DataOptions& options)
      : options_(options), format_(options.out.empty() ? DataFormat::Epd : data_format_of(options.out)) {}

  bool picks() const { return options_.sample > 0 || !options_.out.empty(); }
  bool positions() const { return format_ == DataFormat::Epd; }

  Survey survey_of(const GameBlock& block) const {
    Survey out;
    out.sample = DrawnSample(options_.sample);
    for_each_game(block, out.tally, [&](const GameRecord& game, std::uint64_t number) {
      RandomNumbers random(options_.seed, number);
      walk(game, options_.filter, out.tally, [&](const Sighting& seen) {
        out.add(seen);
        if (picks() && positions() && seen.fate == Fate::Kept)
          pick(out, random, number, seen.ply, [&] { return epd_line(seen, *block.name, number); });
      });
      if (picks() && !positions()) pick(out, random, number, 0, [&] { return text_of(game, number, format_); });
    });
    return out;
  }

 private:
  template <class TextOf>
  void pick(Survey& to, RandomNumbers& random, std::uint64_t game, int ply, TextOf text_of) const {
    if (options_.sample == 0) {
      to.text += text_of();
      return;
    }
    const std::uint64_t key = random.next();
    if (to.sample.wants(key)) to.sample.add({key, game, ply, text_of()});
  }

  const DataOptions& options_;
  DataFormat format_;
};

void say_written(const DataOptions& options, std::uint64_t count, bool positions) {
  if (options.json) return;
  std::printf("\n%s", labelled("written", fmt::format("{}: {} {}", options.out, lab::grouped(count),
                                                      positions ? "positions" : "games"))
                          .c_str());
}

// Writes what was drawn, and finishes the file.
int end(const DataOptions& options, const Picker& picker, DataOutput& out, const Survey& survey,
        const std::vector<Drawn>& drawn) {
  for (const Drawn& d : drawn) out.add(d.text);
  if (const auto error = out.finish()) return lab::complain(lab::kFailure, error->message);
  const std::uint64_t all = picker.positions() ? survey.scores.count() : survey.tally.games;
  say_written(options, out.games_before() + (options.sample > 0 ? drawn.size() : all), picker.positions());
  return 0;
}

}  // namespace

int data(const DataOptions& options) {
  const auto files = read_game_files(options.games);
  if (!files) return lab::complain(lab::kFailure, files.error());
  DataOutput out;
  if (!options.out.empty())
    if (const auto error = out.open({options.out, options.force, options.games}, options.append,
                                    "oknos-lab data: " + description_of(*files)))
      return lab::complain(lab::kFailure, error->message);
  lab::catch_interrupts();
  const Picker picker(options);
  Survey survey;
  survey.sample = DrawnSample(options.sample);
  const auto keep = [&](const Survey& part) {
    survey.add(part);
    if (!part.text.empty()) out.add(part.text);
  };
  if (!scan<Survey>(
          cut_into_blocks(*files), options.threads, [&](const GameBlock& block) { return picker.survey_of(block); },
          keep))
    return lab::complain(lab::kInterruptedExit, "interrupted");
  if (const std::string wrong = objection(survey.tally); !wrong.empty()) return lab::complain(lab::kFailure, wrong);
  const std::vector<Drawn> drawn = survey.sample.take();
  const bool print_sample = options.sample > 0 && options.out.empty();
  if (options.json)
    print_json(survey, *files, options, print_sample ? drawn : std::vector<Drawn>());
  else if (print_sample)
    for (const Drawn& d : drawn) std::fputs(d.text.c_str(), stdout);
  else
    print_text(survey, *files, options);
  return options.out.empty() ? 0 : end(options, picker, out, survey, drawn);
}

}  // namespace oknos::train
