#include "lab/commands/screen.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>

#include "engine/base/text.h"
#include "engine/pruning/presets/options.h"
#include "engine/uci/identity.h"
#include "lab/play/preset_variants.h"
#include "lab/play/uci_messages.h"
#include "lab/record/games.h"
#include "lab/record/stored_command.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/text_table.h"

namespace oknos::lab {

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

  using Json = nlohmann::ordered_json;
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
    Result<std::unique_ptr<VariablePair>> start() const { return base.start(); }
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
      Texts changes, values, joint;
      for (const Factor& f : factors) {
        changes.push_back(f.change);
        if (f.level == 0 && !f.base.empty()) values.push_back(f.key + "=" + f.base);
      }
      for (const Interaction& i : interactions) joint.push_back(name_of(i, factors));
      spec.identity.emplace_back("factors", to_words(changes));
      spec.identity.emplace_back("probability", fmt::format("{:g}", probability));
      spec.notes.emplace_back("interactions", to_words(joint));
      spec.notes.emplace_back("base_values", to_words(values));
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

  // --- Texts in the header: words between blanks, a blank within a word is "%20" -----------------------------------

  static std::string with_replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
    return text;
  }
  static std::string to_words(const Texts& texts) {
    return listed(
        texts, [](const std::string& text) { return with_replaced(text, " ", "%20"); }, " ");
  }
  static Texts from_words(const std::string& words) {
    Texts out;
    for (const std::string_view word : text::words(words)) out.push_back(with_replaced(std::string(word), "%20", " "));
    return out;
  }

  static Result<Screening> screening_of(const RunHeader& header) {
    Screening out;
    for (const std::string& change : from_words(header.entry("factors"))) {
      const std::size_t equals = change.find('=');
      if (equals == std::string::npos) return Error{"no change: " + text::quoted(change)};
      if (const auto error = add(out.factors, {change, change.substr(0, equals)})) return *error;
    }
    for (const std::string& value : from_words(header.entry("base_values")))
      for (Factor& f : out.factors)
        if (value.starts_with(f.key + "=")) f.base = value.substr(f.key.size() + 1);
    auto interactions = interactions_of(from_words(header.entry("interactions")), out.factors);
    if (!interactions) return Error{interactions.error()};
    out.asked_for = std::move(*interactions);
    return out;
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

  using Worker = VariablePair;

  static Outcome<Unit> find(const Question& q, VariablePair& players, WorkUnitNumber pair) {
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

    std::string text(const Style& style, bool) const {
      const ScreenAnalysis found = analysis_of(games_);
      std::string meaning =
          "Elo: what the change adds to the base. Games: those in which it counted for one player alone.";
      if (!found.design.interactions.empty())
        meaning += " Beyond the sum of both: what two changes add besides when they are together.";
      const std::size_t joint = found.design.interactions.size() - games_.asked_for.size();
      if (found.searched > 0)
        meaning += fmt::format(" {} of changes searched for such interactions, {} found{}.",
                               counted(found.searched, "pair"), joint == 0 ? "none" : grouped(joint),
                               joint == 0 ? "" : "; being the largest of so many, these are probably too large");
      return fmt::format("screen {}   {}   {}   {} of {}, each change with probability {}\n\n", base_, control_, book_,
                         grouped(games()), counted(games_wanted_, "game"), probability_) +
             table_of(found, style) + "\n" + wrapped(meaning, static_cast<std::size_t>(style.width)) +
             curves_report(value_curves(games_.factors, found.fit), style);
    }

    Json json(bool) const {
      Json out = {{"base", base_},    {"control", control_},           {"book", book_},
                  {"games", games()}, {"games_wanted", games_wanted_}, {"probability", probability_}};
      out["changes"] = Json::array();
      const ScreenAnalysis found = analysis_of(games_);
      if (!found.design.interactions.empty()) out["interactions"] = Json::array();
      for (std::size_t i = 0; i < found.fit.effects.size(); ++i) {
        const Effect& effect = found.fit.effects[i];
        const bool is_factor = i < games_.factors.size();
        Json row = {{"change", name_of_effect(found, i)}, {"games", effect.games}};
        if (!is_factor) row["asked_for"] = i < games_.factors.size() + games_.asked_for.size();
        if (is_known(effect.elo)) row["elo"] = record::json_of(effect.elo);
        row["verdict"] = verdict_of(effect.elo);
        out[is_factor ? "changes" : "interactions"].push_back(std::move(row));
      }
      out["pairs_searched"] = found.searched;
      out["best_values"] = curves_json(value_curves(games_.factors, found.fit));
      return out;
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
      return fmt::format("{} {} games, {}, Oknos {}", kMention, grouped(games()), control_, uci::kVersion);
    }

   private:
    Summary(const RunHeader& header, Screening screening)
        : base_(header.entry("base_name")),
          control_(header.entry("control")),
          book_(header.entry("book")),
          probability_(header.entry("probability")),
          games_wanted_(ScreenPair::kGames * static_cast<std::size_t>(header.work_units())),
          games_(std::move(screening)) {}

    static std::string verdict_of(const Estimate& e) {
      if (!is_known(e)) return "too few games";
      return e.low > 0 ? "better" : e.high < 0 ? "worse" : "open";
    }
    std::size_t games() const { return ScreenPair::kGames * games_.pairs.size(); }
    std::string name_of_effect(const ScreenAnalysis& a, std::size_t i) const {
      const std::size_t factors = games_.factors.size();
      return i < factors ? games_.factors[i].change : name_of(a.design.interactions[i - factors], games_.factors);
    }

    std::string table_of(const ScreenAnalysis& analysis, const Style& style) const {
      const std::vector<Effect>& all = analysis.fit.effects;
      const std::size_t factors = games_.factors.size();
      std::vector<std::size_t> order(all.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return (a < factors) != (b < factors) ? a < factors : all[a].elo.value > all[b].elo.value;
      });
      constexpr int kAlways = 2, kLong = 1;  // which column stays when the terminal is narrow
      TextTable table({{"change", Align::Left, kAlways},
                       {"games", Align::Right},
                       {"Elo", Align::Right, kAlways},
                       {"95 % interval", Align::Right, kLong},
                       {"verdict", Align::Left, kLong}});
      for (std::size_t n = 0; n < order.size(); ++n) {
        if (n == factors) table.add_heading("beyond the sum of both");
        const std::size_t i = order[n];
        const Estimate& e = all[i].elo;
        const bool known = is_known(e);
        const Tone tone = !known ? Tone::Faint : e.low > 0 ? Tone::Good : e.high < 0 ? Tone::Bad : Tone::Plain;
        table.add_row({{name_of_effect(analysis, i), tone},
                       {grouped(all[i].games)},
                       {known ? fmt::format("{:+.1f}", e.value) : "", tone},
                       {known ? fmt::format("{:+.1f} to {:+.1f}", e.low, e.high) : "", tone},
                       {verdict_of(e), tone}});
      }
      return table.to_text(style);
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
    const auto quoted = [](const std::string& text) { return json_text(nlohmann::json(text)); };
    std::string first = q.base.text;
    for (const std::size_t i : winners) first += "," + q.factors[i].change;
    return fmt::format("# {}\n\n{}seed = {}\ngames = {}\n\n[{}]\nfirst = {}\nsecond = {}\n", summary.source(),
                       q.how.as_keys(), q.how.seed + 1, kGames, q.name, quoted(first), quoted(q.base.text));
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

ScreenAnalysis analysis_of(const Screening& screening) {
  ScreenDesign design = design_of(screening.factors, screening.asked_for);
  const InteractionSearch search = find_interactions(screening.pairs, screening.factors, design);
  design.interactions.insert(design.interactions.end(), search.found.begin(), search.found.end());
  ScreenFit fit = fit_screening(screening.pairs, design);
  return {std::move(design), search.searched, std::move(fit)};
}

}  // namespace oknos::lab
