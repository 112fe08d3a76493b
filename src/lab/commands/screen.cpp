#include "lab/commands/screen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "engine/uci/identity.h"
#include "lab/play/preset_variants.h"
#include "lab/play/uci_messages.h"
#include "lab/record/games.h"
#include "lab/record/stored_command.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/key_values.h"

namespace oknos::lab {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Factor, change, key, base)  // in headers

namespace {

struct Screen {
  static constexpr const char* kName = kScreenKind;
  static constexpr const char* kHelp = "Measure many changes of a preset at once, by playing";
  static constexpr const char* kDescription = "effects of many changes of a preset, from games";
  static constexpr const char* kFooter =
      "Plays the preset, or a UCI engine, against itself. In each pair of games, each player has each change with the\n"
      "probability of --probability, so every game says something about many changes. One regression over all games\n"
      "gives the Elo of each, with an interval; it also finds interactions, that is, pairs of changes whose effect\n"
      "together differs from the sum, and names the best of several values of a parameter (docs/matches.md). With "
      "4,000\n"
      "games for 20 changes together, each interval is less than twice as wide as\n"
      "after a match of 4,000 games for that change alone. A change is written as for --set; a rule without a value "
      "is\n"
      "toggled:\n"
      "  --factor null_move                      off, if it is on\n"
      "  --factor reverse_futility.margin=60,90  two changes; a player has at most one of them\n"
      "  --factor option.Margin=80               an option of a UCI engine\n\n"
      "Examples:\n"
      "  oknos-lab screen --factor razoring --factor reverse_futility.margin=60,90 --nodes 20000 --out screen.db\n"
      "  oknos-lab screen --factor razoring --factor probcut --interaction razoring=on*probcut=off --nodes 20000\n"
      "  oknos-lab screen --variants --probability 0.25 --nodes 2000 --games 100000 --out variants.db\n"
      "  oknos-lab screen cmd=weiss --factor \"option.RFP Margin=60,90\" --nodes 20000 --queue-out confirm.toml\n"
      "  oknos-lab screen --factor histories.eval_change=0,4,16 --nodes 25000 --out s.db --preset-out s.toml\n"
      "  oknos-lab screen --show screen.db";

  static constexpr const char* kUnits = "pairs";

  using Texts = std::vector<std::string>;

  // --- The question -------------------------------------------------------------------------------------------------

  static constexpr std::int64_t kGames = 4000;
  static constexpr const char* kMention = "oknos-lab screen:";  // how the comment of each output begins

  struct Question {
    record::VariedPlayer base{};  // what the factors are added to
    Texts factor_texts{};
    bool variants = false;
    Texts rules{};
    Texts interaction_texts{};
    double probability = 0.25;
    record::GameCount games{kGames};
    record::Games how{};
    std::string name = "screened";
    record::Output preset_out{}, queue_out{};
    // Since check():
    Factors factors{};
    std::vector<Interaction> interactions{};

    WorkUnitNumber units() const { return games.pairs(); }
    Result<std::unique_ptr<record::VariedPair>> start() const { return base.start(); }
    Texts inputs() const { return {}; }
    Texts reads() const { return {how.book, base.search.preset}; }

    std::optional<record::Refusal> check() {
      if (base.participant.foreign() && !preset_out.path.empty())
        return record::Refusal{
            "--preset-out: a UCI engine has no preset; --queue-out writes what confirms the changes"};
      if (!queue_out.path.empty() && !may_name_a_test(name))
        return record::Refusal{
            fmt::format("--name {}: it names the match in --queue-out, so letters, digits, '_' and "
                        "'-' are expected",
                        text::quoted(name))};
      auto all = factors_of(*this);
      if (!all) return record::Refusal{all.error()};
      factors = std::move(*all);
      auto read = interactions_of(interaction_texts, factors);
      if (!read) return record::Refusal{read.error()};
      interactions = std::move(*read);
      preset_out.mention = queue_out.mention = kMention;
      if (auto refusal = how.complete(base.participant)) return refusal;
      return how.load_openings(units());
    }

    // Which interactions are looked at changes no game.
    void describe(store::RunSpec& spec) const {
      Texts joint;
      for (const Interaction& i : interactions) joint.push_back(name_of(i, factors));
      spec.identity.emplace_back("factors", json_text(nlohmann::json(factors)));
      spec.identity.emplace_back("probability", fmt::format("{:g}", probability));
      spec.notes.emplace_back("interactions", json_text(nlohmann::json(joint)));
      spec.notes.emplace_back("control", in_words(base.participant.control));
    }
  };

  static constexpr auto kQuestion = [](auto& f, auto& q) {
    f("base", q.base, "");
    f("--factor", q.factor_texts, "A change to measure", {.value = "NAME[=VALUE,...]", .identifies = false});
    f("--variants", q.variants, "Measure every change that 'oknos-lab preset variants' lists", {.identifies = false});
    f("--rule", q.rules, "With --variants: only those of this rule",
      {.value = "RULE", .needs = "--variants", .identifies = false});
    f("--interaction", q.interaction_texts,
      "Measure also what the changes A and B do together beyond their sum; strong interactions are found without this "
      "option",
      {.value = "A*B", .identifies = false});
    f("--probability", q.probability, "Probability that a player has a change",
      {.from = 0.01, .to = 0.99, .value = "P", .identifies = false});
    f("--games", q.games, "Games to play", {.least = 2});
    f("games", q.how, "");
    f("--name", q.name, "Name of the preset", {.value = "NAME", .identifies = false});
    f("--preset-out", q.preset_out, "Write the preset with the changes that help to this file", {.value = "FILE.toml"});
    f("--queue-out", q.queue_out,
      "Write a file for 'match --queue' to this file, which plays these changes against the preset",
      {.value = "FILE.toml"});
  };
  static void add_workers(CLI::App& app, RunArguments& run) { record::add_games_at_a_time(app, run.workers); }

  static bool may_name_a_test(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
      return text::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    });
  }

  // --- The factors --------------------------------------------------------------------------------------------------

  // Each text is a change with one value or several ("reverse_futility.margin=60,90"), or the name of a rule, or of an
  // engine's option that is on or off, which is switched.
  static Result<Factors> factors_of(const Question& q) {
    const Participant& base = q.base.participant;
    Texts texts = q.factor_texts;
    if (q.variants) {
      if (base.foreign()) return Error{"--variants: a UCI engine has no rules that are known here; name its options"};
      const auto variants = make_variants(base.settings, q.rules);
      if (!variants) return Error{variants.error()};
      for (const PresetVariant& v : *variants) texts.push_back(v.change);
    }
    if (texts.empty()) return Error{"no change to measure: --factor NAME=VALUE or --variants is expected"};
    const auto options = q.base.engine_options();
    if (!options) return Error{options.error()};
    Factors out;
    for (const std::string& text : texts)
      if (const auto error =
              *options ? add_options(out, text, base.uci_options, **options) : add_settings(out, text, base.settings))
        return Error{fmt::format("--factor {}", error->message)};
    if (!*options)
      if (const auto error = objection_to_rules_off(out, base.settings)) return *error;
    return out;
  }

  // "60,90" -> "60", "90"
  static Texts values_of(const std::string& text) {
    Texts out;
    std::istringstream in(text + ",");
    for (std::string value; std::getline(in, value, ',');) out.push_back(value);
    return out;
  }

  static std::optional<Error> add(Factors& to, Factor factor) {
    for (const Factor& other : to) {
      if (other.change == factor.change) return Error{factor.change + ": named twice"};
      if (other.key == factor.key) ++factor.level;
    }
    to.push_back(std::move(factor));
    return std::nullopt;
  }

  // Empty: no such name.
  static std::string value_of(const pruning::Settings& settings, const std::string& key) {
    for (const auto& [name, value] : pruning::named_values(settings))
      if (name == key) return value;
    return "";
  }

  static std::optional<Error> add_settings(Factors& to, const std::string& text, const pruning::Settings& base) {
    const std::size_t equals = text.find('=');
    const std::string key = text.substr(0, equals), now = value_of(base, key);
    if (equals == std::string::npos && now != "on" && now != "off")
      return Error{text::quoted(text) + ": NAME=VALUE is expected, or the name of a rule, which is then switched"};
    const std::string values = equals != std::string::npos ? text.substr(equals + 1) : now == "on" ? "off" : "on";
    for (const std::string& value : values_of(values))
      if (auto error = add_setting(to, key, value, base)) return error;
    return std::nullopt;
  }

  static std::optional<Error> add_setting(Factors& to, const std::string& key, const std::string& value,
                                          const pruning::Settings& base) {
    Factor factor{key + "=" + value, key};
    const auto changed = with_changes(base, {{key, value}});
    if (!changed) return Error{changed.error()};
    if (*changed == base) return Error{factor.change + ": the preset already has this value"};
    const auto before = pruning::named_values(base), after = pruning::named_values(*changed);
    std::vector<std::size_t> different;
    for (std::size_t i = 0; i < before.size(); ++i)
      if (before[i] != after[i]) different.push_back(i);
    // Names and numbers can be written in several ways; a family of rules changes more than one value.
    if (different.size() == 1) {
      const auto& [name, now] = after[different.front()];
      factor = {name + "=" + now, name, 0, before[different.front()].second};
    }
    return add(to, std::move(factor));
  }

  // A value of a rule that is off in the base changes games only if the rule is switched on as well.
  static std::optional<Error> objection_to_rules_off(const Factors& factors, const pruning::Settings& base) {
    for (const Factor& f : factors) {
      const std::size_t dot = f.key.find('.');
      if (dot == std::string::npos || value_of(base, f.key.substr(0, dot)) != "off") continue;
      const std::string rule = f.key.substr(0, dot);
      const auto is_switch = [&](const Factor& other) { return other.change == rule + "=on"; };
      if (std::none_of(factors.begin(), factors.end(), is_switch))
        return Error{fmt::format("--factor {}: {} is off in the base; add --factor {}", f.change, rule, rule)};
    }
    return std::nullopt;
  }

  // Of a UCI engine with these options, of which `set` are set.
  static std::optional<Error> add_options(Factors& to, const std::string& text, const ValueChanges& set,
                                          const std::vector<uci::Option>& options) {
    const std::size_t equals = text.find('=');
    const std::string key = text.substr(0, equals);
    if (!key.starts_with(kOptionPrefix))
      return Error{
          fmt::format("{}: an option of a UCI engine is written {}NAME=VALUE", text::quoted(text), kOptionPrefix)};
    const std::string name = key.substr(kOptionPrefix.size());
    const uci::Option* option = find_option(options, name);
    if (!option) return Error{fmt::format("{}: {}", text::quoted(text), set_option_line(options, name, "").error())};
    if (equals == std::string::npos && option->kind != uci::OptionKind::Check)
      return Error{fmt::format("{}: {}NAME=VALUE is expected; only an option that is true or false needs no value",
                               text::quoted(text), kOptionPrefix)};
    // No value is no point of a curve.
    const std::string now = may_be_unset(set, *option) ? "" : value_in(set, *option);
    const std::string values = equals != std::string::npos        ? text.substr(equals + 1)
                               : value_in(set, *option) == "true" ? "false"
                                                                  : "true";
    for (const std::string& value : values_of(values)) {
      const std::string full = std::string(kOptionPrefix) + option->name;
      Factor factor{full + "=" + value, full, 0, now};
      if (const auto line = set_option_line({*option}, option->name, value); !line)
        return Error{fmt::format("{}: {}", factor.change, line.error())};
      const auto number = text::parse_int<std::int64_t>(value);
      if (now == value || (number && text::parse_int<std::int64_t>(now) == number))
        return Error{factor.change + ": the engine already has this value"};
      if (auto error = add(to, std::move(factor))) return error;
    }
    return std::nullopt;
  }

  // Each text is "CHANGE*CHANGE", both of them factors.
  static Result<std::vector<Interaction>> interactions_of(const Texts& texts, const Factors& factors) {
    std::vector<Interaction> out;
    for (const std::string& text : texts) {
      const auto wrong = [&](const std::string& what) {
        return Error{fmt::format("--interaction {}: {}", text::quoted(text), what)};
      };
      const std::size_t star = text.find('*');
      if (star == std::string::npos)
        return wrong("FACTOR*FACTOR is expected, for example \"null_move=off*razoring=on\"");
      std::vector<std::size_t> parts;
      for (const std::string& part : {text.substr(0, star), text.substr(star + 1)}) {
        const auto is_part = [&](const Factor& f) { return f.change == part; };
        const auto found = std::find_if(factors.begin(), factors.end(), is_part);
        if (found == factors.end()) return wrong(text::quoted(part) + " is not one of the factors");
        parts.push_back(static_cast<std::size_t>(found - factors.begin()));
      }
      const Factor &a = factors[parts[0]], &b = factors[parts[1]];
      if (a.key == b.key) return wrong("no player has both values");
      const auto is_switched_off_by = [](const Factor& parameter, const Factor& rule) {
        return parameter.key.starts_with(rule.key + ".") && rule.change == rule.key + "=off";
      };
      if (is_switched_off_by(a, b) || is_switched_off_by(b, a))
        return wrong("without the rule its value means nothing");
      const auto is_same = [&](const Interaction& i) {
        return std::minmax(i.first, i.second) == std::minmax(parts[0], parts[1]);
      };
      if (std::any_of(out.begin(), out.end(), is_same)) return wrong("named twice");
      out.push_back({parts[0], parts[1]});
    }
    return out;
  }

  static std::string name_of(const Interaction& i, const Factors& factors) {
    return factors[i.first].change + "*" + factors[i.second].change;
  }

  // What a player with these factors has.
  static ValueChanges changes_of(const Factors& factors, const FactorSet& chosen) {
    ValueChanges out;
    for (const std::size_t i : chosen) out.emplace_back(factors[i].key, factors[i].value());
    return out;
  }

  static Result<Screening> screening_of(const RunHeader& header) try {
    Screening out;
    for (Factor& factor : nlohmann::json::parse(header.entry("factors")).get<Factors>())
      if (const auto error = add(out.factors, std::move(factor))) return *error;
    auto interactions = interactions_of(nlohmann::json::parse(header.entry("interactions")).get<Texts>(), out.factors);
    if (!interactions) return Error{interactions.error()};
    out.asked_for = std::move(*interactions);
    return out;
  } catch (const nlohmann::json::exception&) {
    return Error{"factors that cannot be read: " + text::quoted(header.entry("factors"))};
  }

  // --- The games ----------------------------------------------------------------------------------------------------

  struct Unit {
    std::string first, second;  // the factors that the players had: "1 4", from 1
    int half_points = 0;        // of the first, 0 to 4
    std::string opening;        // its name or number
    int plies = 0;              // of both games
  };
  static constexpr auto kPairFields = [](auto& f, auto& p) {
    f("first", p.first, "numbers of the changes that the first player had, from 1");
    f("second", p.second, "of the second player");
    f("half_points", p.half_points, "half points of the first player in the two games, 0 to 4");
    f("opening", p.opening, "name or number of the opening");
    f("plies", p.plies, "moves of both sides in both games");
    if constexpr (store::reads<decltype(f)>)
      if (p.half_points < 0 || p.half_points > ScreenPair::kMaxHalfPoints) f.fail("half_points", "0 to 4");
  };
  static constexpr auto kLayout = [](auto& t, auto& pair) { t.row("pairs", pair, kPairFields); };

  using Worker = record::VariedPair;

  static Outcome<Unit> find(const Question& q, record::VariedPair& players, WorkUnitNumber pair) {
    RandomNumbers random(q.how.seed, static_cast<std::uint64_t>(pair));
    std::array<std::string, 2> texts;
    std::array<ValueChanges, 2> changes;
    for (std::size_t k = 0; k < texts.size(); ++k) {
      const FactorSet drawn = draw_factors(q.factors, q.probability, random);
      changes[k] = changes_of(q.factors, drawn);
      texts[k] = listed(
          drawn, [](std::size_t i) { return i + 1; }, " ");
    }
    const auto played = q.how.play(pair, q.base, players, changes);
    if (!played) return std::nullopt;
    Unit out{texts[0], texts[1], 0, played->opening, 0};
    for (const GameSummary& game : played->summary()) {
      out.half_points += game.first_half_points();
      out.plies += game.plies();
    }
    return out;
  }

  // "1 4"
  static Result<FactorSet> factor_set_of(const std::string& text, std::size_t factors) {
    FactorSet out;
    for (const std::string_view word : text::words(text)) {
      const auto number = text::parse_int<std::size_t>(word);
      if (!number || *number < 1 || *number > factors || (!out.empty() && *number - 1 <= out.back()))
        return Error{fmt::format("{} is no list of factors, 1 to {}", text::quoted(text), factors)};
      out.push_back(*number - 1);
    }
    return out;
  }

  // --- The summary --------------------------------------------------------------------------------------------------

  // An effect.
  struct Line {
    std::string change;
    std::size_t games = 0;
    double value = 0;               // Elo, also where nothing is known
    std::optional<Estimate> elo;    // nothing: too few games
    std::optional<bool> asked_for;  // of an interaction
  };
  static constexpr auto kLine = [](auto& f, auto& l) {
    const bool better = l.elo && l.elo->low > 0, worse = l.elo && l.elo->high < 0;
    const Tone tone = !l.elo ? Tone::Faint : better ? Tone::Good : worse ? Tone::Bad : Tone::Plain;
    f.text("", std::string(l.asked_for ? "beyond the sum of both" : ""), "", {.heading = true});
    f("change", l.change, "", {.keep = record::kAlways, .line = tone});
    f("games", l.games, "those in which it counted for one player alone", {.keep = 1});
    f("asked for", l.asked_for, "", {.json_only = true});
    f("Elo", l.elo, "what the change adds to the base; of two changes, what they add together beyond the sum of both",
      {.decimals = 1, .sign = true, .keep = record::kAlways, .key = "elo"});
    f("verdict", std::string(!l.elo ? "too few games" : better ? "better" : worse ? "worse" : "open"), "", {.keep = 2});
  };

  // As it can be typed again.
  static std::string number_text(double value) {
    constexpr double kLargest = 1e15;
    return value == std::round(value) && std::abs(value) < kLargest ? fmt::format("{:.0f}", value)
                                                                    : fmt::format("{:g}", value);
  }
  static std::string verdict_of(const ValueCurve& curve) {
    const char* verdict = curve.is_best_as_it_is() ? "as it is" : curve.elo_of_best().low > 0 ? "better" : "open";
    return verdict + std::string(curve.is_best_at_edge() ? ", at the edge" : "");
  }

  // The best value of a parameter.
  static constexpr auto kCurve = [](auto& f, auto& c) {
    const ValueCurve& curve = c.curve;
    const Estimate &best = curve.best(), elo = curve.elo_of_best();
    const bool same = curve.is_best_as_it_is();
    f("parameter", c.key, "", {.keep = record::kAlways, .line = !same && elo.low > 0 ? Tone::Good : Tone::Plain});
    f.text("now", record::Printed{number_text(curve.base())}, "", {.keep = record::kAlways});
    f.text("fitted", record::Printed{number_text(curve.least()) + " to " + number_text(curve.greatest())}, "");
    f.json("base", curve.base());
    f.json("from", curve.least());
    f.json("to", curve.greatest());
    f.json("left_out", curve.left_out());
    f.json("best", best);
    f.text("best value",
           record::Printed{
               fmt::format("{} ({} to {})", number_text(best.value), number_text(best.low), number_text(best.high))},
           "where a parabola through the effects of all values of a parameter is highest, within the range that it was "
           "fitted to",
           {.keep = record::kAlways});
    f.json("elo", elo);
    f.text("Elo", same ? std::optional<Estimate>() : elo,
           "there, against the base. The highest point of a curve is too high, so confirm it with a match",
           {.decimals = 1, .sign = true, .keep = record::kAlways});
    f("verdict", verdict_of(curve), "", {.keep = 1});
  };
  class Summary {
   public:
    static Result<Summary> of(const RunHeader& header) {
      auto screening = screening_of(header);
      if (!screening) return Error{screening.error()};
      return Summary(header, std::move(*screening));
    }

    std::optional<Error> add(const Unit& unit) {
      auto first = factor_set_of(unit.first, games_.factors.size());
      if (!first) return Error{first.error()};
      auto second = factor_set_of(unit.second, games_.factors.size());
      if (!second) return Error{second.error()};
      games_.pairs.push_back({std::move(*first), std::move(*second), unit.half_points});
      return std::nullopt;
    }

    const Screening& screening() const { return games_; }

    template <class Report>
    void report(Report& out) const {
      const ScreenAnalysis found = analysis_of(games_);
      out.line(fmt::format("screen {}   {}   {}   {} of {}, each change with probability {}", base_, control_, book_,
                           grouped(games_.games()), counted(games_wanted_, "game"), probability_));
      out.value("base", base_);
      out.value("control", control_);
      out.value("book", book_);
      out.value("games", games_.games());
      out.value("games_wanted", games_wanted_);
      out.value("probability", probability_);
      std::vector<Line> changes = lines_of(found);
      std::vector<Line> joint(changes.begin() + static_cast<std::ptrdiff_t>(games_.factors.size()), changes.end());
      changes.resize(games_.factors.size());
      out.data("changes", changes, kLine);
      if (!joint.empty()) out.data("interactions", joint, kLine);
      const auto better = [](const Line& a, const Line& b) { return a.value > b.value; };
      std::stable_sort(changes.begin(), changes.end(), better);
      std::stable_sort(joint.begin(), joint.end(), better);
      changes.insert(changes.end(), joint.begin(), joint.end());
      out.view(changes, kLine);
      out.value("pairs_searched", found.searched);
      if (found.searched > 0) {
        const std::size_t more = joint.size() - games_.asked_for.size();
        out.note(fmt::format("{} of changes searched for interactions, {} found{}.", counted(found.searched, "pair"),
                             more == 0 ? "none" : grouped(more),
                             more == 0 ? "" : "; being the largest of so many, these are probably too large"));
      }
      const auto curves = value_curves(games_.factors, found.fit);
      out.table("best_values", curves, kCurve);
      const auto leaves_out = [](const NamedCurve& c) { return c.curve.left_out() > 0; };
      if (std::any_of(curves.begin(), curves.end(), leaves_out))
        out.note("Of some parameters, values far away were left out, because no parabola fits them as well.");
    }

    // Changes that help together: from the best one on, each whose gain beside those before has an interval above 0.
    FactorSet winners() const {
      const ScreenAnalysis found = analysis_of(games_);
      const Factors& factors = games_.factors;
      FactorSet out;
      while (true) {
        std::optional<std::size_t> best;
        double most = 0;
        for (std::size_t i = 0; i < factors.size(); ++i) {
          const auto is_of_same_key = [&](std::size_t k) { return factors[k].key == factors[i].key; };
          if (std::any_of(out.begin(), out.end(), is_of_same_key)) continue;
          const auto gain = gain_of(i, out, found.design, found.fit);
          if (!gain || gain->low <= 0 || gain->value <= most) continue;
          best = i;
          most = gain->value;
        }
        if (!best) return out;
        out.insert(std::upper_bound(out.begin(), out.end(), *best), *best);
      }
    }
    std::string source() const {
      return fmt::format("{} {} games, {}, Oknos {}", kMention, grouped(games_.games()), control_, uci::kVersion);
    }

   private:
    Summary(const RunHeader& header, Screening screening)
        : base_(header.entry("base_name")),
          control_(header.entry("control")),
          book_(header.entry("book")),
          probability_(header.entry("probability")),
          games_wanted_(ScreenPair::kGames * static_cast<std::size_t>(header.work_units())),
          games_(std::move(screening)) {}

    std::vector<Line> lines_of(const ScreenAnalysis& found) const {
      std::vector<Line> out;
      const std::size_t factors = games_.factors.size();
      for (std::size_t i = 0; i < found.fit.effects.size(); ++i) {
        const auto& [games, elo] = found.fit.effects[i];
        Line& line = out.emplace_back();
        line.games = games;
        line.value = elo.value;
        if (is_known(elo)) line.elo = elo;
        if (i < factors) {
          line.change = games_.factors[i].change;
        } else {
          line.change = name_of(found.design.interactions[i - factors], games_.factors);
          line.asked_for = i < factors + games_.asked_for.size();
        }
      }
      return out;
    }

    std::string base_, control_, book_, probability_;
    std::size_t games_wanted_ = 0;
    Screening games_;
  };

  // --- The files ----------------------------------------------------------------------------------------------------

  // The base with all that helps. Precondition: it plays in this process.
  static std::string preset_file(const Summary& summary, const FactorSet& winners, const Question& q) {
    const Participant& base = q.base.participant;
    pruning::Preset out = base.preset;
    out.settings = *with_changes(base.settings, changes_of(q.factors, winners));
    out.name = q.name;
    out.description = base.preset.name + " with the changes that won in a screening";
    out.source = summary.source();
    return pruning::to_toml(out, pruning::base_of_changes(base.preset));
  }

  // A match of the base with all that helps against the base, with other openings than those that chose the changes.
  static std::string queue_file(const Summary& summary, const FactorSet& winners, const Question& q) {
    std::string first = q.base.text;
    for (const std::size_t i : winners) first += "," + q.factors[i].change;
    return record::queue_text(summary.source(), {{q.name, "", first, q.base.text}},
                              fmt::format("{}seed = {}\ngames = {}\n", q.how.as_keys(), q.how.seed + 1, kGames));
  }
};

class ScreenRun final : public record::RunOf<Screen> {
 public:
  using RunOf::RunOf;

 private:
  std::optional<Error> close_files() override {
    const Screen::Summary& summary = result().summary();
    const bool wanted = !question_.preset_out.path.empty() || !question_.queue_out.path.empty();
    if (!wanted || !complete() || !arguments().leads()) return std::nullopt;
    const FactorSet winners = summary.winners();
    if (winners.empty()) {
      complain(0, "no change certainly helps, so no preset and no queue are written");
      return std::nullopt;
    }
    if (!question_.preset_out.path.empty())
      if (auto error = write(question_.preset_out, Screen::preset_file(summary, winners, question_))) return error;
    return write(question_.queue_out, Screen::queue_file(summary, winners, question_));
  }
};

}  // namespace

StoredCommand screen_command() {
  return record::stored_command<Screen, ScreenRun>();
}

Result<Screening> read_screening(const store::StoreView& view) {
  auto read = read_result<record::ResultOf<Screen>>(view);
  if (!read) return Error{read.error()};
  return read->summary().screening();
}

// --- The model -------------------------------------------------------------------------------------------------------

FactorSet draw_factors(const Factors& factors, double probability, RandomNumbers& random) {
  FactorSet out;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i].level != 0) continue;  // drawn with the first value of its key
    FactorSet values;
    for (std::size_t k = i; k < factors.size(); ++k)
      if (factors[k].key == factors[i].key) values.push_back(k);
    if (random.unit() < probability) out.push_back(values[random.below(values.size())]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// --- The equations, in log odds -------------------------------------------------------------------------------------

namespace {

using Vector = std::vector<double>;

// An effect that nothing is known of stays at 0 and the equations can be solved. In a pair's information (at most 1/4)
// that is next to nothing.
constexpr double kRidge = 1e-3;

// One pair as an equation: which effects count for the first player (+1) and for the second (-1).
struct ScreenRow {
  std::vector<std::pair<std::size_t, double>> terms;
  double score = 0;  // of the first, 0 to 1

  // Expected score of the first.
  double expected(const Vector& effects) const {
    double log_odds = 0;
    for (const auto& [at, sign] : terms) log_odds += sign * effects[at];
    return 1.0 / (1.0 + std::exp(-log_odds));
  }
};

// The sum of weight(row) times the product of the row with itself.
template <class Weight>
SymmetricMatrix moments(const std::vector<ScreenRow>& rows, std::size_t size, Weight weight) {
  SymmetricMatrix out(size);
  for (const ScreenRow& row : rows) {
    const double w = weight(row);
    for (const auto& [i, a] : row.terms)
      for (const auto& [k, b] : row.terms) out.at(i, k) += w * a * b;
  }
  return out;
}

std::vector<ScreenRow> rows_of(const std::vector<ScreenPair>& pairs, const ScreenDesign& design) {
  std::vector<ScreenRow> out;
  out.reserve(pairs.size());
  for (const ScreenPair& pair : pairs) {
    ScreenRow row;
    row.score = static_cast<double>(pair.half_points) / ScreenPair::kMaxHalfPoints;
    const auto add = [&](std::size_t at, bool first, bool second) {
      if (first != second) row.terms.emplace_back(at, first ? 1.0 : -1.0);
    };
    const FactorSet first = design.in_effect(pair.first), second = design.in_effect(pair.second);
    const auto has = [](const FactorSet& set, std::size_t i) { return std::binary_search(set.begin(), set.end(), i); };
    for (const std::size_t i : first) add(i, true, has(second, i));
    for (const std::size_t i : second) add(i, has(first, i), true);
    const auto both = [&](const FactorSet& set, const Interaction& i) {
      return has(set, i.first) && has(set, i.second);
    };
    for (std::size_t k = 0; k < design.interactions.size(); ++k)
      add(design.factors + k, both(first, design.interactions[k]), both(second, design.interactions[k]));
    out.push_back(std::move(row));
  }
  return out;
}

// The inverse of the effects' covariance, were each pair a game without draws.
SymmetricMatrix information(const std::vector<ScreenRow>& rows, const Vector& effects) {
  SymmetricMatrix out = moments(rows, effects.size(), [&](const ScreenRow& row) {
    const double p = row.expected(effects);
    return p * (1 - p);
  });
  for (std::size_t i = 0; i < effects.size(); ++i) out.at(i, i) += kRidge;
  return out;
}

// Newton's method; the quasi-likelihood is concave.
Vector solve_effects(const std::vector<ScreenRow>& rows, std::size_t size) {
  constexpr int kMaxSteps = 30;
  constexpr double kPrecision = 1e-9;  // log odds
  constexpr double kLongestStep = 1.0;
  Vector effects(size, 0.0);
  for (int step = 0; step < kMaxSteps; ++step) {
    Vector gradient(size, 0.0);
    for (std::size_t i = 0; i < size; ++i) gradient[i] = -kRidge * effects[i];
    for (const ScreenRow& row : rows) {
      const double miss = row.score - row.expected(effects);
      for (const auto& [at, sign] : row.terms) gradient[at] += miss * sign;
    }
    const Vector change = solve(information(rows, effects).root(), std::move(gradient));
    double largest = 0;
    for (const double c : change) largest = std::max(largest, std::abs(c));
    const double part = largest > kLongestStep ? kLongestStep / largest : 1.0;
    for (std::size_t i = 0; i < size; ++i) effects[i] += part * change[i];
    if (largest < kPrecision) break;
  }
  return effects;
}

SymmetricMatrix inverse_of(const SymmetricMatrix& positive_definite) {
  const SymmetricMatrix root = positive_definite.root();
  SymmetricMatrix out(positive_definite.size());
  for (std::size_t i = 0; i < positive_definite.size(); ++i) {
    Vector unit(positive_definite.size(), 0.0);
    unit[i] = 1.0;
    const Vector row = solve(root, std::move(unit));
    for (std::size_t k = 0; k < positive_definite.size(); ++k) out.at(i, k) = row[k];
  }
  return out;
}

constexpr double kUnitOfElo = 400.0 / 2.302585092994046;  // Elo of a unit of log odds: 400 / ln 10

// The product need not be symmetric; all of its elements are computed.
SymmetricMatrix product_of(const SymmetricMatrix& left, const SymmetricMatrix& right) {
  const std::size_t size = left.size();
  SymmetricMatrix out(size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t m = 0; m < size; ++m) {
      const double factor = left.at(i, m);
      for (std::size_t k = 0; k < size; ++k) out.at(i, k) += factor * right.at(m, k);
    }
  return out;
}

// Of the effects, in log odds. `inverse`: of their information.
SymmetricMatrix covariance_of(const std::vector<ScreenRow>& rows, const Vector& effects,
                              const SymmetricMatrix& inverse) {
  const std::size_t size = effects.size();
  const SymmetricMatrix scatter = moments(rows, size, [&](const ScreenRow& row) {
    const double miss = row.score - row.expected(effects);
    return miss * miss;
  });
  SymmetricMatrix out = product_of(product_of(inverse, scatter), inverse);
  // As many pairs as effects say nothing of the scatter.
  const double n = static_cast<double>(rows.size());
  const double correction = n / std::max(n - static_cast<double>(size), 1.0);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < size; ++k) out.at(i, k) *= correction;
  return out;
}

}  // namespace

// --- The model ------------------------------------------------------------------------------------------------------

ScreenDesign design_of(const Factors& factors, std::vector<Interaction> interactions) {
  ScreenDesign out{factors.size(), std::move(interactions), {}};
  for (const Factor& factor : factors) {
    out.conditions.emplace_back();
    const std::size_t dot = factor.key.find('.');
    if (dot == std::string::npos) continue;
    const std::string rule = factor.key.substr(0, dot);
    for (std::size_t i = 0; i < factors.size(); ++i) {
      if (factors[i].change == rule + "=off") out.conditions.back() = {i, false};
      if (factors[i].change == rule + "=on") out.conditions.back() = {i, true};
    }
  }
  return out;
}

FactorSet ScreenDesign::in_effect(const FactorSet& set) const {
  FactorSet out;
  for (const std::size_t i : set) {
    const auto condition = i < conditions.size() ? conditions[i] : std::nullopt;
    if (!condition || std::binary_search(set.begin(), set.end(), condition->factor) == condition->beside)
      out.push_back(i);
  }
  return out;
}

ScreenFit fit_screening(const std::vector<ScreenPair>& pairs, const ScreenDesign& design) {
  constexpr std::size_t kFewPairs = 10;  // with an effect; fewer say nothing
  constexpr double kFewPerEffect = 1.5;  // pairs; with fewer, the scatter is underestimated
  constexpr double kMuchOfRidge = 0.05;  // of an effect's information
  const std::size_t size = design.size();
  const std::vector<ScreenRow> rows = rows_of(pairs, design);
  std::vector<Effect> out(size);
  for (const ScreenRow& row : rows)
    for (const auto& [at, sign] : row.terms) out[at].games += ScreenPair::kGames;
  const Vector effects = solve_effects(rows, size);
  const SymmetricMatrix inverse = inverse_of(information(rows, effects));
  SymmetricMatrix covariance = covariance_of(rows, effects, inverse);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < size; ++k) covariance.at(i, k) *= kUnitOfElo * kUnitOfElo;
  for (std::size_t i = 0; i < size; ++i) {
    const double value = std::clamp(effects[i] * kUnitOfElo, -kEloLimit, kEloLimit);
    const double variance = covariance.at(i, i);
    const double wide = kDeviationsOf95Percent * std::sqrt(variance);
    // Where the model explains all pairs exactly, as if all were even, nothing is known of the scatter. Where only the
    // ridge keeps an effect where it is, as if no player was without it, nothing is known of the effect.
    const bool known = out[i].games >= kFewPairs * ScreenPair::kGames && variance > 0 &&
                       static_cast<double>(rows.size()) >= kFewPerEffect * static_cast<double>(size) &&
                       kRidge * inverse.at(i, i) < kMuchOfRidge;
    out[i].elo = known ? Estimate{value, std::max(value - wide, -kEloLimit), std::min(value + wide, kEloLimit)}
                       : Estimate{value, -kEloLimit, kEloLimit};
  }
  return {std::move(out), std::move(covariance)};
}

std::optional<Estimate> gain_of(std::size_t factor, const FactorSet& beside, const ScreenDesign& design,
                                const ScreenFit& fit) {
  FactorSet with = beside;
  with.insert(std::upper_bound(with.begin(), with.end(), factor), factor);
  const std::vector<ScreenRow> rows = rows_of({{with, beside, 0}}, design);
  Estimate out;
  double variance = 0;
  for (const auto& [i, sign] : rows.front().terms) {
    if (!is_known(fit.effects[i].elo)) return std::nullopt;
    out.value += sign * fit.effects[i].elo.value;
    for (const auto& [k, other] : rows.front().terms) variance += sign * other * fit.covariance.at(i, k);
  }
  if (rows.front().terms.empty()) return std::nullopt;
  const double wide = kDeviationsOf95Percent * std::sqrt(variance);
  out.low = out.value - wide;
  out.high = out.value + wide;
  return out;
}

// --- Interactions ---------------------------------------------------------------------------------------------------

namespace {

// What the games say of a pair of factors that is not in the model.
struct Candidate {
  std::size_t games = 0;   // pairs of games in which both factors were in effect for one player alone
  double score = 0;        // derivative of the quasi-likelihood by the interaction, at 0
  double information = 0;  // on the interaction by itself
  Vector shared;           // information that it shares with each effect of the model
};

// All pairs of factors.
class Candidates {
 public:
  Candidates(const Factors& factors, const ScreenDesign& design)
      : factors_(factors), design_(design), signs_(factors.size() * factors.size()), all_(signs_.size()) {}

  // `miss`: of the score of the first player; `weight`: the variance of one game without draws.
  void add(const ScreenPair& pair, const ScreenRow& row, double miss, double weight) {
    mark(design_.in_effect(pair.first), 1);
    mark(design_.in_effect(pair.second), -1);
    for (const std::size_t at : marked_) {
      const int sign = signs_[at];
      signs_[at] = 0;
      if (sign == 0) continue;
      Candidate& candidate = all_[at];
      candidate.shared.resize(design_.size());
      ++candidate.games;
      candidate.score += miss * sign;
      candidate.information += weight;
      for (const auto& [effect, term] : row.terms) candidate.shared[effect] += weight * sign * term;
    }
    marked_.clear();
  }

  std::size_t searched() const {
    return static_cast<std::size_t>(std::count_if(all_.begin(), all_.end(), is_searched));
  }

  // The one that explains most, if that is no chance. `root`: of the model's information; `dispersion`: of the scores,
  // against games without draws.
  std::optional<Interaction> best(const SymmetricMatrix& root, double dispersion) const {
    constexpr double kByChance = 0.05;      // for all candidates together
    constexpr double kLeastOwnShare = 0.1;  // of a candidate's information, not shared with the model
    std::size_t best = 0;
    double most = 0;
    for (std::size_t at = 0; at < all_.size(); ++at) {
      const Candidate& c = all_[at];
      if (!is_searched(c)) continue;
      const Vector explained = solve(root, c.shared);
      double own = c.information;
      for (std::size_t k = 0; k < explained.size(); ++k) own -= c.shared[k] * explained[k];
      if (own < kLeastOwnShare * c.information) continue;
      const double chi_square = c.score * c.score / (dispersion * own);
      if (chi_square > most) {
        most = chi_square;
        best = at;
      }
    }
    if (std::erfc(std::sqrt(most / 2.0)) * static_cast<double>(searched()) > kByChance || most == 0)
      return std::nullopt;
    return Interaction{best / factors_.size(), best % factors_.size()};
  }

 private:
  static bool is_searched(const Candidate& c) { return c.games >= InteractionSearch::kFewest; }

  void mark(const FactorSet& set, int sign) {
    for (std::size_t i = 0; i < set.size(); ++i)
      for (std::size_t k = i + 1; k < set.size(); ++k) {
        const std::size_t at = set[i] * factors_.size() + set[k];
        signs_[at] += sign;
        marked_.push_back(at);
      }
  }

  const Factors& factors_;
  const ScreenDesign& design_;
  std::vector<int> signs_;  // of the pair of games that is being added
  std::vector<std::size_t> marked_;
  std::vector<Candidate> all_;
};

}  // namespace

InteractionSearch find_interactions(const std::vector<ScreenPair>& games, const Factors& factors, ScreenDesign design) {
  constexpr std::size_t kMost = 20;
  constexpr std::size_t kGamesPerEffect = 10;  // pairs of games; fewer cannot tell pairs of factors apart
  InteractionSearch out;
  while (out.found.size() < kMost &&
         games.size() >= std::max(kGamesPerEffect * design.size(), InteractionSearch::kFewest)) {
    const std::vector<ScreenRow> rows = rows_of(games, design);
    const Vector effects = solve_effects(rows, design.size());
    Candidates candidates(factors, design);
    double scatter = 0, without_draws = 0;
    for (std::size_t n = 0; n < rows.size(); ++n) {
      const double p = rows[n].expected(effects), miss = rows[n].score - p, weight = p * (1 - p);
      candidates.add(games[n], rows[n], miss, weight);
      scatter += miss * miss;
      without_draws += weight;
    }
    if (!(scatter > 0)) break;
    const auto n = static_cast<double>(rows.size());
    const double dispersion = scatter / without_draws * n / (n - static_cast<double>(design.size()));
    if (out.found.empty()) out.searched = candidates.searched();
    const auto found = candidates.best(information(rows, effects).root(), dispersion);
    if (!found) break;
    out.found.push_back(*found);
    design.interactions.push_back(*found);
  }
  return out;
}

std::vector<NamedCurve> value_curves(const Factors& factors, const ScreenFit& fit) {
  std::vector<NamedCurve> out;
  for (const Factor& first : factors) {
    const auto base = parse_number(first.base);
    if (first.level != 0 || !base) continue;
    std::vector<std::size_t> known;
    std::vector<double> values;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const auto value = parse_number(factors[i].value());
      if (factors[i].key != first.key || !value || !is_known(fit.effects[i].elo)) continue;
      known.push_back(i);
      values.push_back(*value);
    }
    ValueCurve::Points points{std::move(values), {}, SymmetricMatrix(known.size())};
    for (std::size_t i = 0; i < known.size(); ++i) {
      points.elo.push_back(fit.effects[known[i]].elo.value);
      for (std::size_t k = 0; k < known.size(); ++k) points.covariance.at(i, k) = fit.covariance.at(known[i], known[k]);
    }
    if (auto curve = ValueCurve::through(*base, points)) out.push_back({first.key, *std::move(curve)});
  }
  std::stable_sort(out.begin(), out.end(), [](const NamedCurve& a, const NamedCurve& b) {
    return a.curve.elo_of_best().value > b.curve.elo_of_best().value;
  });
  return out;
}

ScreenAnalysis analysis_of(const Screening& screening) {
  ScreenDesign design = design_of(screening.factors, screening.asked_for);
  const InteractionSearch search = find_interactions(screening.pairs, screening.factors, design);
  design.interactions.insert(design.interactions.end(), search.found.begin(), search.found.end());
  ScreenFit fit = fit_screening(screening.pairs, design);
  return {std::move(design), search.searched, std::move(fit)};
}

}  // namespace oknos::lab
