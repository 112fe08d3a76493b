#include "lab/record/question.h"

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

#include "lab/record/search_fields.h"
#include "support/contains.h"

namespace {

using namespace oknos::lab;
using namespace oknos::lab::record;

struct Question {
  std::string name = "anyone";
  int count = 3;
  double part = 0.5;
  std::string size;
  bool loud = false;
  std::vector<std::string> words;
  std::string tone;
  PlayerField judge{"modern", ""};
  LimitLadder limits{"nodes", {5000}};
};

constexpr auto kQuestion = [](auto& f, auto& q) {
  f("--name", q.name, "Who", {.value = "NAME"});
  f("--count", q.count, "How many", {.least = 1, .most = 9, .unit = "apples"});
  f("--part", q.part, "How much", {.least = 0, .most = 1});
  f("--size", q.size, "How large", {.choices = "small large"});
  f("--loud", q.loud, "Aloud", {.identifies = false});
  f("--word", q.words, "A word", {.needs = "--loud"});
  f("--tone", q.tone, "How", {.choices = "high low", .only_with = q.loud ? "" : "--loud"});
  f("--judge", q.judge, "Who judges");
  f("limits", q.limits, "");
};

// What CLI11 refuses, or what Check does; empty: neither.
std::string refusal_of(const std::string& arguments, Question& question) {
  CLI::App app;
  AddOptions options{app};
  kQuestion(options, question);
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& e) {
    return e.what();
  }
  Check f{&app};
  kQuestion(f, question);
  return f.refusal ? f.refusal->message : "";
}

TEST(Question, IsReadFromTheCommandLine) {
  Question q;
  EXPECT_EQ(refusal_of("--name me --count 5 --part 0.25 --size large --loud --word a --word b --time 2s,500ms", q), "");
  EXPECT_EQ(q.name, "me");
  EXPECT_EQ(q.count, 5);
  EXPECT_EQ(q.part, 0.25);
  EXPECT_EQ(q.size, "large");
  EXPECT_TRUE(q.loud);
  EXPECT_EQ(q.words, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(q.limits.unit, "time");
  EXPECT_EQ(q.limits.values, (std::vector<std::int64_t>{500, 2000}));
}

TEST(Question, RefusalsNameTheOption) {
  const std::pair<const char*, const char*> cases[] = {
      {"--count 10", "--count: \"10\" is not allowed; allowed 1..9 apples"},
      {"--part 2", "--part: "},
      {"--size huge", "--size: \"huge\" is not allowed; allowed small, large"},
      {"--word a", "--word requires --loud"},
      {"--loud --tone middle", "--tone: \"middle\" is not allowed; allowed high, low"},
      {"--tone low", "--tone: only with --loud"},
      {"--judge nobody", "--judge: "},
      {"--judge modern,nodes=5", "--judge: the limits are options of the command"},
      {"--depth 3 --nodes 7", "one of --depth, --nodes and --time"},
      {"--time soon", "--time: "},
  };
  for (const auto& [arguments, says] : cases) {
    Question q;
    EXPECT_TRUE(oknos::test::contains(refusal_of(arguments, q), says)) << arguments;
  }
}

TEST(Question, HelpNamesDefaults) {
  CLI::App app;
  Question q;
  AddOptions options{app};
  kQuestion(options, q);
  EXPECT_EQ(app.get_option("--count")->get_description(), "How many (default: 3)");
  EXPECT_EQ(app.get_option("--name")->get_description(), "Who (default: anyone)");
  EXPECT_EQ(app.get_option("--nodes")->get_description(),
            "Search these numbers of nodes, such as 10k,100k (default: 5,000)");
}

// Whatever the rows depend on, and nothing else.
TEST(Question, IdentifiesTheRun) {
  Question q;
  ASSERT_EQ(refusal_of("--count 4", q), "");
  oknos::lab::store::RunSpec spec;
  Identify f{spec};
  kQuestion(f, q);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"name", "anyone"}, {"count", "4"}, {"part", "0.5"},   {"size", ""},
      {"word", ""},       {"judge", ""},  {"unit", "nodes"}, {"limits", "5000"}};
  EXPECT_EQ(spec.identity, expected);
}

TEST(Players, OfOneNameGetNumbers) {
  Players players;
  players.texts = {"modern", "heinz", "modern"};
  ASSERT_FALSE(check(players));
  ASSERT_TRUE(players.start());
  oknos::lab::store::RunSpec spec;
  identify(spec, "player", players);
  EXPECT_EQ(player_names(RunHeader(spec)), (std::vector<std::string>{"modern (1)", "heinz", "modern (2)"}));
}

}  // namespace
