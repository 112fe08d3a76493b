#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "lab/statistics/proportion.h"
#include "lab/statistics/statistics.h"
#include "lab/terminal/json_text.h"
#include "lab/terminal/text_table.h"
#include "lab/terminal/words.h"

// What a command says. A line of a table is a struct whose fields are described once:
//
//   static constexpr auto kLine = [](auto& f, auto& l) {
//     f("regret", l.regret, "expected points of the best move, less those of its own", {.scale = 100, .suffix = " %"});
//   };
//
// A result says everything in one function, report(out), with out.title(), out.value(), out.table() and out.note();
// `out` is a TextReport or a JsonReport. A type of its own for a field has the functions cells(), titles() (unless it
// takes one column) and json_of(). What text and JSON say differently is described with f.text(name, value, ...) and
// f.json(name, value), side by side.
namespace oknos::lab::record {

struct ColumnTraits {
  double scale = 1;  // of a printed number; JSON has the number itself
  const char* suffix = "";
  int decimals = 2;
  bool sign = false;          // a number is printed with its sign, and an interval beside it
  bool heading = false;       // spans the table wherever it changes, instead of a column
  const char* unknown = "-";  // for an interval without bounds
  int keep = 0;               // in a narrow terminal the column with the lowest number goes first
  const char* key = "";       // in JSON, where the name does not do
  bool json_only = false;     // no column
  int keep_interval = -1;     // `keep` of the column of its interval; negative: the same
  Tone tone = Tone::Plain;    // of its cell, without that of the interval
  Tone line = Tone::Plain;    // of all cells of the line, if not Plain
};
inline constexpr int kAlways = 9;

// --- The types of fields -------------------------------------------------------------------------------------------

// A number as text, for a column that no other type prints.
struct Printed {
  std::string text;
  Tone tone = Tone::Plain;
};

struct Share {
  std::uint64_t part = 0, whole = 0;
};

// Printed by rate_text(), so that rates of very different size are readable.
struct Rate : Proportion {};

struct Milliseconds {
  std::int64_t count = 0;
};

// Values by category: a table of its own in text, an object in JSON. What has no value is left out.
template <std::size_t N>
struct Split {
  const std::array<const char*, N>* categories;
  std::array<std::optional<double>, N> values{};
};

inline std::string number(double x, const ColumnTraits& t, const char* suffix) {
  return t.sign ? fmt::format("{:+.{}f}{}", x * t.scale, t.decimals, suffix)
                : fmt::format("{:.{}f}{}", x * t.scale, t.decimals, suffix);
}
inline std::string number(double x, const ColumnTraits& t) {
  return number(x, t, t.suffix);
}

template <class T>
std::vector<std::string> titles(const std::string& name, const T&, const ColumnTraits&) {
  return {name};
}
inline std::vector<std::string> titles(const std::string& name, const Estimate&, const ColumnTraits& t) {
  if (t.sign) return {name};
  return {name, "95 % interval"};
}
inline std::vector<std::string> titles(const std::string& name, const Proportion&, const ColumnTraits&) {
  return {name, "95 % interval"};
}

inline std::vector<std::string> titles(const std::string& name, const Rate&, const ColumnTraits&) {
  return {name, "95 % interval"};
}

template <class T>
std::vector<std::string> titles(const std::string& name, const std::optional<T>&, const ColumnTraits& t) {
  return titles(name, T{}, t);
}

inline std::vector<std::string> cells(const std::string& v, const ColumnTraits&) {
  return {v};
}
inline std::vector<std::string> cells(const Printed& v, const ColumnTraits&) {
  return {v.text};
}
inline std::vector<std::string> cells(double v, const ColumnTraits& t) {
  return {number(v, t)};
}
template <std::integral T>
std::vector<std::string> cells(T v, const ColumnTraits&) {
  return {grouped(static_cast<std::uint64_t>(v))};
}
inline std::vector<std::string> cells(const Share& v, const ColumnTraits&) {
  return {percent(v.part, v.whole)};
}
inline std::vector<std::string> cells(const Milliseconds& v, const ColumnTraits&) {
  return {seconds(v.count)};
}
inline std::vector<std::string> cells(const Estimate& e, const ColumnTraits& t) {
  const std::string interval =
      std::isfinite(e.high) ? fmt::format("{} to {}", number(e.low, t, ""), number(e.high, t, "")) : "";
  if (!t.sign) return {number(e.value, t), interval.empty() ? t.unknown : interval};
  return {interval.empty() ? number(e.value, t, "") : fmt::format("{} ({})", number(e.value, t, ""), interval)};
}
inline std::vector<std::string> cells(const Proportion& p, const ColumnTraits& t) {
  constexpr double kPercent = 100;
  return cells(Estimate{p.rate, p.low, p.high}, {.scale = kPercent, .suffix = " %", .decimals = t.decimals});
}
inline std::vector<std::string> cells(const Rate& p, const ColumnTraits&) {
  return {rate_text(p.rate), fmt::format("{} to {}", rate_text(p.low), rate_text(p.high))};
}
template <class T>
std::vector<std::string> cells(const std::optional<T>& v, const ColumnTraits& t) {
  return v ? cells(*v, t) : std::vector<std::string>(titles("", T{}, t).size());
}

template <class T>
requires std::is_arithmetic_v<T> || std::convertible_to<T, std::string_view> nlohmann::ordered_json json_of(
    const T& v) {
  return v;
}
inline nlohmann::ordered_json json_of(const nlohmann::ordered_json& v) {
  return v;
}
inline nlohmann::ordered_json json_of(Score s) {
  return s.value();
}
inline nlohmann::ordered_json json_of(const Estimate& e) {
  return {{"value", e.value}, {"low", e.low}, {"high", e.high}};
}
inline nlohmann::ordered_json json_of(const Proportion& p) {
  return {{"rate", p.rate}, {"rate_low", p.low}, {"rate_high", p.high}};
}
inline nlohmann::ordered_json json_of(const Share& s) {
  return share(s.part, s.whole);
}
inline nlohmann::ordered_json json_of(const Milliseconds& v) {
  return v.count;
}
template <std::size_t N>
nlohmann::ordered_json json_of(const Split<N>& s) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < N; ++i)
    if (s.values[i]) out[(*s.categories)[i]] = *s.values[i];
  return out;
}

// --- JSON ----------------------------------------------------------------------------------------------------------

// "less the first" -> "less_the_first"
inline std::string key_of(std::string name) {
  for (char& c : name)
    if (c == ' ' || c == '-') c = '_';
  return name;
}

struct JsonLine {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();

  template <class T>
  void operator()(const char* name, const T& v, const char*, const ColumnTraits& traits = {}) {
    out[*traits.key ? traits.key : key_of(name)] = json_of(v);
  }
  template <class T>
  void operator()(const char* name, const std::optional<T>& v, const char* meaning, const ColumnTraits& traits = {}) {
    if (v) (*this)(name, *v, meaning, traits);
  }
  // A description of stored fields (store/format.h) has these.
  template <class E>
  void choice(const char* name, const E& v, int, const char*) {
    out[key_of(name)] = name_of(v);
  }
  template <class E>
  void choice(const char* name, const std::optional<E>& v, int count, const char* meaning) {
    if (v) choice(name, *v, count, meaning);
  }
  // rate, rate_low, rate_high
  void operator()(const char* name, const Rate& p, const char*, const ColumnTraits& = {}) {
    const std::string key = key_of(name);
    out[key] = p.rate;
    out[key + "_low"] = p.low;
    out[key + "_high"] = p.high;
  }
  template <class T>
  void text(const char*, const T&, const char*, const ColumnTraits& = {}) {}
  template <class T>
  void json(std::string_view name, const T& v) {
    out[std::string(name)] = json_of(v);
  }
};

template <class Line, class Fields>
nlohmann::ordered_json json_of_line(const Line& line, Fields fields) {
  JsonLine f;
  fields(f, line);
  return std::move(f.out);
}
template <class Line, class Fields>
nlohmann::ordered_json json_of_lines(const std::vector<Line>& lines, Fields fields) {
  auto out = nlohmann::ordered_json::array();
  for (const Line& line : lines) out.push_back(json_of_line(line, fields));
  return out;
}

class JsonReport {
 public:
  void title(const std::string&) {}
  std::string paint(Tone, const std::string& line) const { return line; }
  void note(const std::string&, std::size_t = 0) {}
  void paragraph(const std::string&) {}
  void line(const std::string&) {}
  void table(const TextTable&) {}
  template <class T>
  void value(const char* name, const T& v) {
    json[name] = json_of(v);
  }
  // What JSON has in other words.
  template <class Line, class Fields>
  void view(const std::vector<Line>&, Fields) {}
  template <class Line, class Fields>
  void data(const char* name, const std::vector<Line>& lines, Fields fields) {
    table(name, lines, fields);
  }
  template <class Line, class Fields>
  void table(const char* name, const std::vector<Line>& lines, Fields fields) {
    json[name] = json_of_lines(lines, fields);
  }
  // Another result within this one.
  template <class Result>
  void part(const char* name, const Result& result) {
    JsonReport inner;
    result.report(inner);
    json[name] = std::move(inner.json);
  }
  bool unicode() const { return true; }
  // The fields of a line, as values of the report itself.
  template <class Line, class Fields>
  void values(const Line& line, Fields fields) {
    json.update(json_of_line(line, fields));
  }

  nlohmann::ordered_json json = nlohmann::ordered_json::object();
};

// --- Text ----------------------------------------------------------------------------------------------------------

// One line: the cells of the main table, and those of a table for each Split, which begin with the line's first cell.
struct TextLine {
  struct Part {
    std::vector<Column> columns;
    std::vector<Cell> cells;
  };
  std::vector<Part> parts = std::vector<Part>(1);
  std::string heading, explanation;
  Tone tone = Tone::Plain;

  template <class T>
  void operator()(const char* name, const T& v, const char* meaning, const ColumnTraits& traits = {}) {
    if (traits.json_only) return;
    const std::vector<std::string> texts = cells(v, traits);
    if (traits.heading) {
      heading = texts.front();
      return;
    }
    constexpr bool kIsText = std::is_same_v<T, std::string>;
    auto& [columns, line] = parts.front();
    for (const std::string& title : titles(name, v, traits)) {
      const bool is_interval = columns.size() > line.size();
      columns.push_back({title, kIsText ? Align::Left : Align::Right,
                         is_interval && traits.keep_interval >= 0 ? traits.keep_interval : traits.keep});
    }
    for (std::size_t i = 0; i < texts.size(); ++i) line.push_back({texts[i], i == 0 ? traits.tone : Tone::Plain});
    if constexpr (std::is_same_v<T, Printed>) line.back().tone = v.tone;
    if (traits.line != Tone::Plain) tone = traits.line;
    if (*meaning) explanation += fmt::format("{}{}: {}.", explanation.empty() ? "" : " ", capitalised(name), meaning);
  }
  template <std::size_t N>
  void operator()(const char*, const Split<N>& v, const char* meaning, const ColumnTraits& traits = {}) {
    Part part{{{meaning, Align::Left, kAlways}}, {parts.front().cells.front()}};
    for (std::size_t i = 0; i < N; ++i) {
      part.columns.push_back({(*v.categories)[i]});
      part.cells.push_back({cells(v.values[i], traits).front()});
    }
    parts.push_back(std::move(part));
  }
  template <class T>
  void text(const char* name, const T& v, const char* meaning, const ColumnTraits& traits = {}) {
    (*this)(name, v, meaning, traits);
  }
  template <class T>
  void json(std::string_view, const T&) {}
};

class TextReport {
 public:
  explicit TextReport(const Style& style) : style_(style) {}

  // A line under the one before.
  void title(const std::string& line) { text += wrapped(line, static_cast<std::size_t>(style_.width)); }
  std::string paint(Tone tone, const std::string& line) const { return style_.paint(tone, line); }
  // A paragraph; all its lines but the first begin with `indent` blanks.
  void note(const std::string& line, std::size_t indent = 0) {
    paragraph(wrapped(line, static_cast<std::size_t>(style_.width), indent));
  }
  // Lines that are printed as they are; a line under the one before.
  void paragraph(const std::string& lines) { text += (text.empty() ? "" : "\n") + lines; }
  void line(const std::string& line) { text += line + "\n"; }
  // What is no table of lines.
  void table(const TextTable& table) { paragraph(table.to_text(style_)); }
  template <class T>
  void value(const char*, const T&) {}
  template <class Line, class Fields>
  void values(const Line&, Fields) {}
  // What text has in other words.
  template <class Line, class Fields>
  void data(const char*, const std::vector<Line>&, Fields) {}
  template <class Line, class Fields>
  void table(const char*, const std::vector<Line>& lines, Fields fields) {
    view(lines, fields);
  }
  template <class Line, class Fields>
  void view(const std::vector<Line>& lines, Fields fields) {
    std::vector<TextTable> tables;
    std::string heading, explanation;
    for (const Line& line : lines) {
      TextLine f;
      fields(f, line);
      for (std::size_t i = tables.size(); i < f.parts.size(); ++i) tables.emplace_back(f.parts[i].columns);
      for (std::size_t i = 0; i < tables.size(); ++i) {
        if (f.heading != heading) tables[i].add_heading(f.heading);
        for (Cell& cell : f.parts[i].cells)
          if (f.tone != Tone::Plain) cell.tone = f.tone;
        tables[i].add_row(std::move(f.parts[i].cells));
      }
      heading = f.heading;
      explanation = f.explanation;
    }
    for (const TextTable& t : tables) table(t);
    if (!explanation.empty()) note(explanation);
  }

  std::string text;

  template <class Result>
  void part(const char*, const Result& result) {
    result.report(*this);
  }
  bool unicode() const { return style_.unicode; }
  const Style& style() const { return style_; }

 private:
  const Style& style_;
};

// On standard output, for a command that keeps no run.
template <class R>
void print_report(const R& result, bool json, ColorChoice color) {
  const Style style = style_of(stdout, color);
  TextReport text(style);
  JsonReport machine;
  if (json)
    result.report(machine);
  else
    result.report(text);
  std::fputs((json ? json_text(machine.json) + "\n" : text.text).c_str(), stdout);
}

}  // namespace oknos::lab::record
