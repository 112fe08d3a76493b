#include "lab/record/report.h"

#include <gtest/gtest.h>
#include <limits>

namespace {

using namespace oknos::lab;
using namespace oknos::lab::record;

constexpr std::array<const char*, 2> kHalves = {"first half", "second half"};

struct Line {
  std::string group, name;
  Estimate rate;
  Share share;
  std::optional<Estimate> change;
  std::optional<double> kept;
  Split<2> halves{&kHalves};
};

constexpr auto kLine = [](auto& f, auto& l) {
  f("group", l.group, "", {.heading = true});
  f("player", l.name, "");
  f("rate", l.rate, "how often", {.scale = 100, .suffix = " %", .unknown = "one value"});
  f("the share", l.share, "part of the whole");
  f("change", l.change, "", {.decimals = 1, .sign = true});
  f("kept", l.kept, "");
  f("halves", l.halves, "rate by half", {.decimals = 1});
};

std::vector<Line> lines() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<Line> out = {{"Depth 1", "a", {0.5, 0.25, 0.75}, {1, 4}, {}, {}},
                           {"Depth 1", "b", {0.5, -kInfinity, kInfinity}, {0, 0}, Estimate{-1, -2, 0}, 0.5},
                           {"Depth 2", "a", {0, 0, 0.1}, {4, 4}, {}, 1}};
  out[0].halves.values = {0.25, std::nullopt};
  return out;
}

TEST(TextReport, PutsFieldsInColumnsAndExplainsThem) {
  const Style style{};
  TextReport out(style);
  out.title("Three lines");
  out.value("count", 3);
  out.table("lines", lines(), kLine);
  EXPECT_EQ(out.text,
            "Three lines\n\n"
            "player     rate   95 % interval  the share               change  kept\n"
            "Depth 1\n"
            "a       50.00 %  25.00 to 75.00     25.0 %\n"
            "b       50.00 %       one value          -  -1.0 (-2.0 to +0.0)  0.50\n"
            "Depth 2\n"
            "a        0.00 %   0.00 to 10.00    100.0 %                       1.00\n"
            "\n"
            "rate by half  first half  second half\n"
            "Depth 1\n"
            "a                    0.2\n"
            "b\n"
            "Depth 2\n"
            "a\n"
            "\n"
            "Rate: how often. The share: part of the whole.\n");
}

TEST(TextReport, ATableWithoutLinesIsLeftOut) {
  const Style style{};
  TextReport out(style);
  out.table("lines", std::vector<Line>{}, kLine);
  out.note("nothing");
  EXPECT_EQ(out.text, "nothing\n");
}

// What only JSON says has no column, and where the name does not do for it, it has a key of its own.
TEST(JsonReport, MaySayMore) {
  constexpr auto kFields = [](auto& f, auto& l) {
    f("", l.name, "", {.key = "player"});
    f("parts", l.share.part, "", {.json_only = true});
    f("time", Milliseconds{1500}, "", {.key = "ms"});
  };
  const Style style{};
  TextReport text(style);
  JsonReport json;
  text.table("lines", std::vector<Line>{lines()[0]}, kFields);
  json.table("lines", std::vector<Line>{lines()[0]}, kFields);
  EXPECT_EQ(text.text, "     time\na  1.50 s\n");
  EXPECT_EQ(json.json["lines"][0].dump(), R"({"player":"a","parts":1,"ms":1500})");
}

TEST(JsonReport, HasTheSameFieldsWithUnscaledNumbers) {
  JsonReport out;
  out.title("not in JSON");
  out.value("count", 3);
  out.table("lines", lines(), kLine);
  EXPECT_EQ(out.json["count"], 3);
  ASSERT_EQ(out.json["lines"].size(), 3U);
  EXPECT_EQ(out.json["lines"][0].dump(),
            R"({"group":"Depth 1","player":"a","rate":{"value":0.5,"low":0.25,"high":0.75},"the_share":0.25,)"
            R"("halves":{"first half":0.25}})");
  EXPECT_EQ(out.json["lines"][1]["change"]["low"], -2);
}

// A line with tones, for text alone, and values in other words for JSON.
TEST(Reports, SayTheSameInOtherWords) {
  const std::vector<Printed> shown = {{"7 %", Tone::Bad}};
  const std::vector<Share> counts = {{7, 100}};
  const auto cell = [](auto& f, const Printed& p) { f("errors", p, ""); };
  const auto row = [](auto& f, const Share& s) { f("wrong", s.part, ""); };
  const Style colored{.color = true};
  TextReport text(colored);
  text.data("rows", counts, row);
  text.view(shown, cell);
  EXPECT_EQ(text.text, colored.paint(Tone::Faint, "errors") + "\n" + colored.paint(Tone::Bad, "   7 %") + "\n");
  JsonReport json;
  json.data("rows", counts, row);
  json.view(shown, cell);
  EXPECT_EQ(json.json.dump(), R"({"rows":[{"wrong":7}]})");
}

struct Counted {
  std::string name;
  std::uint64_t wrong;
  Rate rate;
  bool few;
};

constexpr auto kCounted = [](auto& f, auto& l) {
  f.text("rule", l.name + "!", "", {.keep = 2, .line = l.few ? Tone::Faint : Tone::Plain});
  f.json("rule", l.name);
  f.text("wrong", Printed{l.wrong == 0 ? "-" : std::to_string(l.wrong), Tone::Bad}, "", {.keep = 1});
  f("rate", l.rate, "", {.keep = 3, .keep_interval = 0});
};

TEST(Reports, TextAndJsonMaySayAQuantityDifferently) {
  const std::vector<Counted> lines = {{"a", 3, {{0.3, 0.1, 0.6}}, false}, {"b", 0, {}, true}};
  Style style;
  TextReport text(style);
  text.table("rules", lines, kCounted);
  text.paragraph("as it is\n");
  EXPECT_EQ(text.text,
            "rule  wrong    rate     95 % interval\n"
            "a!        3  30.0 %  10.0 % to 60.0 %\n"
            "b!        -     0 %    0 % to 100.0 %\n"
            "\nas it is\n");
  style.width = 40;
  TextReport narrow(style);
  narrow.view(std::vector{lines[0]}, [](auto& f, auto& l) {
    f.text("long", std::string(20, 'x'), "");
    kCounted(f, l);
  });
  EXPECT_EQ(narrow.text.find("interval"), std::string::npos) << narrow.text;
  EXPECT_NE(narrow.text.find("30.0 %"), std::string::npos) << narrow.text;
  style.color = true;
  TextReport painted(style);
  painted.view(lines, kCounted);
  const auto begin_of = [&](Tone tone) { return style.paint(tone, "|").substr(0, style.paint(tone, "|").find('|')); };
  const std::size_t bad = painted.text.find(begin_of(Tone::Bad));
  ASSERT_NE(bad, std::string::npos) << painted.text;
  EXPECT_LT(bad, painted.text.rfind(begin_of(Tone::Faint))) << painted.text;
  EXPECT_EQ(painted.text.find(begin_of(Tone::Bad), bad + 1), std::string::npos) << "all of the other line is faint";

  JsonReport json;
  json.table("rules", lines, kCounted);
  json.view(lines, kCounted);
  json.values(lines[0], kCounted);
  EXPECT_EQ(json.json.dump(), R"({"rules":[{"rule":"a","rate":0.3,"rate_low":0.1,"rate_high":0.6},)"
                              R"({"rule":"b","rate":0.0,"rate_low":0.0,"rate_high":1.0}],)"
                              R"("rule":"a","rate":0.3,"rate_low":0.1,"rate_high":0.6})");
}

}  // namespace
