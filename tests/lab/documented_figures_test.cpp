// Figures on the pages. A study says of what it is true: its second paragraph is a box
//
//   > **Current.** Measured on 2026-11-25 with commit `0123456789ab`, network `0123456789ab` and `modern`
//   `0123456789abcdef`. > **Historical.** Measured on 2026-11-22 with commit `0123456`: the classical evaluation, and
//   `modern` as it was then.
//
// and what is current is of this build's network and preset. A figure that several pages repeat is marked on each:
// <!-- figure: NAME -->once in 80<!-- /figure -->.
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "engine/pruning/presets/preset.h"
#include "lab/store/run_store.h"
#include "support/lab_program.h"

namespace {

namespace fs = std::filesystem;
using OknosLabDocumentedFigures = oknos::test::LabProgram;

const fs::path kRoot = OKNOS_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> pages() {
  std::vector<fs::path> out = {kRoot / "README.md", kRoot / "positions/README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "docs"))
    if (entry.path().extension() == ".md") out.push_back(entry.path());
  return out;
}

// The paragraph behind the title.
std::string box_of(const std::string& page) {
  const std::size_t begin = page.find("\n\n");
  if (begin == std::string::npos) return {};
  return page.substr(begin + 2, page.find("\n\n", begin + 2) - begin - 2);
}

// What a current study must name: as "network `...` and `modern` `...`".
std::string settings_of_this_build() {
  constexpr std::size_t kDigits = 16;
  const std::string version = oknos::test::lab("--version").out;
  std::smatch network;
  if (!std::regex_search(version, network, std::regex("network ([0-9a-f]+|none)"))) return "no network in " + version;
  const std::string modern = oknos::lab::store::hash_of_text(oknos::pruning::to_toml(oknos::pruning::default_preset()));
  return "network `" + network[1].str() + "` and `modern` `" + modern.substr(0, kDigits) + "`";
}

TEST_F(OknosLabDocumentedFigures, EveryStudySaysWithWhatItWasMeasured) {
  const std::regex historical(R"(> \*\*Historical\.\*\* Measured on \d{4}-\d\d-\d\d with commit `[0-9a-f]{7,40}`[^]+)");
  const std::regex current(R"(> \*\*Current\.\*\* Measured on \d{4}-\d\d-\d\d with commit `[0-9a-f]{7,40}`, [^]+)");
  const std::string settings = settings_of_this_build();
  int studies = 0;
  for (const auto& entry : fs::directory_iterator(kRoot / "docs/studies")) {
    if (entry.path().extension() != ".md" || entry.path().filename() == "README.md") continue;
    ++studies;
    const std::string box = box_of(text_of(entry.path()));
    if (std::regex_match(box, historical)) continue;
    ASSERT_TRUE(std::regex_match(box, current)) << entry.path() << " begins with:\n" << box;
    EXPECT_NE(box.find(settings), std::string::npos) << entry.path() << " says it is current, but today that is "
                                                     << settings << ": measure it again, or call it historical";
  }
  EXPECT_GT(studies, 5);
}

TEST_F(OknosLabDocumentedFigures, FiguresOnSeveralPagesAgree) {
  const std::regex marked(R"(<!-- figure: ([a-z0-9-]+) -->([^]*?)<!-- /figure -->)");
  const std::regex opening(R"(<!-- figure: )"), taken(R"(<!-- take: ([a-z0-9-]+) )");
  std::set<std::string> from_outputs;  // tools/page_outputs.py compares them with an output
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> figures;  // name: page and text
  for (const fs::path& page : pages()) {
    const std::string text = text_of(page);
    std::ptrdiff_t complete = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), marked), end; it != end; ++it, ++complete)
      figures[(*it)[1]].emplace_back(page.string(), (*it)[2]);
    for (std::sregex_iterator it(text.begin(), text.end(), taken), end; it != end; ++it) from_outputs.insert((*it)[1]);
    EXPECT_EQ(complete, std::distance(std::sregex_iterator(text.begin(), text.end(), opening), std::sregex_iterator()))
        << page << ": a mark is not closed, or has a name of other characters";
  }
  EXPECT_FALSE(figures.empty());
  for (const auto& [name, places] : figures) {
    std::set<std::string> different_pages;
    for (const auto& [page, text] : places) {
      different_pages.insert(page);
      EXPECT_EQ(text, places.front().second) << name << " in " << page << " and in " << places.front().first;
    }
    EXPECT_TRUE(different_pages.size() > 1 || from_outputs.contains(name)) << name << " is marked on one page alone";
  }
}

// The Elo of the variants in a file of prices, as pages write it.
std::map<std::string, std::string> elo_in(const char* name) {
  const auto prices = nlohmann::json::parse(text_of(kRoot / "prices" / name));
  std::map<std::string, std::string> out;
  for (const auto& v : prices["variants"]) {
    const auto elo = [&](const char* which) { return v["elo"][which].get<double>(); };
    if (v["games"] > 0)
      out[v["change"]] = fmt::format("{:+.1f} ({:+.1f} to {:+.1f})", elo("value"), elo("low"), elo("high"));
  }
  return out;
}

// Rows such as "| `razoring=on` | few | many | classical |", and "| `late_move_pruning.base` | 3 | 2: -11.4 (...) | 6:
// -15.2 (...) |".
TEST_F(OknosLabDocumentedFigures, WhatRulesAndMarginsAreWorthIsWhatTheTablesSay) {
  auto few = elo_in("modern.json"), many = elo_in("modern-20000.json"), classical = elo_in("modern-classical.json");
  auto margins = elo_in("modern-25000.json");
  const std::string page = text_of(kRoot / "docs/studies/worth.md");
  const std::regex row(R"(\n\| `([^`]+)` \| ([^|]+) \| ([^|]*) \| ([^|]*) \|)"), cell(R"((\d+): (.+))");
  std::size_t rules = 0, values = 0;
  for (std::sregex_iterator found(page.begin(), page.end(), row), end; found != end; ++found) {
    const std::string name = (*found)[1], cells[] = {(*found)[2], (*found)[3], (*found)[4]};
    if (name.find('=') != std::string::npos) {
      ++rules;
      EXPECT_EQ(cells[0], few[name]) << name;
      EXPECT_EQ(cells[1], many[name]) << name;
      EXPECT_EQ(cells[2], classical[name]) << name;
      continue;
    }
    for (const std::string& text : {cells[1], cells[2]}) {
      std::smatch parts;
      if (!std::regex_match(text, parts, cell)) continue;
      ++values;
      EXPECT_EQ(parts[2].str(), margins[name + "=" + parts[1].str()]) << name;
    }
  }
  EXPECT_EQ(rules, many.size());
  EXPECT_EQ(values, margins.size());
}

}  // namespace
