#include "lab/commands/tune.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/pruning/registry/names.h"
#include "engine/uci/identity.h"
#include "lab/commands/match.h"
#include "lab/commands/spsa.h"
#include "lab/play/uci_messages.h"
#include "lab/record/games.h"
#include "lab/record/stored_command.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/key_values.h"
#include "lab/terminal/suggestion.h"

namespace oknos::lab {

namespace {

struct Tune {
  static constexpr const char* kName = "tune";
  static constexpr const char* kHelp = "Find better values for parameters by playing (SPSA)";
  static constexpr const char* kDescription = "values of the rules' parameters, found by playing";
  static constexpr const char* kFooter =
      "Plays the preset, or a UCI engine, against itself: one side has every chosen parameter moved up or down at "
      "random, the other the\n"
      "opposite way. After each pair of games, the parameters move a little towards the winner's values (SPSA). At "
      "the\n"
      "end the tuned values play against the initial ones. Parameters are named as in presets; a range and a final\n"
      "perturbation (c_end) can be given:\n"
      "  --parameter reverse_futility.margin\n"
      "  --parameter reverse_futility.margin=20..120,step=6\n"
      "  --parameter late_move_reductions        all parameters of the rule; 'all': those of every enabled rule\n"
      "  --parameter option.Margin=20..120       an option of a UCI engine\n\n"
      "Examples:\n"
      "  oknos-lab tune --parameter reverse_futility.margin --parameter late_move_pruning.scale --nodes 2000 --out "
      "tune.db\n"
      "  oknos-lab tune --parameter all --iterations 30000 --nodes 5000 --out tune.db --preset-out tuned.toml\n"
      "  oknos-lab tune cmd=weiss --parameter \"option.RFP Margin\" --nodes 5000 --out tune.db\n"
      "  oknos-lab tune --parameter all --iterations 0 --openbench inputs.txt";
  static constexpr bool kSequential = true;  // each iteration begins from the values of those before it

  // --- The question -------------------------------------------------------------------------------------------------

  // Of the registry, or an option of a UCI engine.
  struct Parameter {
    std::string name;  // "reverse_futility.margin", "option.RFP Margin"
    int start = 0, min = 0, max = 0;
    double c_end = 1.0, r_end = kLongRateEnd;

    NLOHMANN_DEFINE_TYPE_INTRUSIVE(Parameter, name, start, min, max, c_end, r_end)  // in headers
  };
  using Parameters = std::vector<Parameter>;

  struct Question {
    record::VariedPlayer player{};
    std::vector<std::string> texts{};
    std::int64_t iterations = 10'000;  // a pair of games each
    std::optional<double> r_end{};     // nothing: usual_rate_end()
    record::GameCount verification{1'000};
    record::Games how{};
    std::string name = "tuned";
    record::Output preset_out{}, openbench{};
    Parameters parameters{};  // since check()

    // The iterations, then the pairs of the verification.
    WorkUnitNumber units() const { return iterations + verification.pairs(); }
    Result<std::unique_ptr<record::VariedPair>> start() const { return player.start(); }
    std::vector<std::string> inputs() const { return {}; }
    std::vector<std::string> reads() const { return {how.book, player.search.preset}; }

    std::optional<record::Refusal> check() {
      const Participant& base = player.participant;
      if (texts.empty()) return record::Refusal{"--parameter is required"};
      if (base.foreign() && !preset_out.path.empty())
        return record::Refusal{"--preset-out: a UCI engine has no preset; the report has the tuned values as options"};
      const auto options = player.engine_options();
      if (!options) return record::Refusal{options.error()};
      const double rate = r_end.value_or(usual_rate_end(iterations));
      for (const std::string& text : texts)
        if (const auto error = *options ? add_option_of(parameters, text, base.uci_options, **options, rate)
                                        : add_named(parameters, text, base.settings, rate))
          return record::Refusal{error->message};
      preset_out.mention = kProvenance;
      openbench.mention = openbench_line(parameters.front(), *this);
      if (auto refusal = how.complete(player.participant)) return refusal;
      return how.load_openings(std::max<WorkUnitNumber>(units(), 1));
    }

    SpsaSettings spsa() const {
      SpsaSettings out;
      out.iterations = iterations;
      out.seed = how.seed;
      out.in_flight = usual_in_flight(iterations);
      return out;
    }
    void describe(store::RunSpec& spec) const {
      const SpsaSettings s = spsa();
      spec.identity.insert(spec.identity.end(),
                           {{"parameters", json_text(nlohmann::json(parameters))},
                            {"iterations", std::to_string(iterations)},
                            {"in_flight", std::to_string(s.in_flight)},
                            {"gains", fmt::format("alpha {}, gamma {}, A {}", s.kAlpha, s.kGamma, s.kStability)},
                            {"verification", std::to_string(verification.pairs())}});
      spec.notes.emplace_back("control", in_words(player.participant.control));
    }
  };

  static constexpr auto kQuestion = [](auto& f, auto& q) {
    constexpr std::int64_t kMaxIterations = 10'000'000;
    f("start", q.player, "");
    f("--parameter", q.texts, "Parameter, rule or 'all'",
      {.value = "NAME[=FROM..TO[,step=C_END]]", .identifies = false});
    f("--iterations", q.iterations, "Pairs of games to tune with; 0: only write the file for OpenBench",
      {.least = 0, .most = kMaxIterations, .unit = "iterations", .identifies = false});
    f("--r-end", q.r_end,
      "Rate of the last iteration, as a share of c_end (default: 100 / iterations, within 0.002 to 0.02)",
      {.from = 0.00001, .to = 1.0, .value = "RATE", .identifies = false});
    f("--verify", q.verification, "Games to play at the end, tuned values against initial ones; 0: none");
    f("games", q.how, "");
    f("--name", q.name, "Name of the preset", {.value = "NAME", .identifies = false});
    f("--preset-out", q.preset_out, "Write the tuned values as a preset to this file", {.value = "FILE.toml"});
    f("--openbench", q.openbench, "Write the input of an SPSA session of OpenBench to this file", {.value = "FILE"});
  };
  static void add_workers(CLI::App& app, RunArguments& run) { record::add_games_at_a_time(app, run.workers); }

  // --- The parameters -----------------------------------------------------------------------------------------------

  struct Tunable {
    std::string name, rule;
    bool is_on = true, is_switch = false;
    int start = 0, min = 0, max = 0;  // what may be
  };

  static std::vector<Tunable> registry(const pruning::Settings& settings) {
    std::vector<Tunable> out;
    for (std::size_t rule = 0; rule < pruning::kRules; ++rule) {
      const auto& info = pruning::kRuleInfos[rule];
      for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        const auto& p = info.parameters[i];
        out.push_back({fmt::format("{}.{}", info.name, p.name), std::string(info.name), settings.rules[rule].enabled,
                       p.is_switch(), settings.rules[rule].values[i], p.min, p.max});
      }
    }
    return out;
  }

  // A parameter, all of a rule but its switches (0 or 1), or "all": those of every rule that is on. After its name may
  // follow a range and a step.
  static std::optional<Error> add_named(Parameters& to, const std::string& text, const pruning::Settings& settings,
                                        double r_end) {
    const std::size_t equals = text.find('=');
    const std::string name(text::trim(std::string_view(text).substr(0, equals)));
    const std::string wanted = pruning::canonical(name);
    const std::vector<Tunable> all = registry(settings);
    std::vector<Tunable> meant;
    for (const Tunable& t : all)
      if (!t.is_switch && (wanted == pruning::canonical(t.rule) || (wanted == "all" && t.is_on))) meant.push_back(t);
    for (const Tunable& t : all)
      if (wanted == pruning::canonical(t.name)) meant = {t};
    if (meant.empty()) {
      std::vector<std::string> known;
      for (const Tunable& t : all) known.push_back(t.name);
      const std::string hint = did_you_mean(name, known);
      return Error{fmt::format("--parameter {}: there is no parameter of that name{}", text::quoted(name),
                               hint.empty() ? "; 'oknos-lab preset show modern' lists them (reverse_futility.margin), "
                                              "and a rule's name stands for all of its parameters"
                                            : hint)};
    }
    if (meant.size() > 1 && equals != std::string::npos)
      return Error{fmt::format("--parameter {}: {} has {} parameters: a range is for one of them", text::quoted(text),
                               name, meant.size())};
    for (const Tunable& t : meant) {
      if (!t.is_on)
        return Error{fmt::format("--parameter {}: {} is off, and its parameters change nothing; --set {}=on", name,
                                 t.rule, t.rule)};
      if (auto error = add(to, t, text, r_end)) return error;
    }
    return std::nullopt;
  }

  // "option.NAME" of a UCI engine, with a range and a step as above: an option that is a number. It starts at what
  // `set` or else the engine has.
  static std::optional<Error> add_option_of(Parameters& to, const std::string& text, const ValueChanges& set,
                                            const std::vector<uci::Option>& options, double r_end) {
    const std::string key(text::trim(std::string_view(text).substr(0, text.find('='))));
    if (!key.starts_with(kOptionPrefix))
      return Error{fmt::format("--parameter {}: an option of a UCI engine is written {}NAME", text::quoted(text),
                               kOptionPrefix)};
    const std::string name = key.substr(kOptionPrefix.size());
    const uci::Option* option = find_option(options, name);
    if (!option || option->kind != uci::OptionKind::Spin) {
      std::vector<uci::Option> numbers;
      for (const uci::Option& o : options)
        if (o.kind == uci::OptionKind::Spin) numbers.push_back(o);
      return Error{fmt::format("--parameter {}: the engine has no option of that name that is a number{}",
                               text::quoted(key), options_in_words(numbers, name))};
    }
    if (may_be_unset(set, *option))
      return Error{fmt::format("--parameter {}: {}", text::quoted(text), unset_in_words(*option))};
    constexpr std::int64_t kFarthest = 1'000'000'000;  // the engine's own bounds may be wider than ours
    Tunable t{std::string(kOptionPrefix) + option->name, ""};
    t.min = static_cast<int>(std::clamp(option->min, -kFarthest, kFarthest));
    t.max = static_cast<int>(std::clamp(option->max, -kFarthest, kFarthest));
    const std::string value = value_in(set, *option);
    const auto start = text::parse_int<int>(value);
    if (!start || *start < t.min || *start > t.max)
      return Error{fmt::format("--parameter {}: the engine begins with {}, which is no number within {}..{}", key,
                               text::quoted(value), t.min, t.max)};
    t.start = *start;
    auto error = add(to, t, text, r_end);
    const auto is_set = [&](const auto& s) { return is_named(*option, s.first); };
    if (error && std::none_of(set.begin(), set.end(), is_set))
      error->message +=
          fmt::format(" (the engine's own; {}{}=VALUE behind cmd= sets another)", kOptionPrefix, option->name);
    return error;
  }

  // The usual range is as far to both sides of the value as that is from 0, but at least a fiftieth of what may be; the
  // usual c_end is a twentieth of the range, as fishtest advises.
  static std::optional<Error> add(Parameters& to, const Tunable& t, const std::string& text, double r_end) {
    constexpr int kShareOfRange = 50;
    const int reach = std::max({std::abs(t.start), (t.max - t.min) / kShareOfRange, 2});
    Parameter p{t.name, t.start, std::max(t.min, t.start - reach), std::min(t.max, t.start + reach), 0, r_end};
    const std::size_t equals = text.find('=');
    if (const auto error =
            read_range(p, equals == std::string::npos ? "" : text.substr(equals + 1), t, equals != std::string::npos))
      return Error{fmt::format("--parameter {}: {}", p.name, error->message)};
    if (std::any_of(to.begin(), to.end(), [&](const Parameter& other) { return other.name == p.name; }))
      return Error{fmt::format("--parameter {} is given twice", p.name)};
    to.push_back(std::move(p));
    return std::nullopt;
  }

  // What follows the name: "20..120", "20..120,step=6", "step=6".
  static std::optional<Error> read_range(Parameter& to, const std::string& text, const Tunable& allowed, bool given) {
    constexpr double kStepsInRange = 20.0;
    constexpr double kMinStep = 0.5;  // OpenBench refuses less
    constexpr std::string_view kStep = "step=", kTo = "..";
    std::optional<double> step;
    for (std::size_t begin = 0; given && begin <= text.size();) {
      const std::size_t comma = std::min(text.find(',', begin), text.size());
      const std::string word(text::trim(std::string_view(text).substr(begin, comma - begin)));
      begin = comma + 1;
      if (word.starts_with(kStep)) {
        step = parse_number(std::string_view(word).substr(kStep.size()));
        if (!step || *step < kMinStep || *step > to.max - to.min)
          return Error{fmt::format("{}: allowed {}..{}", word, kMinStep, to.max - to.min)};
        continue;
      }
      const std::size_t dots = word.find(kTo);
      const auto from = text::parse_int<int>(word.substr(0, dots));
      const auto until =
          dots == std::string::npos ? std::nullopt : text::parse_int<int>(word.substr(dots + kTo.size()));
      if (!from || !until) return Error{fmt::format("{}: a range FROM..TO is expected", text::quoted(word))};
      if (*from < allowed.min || *until > allowed.max || *from >= *until)
        return Error{
            fmt::format("{} is not allowed; allowed is a range within {}..{}", word, allowed.min, allowed.max)};
      if (to.start < *from || to.start > *until)
        return Error{fmt::format("{} does not hold the value to begin with, {}", word, to.start)};
      to.min = *from;
      to.max = *until;
    }
    to.c_end = step.value_or(std::max((to.max - to.min) / kStepsInRange, kMinStep));
    return std::nullopt;
  }

  // --- What is found ------------------------------------------------------------------------------------------------

  // Both points have played the same opening with each colour.
  struct Iteration {
    std::string plus, minus;  // the values: "82 3 -4"
    int half_points = 0;
    std::string opening;
    int plies = 0, forfeits = 0;
    std::int64_t time = 0;  // milliseconds
  };
  struct Unit {
    std::vector<Iteration> iteration;  // one, or
    std::vector<GameSummary> games;    // two of the verification
  };

  static constexpr int kMaxHalfPoints = 4;
  static constexpr auto kIterationFields = [](auto& f, auto& r) {
    f("plus", r.plus, "values of the point above, in the order of the parameters in the header");
    f("minus", r.minus, "values of the point below");
    f("half_points", r.half_points, "half points of the point above in the two games, 0 to 4");
    f("opening", r.opening, "name or number of the opening");
    f("plies", r.plies, "moves of both sides in both games");
    f("forfeits", r.forfeits, "games lost on time");
    f("time", r.time, "milliseconds that both thought", store::kVolatile);
    if constexpr (store::reads<decltype(f)>)
      if (r.half_points < 0 || r.half_points > kMaxHalfPoints) f.fail("half_points", "0 to 4");
  };
  static constexpr auto kLayout = [](auto& t, auto& unit) {
    t.rows("iterations", unit.iteration, kIterationFields);
    t.rows("games", unit.games, kGameFields);
  };

  static Iteration iteration_of(const SpsaTrial& trial, const PairSummary& pair) {
    Iteration out{listed(trial.plus, {}, " "), listed(trial.minus, {}, " "), 0, pair[0].opening};
    for (const GameSummary& game : pair) {
      out.half_points += game.first_half_points();
      out.plies += game.plies();
      out.forfeits += game.ending == Ending::TimeForfeit ? 1 : 0;
      for (const PlayerTotals& e : game.totals) out.time += e.time;
    }
    return out;
  }

  using Worker = record::VariedPair;

  // --- The summary --------------------------------------------------------------------------------------------------

  struct Line : Parameter {
    double value = 0;
    int tuned = 0;                // the value as a whole number
    std::vector<double> history;  // of the value
    bool unicode = true;

    // The way that the value has gone, within its range: "▂▂▃▅▆▆".
    std::string course() const {
      constexpr std::size_t kWidth = 24;  // columns
      constexpr std::array<std::string_view, 8> kBlocks = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
      constexpr std::array<std::string_view, 8> kDigits = {"1", "2", "3", "4", "5", "6", "7", "8"};
      std::string out;
      const std::size_t columns = std::min(kWidth, history.size());
      for (std::size_t i = 0; i < columns; ++i) {
        const double at = history[columns == 1 ? 0 : i * (history.size() - 1) / (columns - 1)];
        const double height = (at - min) / (max - min) * static_cast<double>(kBlocks.size());
        const auto level = static_cast<std::size_t>(std::clamp(height, 0.0, static_cast<double>(kBlocks.size() - 1)));
        out += unicode ? kBlocks[level] : kDigits[level];
      }
      return out;
    }
  };
  static constexpr auto kLine = [](auto& f, auto& l) {
    f("parameter", l.name, "", {.keep = record::kAlways, .key = "name"});
    f.text("start", record::Printed{std::to_string(l.start)}, "", {.keep = 8});
    f.json("start", l.start);
    f("value", l.value, "", {.decimals = 1, .keep = 8, .tone = Tone::Strong});
    f.text("change", l.value - l.start, "", {.decimals = 1, .sign = true, .keep = 6});
    f.text("in c_end", (l.value - l.start) / l.c_end, "", {.decimals = 1, .sign = true, .keep = 5});
    f.json("tuned", l.tuned);
    f.json("min", l.min);
    f.json("max", l.max);
    f.text("range", fmt::format("{}..{}", l.min, l.max), "", {.keep = 4});
    f.text("c_end", record::Printed{fmt::format("{:g}", l.c_end)}, "", {.keep = 3});
    f.json("c_end", l.c_end);
    f.json("r_end", l.r_end);
    f.text("course within the range", l.course(), "", {.keep = 2});
    f.json("course", nlohmann::ordered_json(l.history));
  };

  // The iterations one after the other, as far as none is missing, then the verification.
  class Summary {
   public:
    static Result<Summary> of(const RunHeader& header) {
      Parameters parameters;
      try {
        parameters = nlohmann::json::parse(header.entry("parameters")).get<Parameters>();
      } catch (const nlohmann::json::exception&) {
        return Error{"parameters that cannot be read: " + text::quoted(header.entry("parameters"))};
      }
      const auto number = [&](const char* name) { return text::parse_int<std::int64_t>(header.entry(name)); };
      const auto seed = text::parse_int<std::uint64_t>(header.entry("seed"));
      const auto iterations = number("iterations"), in_flight = number("in_flight"), pairs = number("verification");
      if (!seed || !iterations || !in_flight || *in_flight < 1 || !pairs)
        return Error{"the header does not say what was tuned"};
      SpsaSettings settings;
      settings.seed = *seed;
      settings.iterations = *iterations;
      settings.in_flight = *in_flight;
      Summary out(std::move(parameters), settings);
      out.verification_.names = {"tuned", header.entry("start_name")};
      out.verification_.control = header.entry("control");
      out.verification_.book = header.entry("book");
      out.verification_.seed = header.entry("seed");
      out.verification_.wanted = *pairs;
      return out;
    }

    std::optional<Error> add(WorkUnitNumber number, const Unit& unit) {
      if (number != next_) return std::nullopt;  // what was played behind a gap depends on what is missing
      ++next_;
      const bool verifies = spsa_.finished();
      if (unit.iteration.size() != (verifies ? 0 : 1) || unit.games.size() != (verifies ? 2 : 0))
        return Error{verifies ? "two games are expected" : "an iteration is expected"};
      if (verifies) return verification_.add({unit.games[0], unit.games[1]});
      spsa_.apply(unit.iteration.front().half_points - kMaxHalfPoints / 2);
      forfeits_ += static_cast<std::uint64_t>(unit.iteration.front().forfeits);
      if (spsa_.applied() % stride() == 0) note_values();
      return std::nullopt;
    }

    const Spsa& spsa() const { return spsa_; }
    const Parameters& parameters() const { return parameters_; }
    std::uint64_t played_now = 0;  // games of this run
    std::int64_t time = 0;         // milliseconds of this run

    std::string progress() const {
      constexpr std::size_t kMostNamed = 4;
      if (spsa_.finished()) {
        const Pentanomial& pairs = verification_.pairs;
        return fmt::format("verification: {} of {} games, Elo {}", grouped(2 * pairs.count()),
                           games_text(verification_.wanted), to_text(figures(pairs).elo));
      }
      std::string out = iterations_text();
      std::vector<std::size_t> order(parameters_.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::stable_sort(order.begin(), order.end(),
                       [&](std::size_t a, std::size_t b) { return std::abs(distance(a)) > std::abs(distance(b)); });
      order.resize(std::min(order.size(), kMostNamed));
      for (const std::size_t i : order)
        out += fmt::format(", {} {} -> {:.1f}", parameters_[i].name, parameters_[i].start, spsa_.values()[i]);
      return out;
    }

    template <class Report>
    void report(Report& out) const {
      out.line(fmt::format("{}   {}   {}   {}", out.paint(Tone::Strong, "tune " + start()), verification_.control,
                           verification_.book, iterations_text()));
      out.value("type", "tune");
      out.value("start", start());
      out.value("control", verification_.control);
      out.value("openings", verification_.book);
      out.value("seed", verification_.seed);
      out.value("iterations", spsa_.settings().iterations);
      out.value("done", spsa_.applied());
      out.value("stride", stride());
      out.value("time_ms", time);
      out.value("games_played_now", played_now);
      std::vector<Line> lines;
      const std::vector<int> rounded = spsa_.rounded();
      for (std::size_t i = 0; i < parameters_.size(); ++i)
        lines.push_back({parameters_[i], spsa_.values()[i], rounded[i], course_[i], out.unicode()});
      out.table("parameters", lines, kLine);
      const ValueChanges changes = changed();
      const auto assignment = [](const auto& c) { return c.first + "=" + c.second; };
      out.paragraph(changes.empty() ? "No value has changed.\n"
                                    : "Changed: " + listed(changes, assignment, ",") + "\n");
      if (forfeits_ > 0)
        out.line(out.paint(Tone::Warning, fmt::format("{} of {} games were lost on time.", grouped(forfeits_),
                                                      games_text(spsa_.applied()))));
      if (played_now > 0) out.line(games_in_time(played_now, time));
      if (verification_.pairs.count() == 0) return;
      out.paragraph("Verification: ");
      out.part("verification", verification_);
    }

    // The tuned values as a preset that extends the one it began with; comments on top say how it was made.
    std::string preset(const Participant& base, const std::string& name) const {
      const std::string source =
          fmt::format("{} {} of SPSA (a pair of games each) from {}, {}, {}, seed {}", kProvenance, iterations_text(),
                      start(), verification_.control, verification_.book, verification_.seed);
      const std::vector<int> rounded = spsa_.rounded();
      std::string comments = fmt::format("# {}, Oknos {}\n#\n", source, uci::kVersion);
      for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const Parameter& p = parameters_[i];
        comments += fmt::format("# {}: {} before, now {} ({:.1f}); {}..{}, c_end {:g}, r_end {:g}\n", p.name, p.start,
                                rounded[i], spsa_.values()[i], p.min, p.max, p.c_end, p.r_end);
      }
      if (const Pentanomial& pairs = verification_.pairs; pairs.count() > 0)
        comments += fmt::format("#\n# Against what it began with, {} games: {} Elo\n", grouped(2 * pairs.count()),
                                to_text(figures(pairs).elo));
      pruning::Preset out = base.preset;
      out.settings = *with_changes(base.settings, changes_of(parameters_, rounded));
      out.name = name;
      out.description = base.preset.name + " with values tuned by playing";
      out.source = source;
      return comments + "\n" + pruning::to_toml(out, pruning::base_of_changes(base.preset));
    }

    std::vector<int> starts() const {
      std::vector<int> out;
      for (const Parameter& p : parameters_) out.push_back(p.start);
      return out;
    }

   private:
    Summary(Parameters parameters, const SpsaSettings& settings)
        : parameters_(std::move(parameters)), spsa_(spsa_of(parameters_), settings), course_(parameters_.size()) {
      note_values();
    }
    static std::vector<SpsaParameter> spsa_of(const Parameters& parameters) {
      std::vector<SpsaParameter> out;
      for (const Parameter& p : parameters)
        out.push_back(
            {static_cast<double>(p.start), static_cast<double>(p.min), static_cast<double>(p.max), p.c_end, p.r_end});
      return out;
    }
    static std::string games_text(std::int64_t pairs) { return grouped(2 * static_cast<std::uint64_t>(pairs)); }

    const std::string& start() const { return verification_.names[1]; }
    // How far a parameter has come, in units of its c_end.
    double distance(std::size_t i) const { return (spsa_.values()[i] - parameters_[i].start) / parameters_[i].c_end; }
    std::string iterations_text() const {
      return fmt::format("{} of {} iterations", grouped(static_cast<std::uint64_t>(spsa_.applied())),
                         grouped(static_cast<std::uint64_t>(spsa_.settings().iterations)));
    }
    std::int64_t stride() const {
      constexpr std::int64_t kMaxPoints = 250;  // more cannot be told apart in a plot
      return std::max<std::int64_t>(1, spsa_.settings().iterations / kMaxPoints);
    }
    void note_values() {
      for (std::size_t i = 0; i < course_.size(); ++i) course_[i].push_back(spsa_.values()[i]);
    }
    ValueChanges changed() const {
      ValueChanges out = changes_of(parameters_, spsa_.rounded());
      const ValueChanges before = changes_of(parameters_, starts());
      std::erase_if(out, [&](const auto& c) { return std::find(before.begin(), before.end(), c) != before.end(); });
      return out;
    }

    Parameters parameters_;
    Spsa spsa_;
    std::vector<std::vector<double>> course_;  // of each parameter: at the start and after every stride() iterations
    MatchSummary verification_;
    std::uint64_t forfeits_ = 0;  // games lost on time while tuning
    WorkUnitNumber next_ = 0;
  };

  static ValueChanges changes_of(const Parameters& parameters, const std::vector<int>& values) {
    ValueChanges out;
    for (std::size_t i = 0; i < parameters.size(); ++i) out.emplace_back(parameters[i].name, std::to_string(values[i]));
    return out;
  }

  // --- The files ----------------------------------------------------------------------------------------------------

  static constexpr const char* kProvenance = "oknos-lab tune:";  // how the preset's comment begins

  // The input of OpenBench (https://github.com/AndyGrant/OpenBench): "NAME, int, VALUE, MIN, MAX, C_END, R_END". It
  // hands options to an engine as words without blanks, so the names of the UCI options have '_' instead; the engine
  // takes either. The rate is its own, for it plays another number of games.
  static std::string openbench_line(const Parameter& p, const Question& q) {
    std::string name = p.name;
    if (name.starts_with(kOptionPrefix)) {
      name.erase(0, kOptionPrefix.size());
    } else {
      const std::size_t dot = name.find('.');
      name = pruning::title_of(name.substr(0, dot)) + " " + pruning::title_of(name.substr(dot + 1));
      std::replace(name.begin(), name.end(), ' ', '_');
    }
    return fmt::format("{}, int, {:.1f}, {:.1f}, {:.1f}, {}, {}\n", name, static_cast<double>(p.start),
                       static_cast<double>(p.min), static_cast<double>(p.max), p.c_end, q.r_end.value_or(kLongRateEnd));
  }
  static std::string openbench_text(const Question& q) {
    return listed(
        q.parameters, [&](const Parameter& p) { return openbench_line(p, q); }, "");
  }

  static std::optional<int> other(const CLI::App&, Question& question, const RunArguments& run);
};

// --- The games -----------------------------------------------------------------------------------------------------

class TuneRun final : public record::RunOf<Tune> {
 public:
  using RunOf::RunOf;

 private:
  std::optional<Error> open_files() override { return write(question_.openbench, Tune::openbench_text(question_)); }
  std::optional<Error> close_files() override {
    if (failed()) return std::nullopt;
    if (question_.preset_out.path.empty()) return std::nullopt;
    return write(question_.preset_out, result().summary().preset(question_.player.participant, question_.name));
  }
  std::string progress_text() const override { return result().summary().progress(); }
  std::string text() const override { return result().text(style()); }

  // --- In the workers' threads.

  // Who plays this work unit; waits until that is known. Nothing: nobody waits for it, or there is nothing to verify.
  std::optional<std::array<ValueChanges, 2>> opponents_of(WorkUnitNumber number) {
    std::unique_lock lock(mutex_);
    const Spsa& spsa = result().summary().spsa();
    const bool verifies = number >= question_.iterations;
    const auto known = [&] { return verifies ? spsa.finished() : spsa.has_trial(number); };
    while (!known() && !stopped_ && !interrupted()) changed_.wait_for(lock, kPollInterval);
    if (!known()) return std::nullopt;
    const std::vector<int> plus = verifies ? spsa.rounded() : spsa.trial(number).plus;
    const std::vector<int> minus = verifies ? result().summary().starts() : spsa.trial(number).minus;
    if (verifies && plus == minus) return std::nullopt;
    return {{Tune::changes_of(question_.parameters, plus), Tune::changes_of(question_.parameters, minus)}};
  }

  Outcome<Tune::Unit> find(record::VariedPair& players, WorkUnitNumber number) override {
    const auto opponents = opponents_of(number);
    if (!opponents) return std::nullopt;
    const auto games = question_.how.play(number, question_.player, players, *opponents);
    if (!games) return std::nullopt;
    const PairSummary pair = games->summary();
    if (number >= question_.iterations) return Tune::Unit{{}, {pair.begin(), pair.end()}};
    const std::lock_guard lock(mutex_);
    return Tune::Unit{{Tune::iteration_of(result().summary().spsa().trial(number), pair)}, {}};
  }

  // --- In the thread that called run().

  void take(WorkUnitNumber number, Tune::Unit unit, bool fresh) override {
    const std::lock_guard lock(mutex_);
    if (fresh) result().summary().played_now += std::tuple_size_v<PairSummary>;
    result().summary().time = platform::milliseconds_since(start_);
    add(number, std::move(unit));
    changed_.notify_all();
  }
  void stop_working() override { stopped_ = true; }

  const platform::TimePoint start_ = platform::now();
  std::mutex mutex_;                 // held to change the summary, and by workers to read it
  std::condition_variable changed_;  // a result has been taken
  std::atomic<bool> stopped_ = false;
};

// Without an iteration nothing is played.
std::optional<int> Tune::other(const CLI::App&, Question& question, const RunArguments& run) {
  if (question.iterations > 0) return std::nullopt;
  if (const auto refusal = record::check_question<Tune>(question))
    return complain(refusal->exit_code, refusal->message);
  if (question.openbench.path.empty())
    return complain(kUsage, "--iterations 0 only writes the file for OpenBench: --openbench is expected");
  const auto error = TuneRun(question, run).write(question.openbench, openbench_text(question));
  return error ? complain(kFailure, error->message) : 0;
}

}  // namespace

StoredCommand tune_command() {
  return record::stored_command<Tune, TuneRun>();
}

}  // namespace oknos::lab
