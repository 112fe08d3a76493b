#include "explorer/trace_lines.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>
#include <sstream>

#include "explorer/foreign_claim.h"
#include "explorer/trace_file.h"
#include "explorer/tree_position.h"
#include "support/lab_program.h"

namespace oknos::explorer {
namespace {

using oknos::test::run_command;

constexpr const char* kHeader =
    R"({"oknos_trace":1,"engine":"Test 1","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})"
    "\n";

// Lines of a tree of two iterations.
const std::string& two_iterations() {
  static const std::string text = std::string(kHeader) +
                                  R"({"enter":"","ply":0,"depth":1,"alpha":-32000,"beta":32000}
{"enter":"e2e4","ply":1,"depth":0,"alpha":-32000,"beta":32000}
{"end":"stand_pat"}
{"leave":-20}
{"leave":20}
{"enter":"","ply":0,"depth":2,"alpha":-32000,"beta":32000}
{"enter":"e2e4","ply":1,"depth":1,"alpha":-32000,"beta":32000}
{"leave":-15}
{"rule":"late_move","move":"d2d4","action":"reduce","depth":2,"reduced_depth":0,"alpha":15,"beta":16}
{"enter":"d2d4","ply":1,"depth":0,"alpha":-16,"beta":-15}
{"static_eval":-33}
{"leave":-30}
{"enter":"d2d4","ply":1,"depth":1,"alpha":-32000,"beta":-15}
{"enter":"0000","ply":2,"depth":0,"alpha":15,"beta":16}
{"leave":0}
{"enter":"d2d4","ply":1,"depth":-1,"alpha":-16,"beta":-15}
{"leave":-25}
{"rule":"null_move","action":"cut","depth":1,"alpha":-16,"beta":-15,"bound":-15}
{"leave":-25}
{"rule":"futility","move":"a2a3","action":"skip","depth":2,"reduced_depth":0,"alpha":25,"beta":26,"static_eval":3,"bound":-90,"slack":115}
{"rule":"futility","move":"a2a4","fired":0,"depth":2,"alpha":25,"beta":26,"bound":90,"slack":-65}
{"leave":25}
)";
  return text;
}

std::string error_of(const std::string& text, std::optional<int> depth = std::nullopt) {
  const auto trace = read_trace_lines(text, depth);
  return trace ? "" : trace.error();
}

TEST(TraceLines, TheLastIterationIsRead) {
  const auto trace = read_trace_lines(two_iterations());
  ASSERT_TRUE(trace.ok()) << trace.error();
  EXPECT_TRUE(trace->foreign());
  EXPECT_EQ(trace->engine, "Test 1");
  EXPECT_EQ(trace->depth, 2);
  EXPECT_EQ(trace->score, 25);
  EXPECT_EQ(trace->best, "d2d4");
  EXPECT_EQ(trace->nodes, 8u) << "visits of both iterations";
  EXPECT_EQ(trace->rules, (std::vector<std::string>{"late_move", "null_move", "futility"}));
  const auto& e = trace->entries;
  ASSERT_EQ(e.size(), 8u);
  EXPECT_EQ(e[0].size, 8u);
  EXPECT_EQ(e[1].alpha, -32001) << "infinite";
  EXPECT_TRUE(e[1].has(flag::kOpenWindow));
  EXPECT_EQ(e[2].size, 1u);
  EXPECT_TRUE(e[3].has(flag::kReducedByRule));
  EXPECT_EQ(e[3].rule, 0);
  EXPECT_EQ(e[3].static_eval, -33);
  EXPECT_TRUE(e[4].has(flag::kAgain));
  EXPECT_EQ(e[4].end, NodeEnd::RuleCut);
  EXPECT_EQ(e[4].rule, 1);
  EXPECT_TRUE(e[4].has(flag::kHoldsBeta));
  EXPECT_EQ(e[4].score, -15) << "not below the bound that the rule claims";
  EXPECT_TRUE(e[5].has(flag::kNullMove));
  EXPECT_TRUE(e[6].has(flag::kSameNode));
  EXPECT_TRUE(e[6].has(flag::kQuiescence));
  EXPECT_TRUE(e[7].skipped());
  EXPECT_EQ(e[7].score, -90);
  EXPECT_EQ(e[7].spare, 115);
  EXPECT_EQ(e[7].static_eval, 3);
  EXPECT_EQ(e[7].searched, 2);
}

TEST(TraceLines, AnotherIterationCanBeChosen) {
  const auto trace = read_trace_lines(two_iterations(), 1);
  ASSERT_TRUE(trace.ok()) << trace.error();
  EXPECT_EQ(trace->depth, 1);
  EXPECT_EQ(trace->entries.size(), 3u);
  EXPECT_EQ(trace->entries[2].end, NodeEnd::StandPat);
  EXPECT_EQ(error_of(two_iterations(), 7), "trace: there is no iteration to depth 7; there are those to 1, 2");
}

// The engine may have been killed at any byte.
TEST(TraceLines, WhereverTheFileEndsThereIsATree) {
  const std::string& text = two_iterations();
  const std::size_t root =
      text.find("\"enter\"") +
      std::string("\"enter\":\"\",\"ply\":0,\"depth\":1,\"alpha\":-32000,\"beta\":32000}\n").size();
  const std::size_t whole = text.find("{\"enter\":\"\",\"ply\":0,\"depth\":2");
  for (std::size_t length = root; length <= text.size(); ++length) {
    const auto trace = read_trace_lines(text.substr(0, length));
    ASSERT_TRUE(trace.ok()) << length << ": " << trace.error();
    EXPECT_EQ(trace->depth, length == text.size() ? 2 : 1) << length;
    if (length >= whole && length < text.size()) {
      EXPECT_EQ(trace->entries.size(), 3u) << length;
    }
    EXPECT_TRUE(read_trace(trace_bytes(*trace, TraceParts::All)).ok());
  }
}

// An engine that jumps out of its search leaves no node.
TEST(TraceLines, NodesThatWereNeverLeftEndWithTheNextOne) {
  const auto trace = read_trace_lines(std::string(kHeader) + R"({"enter":"","ply":0,"depth":1,"alpha":-10,"beta":10}
{"enter":"e2e4","ply":1,"depth":0,"alpha":-10,"beta":10}
{"enter":"e7e5","ply":2,"depth":-1,"alpha":-10,"beta":10}
{"enter":"d2d4","ply":1,"depth":0,"alpha":-10,"beta":10}
{"leave":5}
{"leave":-5}
)");
  ASSERT_TRUE(trace.ok()) << trace.error();
  ASSERT_EQ(trace->entries.size(), 5u);
  EXPECT_EQ(trace->entries[2].size, 2u);
  EXPECT_EQ(trace->entries[2].end, NodeEnd::Stopped);
  EXPECT_EQ(trace->entries[4].size, 1u);
  EXPECT_EQ(trace->entries[1].size, 4u);
}

TEST(TraceLines, SaysWhatIsWrongAndWhere) {
  const std::string header = kHeader, root = header + R"({"enter":"","ply":0,"depth":1,"alpha":-10,"beta":10})" + "\n";
  const std::pair<std::string, std::string> cases[] = {
      {"", "it has no lines"},
      {header, "the root is never entered"},
      {R"({"oknos_trace":2})", R"(line 1: "oknos_trace": must be a whole number from 1 to 1, not 2)"},
      {R"({"oknos_trace":1})", R"(line 1: "fen": is missing)"},
      {root + "nonsense", R"(line 3: "nonsense" is not a JSON object)"},
      {root + R"({"enter":"e2e5","ply":1,"depth":1,"alpha":-10,"beta":10})",
       R"(line 3: "enter": "e2e5" is not a legal move in )"
       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
      {root + R"({"enter":"e2e4","ply":2,"depth":1,"alpha":-10,"beta":10})",
       "line 3: a node at ply 2 is entered, but none at ply 1 is open"},
      {root + R"({"enter":"e2e4","ply":1,"depth":1,"alpha":10,"beta":10})",
       R"(line 3: "beta": must be greater than alpha (10))"},
      {root + "{\"leave\":1}\n{\"leave\":1}", "line 4: a node is left, but none is open"},
      {root + R"({"end":"bored"})", R"(line 3: "end": "bored" is no way to end a node)"},
      {root + R"({"rule":"x y","move":"a2a3","depth":1,"alpha":0,"beta":1})",
       R"(line 3: "rule": must be 1 to 31 of a-z 0-9 _ -, not "x y")"},
  };
  for (const auto& [text, says] : cases)
    EXPECT_EQ(error_of(text.empty() || text.back() == '\n' ? text : text + "\n"), "trace: " + says);
}

RC_GTEST_PROP(TraceLines, DamageIsSeenOrHarmless, ()) {
  std::string text = two_iterations();
  for (int i = 0; i < 3; ++i) text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
  const auto trace = read_trace_lines(text);
  if (!trace) {
    RC_ASSERT(trace.error().starts_with("trace: "));
    return;
  }
  RC_ASSERT(read_trace(trace_bytes(*trace, TraceParts::All)).ok());
}

// What skipped and cut is a claim as the engine would have written it.
TEST(TraceLines, EntriesAreClaims) {
  const auto trace = read_trace_lines(two_iterations());
  ASSERT_TRUE(trace.ok());
  const auto root = root_of(*trace);
  ASSERT_TRUE(root.ok());
  const auto skip = claim_at(*trace, *root, 7);
  ASSERT_TRUE(skip);
  EXPECT_EQ(skip->rule, "futility");
  EXPECT_EQ(skip->depth, 2);
  EXPECT_EQ(skip->reduced_depth, 0);
  EXPECT_EQ(skip->alpha, 25);
  EXPECT_EQ(skip->bound, -90);
  EXPECT_TRUE(skip->move);
  const auto cut = claim_at(*trace, *root, 4);
  ASSERT_TRUE(cut);
  EXPECT_TRUE(cut->fails_high());
  EXPECT_EQ(cut->line.moves.size(), 1u);
  EXPECT_FALSE(claim_at(*trace, *root, 2)) << "nothing was pruned there";
}

// Rules that we have have our colour; others one of the rest, whatever their order.
TEST(TraceLines, UnknownRulesGetColoursByTheirNames) {
  const auto families = [](std::vector<std::string> rules) {
    Trace t;
    t.rules = std::move(rules);
    t.entries.emplace_back().kind = EntryKind::Tree;
    const std::string bytes = trace_bytes(t, TraceParts::All);
    const std::size_t at = bytes.find("\"families\":[") + 12;
    std::vector<std::string> out;
    std::istringstream in(bytes.substr(at, bytes.find(']', at) - at));
    for (std::string word; std::getline(in, word, ',');) out.push_back(word);
    return out;
  };
  const auto one = families({"my_rule", "razoring", "your_rule"}),
             other = families({"your_rule", "razoring", "my_rule"});
  EXPECT_EQ(one, std::vector<std::string>(other.rbegin(), other.rend()));
  EXPECT_EQ(one[1], "\"node\"");
  EXPECT_EQ(std::set<std::string>(one.begin(), one.end()).size(), 3u);
}

class TraceHeader : public oknos::test::LabProgram {
 protected:
  void write(const std::string& environment, int searches) {
    run_command("OKNOS_TRACE=" + path("tree") + " " + environment +
                " \"" OKNOS_BINARY_DIR "/oknos-claims-writer\" tree " + std::to_string(searches));
  }
  std::string read(const std::string& name) {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

// include/oknos/claims.h in an engine in C.
TEST_F(TraceHeader, WhatIsWrittenIsRead) {
  write("", 1);
  const auto trace = read_trace_lines(read("tree"));
  ASSERT_TRUE(trace.ok()) << trace.error();
  EXPECT_EQ(trace->engine, "writer ?1?");
  EXPECT_EQ(trace->moves, (std::vector<std::string>{"e2e4", "e7e5"}));
  EXPECT_EQ(trace->depth, 2);
  EXPECT_EQ(trace->rules, (std::vector<std::string>{"futility", "late-move", "razoring"}));
  ASSERT_EQ(trace->entries.size(), 8u);
  EXPECT_EQ(trace->entries[1].beta, 11) << "a window that rounding had closed";
  EXPECT_TRUE(trace->entries[2].skipped());
  EXPECT_EQ(trace->entries[3].end, NodeEnd::TableCut);
  EXPECT_EQ(trace->entries[5].end, NodeEnd::RuleCut);
  EXPECT_TRUE(trace->entries[7].has(flag::kSameNode));
}

TEST_F(TraceHeader, OneSearchIsWrittenAndNoMoreThanTheLimit) {
  write("OKNOS_TRACE_SEARCH=2", 1);
  EXPECT_EQ(read("tree"), "");
  write("OKNOS_TRACE_SEARCH=2", 3);
  const std::string second = read("tree");
  write("", 1);
  EXPECT_EQ(second, read("tree"));
  write("OKNOS_TRACE_LIMIT=4", 1);
  const std::string cut = read("tree");
  EXPECT_TRUE(second.starts_with(cut.substr(0, cut.find("{\"cut_off\":4}"))));
  EXPECT_TRUE(cut.ends_with("{\"cut_off\":4}\n"));
  const auto trace = read_trace_lines(cut);
  ASSERT_TRUE(trace.ok()) << trace.error();
  EXPECT_EQ(trace->depth, 1) << "the last iteration that is whole";
}

TEST_F(TraceHeader, WithoutTheVariableNothingIsWritten) {
  run_command("env -u OKNOS_TRACE \"" OKNOS_BINARY_DIR "/oknos-claims-writer\" tree 2");
  EXPECT_EQ(read("tree"), "");
}

}  // namespace
}  // namespace oknos::explorer
