#include "explorer/service.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "explorer/engine_judge.h"
#include "explorer/trace_file.h"
#include "explorer/trace_lines.h"

namespace oknos::explorer {
namespace {

using Json = nlohmann::json;

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

Json ask(Service& service, const std::string& method, const std::string& path, const Json& body = nullptr) {
  const Reply reply = service.answer({method, path, body.is_null() ? "" : body.dump()});
  Json out = Json::parse(reply.body, nullptr, false);
  out["status"] = reply.status;
  return out;
}

Json ask_in_lines(Service& service, const std::string& path, const Json& body) {
  Json last;
  service.answer_in_lines({"POST", path, body.dump()}, [&](const std::string& line) {
    EXPECT_EQ(line.find('\n'), std::string::npos);
    last = Json::parse(line, nullptr, false);
    return true;
  });
  return last;
}

Json question(const char* fen, const char* preset, int depth) {
  return {{"fen", fen}, {"preset", preset}, {"depth", depth}};
}

TEST(Service, SearchesAndShowsTheTree) {
  Service service;
  const Json done = ask_in_lines(service, "/api/search", question(kKiwipete, "modern", 5))["done"];
  ASSERT_TRUE(done.is_object());
  EXPECT_EQ(done["depth"], 5);
  const Reply tree = service.answer({"GET", "/api/tree/" + done["id"].dump(), ""});
  const auto trace = read_trace(tree.body);
  ASSERT_TRUE(trace.ok()) << trace.error();
  EXPECT_EQ(trace->entries.size(), done["entries"]);
  EXPECT_EQ(trace->best, done["best"]);
}

TEST(Service, TellsANode) {
  Service service;
  const Json done = ask_in_lines(service, "/api/search", question(kKiwipete, "heinz", 5))["done"];
  const std::string id = done["id"].dump();
  const auto trace = read_trace(service.answer({"GET", "/api/file/" + id, ""}).body);
  ASSERT_TRUE(trace.ok());
  const auto frontier = std::find(trace->rules.begin(), trace->rules.end(), "frontier_futility") - trace->rules.begin();
  std::size_t entry = 0;
  while (entry < trace->entries.size() && (trace->entries[entry].rule != frontier || !trace->entries[entry].skipped()))
    ++entry;
  ASSERT_LT(entry, trace->entries.size());
  const Json node = ask(service, "GET", "/api/node/" + id + "/" + std::to_string(entry));
  EXPECT_EQ(node["kind"], "skipped");
  EXPECT_EQ(node["pruned"]["rule"], "frontier_futility");
  const TraceEntry& e = trace->entries[entry];
  EXPECT_EQ(node["pruned"]["slack"], e.alpha - e.score);
  // "-312 + 0 + 300 <= -10 (material, gain, margin, alpha)": the numbers of the entry.
  const std::string condition = node["pruned"]["condition"];
  EXPECT_NE(condition.find("<= " + std::to_string(e.alpha) + " (material, gain, margin, alpha)"), std::string::npos)
      << condition;
  const std::string margin = node["pruned"]["margin"].dump();
  EXPECT_NE(condition.find(" + " + margin + " <= "), std::string::npos) << margin << " in " << condition;
  EXPECT_GT(node["evaluation"]["terms"].size(), 5U);
  EXPECT_TRUE(node["evaluation"]["by_network"].is_boolean());
  EXPECT_EQ(node["path"].back()["entry"], entry);
  for (const Json& guard : node["guards"])  // those of frontier futility
    for (const char* own : {"pv-node", "in-check", "mate-window", "legal-move"})
      EXPECT_FALSE(guard["name"] == own && guard["forbids"]) << guard;
  EXPECT_GT(node["guards"].size(), 7U);
  const Json verdict = ask_in_lines(service, "/api/check/" + id + "/" + std::to_string(entry), Json::object())["done"];
  EXPECT_FALSE(verdict["wrong"].is_null());
  const std::string line = verdict["line"], san = node["move"]["san"];
  if (e.full_depth > 0) {
    EXPECT_NE(line.find(san), std::string::npos) << line << ": the move, and what would have come";
  } else {
    EXPECT_EQ(line, "");
  }
  EXPECT_EQ(ask(service, "GET", "/api/node/" + id + "/99999999")["status"], 400);
  EXPECT_TRUE(ask_in_lines(service, "/api/check/" + id + "/0", Json::object()).contains("error"));
  EXPECT_TRUE(ask_in_lines(service, "/api/check/" + id, Json::object()).contains("error"));
  EXPECT_TRUE(ask_in_lines(service, "/api/check/99999/1", Json::object()).contains("error"));
}

// What Muller's rules say of entries all over the tree, by rule: each question searches it again.
std::map<std::string, std::vector<std::string>> conditions_of_muller(const Json& set) {
  constexpr std::size_t kEntries = 40;  // of each rule
  Service service;
  Json ask_for = question(kKiwipete, "muller", 5);
  ask_for["set"] = set;
  const std::string id = ask_in_lines(service, "/api/search", ask_for)["done"]["id"].dump();
  const auto trace = read_trace(service.answer({"GET", "/api/file/" + id, ""}).body);
  std::map<std::string, std::vector<std::size_t>> entries;
  for (std::size_t i = 0; trace.ok() && i < trace->entries.size(); ++i) {
    const TraceEntry& e = trace->entries[i];
    if (e.skipped() && trace->rules[e.rule].ends_with("deep_futility")) entries[trace->rules[e.rule]].push_back(i);
  }
  std::map<std::string, std::vector<std::string>> out;
  for (const auto& [rule, all] : entries) {
    for (std::size_t k = 0; k < all.size(); k += 1 + all.size() / kEntries) {
      const Json node = ask(service, "GET", "/api/node/" + id + "/" + std::to_string(all[k]));
      out[rule].push_back(node["pruned"]["condition"]);
    }
  }
  return out;
}

TEST(Service, NamesThePiecesThatMullersRulesCount) {
  const auto shown = conditions_of_muller(Json::object());
  ASSERT_FALSE(shown.empty());
  for (const auto& [rule, conditions] : shown)
    for (const std::string& condition : conditions) {
      EXPECT_NE(condition.find(rule == "weak_deep_futility" ? "V2 = " : "V1 = "), std::string::npos)
          << rule << ": " << condition;
      EXPECT_NE(condition.find("margin for 2 PM"), std::string::npos) << rule << ": " << condition;
    }
  // A proof has taken a term out: the sum would not be what the rule went by.
  for (const auto& [rule, conditions] : conditions_of_muller({{"guards.promotion", "off"}}))
    for (const std::string& condition : conditions) EXPECT_EQ(condition.find("V1"), std::string::npos) << condition;
}

// The rule would have fired with a margin larger by so much, and not with one centipawn more.
TEST(Service, TellsWhatMarginARuleHadToSpare) {
  Service service;
  const Json done = ask_in_lines(service, "/api/search", question(kKiwipete, "modern", 6))["done"];
  const std::string id = done["id"].dump();
  const auto trace = read_trace(service.answer({"GET", "/api/file/" + id, ""}).body);
  ASSERT_TRUE(trace.ok());
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < trace->entries.size(); ++i) {
    const TraceEntry& e = trace->entries[i];
    if (e.rule == kNoRule || e.spare == kNoValue) continue;
    const std::string rule = trace->rules[e.rule];
    if (seen[rule]++ >= 20) continue;
    EXPECT_GE(e.spare, 0) << rule << ", entry " << i;
    const Json node = ask(service, "GET", "/api/node/" + id + "/" + std::to_string(i));
    EXPECT_EQ(node["pruned"]["spare"], e.spare) << rule << ", entry " << i;
  }
  for (const char* rule : {"see_pruning", "reverse_futility", "late_move_pruning", "frontier_futility"})
    EXPECT_GT(seen[rule], 0) << rule;
}

TEST(Service, AuditsASample) {
  Service service;
  const Json done = ask_in_lines(service, "/api/search", question(kKiwipete, "modern", 5))["done"];
  const Json audit = ask_in_lines(service, "/api/audit/" + done["id"].dump(), {{"sample", 100}})["done"];
  std::size_t checked = 0, wrong = 0;
  for (const Json& r : audit["rules"])
    checked += r["checked"].get<std::size_t>(), wrong += r["wrong"].get<std::size_t>();
  EXPECT_EQ(checked, audit["cases"].size());
  EXPECT_GT(checked, 80U);
  EXPECT_LT(wrong, checked / 2);
}

TEST(Service, ReadsLinesAndMoves) {
  Service service;
  const Json done = ask_in_lines(service, "/api/search", question("startpos", "modern", 3))["done"];
  const Json line = ask(service, "POST", "/api/line/" + done["id"].dump(), {{"line", "1. e4 e5 2.Nf3"}});
  EXPECT_EQ(line["san"], Json({"e4", "e5", "Nf3"}));
  EXPECT_EQ(ask(service, "POST", "/api/line/" + done["id"].dump(), {{"line", "e5"}})["status"], 400);
  const Json moves = ask(service, "POST", "/api/moves", {{"fen", "startpos"}, {"moves", {"e2e4"}}});
  EXPECT_EQ(moves["legal"].size(), 20U);
  EXPECT_EQ(moves["turn"], "black");
  const Json mate =
      ask(service, "POST", "/api/moves", {{"fen", "startpos"}, {"moves", {"f2f3", "e7e5", "g2g4", "d8h4"}}});
  EXPECT_EQ(mate["end"], "checkmate");
}

TEST(Service, BadQuestionsAreNamed) {
  Service service;
  const auto error = [&](const Json& body) {
    return ask_in_lines(service, "/api/search", body).value("error", "none");
  };
  EXPECT_NE(error({{"fen", "rubbish"}, {"depth", 3}}), "none");
  EXPECT_NE(error({{"fen", "startpos"}}).find("\"depth\" or \"nodes\""), std::string::npos);
  EXPECT_NE(error({{"fen", "startpos"}, {"depth", 900}}).find("from 1 to 64"), std::string::npos);
  EXPECT_NE(error({{"fen", "startpos"}, {"depth", 3}, {"preset", "/etc/passwd"}}).find("\"preset\""),
            std::string::npos);
  EXPECT_NE(error({{"fen", "startpos"}, {"depth", 3}, {"set", {{"nonsense", "1"}}}}).find("nonsense"),
            std::string::npos);
  EXPECT_NE(error({{"fen", "startpos"}, {"depth", 3}, {"set", {{"preset_file", "/etc/passwd"}}}}).find("named by"),
            std::string::npos);
  EXPECT_NE(error({{"fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}, {"depth", 3}}).find("stalemate"), std::string::npos);
  EXPECT_EQ(ask(service, "GET", "/api/tree/7")["status"], 404);
  EXPECT_EQ(ask(service, "GET", "/api/../../etc/passwd")["status"], 404);
  EXPECT_EQ(ask(service, "GET", "/api/node/1/x")["status"], 404);
}

// A tree of another engine whose rules have names of ours.
Trace foreign_trace() {
  return *read_trace_lines(
      R"({"oknos_trace":1,"engine":"Test 1","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}
{"enter":"","ply":0,"depth":2,"alpha":-32000,"beta":32000}
{"enter":"e2e4","ply":1,"depth":1,"alpha":-32000,"beta":32000}
{"leave":-15}
{"rule":"razoring","move":"a2a3","action":"skip","depth":2,"alpha":25,"beta":26,"static_eval":3,"bound":-90,"slack":115}
{"enter":"d2d4","ply":1,"depth":1,"alpha":-26,"beta":-25}
{"rule":"my_rule","action":"cut","depth":1,"alpha":-26,"beta":-25,"bound":-20}
{"leave":-20}
{"leave":20}
)");
}

class StubJudge : public TreeJudge {
 public:
  const std::string& name() const override { return name_; }
  Result<lab::ClaimVerdict> judge(const lab::Claim& claim, const std::atomic<bool>&) override {
    if (!claim.move) return Error{"Test 1: crashed"};
    return lab::verdict_of(claim, 40, 1234, std::nullopt, 0);
  }

 private:
  const std::string name_ = "Test 1";
};

TEST(Service, ATreeOfAnotherEngineIsShownWithoutWhatWeThinkOfIt) {
  Service service;
  const std::string id = std::to_string(service.keep(foreign_trace()));
  for (const char* entry : {"0", "1", "2", "3", "4"}) {
    const Json node = ask(service, "GET", "/api/node/" + id + "/" + entry);
    EXPECT_EQ(node["recorded_by"], "Test 1");
    for (const char* ours : {"evaluation", "guards", "kinds"}) EXPECT_FALSE(node.contains(ours)) << ours;
  }
  const Json skipped = ask(service, "GET", "/api/node/" + id + "/3");
  EXPECT_EQ(skipped["pruned"]["condition"], "at most -90 <= 25 (alpha)");
  EXPECT_EQ(skipped["pruned"]["spare"], 115);
  EXPECT_EQ(skipped["static_value"], 3);
  EXPECT_EQ(skipped["pruned"]["checkable"], true);
  EXPECT_EQ(ask(service, "GET", "/api/node/" + id + "/4")["pruned"]["rule"], "my_rule");
  EXPECT_EQ(ask(service, "GET", "/api/node/" + id + "/2")["kind_text"], "depth 1, open window");
}

TEST(Service, ATreeOfAnotherEngineIsSearchedByThatEngine) {
  Service service;
  const std::string id = std::to_string(service.keep(foreign_trace()));
  const std::string without = ask_in_lines(service, "/api/check/" + id + "/3", Json::object()).value("error", "none");
  EXPECT_NE(without.find("Test 1 recorded this tree"), std::string::npos) << without;
  EXPECT_NE(without.find("--engine \"cmd=PROGRAM\""), std::string::npos) << without;
  EXPECT_EQ(ask_in_lines(service, "/api/audit/" + id, {{"sample", 10}}).value("error", "none"), without);
  EXPECT_FALSE(ask(service, "GET", "/api/info")["start"].contains("engine"));

  service.set_judge(std::make_shared<StubJudge>());
  EXPECT_EQ(ask(service, "GET", "/api/info")["start"]["engine"], "Test 1");
  const Json verdict = ask_in_lines(service, "/api/check/" + id + "/3", Json::object())["done"];
  EXPECT_EQ(verdict["wrong"], true);
  EXPECT_EQ(verdict["regret"], 15);
  EXPECT_EQ(verdict["text"], "Test 1 searched the move to depth 1: it is worth 40, more than 25 (alpha). 1,234 nodes.");
  EXPECT_EQ(ask_in_lines(service, "/api/check/" + id + "/4", Json::object()).value("error", "none"), "Test 1: crashed");
  EXPECT_TRUE(ask_in_lines(service, "/api/check/" + id + "/2", Json::object()).contains("error"));
  const Json audit = ask_in_lines(service, "/api/audit/" + id, {{"sample", 10}})["done"];
  EXPECT_EQ(audit["cases"].size(), 1u);
  EXPECT_EQ(audit["failed"], 1u) << "the others are searched all the same";
}

// The fake engine searches what was skipped: in `mode` at first, and as it should from then on.
class StoppedEngine : public testing::Test {
 protected:
  ~StoppedEngine() override { std::filesystem::remove(pids_); }

  std::string begin(const std::string& mode) {
    const auto judge =
        start_engine_judge("cmd=" OKNOS_BINARY_DIR "/oknos-fake-engine,args=" + mode + " --pids " + pids_);
    EXPECT_TRUE(judge.ok()) << judge.error();
    if (judge) service_.set_judge(*judge);
    return std::to_string(service_.keep(foreign_trace()));
  }
  // Asks, and leaves when that many lines have come. What stderr gets.
  std::string ask_and_leave(const std::string& path, const Json& body, int lines = 1) {
    testing::internal::CaptureStderr();
    service_.answer_in_lines({"POST", path, body.dump()}, [&](const std::string&) { return --lines > 0; });
    return testing::internal::GetCapturedStderr();
  }
  std::size_t starts() const {
    std::ifstream file(pids_);
    std::size_t out = 0;
    for (long process = 0; file >> process;) ++out;
    return out;
  }

  Service service_;
  const std::string pids_ =
      (std::filesystem::temp_directory_path() / ("oknos_stopped_engine_" + std::to_string(getpid()))).string();
};

TEST_F(StoppedEngine, IsToldToStopWhenNobodyListens) {
  const std::string id = begin("until-stop");
  EXPECT_EQ(ask_and_leave("/api/check/" + id + "/3", Json::object()), "");
  EXPECT_TRUE(ask_in_lines(service_, "/api/check/" + id + "/3", Json::object()).contains("done"));
  EXPECT_EQ(starts(), 1U) << "the same process goes on";
}

TEST_F(StoppedEngine, IsToldToStopInTheMiddleOfASample) {
  const std::string id = begin("until-stop");
  constexpr int kLines = 2;  // the first comes before the first search
  EXPECT_EQ(ask_and_leave("/api/audit/" + id, {{"sample", 10}}, kLines), "");
  EXPECT_EQ(ask_in_lines(service_, "/api/audit/" + id, {{"sample", 10}})["done"]["cases"].size(), 2U);
  EXPECT_EQ(starts(), 1U);
}

TEST_F(StoppedEngine, ThatDoesNotObeyIsEnded) {
  const std::string id = begin("silent --ignore-quit");
  const std::string said = ask_and_leave("/api/check/" + id + "/3", Json::object());
  EXPECT_EQ(said, "Fake did not answer \"stop\" in time; it was ended, and the next search starts it again\n");
  // The process begun anew is silent in its first move, too.
  ask_and_leave("/api/check/" + id + "/3", Json::object());
  EXPECT_EQ(starts(), 2U);
}

TEST_F(StoppedEngine, ThatHangsBeforeItSearchesIsEndedAtOnce) {
  const std::string id = begin("no-readyok --at 2 --ignore-quit");  // ready when it has started, but not for a search
  for (const std::size_t expected : {1U, 2U}) {
    EXPECT_EQ(ask_and_leave("/api/check/" + id + "/3", Json::object()), "") << "it has a minute to become ready";
    EXPECT_EQ(starts(), expected);
  }
}

TEST(Service, StopsWhenNobodyListens) {
  Service service;
  int lines = 0;
  service.answer_in_lines({"POST", "/api/search", question(kKiwipete, "none", 12).dump()}, [&](const std::string&) {
    ++lines;
    return false;
  });
  EXPECT_EQ(lines, 1);
}

TEST(Service, ForgetsTheOldestTrees) {
  ServiceLimits limits;
  limits.kept_entries = 3000;
  Service service(limits);
  std::vector<std::string> ids;
  for (int i = 0; i < 6; ++i)
    ids.push_back(ask_in_lines(service, "/api/search", question(kKiwipete, "none", 3))["done"]["id"].dump());
  EXPECT_EQ(ask(service, "GET", "/api/node/" + ids.front() + "/0")["status"], 404);
  EXPECT_EQ(ask(service, "GET", "/api/node/" + ids.back() + "/0")["status"], 200);
}

}  // namespace
}  // namespace oknos::explorer
