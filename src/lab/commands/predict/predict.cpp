#include "lab/commands/predict/predict.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "engine/uci/win_model.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/predict/prices.h"
#include "lab/commands/screen.h"
#include "lab/commands/suite_regret.h"
#include "lab/play/match_queue.h"
#include "lab/play/preset_variants.h"
#include "lab/record/search_fields.h"
#include "lab/record/stored_command.h"
#include "lab/shadow/shadow.h"
#include "lab/solving/epd_verdict.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/text_file.h"

namespace oknos::lab {

namespace {

constexpr double kPercent = 100;

// --- What changes are worth: what was just searched, or what a file of prices has ---

struct Line {
  bool with_games = false, with_regret = false;  // columns that all lines have
  std::string change, rule;
  // By all that is known: the prediction, and the games weighed against it. This is the posterior mean of an empirical
  // Bayes estimate (B. Efron and C. Morris, 1975): the best of many uncertain figures is drawn towards what was
  // predicted of it.
  std::optional<Estimate> elo;
  std::optional<double> played, predicted, regret;
  double nodes = 0, wrong = 0;
  std::array<double, kErrorClasses> loss{};
};
using Lines = std::vector<Line>;

constexpr auto kLine = [](auto& f, auto& l) {
  f("change", l.change, "", {.keep = record::kAlways});
  f("Elo", l.elo,
    l.with_games ? "what was played, drawn towards what the prices predict, each weighed by its interval" : "",
    {.decimals = 1, .sign = true, .keep = record::kAlways});
  if (l.with_games) {
    f("played", l.played, "", {.decimals = 1, .sign = true, .keep = 3});
    f("predicted", l.predicted, "", {.decimals = 1, .sign = true, .keep = 3});
  }
  f("nodes", l.nodes, "to the same depth", {.scale = kPercent, .suffix = " %", .decimals = 1, .sign = true, .keep = 4});
  if (l.with_regret)
    f("regret", l.regret, "share of a point that a move gives away",
      {.scale = kPercent, .suffix = " %", .sign = true, .keep = 3});
  f("wrong", l.wrong, "of what was pruned and checked", {.scale = kPercent, .suffix = " %", .keep = 2});
  for (std::size_t c = 0; c < kErrorClasses; ++c)
    f(kErrorClassNames[c], l.loss[c],
      c + 1 < kErrorClasses
          ? ""
          : "errors that the search, which reduces late moves, would have made without the rule too. This and the "
            "columns before: expected points of the game that errors lose per 1,000 nodes, by the depth of the node",
      {.sign = true, .keep = 1});
};

Line line_of(const MeasuredVariant& v, const PriceFile& prices) {
  Line out;
  out.change = v.change;
  out.rule = v.rule();
  out.nodes = std::expm1(v.log_nodes);
  out.wrong = v.wrong;
  out.loss = v.loss;
  if (v.regret_positions > 0) out.regret = v.regret.value;
  if (v.games > 0) out.played = v.elo.value;
  if (prices.by_errors.elo.empty()) return out;
  out.elo = prices.predicted(v);
  out.predicted = out.elo->value;
  if (v.games > 0) out.elo = combined(*out.elo, v.elo);
  return out;
}

// The best first.
void rank(Lines& lines) {
  const bool with_games = std::any_of(lines.begin(), lines.end(), [](const Line& l) { return l.played; });
  const bool with_regret = std::any_of(lines.begin(), lines.end(), [](const Line& l) { return l.regret; });
  for (Line& l : lines) {
    l.with_games = with_games;
    l.with_regret = with_regret;
  }
  const auto value = [](const Line& l) { return l.elo ? l.elo->value : 0.0; };
  std::stable_sort(lines.begin(), lines.end(), [&](const Line& a, const Line& b) { return value(a) > value(b); });
}

constexpr const char* kConfirm =
    "Each change alone. The best of many figures is too high, so confirm it: 'oknos-lab predict' measures changes "
    "together, and --queue-out writes matches.";

// What a file of prices says of the variants that they were fitted to.
struct Ranking {
  PriceFile prices;
  std::string preset;  // its identity

  Lines lines() const {
    Lines out;
    for (const MeasuredVariant& v : prices.variants)
      if (v.positions > 0) out.push_back(line_of(v, prices));
    rank(out);
    return out;
  }
  template <class Report>
  void report(Report& out) const {
    out.table("variants", lines(), kLine);
    out.note(kConfirm);
    out.note(prices.provenance(!prices.by_regret.elo.empty(), preset));
  }
};

// A match of the best variant of each rule that is expected to gain anything. Precondition: the lines are ranked.
std::optional<Error> write_queue(const OutputPath& to, const Lines& lines, const std::string& base) {
  std::set<std::string> rules;
  std::vector<QueuedMatch> matches;
  for (const Line& l : lines)
    if (l.elo && l.elo->value > 0 && rules.insert(l.rule).second)
      matches.push_back(
          {l.rule, fmt::format("expected: {:+.1f} Elo ({:+.1f} to {:+.1f})", l.elo->value, l.elo->low, l.elo->high),
           base + "," + l.change, base});
  OutputFile file;
  if (auto error = file.open(to)) return error;
  file.write(queue_text("oknos-lab predict --rank", matches));
  return file.finish();
}

// --- Runs of other commands ---

Error refusal(const store::StoreView& view, const std::string& what) {
  return Error{fmt::format("{}: {}", text::quoted(view.path(), view.path().size()), what)};
}

// The identity of a player is that of a preset, and how it plays: "preset modern, settings ...", "hash=4, 2,000 nodes".
struct Identity {
  std::string preset, how;
};
Identity identity_in(const std::string& text) {
  constexpr std::string_view kSettings = ", settings ", kComma = ", ";
  const std::size_t settings = text.find(kSettings);
  const std::size_t end = settings == std::string::npos ? settings : text.find(kComma, settings + kSettings.size());
  if (end == std::string::npos) return {text, ""};
  return {text.substr(0, end), text.substr(end + kComma.size())};
}

// Notes who was varied; an error: others than in the stores before, or a second run of one kind.
std::optional<Error> add_source(PriceFile& to, const store::StoreView& view, const std::string& base,
                                PriceSource source) {
  if (!to.base.empty() && to.base != base)
    return refusal(view, fmt::format("its changes are of {}; those of {} are expected", base, to.base));
  if (to.source(source.what))
    return refusal(
        view, fmt::format("there is a run of '{}' already; 'oknos-lab merge' joins the parts of one run", view.kind()));
  to.base = base;
  source.commit = view.entry("commit");
  to.sources.push_back(std::move(source));
  return std::nullopt;
}

std::optional<Error> add_games(PriceFile& to, const store::StoreView& view) {
  const auto screened = read_screening(view);
  if (!screened) return Error{screened.error()};
  const Identity base = identity_in(view.entry("base"));
  const std::size_t games = ScreenPair::kGames * screened->pairs.size();
  if (auto error = add_source(to, view, base.preset, {"games", games, base.how, ""})) return error;
  const ScreenAnalysis analysis = analysis_of(*screened);
  for (std::size_t i = 0; i < screened->factors.size(); ++i) {
    const Effect& effect = analysis.fit.effects[i];
    if (!is_known(effect.elo)) continue;
    MeasuredVariant& v = to.variant(screened->factors[i].change);
    v.games = effect.games;
    v.elo = effect.elo;
  }
  return std::nullopt;
}

// A player is called as the first one, with its change behind that; or otherwise. A UCI engine that judges is known by
// its name: prices should not depend on the build.
std::optional<Error> add_regrets(PriceFile& to, const store::StoreView& view) {
  const auto read = player_regrets(view);
  if (!read) return refusal(view, read.error());
  const Identity first = identity_in(view.entry("player_1"));
  const std::string how = fmt::format("{} {}, judge {} with {} nodes", view.entry("limits"), view.entry("unit"),
                                      view.entry("judge_name"), view.entry("judge-nodes"));
  if (auto error = add_source(to, view, first.preset, {"positions", view.done().size(), how, ""})) return error;
  for (std::size_t i = 1; i < read->size(); ++i) {
    const PlayerRegret& player = (*read)[i];
    if (identity_in(view.entry(fmt::format("player_{}", i + 1))).how != first.how)
      return refusal(view, fmt::format("players \"{}\" and \"{}\" differ in more than rules", read->front().player,
                                       player.player));
    if (player.positions == 0) continue;
    const std::string base = read->front().player + " ";
    MeasuredVariant& v =
        to.variant(player.player.starts_with(base) ? player.player.substr(base.size()) : player.player);
    v.regret_positions = player.positions;
    v.regret = player.less_first;
  }
  return std::nullopt;
}

// The regrets of these variants of `base` in a store, whose moves must have been searched and judged as those that the
// prices were fitted to.
std::optional<Error> add_regrets(std::vector<MeasuredVariant>& to, const std::string& path, const std::string& base,
                                 const PriceFile& prices) {
  if (path.empty()) return std::nullopt;
  const auto view = store::StoreView::open(path);
  if (!view) return Error{"--regret " + view.error()};
  PriceFile measured;
  measured.base = base;
  if (auto error = add_regrets(measured, **view)) return Error{"--regret " + error->message};
  const PriceSource* priced = prices.source("positions");
  if (prices.by_regret.elo.empty() || !priced)
    return Error{"--regret: these prices have none of regret; 'oknos-lab predict fit' takes a run of 'regret'"};
  if (const std::string& how = measured.sources.front().how; how != priced->how)
    return Error{fmt::format(
        "--regret: the moves were searched and judged with \"{}\", those of the prices with \"{}\"", how, priced->how)};
  for (MeasuredVariant& v : to) {
    const MeasuredVariant& known = measured.variant(v.change);
    if (known.regret_positions == 0) return Error{fmt::format("--regret: no player has \"{}\"", v.change)};
    v.regret_positions = known.regret_positions;
    v.regret = known.regret;
  }
  return std::nullopt;
}

// --- The command ---

constexpr const char* kRun = "RUN.db";
constexpr std::size_t kHash = 16;  // MiB
constexpr std::uint64_t kDefaultSample = 100;

// Expected points of the game, 0 to 1, of the side to move.
double points_of(Score score, const Position& position) {
  constexpr double kPerMille = 1000.0;
  const uci::Wdl wdl = uci::wdl(score, position);
  return (wdl.win + wdl.draw / 2.0) / kPerMille;
}

// Whom the positions are searched with, once the command line has been read: the base, then all that differ from it.
struct Searched {
  Plan base;
  std::vector<PresetVariant> all;
  Sampling sampling{kDefaultSample};
  std::string prices, regret;  // files
  std::string who;             // of those that differ, for identities

  std::string identity() const { return identity_of(base.preset, base.settings, base.changes); }
};
CLI::Option* add_option(CLI::App&, const char*, Searched&, const std::string&, const record::OptionTraits&) {
  return nullptr;
}
void identify(store::RunSpec& spec, const std::string&, const Searched& s) {
  spec.identity.insert(spec.identity.end(), {{"base", s.identity()},
                                             {"changes", s.who},
                                             {"limits", exact_text(s.base.limits)},
                                             {"sample", s.sampling.text()}});
  spec.notes.emplace_back("prices", s.prices);
  if (!s.regret.empty()) spec.notes.emplace_back("regret", s.regret);
}

struct Predict {
  static constexpr const char* kName = "predict";
  static constexpr const char* kHelp = "Predict the Elo of changes of a preset without playing games";
  static constexpr const char* kDescription = "nodes and errors of changes of a preset";
  static constexpr const char* kFooter =
      "Searches the positions with both presets, to the depth of the searches that the prices were fitted to, and\n"
      "checks a sample of what they prune. The prices convert the differences in errors and nodes, or with --regret\n"
      "those in nodes and moves, into Elo. The interval is based on how well prices predicted rules that they were\n"
      "not fitted to (docs/price.md). Positions for --regret must not be selected by what the players do in them.\n"
      "With --rank it measures every change of one value that 'oknos-lab preset variants' lists; without positions\n"
      "it shows what the prices were fitted to. 'oknos-lab predict fit' makes prices.\n\n"
      "Examples:\n"
      "  oknos-lab predict positions/middlegames.epd --set razoring=on\n"
      "  oknos-lab predict positions/middlegames.epd --prices prices.json --preset mine.toml --against modern\n"
      "  oknos-lab predict some.epd --set razoring=on --regret regret.db\n"
      "  oknos-lab predict --rank --queue-out confirm.toml\n"
      "  oknos-lab predict positions/middlegames.epd positions/tactics.epd --rank --out searches.db";

  struct Question {
    record::Positions positions;
    SearchOptions search, against;  // presets and changes of values
    bool rank = false;
    std::vector<std::string> rules;
    int depth = 0;
    std::vector<std::string> sample;
    std::string prices{kEmbeddedPrices}, regret, queue_out;
    Searched searched;

    WorkUnitNumber units() const { return positions.count(); }
    std::vector<std::string> inputs() const {
      std::vector<std::string> out = positions.files;
      for (const std::string& name : {search.preset, against.preset, prices, regret})
        if (name.find('.') != std::string::npos) out.push_back(name);  // a file
      return out;
    }

    std::optional<record::Refusal> check() {
      if (!queue_out.empty()) return record::Refusal{"--queue-out: without positions, after 'oknos-lab predict fit'"};
      const auto read = read_prices(prices);
      if (!read) return record::Refusal{"--prices " + read.error(), kFailure};
      Limits limits;
      limits.depth = depth > 0 ? depth : read->depth;
      const auto sampling =
          parse_sampling(sample.empty() ? std::vector<std::string>{read->sample} : sample, kDefaultSample);
      if (!sampling) return record::Refusal{sampling.error()};
      const auto wanted = make_plan(search, limits);
      if (!wanted) return record::Refusal{wanted.error()};
      searched = {*wanted, {{"", "", wanted->settings}}, *sampling, prices, regret, ""};
      if (auto refusal = rank ? add_variants() : add_preset(*wanted, limits)) return refusal;
      std::vector<MeasuredVariant> changes;
      for (std::size_t i = 1; i < searched.all.size(); ++i) changes.emplace_back().change = searched.all[i].change;
      if (const auto error = add_regrets(changes, regret, searched.identity(), *read))
        return record::Refusal{error->message, kFailure};
      return std::nullopt;
    }

   private:
    std::optional<record::Refusal> add_variants() {
      if (against.preset != pruning::kDefaultPreset)
        return record::Refusal{"--against: with --rank, --preset is what changes are compared with"};
      const auto variants = make_variants(searched.base.settings, rules);
      if (!variants) return record::Refusal{variants.error()};
      searched.all.insert(searched.all.end(), variants->begin(), variants->end());
      searched.who = listed(*variants, &PresetVariant::change, "; ");
      return std::nullopt;
    }
    std::optional<record::Refusal> add_preset(const Plan& wanted, const Limits& limits) {
      const auto base = make_plan(against, limits);
      if (!base) {
        constexpr std::string_view kPreset = "--preset ";  // which is another option here
        const std::string& error = base.error();
        return record::Refusal{"--against " + (error.starts_with(kPreset) ? error.substr(kPreset.size()) : error)};
      }
      if (wanted.settings == base->settings)
        return record::Refusal{
            fmt::format("{} is {} itself; --set or --preset say what differs", wanted.preset.name, base->preset.name)};
      // As 'regret' calls such a player behind the first one.
      std::string name = wanted.preset.name == base->preset.name ? "" : wanted.preset.name;
      for (const Change& c : wanted.changes) name += (name.empty() ? "" : " ") + c.name + "=" + c.to;
      searched.base = *base;
      searched.who = identity_of(wanted.preset, wanted.settings, wanted.changes);
      searched.all = {{"", "", base->settings}, {"", name, wanted.settings}};
      return std::nullopt;
    }
  };

  static constexpr auto kQuestion = [](auto& f, auto& q) {
    f("files", q.positions, "Positions");
    f("--preset", q.search.preset, "The preset in question: a built-in one, or a file",
      {.value = "NAME|FILE.toml", .identifies = false});
    f("--set", q.search.set, "Change a value of it: razoring=on, reverse_futility.margin=60",
      {.value = "NAME=VALUE", .identifies = false});
    f("--against", q.against.preset, "The preset to compare with", {.value = "NAME|FILE.toml", .identifies = false});
    f("--rank", q.rank, "Measure every change of one value instead, and rank them", {.identifies = false});
    f("--rule", q.rules, "With --rank: only changes of this rule, or of the exemptions",
      {.value = "RULE", .needs = "--rank", .identifies = false});
    f("--depth", q.depth, "Search depth; 0: that of the prices",
      {.least = 0, .most = kMaxPly, .unit = "plies", .identifies = false});
    f("--sample", q.sample, "Check one in N of the pruned moves and nodes (default: as for the prices); RULE=N",
      {.value = "N", .identifies = false});
    f("--prices", q.prices, "The prices that 'oknos-lab predict fit --out' wrote",
      {.value = "FILE.json", .identifies = false});
    f("--regret", q.regret,
      "Use regret instead of errors, from this run of 'oknos-lab suite --measure regret', whose first player is the "
      "preset to compare with",
      {.value = kRun, .identifies = false});
    f("--queue-out", q.queue_out,
      "Write a file for 'match --queue' that plays the best change of each rule that is expected to gain",
      {.value = "FILE.toml", .needs = "--rank", .identifies = false});
    f("searched", q.searched, "");
  };

  struct Search {
    std::string change;
    int depth = 0;
    std::uint64_t nodes = 0;
    bool solved = false;
    std::uint64_t checked = 0, errors = 0;
    std::array<double, kErrorClasses> loss{};
  };
  struct Unit {
    int number = 0;
    std::string id;
    std::vector<Search> searches;
  };
  static constexpr auto kPositionFields = [](auto& f, auto& p) {
    f("number", p.number, "place in the input, from 1");
    f("id", p.id, "the position's name");
  };
  static constexpr auto kSearchFields = [](auto& f, auto& s) {
    f("change", s.change, "the value that differs: NAME=VALUE; empty: the base");
    f("depth", s.depth, "completed depth, plies");
    f("nodes", s.nodes, "nodes of the search, without those of the shadow searches");
    f("solved", s.solved, "1: it found the best move that the position names");
    f("checked", s.checked, "pruned moves and nodes that were searched after all");
    f("errors", s.errors, "of these, pruned wrongly");
    f("loss_at_depth_0_to_1", s.loss[0], "expected points lost by errors at these depths, for all that was pruned");
    f("loss_at_depth_2_to_4", s.loss[1], "the same");
    f("loss_at_depth_5_or_more", s.loss[2], "the same");
    f("loss_not_found", s.loss[3], "the same of errors that the reduced search would have made without the rule too");
  };
  static constexpr auto kLayout = [](auto& t, auto& unit) {
    t.row("positions", unit, kPositionFields);
    t.rows("searches", unit.searches, kSearchFields);
  };

  struct Worker : ShadowWorker {
    using ShadowWorker::ShadowWorker;
    static Result<std::unique_ptr<Worker>> make(const Question&) { return std::make_unique<Worker>(kHash); }
  };

  static Outcome<Unit> find(const Question& q, Worker& worker, WorkUnitNumber number) {
    const epd::Record& record = q.positions[number].record;
    Unit out{static_cast<int>(number) + 1, record.id(), {}};
    for (const PresetVariant& v : q.searched.all) {
      out.searches.push_back(search(q.searched, worker, record, v));
      if (interrupted()) return std::nullopt;
    }
    return out;
  }

  static Search search(const Searched& with, ShadowWorker& own, const epd::Record& record, const PresetVariant& v) {
    Search out;
    out.change = v.change;
    const ShadowSettings settings = ShadowSettings::of(v.settings);
    Shadow shadow(with.sampling, [&](const ShadowSample& sample) {
      if (interrupted()) return;
      const ShadowVerdict verdict = check_sample(sample, settings, own.window);
      if (!verdict.claimed) return;
      ++out.checked;
      if (!verdict.error) return;
      ++out.errors;
      const Score limit = sample.kind == ShadowSample::Kind::FailHigh ? sample.beta : sample.alpha;
      out.loss[class_of(sample, verdict)] +=
          std::abs(points_of(verdict.value, sample.position) - points_of(limit, sample.position)) *
          static_cast<double>(with.sampling.every(sample.rule));
    });
    SearchRequest request;
    request.limits = with.base.limits;
    request.settings = v.settings;
    const SearchReport report = search_sampled(own.engine, record.position, request, shadow);
    out.nodes = report.nodes;
    if (!report.lines.empty()) out.depth = report.lines.front().depth;
    out.solved = verdict_of(record, report.best) == Verdict::Right;
    return out;
  }

  static std::size_t class_of(const ShadowSample& sample, const ShadowVerdict& verdict) {
    constexpr int kMiddle = 2, kDeep = 5;  // plies
    if (!verdict.found_at_reduced_depth) return 3;
    return sample.depth < kMiddle ? 0 : sample.depth < kDeep ? 1 : 2;
  }

  // Searches of one player, added up.
  struct Sums {
    double searches = 0, nodes = 0, log_nodes = 0, checked = 0, errors = 0, solved = 0;
    std::array<double, kErrorClasses> loss{};

    void add(const Search& s, double times = 1) {
      const auto n = static_cast<double>(s.nodes);
      searches += times;
      nodes += times * n;
      log_nodes += times * std::log(std::max(n, 1.0));
      checked += times * static_cast<double>(s.checked);
      errors += times * static_cast<double>(s.errors);
      solved += times * s.solved;
      for (std::size_t c = 0; c < kErrorClasses; ++c) loss[c] += times * s.loss[c];
    }
    double wrong() const { return checked > 0 ? errors / checked : 0; }
    double loss_rate(std::size_t c) const {
      constexpr double kNodes = 1000;
      return nodes > 0 ? loss[c] * kNodes / nodes : 0;
    }
  };

  class Summary {
   public:
    explicit Summary(const RunHeader& header)
        : base_(header.entry("base")),
          limits_(header.entry("limits")),
          sample_(header.entry("sample")),
          prices_(header.entry("prices")),
          regret_(header.entry("regret")) {}

    std::optional<Error> add(const Unit& unit) {
      sums_.resize(std::max(sums_.size(), unit.searches.size()));
      if (unit.searches.size() != sums_.size()) return Error{"it has fewer searches than others"};
      for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i].add(unit.searches[i]);
      positions_.push_back(unit.searches);
      return std::nullopt;
    }

    std::vector<MeasuredVariant> variants() const {
      std::vector<MeasuredVariant> out;
      for (std::size_t i = 1; i < sums_.size(); ++i)
        out.push_back(difference(positions_.front()[i], sums_[i], sums_.front()));
      return out;
    }
    std::uint64_t searches() const { return positions_.size() * sums_.size(); }

    // With the prices that the run was asked with.
    Result<PriceFile> prices() const {
      auto out = read_prices(prices_);
      if (out && fmt::format("depth {}", out->depth) != limits_)
        return Error{fmt::format("the prices are for searches to depth {}, not to {}", out->depth, limits_)};
      if (out && out->by_errors.elo.empty()) return Error{"it has no prices"};
      return out;
    }

    Result<Lines> lines(const PriceFile& prices) const {
      Lines out;
      auto all = variants();
      if (const auto error = add_regrets(all, regret_, base_, prices)) return *error;
      for (std::size_t i = 0; i < all.size(); ++i) {
        Line line = line_of(all[i], prices);
        if (positions_.size() < kFewestPositions) line.elo = std::nullopt;
        if (line.elo) widen(*line.elo, kDeviationsOf95Percent * scatter(i + 1, all[i], prices));
        out.push_back(std::move(line));
      }
      rank(out);
      return out;
    }

    template <class Report>
    void report(Report& out) const {
      const auto prices = this->prices();
      const auto lines = this->lines(prices ? *prices : PriceFile{});
      out.title(fmt::format("{} of {}, {}, {}; one in {} of what each rule prunes is searched after all",
                            counted(sums_.empty() ? 0 : sums_.size() - 1, "change"), base_.substr(0, base_.find(", ")),
                            counted(positions_.size(), "position"), limits_, sample_));
      out.value("positions", positions_.size());
      if (!prices) out.note("No Elo is predicted: " + prices.error() + ".");
      if (!lines) return out.note(lines.error());
      out.table("variants", *lines, kLine);
      if (!prices) return;
      if (positions_.size() < kFewestPositions)
        return out.note(fmt::format("No Elo is predicted: at least {} positions are expected.", kFewestPositions));
      if (lines->size() == 1) report_games(out, *lines->front().elo, prices->game_deviation);
      if (lines->size() > 1) out.note(kConfirm);
      out.note(prices->provenance(!regret_.empty(), base_));
    }

   private:
    static constexpr std::size_t kFewestPositions = 10;  // fewer do not say how much they scatter

    static MeasuredVariant difference(const Search& of, const Sums& own, const Sums& base) {
      MeasuredVariant out;
      out.change = of.change;
      out.positions = static_cast<std::uint64_t>(own.searches);
      out.log_nodes = (own.log_nodes - base.log_nodes) / std::max(own.searches, 1.0);
      out.wrong = own.wrong();
      out.more_wrong = own.wrong() - base.wrong();
      for (std::size_t c = 0; c < kErrorClasses; ++c) out.loss[c] = own.loss_rate(c) - base.loss_rate(c);
      out.solved = own.solved - base.solved;
      return out;
    }

    // The standard error that other positions of the same kinds would cause: the jackknife (J. Tukey, 1958). The
    // prices' own deviation has some of it, but those that they were fitted to are others.
    double scatter(std::size_t player, const MeasuredVariant& all, const PriceFile& prices) const {
      double sum = 0, squares = 0;
      for (const auto& searches : positions_) {
        Sums own = sums_[player], base = sums_.front();
        own.add(searches[player], -1);
        base.add(searches.front(), -1);
        MeasuredVariant without = difference(searches[player], own, base);
        without.regret = all.regret;
        without.regret_positions = all.regret_positions;
        const double elo = prices.predicted(without).value - prices.predicted(all).value;
        sum += elo;
        squares += elo * elo;
      }
      const auto n = static_cast<double>(positions_.size());
      return std::sqrt(std::max(squares - sum * sum / n, 0.0) * (n - 1) / n);
    }

    static void widen(Estimate& elo, double by) {
      const double wide = std::hypot(elo.high - elo.value, by);
      elo = {elo.value, elo.value - wide, elo.value + wide};
    }

    template <class Report>
    static void report_games(Report& out, const Estimate& elo, double game_deviation) {
      const double deviation = (elo.high - elo.value) / kDeviationsOf95Percent;
      if (!(deviation > 0)) return;
      const double games = std::pow(game_deviation / deviation, 2);
      out.value("equivalent_games", games);
      out.note(fmt::format("{} would give an interval as narrow.",
                           counted(static_cast<std::uint64_t>(std::llround(games)), "game")));
    }

    std::string base_, limits_, sample_, prices_, regret_;
    std::vector<Sums> sums_;                      // of the base, then of each change
    std::vector<std::vector<Search>> positions_;  // of each position, in the same order
  };

  // --rank without positions: what the prices were fitted to.
  static std::optional<int> other(const CLI::App&, const Question& q, const RunArguments& run) {
    if (!q.rank || !q.positions.files.empty()) return std::nullopt;
    auto prices = read_prices(q.prices);
    if (!prices) return complain(kFailure, "--prices " + prices.error());
    if (prices->by_errors.elo.empty())
      return complain(kFailure, "--prices: the file has no prices; 'oknos-lab predict fit' makes them");
    const auto plan = make_plan(q.search, {});
    if (!plan) return complain(kUsage, plan.error());
    std::set<std::string> now;  // what the preset has by now is no change
    for (const auto& [name, value] : pruning::named_values(plan->settings)) now.insert(name + "=" + value);
    std::erase_if(prices->variants, [&](const MeasuredVariant& v) {
      const bool is_asked = q.rules.empty() || std::find(q.rules.begin(), q.rules.end(), v.rule()) != q.rules.end();
      return !is_asked || now.contains(v.change);
    });
    const Ranking ranking{*std::move(prices), identity_of(plan->preset, plan->settings, plan->changes)};
    if (!q.queue_out.empty())
      if (const auto error = write_queue({q.queue_out, run.force, {q.prices}}, ranking.lines(), player_text(q.search)))
        return complain(kFailure, "--queue-out " + error->message);
    record::print_report(ranking, run.json, run.color);
    return 0;
  }

  static void add_commands(CLI::App& app, int& exit_code);
};

// --- predict fit ---

std::optional<Error> add_searches(PriceFile& to, const store::StoreView& view) {
  const auto read = read_result<record::ResultOf<Predict>>(view);
  if (!read) return Error{read.error()};
  const std::string limits = view.entry("limits");
  if (auto error = add_source(to, view, view.entry("base"), {"searches", read->summary().searches(), limits, ""}))
    return error;
  constexpr std::string_view kDepth = "depth ";
  to.depth = text::parse_int<int>(std::string_view(limits).substr(kDepth.size())).value_or(0);
  to.sample = view.entry("sample");
  for (const MeasuredVariant& v : read->summary().variants()) {
    MeasuredVariant& known = to.variant(v.change);
    const MeasuredVariant others = std::exchange(known, v);
    known.games = others.games;
    known.elo = others.elo;
    known.regret_positions = others.regret_positions;
    known.regret = others.regret;
  }
  return std::nullopt;
}

std::optional<Error> add_measured(PriceFile& to, const std::string& path) {
  const auto view = store::StoreView::open(path);
  if (!view) return Error{view.error()};
  const std::string& kind = (*view)->kind();
  if (kind == Predict::kName) return add_searches(to, **view);
  if (kind == kScreenKind) return add_games(to, **view);
  if (kind == kRegretKind) return add_regrets(to, **view);
  return refusal(**view, fmt::format("it holds a run of '{}'; 'oknos-lab screen', 'oknos-lab predict --rank' and "
                                     "'oknos-lab suite --measure regret' make what is needed",
                                     kind));
}

// What the stores say, or one file of prices.
Result<PriceFile> measured_in(const std::vector<std::string>& paths) {
  if (paths.size() == 1 && (paths.front() == kEmbeddedPrices || head_contains(paths.front(), "\"oknos_prices\"")))
    return read_prices(paths.front());
  PriceFile out;
  for (const std::string& path : paths)
    if (const auto error = add_measured(out, path)) return *error;
  return out;
}

// What is printed of a fit.
struct FitReport {
  const PriceFit& fit;

  static constexpr auto kPrice = [](auto& f, auto& p) {
    f("price of", p.of, "", {.keep = record::kAlways});
    f("Elo", p.elo, "", {.sign = true});
  };
  static constexpr auto kBaseline = [](auto& f, auto& r) {
    f("predicted from", r.name, "", {.keep = record::kAlways});
    f("correlation", r.correlation, "");
  };
  static constexpr auto kPrediction = [](auto& f, auto& p) {
    f("change", p.change, "");
    f("by errors", p.by_errors, "");
    f("by regret", p.by_regret, "");
  };

  template <class Report>
  void report(Report& out) const {
    out.title(fmt::format("{} of {}", counted(fit.variants, "variant"), counted(fit.rules, "rule")));
    out.value("variants", fit.variants);
    out.value("rules", fit.rules);
    out.value("highest_correlation", fit.highest_correlation);
    out.value("deviation", fit.file.by_errors.deviation);
    out.table("prices", fit.by_errors, kPrice);
    if (!fit.by_regret.empty()) {
      out.note("With regret instead of errors:");
      out.table("prices_with_regret", fit.by_regret, kPrice);
    }
    out.table("baselines", fit.baselines, kBaseline);
    if constexpr (std::is_same_v<Report, record::JsonReport>) out.table("predictions", fit.predictions, kPrediction);
    out.note(fmt::format(
        "Correlation of predicted and played Elo, each rule predicted without its own variants. The games' own errors "
        "allow no more than {:.2f}. A prediction is off by at most {:.1f} Elo (standard deviation, 95 % confidence){}.",
        fit.highest_correlation, fit.file.by_errors.deviation,
        fit.by_regret.empty() ? "" : fmt::format("; with nodes and regret, by {:.1f}", fit.file.by_regret.deviation)));
  }
};

struct FitOptions {
  std::vector<std::string> stores;
  OutputPath out;
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};

std::optional<Error> write_prices(const FitOptions& options, const PriceFile& prices) {
  if (options.out.path.empty()) return std::nullopt;
  OutputFile file;
  if (auto error = file.open(options.out)) return error;
  file.write(to_text(prices));
  return file.finish();
}

int run_fit(FitOptions options) {
  options.out.in_use = options.stores;
  if (!options.out.path.empty())
    if (const auto error = check_output(options.out)) return complain(kFailure, "--out " + error->message);
  auto measured = measured_in(options.stores);
  if (!measured) return complain(kFailure, measured.error());
  const auto fit = fit_prices(*std::move(measured));
  if (!fit) return complain(kFailure, fit.error());
  if (const auto error = write_prices(options, fit->file)) return complain(kFailure, "--out " + error->message);
  record::print_report(FitReport{*fit}, options.json, options.color);
  return 0;
}

void Predict::add_commands(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<FitOptions>();
  CLI::App* command = app.add_subcommand("fit", "Fit prices to games and searches of many changes");
  command->footer(
      "Fits how many Elo an error costs, and how many Elo saved nodes are worth; with regrets, also how many Elo "
      "worse\n"
      "moves cost. Then it shows how well the prices predict the games of rules that they were not fitted to, next to\n"
      "simpler predictions (docs/price.md).\n\n"
      "Examples:\n"
      "  oknos-lab screen --variants --games 70000 --nodes 2000 --book positions/openings.epd --out games.db\n"
      "  oknos-lab predict positions/middlegames.epd positions/tactics.epd --rank --out searches.db\n"
      "  oknos-lab predict fit games.db searches.db regret.db --out prices.json\n"
      "  oknos-lab predict fit prices/modern.json");
  command
      ->add_option("stores", options->stores,
                   "Run stores of 'screen --variants', of 'predict --rank', and perhaps of 'suite --measure regret "
                   "--variants'; or a "
                   "file that --out wrote")
      ->required()
      ->type_name(kRun);
  command->add_option("--out", options->out.path, "Write the prices, and what they were fitted to, to this file")
      ->type_name("FILE.json");
  add_force(*command, options->out.force);
  command->add_flag("--json", options->json, "Print one JSON value");
  add_color(*command, options->color);
  command->callback([options, &exit_code] { exit_code = run_fit(*options); });
}

}  // namespace

StoredCommand predict_command() {
  return record::stored_command<Predict>();
}

}  // namespace oknos::lab
