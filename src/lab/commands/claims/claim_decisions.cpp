#include "lab/commands/claims/claim_decisions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/play/uci_messages.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr double kPercent = 100.0;
constexpr double kLargestScale = 1000.0;
constexpr int kAlways = 4, kOften = 3, kSometimes = 2;  // which column stays when the terminal is narrow

std::string name_with_depths(const std::string& rule, const std::string& depths) {
  return depths.empty() ? rule : rule + ", " + depths;
}

// The rules that have a curve, for a message.
std::string rules_of(const std::vector<ClaimMargins::Curve>& curves) {
  std::vector<std::string> rules;
  for (const ClaimMargins::Curve& curve : curves)
    if (std::find(rules.begin(), rules.end(), curve.rule) == rules.end()) rules.push_back(curve.rule);
  return rules.empty() ? "no rule has enough" : listed(rules) + (rules.size() == 1 ? " has enough" : " have enough");
}

// "3" or "3-5".
std::optional<MarginOption::Depths> depths_in(std::string_view text) {
  const auto plies = [](std::string_view part) {
    const auto out = text::parse_int<int>(part);
    return out && *out >= 0 && *out <= ClaimMargins::kAnyDepth ? out : std::nullopt;
  };
  const std::size_t dash = text.find('-');
  const auto least = plies(text.substr(0, dash));
  const auto greatest = dash == std::string_view::npos ? least : plies(text.substr(dash + 1));
  if (!least || !greatest || *greatest < *least) return std::nullopt;
  return MarginOption::Depths{*least, *greatest};
}

Result<std::int64_t> number_in(const Participant& engine, const uci::Option& option) {
  if (may_be_unset(engine.uci_options, option))
    return Error{fmt::format("--option {}: {}", text::quoted(option.name), unset_in_words(option))};
  const std::string value = value_in(engine.uci_options, option);
  if (option.kind == uci::OptionKind::Spin)
    if (const auto number = text::parse_int<std::int64_t>(value)) return *number;
  return Error{fmt::format("--option: {} is no number (its value is {}), so it is no margin", text::quoted(option.name),
                           text::quoted(value))};
}

// The curve's steps that change the option within its range, each value once.
MarginDecisions changes_of_option(const ClaimMargins::Curve& curve, const MarginOption& margin,
                                  const uci::Option& option, std::int64_t now, double all_errors) {
  MarginDecisions out;
  std::int64_t last = now;
  for (const ClaimMargins::Point& p : curve.points) {
    const std::int64_t value = now + std::llround(margin.scale * p.change);
    if (p.change == 0 || value == now || value == last || value < option.min || value > option.max) continue;
    last = value;
    MarginDecision row;
    row.rule = curve.rule;
    row.depths = curve.depths;
    row.change = fmt::format("{}{}={}", kOptionPrefix, option.name, value);
    row.slack = p.change;
    row.changed = p.changed;
    row.more_errors = all_errors > 0 ? p.more_errors / all_errors : 0.0;
    if (curve.errors > 0) row.more_errors_of_rule = p.more_errors / curve.errors;
    row.saved = curve.nodes > 0 ? -p.more_nodes / curve.nodes : 0.0;
    out.push_back(std::move(row));
  }
  return out;
}

std::string percent(double share) {
  return fmt::format("{:+.1f} %", kPercent * share);
}

}  // namespace

Result<MarginOption> parse_margin_option(const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto expected = [&] {
    return Error{fmt::format("--option {}: RULE=OPTION or RULE=OPTION:SCALE is expected", text::quoted(text))};
  };
  if (equals == std::string::npos || equals == 0) return expected();
  MarginOption out{text.substr(0, equals), std::nullopt, text.substr(equals + 1)};
  if (const std::size_t at = out.rule.find('@'); at != std::string::npos) {
    out.depths = depths_in(std::string_view(out.rule).substr(at + 1));
    if (!out.depths || at == 0)
      return Error{
          fmt::format("--option {}: before '=' a rule is expected, RULE@DEPTH or RULE@FROM-TO, depths in plies, 0 for "
                      "quiescence",
                      text::quoted(text))};
    out.rule.erase(at);
  }
  if (const std::size_t colon = out.option.rfind(':'); colon != std::string::npos) {
    const std::string scale = out.option.substr(colon + 1);
    const auto [end, error] = std::from_chars(scale.data(), scale.data() + scale.size(), out.scale);
    if (error != std::errc{} || end != scale.data() + scale.size() || out.scale == 0 ||
        !(std::abs(out.scale) <= kLargestScale))
      return Error{fmt::format("--option {}: after the colon a number other than 0 is expected, -{} to {}",
                               text::quoted(text), kLargestScale, kLargestScale)};
    out.option.erase(colon);
  }
  if (out.option.empty()) return expected();
  return out;
}

std::optional<double> MarginDecision::exchange() const {
  const bool pays = more_errors < 0 && has_more_nodes();
  const bool gains = more_errors > 0 && has_fewer_nodes();
  if (!(pays || gains) || !has_enough_errors()) return std::nullopt;
  return -more_nodes->value / more_errors;
}

Result<ClaimMargins::Curve> curve_for(const ClaimMargins& margins, const MarginOption& margin) {
  const auto [least, greatest] = margin.depths.value_or(MarginOption::Depths{0, ClaimMargins::kAnyDepth});
  auto curves = margins.curves_at(margin.rule, least, greatest);
  if (curves.size() > 1)
    return Error{fmt::format("--option: the claims of {} have a slack in several units", text::quoted(margin.rule))};
  if (!curves.empty() && curves.front().curve.points.size() > 1) {
    if (!margin.depths) curves.front().curve.depths.clear();
    return std::move(curves.front().curve);
  }
  if (!curves.empty() && curves.front().claims >= ClaimMargins::kFewest)
    return Error{fmt::format("--option: {} of {}{}, but their slack reaches no other margin",
                             counted(curves.front().claims, "claim"), text::quoted(margin.rule),
                             margin.depths ? " at these depths (" + curves.front().curve.depths + ")" : "")};
  const std::string where =
      margin.depths && !curves.empty() ? " at these depths (" + curves.front().curve.depths + ")" : "";
  return Error{fmt::format("--option: {} of {}{} with a slack, too few for a table of other margins (it takes {}); {}",
                           counted(curves.empty() ? 0 : curves.front().claims, "claim"), text::quoted(margin.rule),
                           where, ClaimMargins::kFewest, rules_of(margins.curves()))};
}

Result<MarginDecisions> margin_decisions(const ClaimMargins::Curve& curve, double all_errors,
                                         const MarginOption& margin, const Participant& engine,
                                         const std::vector<uci::Option>& options) {
  const uci::Option* option = find_option(options, margin.option);
  if (!option) return Error{"--option: " + set_option_line(options, margin.option, "").error()};
  const auto now = number_in(engine, *option);
  if (!now) return Error{now.error()};
  MarginDecisions out = changes_of_option(curve, margin, *option, *now, all_errors);
  if (out.empty())
    return Error{
        fmt::format("--option {}={}: the option is {} now, and none of the other margins of the claims is a "
                    "value of it ({} to {})",
                    margin.rule, option->name, *now, option->min, option->max)};
  return out;
}

MarginDecisions worth_playing(const MarginDecisions& all) {
  MarginDecisions out, weighed;
  // A rule may have several options; each is a choice of its own.
  const auto name_of_choice = [](const MarginDecision& d) {
    return name_with_depths(d.rule, d.depths) + ", " + d.change.substr(0, d.change.find('='));
  };
  std::vector<std::string> choices;
  for (const MarginDecision& d : all) {
    const std::string choice = name_of_choice(d);
    if (std::find(choices.begin(), choices.end(), choice) == choices.end()) choices.push_back(choice);
  }
  for (const std::string& choice : choices) {
    const MarginDecision *free = nullptr, *larger = nullptr, *smaller = nullptr;
    for (const MarginDecision& d : all) {
      if (name_of_choice(d) != choice) continue;
      const auto price = d.exchange();
      if (d.is_free() && (!free || d.more_errors < free->more_errors)) free = &d;
      if (price && d.more_errors < 0 && (!larger || *price < *larger->exchange())) larger = &d;
      if (price && d.more_errors > 0 && (!smaller || *price > *smaller->exchange())) smaller = &d;
    }
    if (free) out.push_back(*free);
    for (const MarginDecision* d : {larger, smaller})
      if (d) weighed.push_back(*d);
  }
  // The cheapest error to avoid and the one that saves the most are equally far from an exchange in the middle.
  const auto distance = [](const MarginDecision& d) {
    return d.more_errors < 0 ? -std::log(*d.exchange()) : std::log(*d.exchange());
  };
  std::stable_sort(weighed.begin(), weighed.end(),
                   [&](const MarginDecision& a, const MarginDecision& b) { return distance(a) > distance(b); });
  out.insert(out.end(), weighed.begin(), weighed.end());
  return out;
}

template <class Report>
void report_decisions(Report& out, const MarginDecisions& decisions) {
  using record::Printed;
  const bool measured =
      std::any_of(decisions.begin(), decisions.end(), [](const MarginDecision& d) { return d.more_nodes; });
  const auto line = [measured](auto& f, const MarginDecision& d) {
    const auto price = d.exchange();
    const auto& nodes = d.more_nodes;
    const auto of_rule = d.more_errors_of_rule;
    f.text("", capitalised(plain_name(name_with_depths(d.rule, d.depths))), "", {.heading = true});
    f.text("change", "  " + d.change, "", {.keep = kAlways, .tone = d.is_free() ? Tone::Good : Tone::Plain});
    f.text("margin", Printed{fmt::format("{:+}", d.slack)}, "", {.keep = kSometimes});
    f.text("errors", Printed{percent(d.more_errors)}, "", {.keep = kAlways});
    f.text("of the rule", Printed{of_rule ? percent(*of_rule) : "-"}, "", {.keep = kSometimes});
    if (measured) {
      f.text("nodes", Printed{nodes ? percent(nodes->value) : "-"}, "", {.keep = kAlways});
      f.text("95 %", Printed{nodes ? percent(nodes->low) + " to " + percent(nodes->high) : "-"}, "",
             {.keep = kSometimes});
      f.text("exchange", Printed{price ? fmt::format("{:.2f}", *price) : ""}, "", {.keep = kOften});
    } else {
      f.text("saves", Printed{percent(d.saved)}, "", {.keep = kAlways});
    }
    f.json("rule", d.rule);
    f.json("depths", d.depths);
    f.json("change", d.change);
    f.json("margin", d.slack);
    f.json("more_errors", d.more_errors);
    f.json("more_errors_of_rule", of_rule ? nlohmann::ordered_json(*of_rule) : nullptr);
    f.json("saves", d.saved);
    f.json("more_nodes", nodes ? record::json_of(*nodes) : nullptr);
    f.json("exchange", price ? nlohmann::ordered_json(*price) : nullptr);
  };
  out.table("decisions", decisions, line);
  out.value("worth_playing", record::json_of_lines(worth_playing(decisions), line));
  const char* of_nodes =
      measured
          ? "Nodes: to the same depth, measured. Exchange: percent of nodes for each percent of all errors, which a "
            "larger margin pays and a smaller one gains; empty where nodes or errors are uncertain, or nothing is to "
            "be weighed. "
          : "Saves: the nodes that the rule saves, estimated from the claims; name positions to measure them. ";
  out.note(std::string("Margin: by how much it grows, in the rule's own unit. Errors: more or fewer, of those of all "
                       "rules. ") +
           of_nodes +
           "Raise a margin where an error costs few nodes, lower one where it gains many. Only games can tell what "
           "wins: --queue-out writes matches.");
}
template void report_decisions(record::TextReport&, const MarginDecisions&);
template void report_decisions(record::JsonReport&, const MarginDecisions&);

}  // namespace oknos::lab
