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
#include "support/contains.h"

namespace oknos::explorer {
namespace {

using test::contains;
using Json = nlohmann::json;

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr const char* kMateInTwo = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";

Json question(const char* fen, const char* preset, int depth) {
  return {{"fen", fen}, {"preset", preset}, {"depth", depth}};
}

class ServiceTest : public testing::Test {
 protected:
  // The answer, with its status.
  Json ask(const std::string& method, const std::string& path, const Json& body = nullptr) {
    const Reply reply = service_.answer({method, path, body.is_null() ? "" : body.dump()});
    Json out = Json::parse(reply.body, nullptr, false);
    out["status"] = reply.status;
    return out;
  }
  Json node(const std::string& id, std::size_t entry) {
    return ask("GET", "/api/node/" + id + "/" + std::to_string(entry));
  }
  // All lines of an answer, and the last of them.
  std::vector<Json> lines(const std::string& path, const Json& body = Json::object()) {
    std::vector<Json> out;
    service_.answer_in_lines({"POST", path, body.dump()}, [&](const std::string& line) {
      EXPECT_EQ(line.find('\n'), std::string::npos);
      out.push_back(Json::parse(line, nullptr, false));
      return true;
    });
    return out;
  }
  Json last(const std::string& path, const Json& body = Json::object()) { return lines(path, body).back(); }
  std::string error(const std::string& path, const Json& body = Json::object()) {
    return last(path, body).value("error", "none");
  }
  // The tree of a search, and its number.
  Trace searched(const Json& body, std::string& id) {
    id = last("/api/search", body)["done"]["id"].dump();
    const auto trace = read_trace(service_.answer({"GET", "/api/file/" + id, ""}).body);
    EXPECT_TRUE(trace.ok()) << trace.error();
    return trace ? *trace : Trace{};
  }
  // How many lines come to somebody who leaves at this one.
  int told_until(int line, const std::string& path, const Json& body) {
    int told = 0;
    service_.answer_in_lines({"POST", path, body.dump()}, [&](const std::string&) { return ++told < line; });
    return told;
  }

  Service service_;
};

TEST_F(ServiceTest, SearchesAndShowsTheTree) {
  const Json done = last("/api/search", question(kKiwipete, "modern", 5))["done"];
  EXPECT_EQ(done["depth"], 5);
  const auto trace = read_trace(service_.answer({"GET", "/api/tree/" + done["id"].dump(), ""}).body);
  ASSERT_TRUE(trace.ok()) << trace.error();
  EXPECT_EQ(trace->entries.size(), done["entries"]);
  EXPECT_EQ(trace->best, done["best"]);
}

TEST_F(ServiceTest, TellsANode) {
  std::string id;
  const Trace trace = searched(question(kKiwipete, "heinz", 5), id);
  const auto entry = std::find_if(trace.entries.begin(), trace.entries.end(), [&](const TraceEntry& e) {
    return e.skipped() && trace.rules[e.rule] == "frontier_futility";
  });
  ASSERT_NE(entry, trace.entries.end());
  const auto number = static_cast<std::size_t>(entry - trace.entries.begin());
  const Json shown = node(id, number);
  EXPECT_EQ(shown["kind"], "skipped");
  EXPECT_EQ(shown["pruned"]["rule"], "frontier_futility");
  EXPECT_EQ(shown["pruned"]["slack"], entry->alpha - entry->score);
  // "-312 + 0 + 300 <= -10 (material, gain, margin, alpha)": the numbers of the entry.
  EXPECT_TRUE(contains(shown["pruned"]["condition"].get<std::string>(), " + " + shown["pruned"]["margin"].dump() +
                                                                            " <= " + std::to_string(entry->alpha) +
                                                                            " (material, gain, margin, alpha)"));
  EXPECT_GT(shown["evaluation"]["terms"].size(), 5U);
  EXPECT_TRUE(shown["evaluation"]["by_network"].is_boolean());
  EXPECT_EQ(shown["path"].back()["entry"], number);
  for (const Json& guard : shown["guards"])  // those of frontier futility
    for (const char* own : {"pv-node", "in-check", "mate-window", "legal-move"})
      EXPECT_FALSE(guard["name"] == own && guard["forbids"]) << guard;
  EXPECT_GT(shown["guards"].size(), 7U);
  const Json verdict = last("/api/check/" + id + "/" + std::to_string(number))["done"];
  EXPECT_FALSE(verdict["wrong"].is_null());
  const std::string line = verdict["line"], san = shown["move"]["san"];
  EXPECT_TRUE(entry->full_depth > 0 ? bool(contains(line, san)) : line.empty()) << "the move, and what would have come";
  EXPECT_EQ(node(id, 99999999)["status"], 400);
  for (const std::string& nothing : {id + "/0", id, std::string("99999/1")})
    EXPECT_NE(error("/api/check/" + nothing), "none") << nothing;
}

// Of entries all over the tree, by rule: each question searches it again.
TEST_F(ServiceTest, NamesThePiecesThatMullersRulesCount) {
  constexpr std::size_t kEntries = 40;  // of each rule
  for (const bool with_proof : {true, false}) {
    Json ask_for = question(kKiwipete, "muller", 5);
    if (!with_proof) ask_for["set"] = {{"guards.promotion", "off"}};
    std::string id;
    const Trace trace = searched(ask_for, id);
    std::map<std::string, std::vector<std::size_t>> entries;
    for (std::size_t i = 0; i < trace.entries.size(); ++i) {
      const TraceEntry& e = trace.entries[i];
      if (e.skipped() && trace.rules[e.rule].ends_with("deep_futility")) entries[trace.rules[e.rule]].push_back(i);
    }
    ASSERT_FALSE(entries.empty());
    for (const auto& [rule, all] : entries)
      for (std::size_t k = 0; k < all.size(); k += 1 + all.size() / kEntries) {
        const std::string condition = node(id, all[k])["pruned"]["condition"];
        if (with_proof)
          EXPECT_TRUE(contains(condition, rule == "weak_deep_futility" ? "V2 = " : "V1 = ", "margin for 2 PM")) << rule;
        else  // A proof has taken a term out: the sum would not be what the rule went by.
          EXPECT_EQ(condition.find("V1"), std::string::npos) << condition;
      }
  }
}

// The rule would have fired with a margin larger by so much, and not with one centipawn more.
TEST_F(ServiceTest, TellsWhatMarginARuleHadToSpare) {
  std::string id;
  const Trace trace = searched(question(kKiwipete, "modern", 6), id);
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < trace.entries.size(); ++i) {
    const TraceEntry& e = trace.entries[i];
    if (e.rule == kNoRule || e.spare == kNoValue) continue;
    const std::string rule = trace.rules[e.rule];
    if (seen[rule]++ >= 20) continue;
    EXPECT_GE(e.spare, 0) << rule << ", entry " << i;
    EXPECT_EQ(node(id, i)["pruned"]["spare"], e.spare) << rule << ", entry " << i;
  }
  for (const char* rule : {"see_pruning", "reverse_futility", "late_move_pruning", "frontier_futility"})
    EXPECT_GT(seen[rule], 0) << rule;
}

TEST_F(ServiceTest, AuditsASample) {
  std::string id;
  searched(question(kKiwipete, "modern", 5), id);
  const Json audit = last("/api/audit/" + id, {{"sample", 100}})["done"];
  std::size_t checked = 0, wrong = 0;
  for (const Json& r : audit["rules"])
    checked += r["checked"].get<std::size_t>(), wrong += r["wrong"].get<std::size_t>();
  EXPECT_EQ(checked, audit["cases"].size());
  EXPECT_GT(checked, 80U);
  EXPECT_LT(wrong, checked / 2);
}

TEST_F(ServiceTest, ReadsLinesAndMoves) {
  std::string id;
  searched(question("startpos", "modern", 3), id);
  EXPECT_EQ(ask("POST", "/api/line/" + id, {{"line", "1. e4 e5 2.Nf3"}})["san"], Json({"e4", "e5", "Nf3"}));
  EXPECT_EQ(ask("POST", "/api/line/" + id, {{"line", "e5"}})["status"], 400);
  const Json moves = ask("POST", "/api/moves", {{"fen", "startpos"}, {"moves", {"e2e4"}}});
  EXPECT_EQ(moves["legal"].size(), 20U);
  EXPECT_EQ(moves["turn"], "black");
  const Json mate = {{"fen", "startpos"}, {"moves", {"f2f3", "e7e5", "g2g4", "d8h4"}}};
  EXPECT_EQ(ask("POST", "/api/moves", mate)["end"], "checkmate");
}

TEST_F(ServiceTest, BadQuestionsAreNamed) {
  const Json start = {{"fen", "startpos"}, {"depth", 3}};
  const auto with = [&](const char* key, const Json& value) {
    Json out = start;
    out[key] = value;
    return out;
  };
  const std::string search = "/api/search", analyse = "/api/analyse";
  const struct {
    std::string path;
    Json body;
    const char* says;
  } cases[] = {
      {search, with("fen", "rubbish"), "rubbish"},
      {search, {{"fen", "startpos"}}, "\"depth\" or \"nodes\""},
      {search, with("depth", 900), "from 1 to 64"},
      {search, with("preset", "/etc/passwd"), "\"preset\""},
      {search, with("set", {{"nonsense", "1"}}), "nonsense"},
      {search, with("set", {{"preset_file", "/etc/passwd"}}), "named by"},
      {search, with("fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "stalemate"},
      {analyse, with("fen", "rubbish"), "rubbish"},
      {analyse, Json::object(), "\"movetime\" is expected"},
      {analyse, with("multipv", 0), "\"multipv\": a whole number from 1 to 256"},
      {analyse, {{"movetime", -1}}, "\"movetime\""},
      {analyse, with("preset", "none such"), "none such"},
      {analyse, with("set", {{"guards.legal-move", "off"}}), "guards"},
  };
  for (const auto& [path, body, says] : cases) EXPECT_TRUE(contains(error(path, body), says)) << path << body;
  for (const char* path : {"/api/tree/7", "/api/../../etc/passwd", "/api/node/1/x"})
    EXPECT_EQ(ask("GET", path)["status"], 404) << path;
}

TEST_F(ServiceTest, AnalysisTellsLinesAndWhatWasSkipped) {
  Json two_lines = question(kKiwipete, "heinz", 7);
  two_lines["multipv"] = 2;
  const auto told = lines("/api/analyse", two_lines);
  ASSERT_GT(told.size(), 2U);
  EXPECT_EQ(told[0]["progress"]["depth"], 1);
  const Json& done = told.back()["done"];
  ASSERT_EQ(done["lines"].size(), 2U);
  for (const Json& line : done["lines"]) {
    EXPECT_EQ(line["depth"], 7);
    EXPECT_EQ(line["pv"].size(), line["san"].size());
  }
  EXPECT_EQ(done["lines"][0]["pv"][0], done["best"]["uci"]);
  EXPECT_EQ(done["lines"][0]["san"][0], done["best"]["san"]);
  EXPECT_GE(done["lines"][0]["score"]["cp"], done["lines"][1]["score"]["cp"]);
  std::uint64_t skipped = 0;
  for (const Json& rule : done["rules"]) skipped += rule["moves_skipped"].get<std::uint64_t>();
  EXPECT_GT(skipped, 0U);
  EXPECT_EQ(skipped, done["moves_skipped"]);
}

// Scores are those of the side to move.
TEST_F(ServiceTest, AnalysisOfMatesAndOfGamesThatAreOver) {
  EXPECT_EQ(last("/api/analyse", {{"fen", kMateInTwo}, {"depth", 6}})["done"]["lines"][0]["score"]["mate"], 2);
  const Json after = last("/api/analyse", {{"fen", kMateInTwo}, {"moves", {"a2a7"}}, {"depth", 4}})["done"];
  EXPECT_EQ(after["lines"][0]["score"]["mate"], -1);
  EXPECT_EQ(after["best"]["uci"], "h8g8");
  const Json over = last("/api/analyse", {{"fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}, {"depth", 3}})["done"];
  EXPECT_TRUE(over["best"].is_null());
  EXPECT_TRUE(over["lines"].empty());
  EXPECT_FALSE(last("/api/analyse", {{"fen", kKiwipete}, {"movetime", 20}})["done"]["best"].is_null());
}

TEST_F(ServiceTest, StopsWhenNobodyListens) {
  EXPECT_EQ(told_until(1, "/api/search", question(kKiwipete, "none", 12)), 1);
  EXPECT_EQ(told_until(3, "/api/analyse", {{"depth", 60}}), 3);
}

TEST(Service, ForgetsTheOldestTrees) {
  ServiceLimits limits;
  limits.kept_entries = 3000;
  Service service(limits);
  std::vector<std::string> ids;
  for (int i = 0; i < 6; ++i)
    service.answer_in_lines({"POST", "/api/search", question(kKiwipete, "none", 3).dump()},
                            [&](const std::string& line) {
                              const Json told = Json::parse(line);
                              if (told.contains("done")) ids.push_back(told["done"]["id"].dump());
                              return true;
                            });
  EXPECT_EQ(service.answer({"GET", "/api/node/" + ids.front() + "/0", ""}).status, 404);
  EXPECT_EQ(service.answer({"GET", "/api/node/" + ids.back() + "/0", ""}).status, 200);
}

// --- Trees of other engines

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

TEST_F(ServiceTest, ATreeOfAnotherEngineIsShownWithoutWhatWeThinkOfIt) {
  const std::string id = std::to_string(service_.keep(foreign_trace()));
  for (std::size_t entry = 0; entry < 5; ++entry) {
    const Json shown = node(id, entry);
    EXPECT_EQ(shown["recorded_by"], "Test 1");
    for (const char* ours : {"evaluation", "guards", "kinds"}) EXPECT_FALSE(shown.contains(ours)) << ours;
  }
  const Json skipped = node(id, 3);
  EXPECT_EQ(skipped["pruned"]["condition"], "at most -90 <= 25 (alpha)");
  EXPECT_EQ(skipped["pruned"]["spare"], 115);
  EXPECT_EQ(skipped["static_value"], 3);
  EXPECT_EQ(skipped["pruned"]["checkable"], true);
  EXPECT_EQ(node(id, 4)["pruned"]["rule"], "my_rule");
  EXPECT_EQ(node(id, 2)["kind_text"], "depth 1, open window");
}

TEST_F(ServiceTest, ATreeOfAnotherEngineIsSearchedByThatEngine) {
  const std::string id = std::to_string(service_.keep(foreign_trace()));
  const std::string without = error("/api/check/" + id + "/3");
  EXPECT_TRUE(contains(without, "Test 1 recorded this tree", "--engine \"cmd=PROGRAM\""));
  EXPECT_EQ(error("/api/audit/" + id, {{"sample", 10}}), without);
  EXPECT_FALSE(ask("GET", "/api/info")["start"].contains("engine"));

  service_.set_judge(std::make_shared<StubJudge>());
  EXPECT_EQ(ask("GET", "/api/info")["start"]["engine"], "Test 1");
  const Json verdict = last("/api/check/" + id + "/3")["done"];
  EXPECT_EQ(verdict["wrong"], true);
  EXPECT_EQ(verdict["regret"], 15);
  EXPECT_EQ(verdict["text"], "Test 1 searched the move to depth 1: it is worth 40, more than 25 (alpha). 1,234 nodes.");
  EXPECT_EQ(error("/api/check/" + id + "/4"), "Test 1: crashed");
  EXPECT_NE(error("/api/check/" + id + "/2"), "none");
  const Json audit = last("/api/audit/" + id, {{"sample", 10}})["done"];
  EXPECT_EQ(audit["cases"].size(), 1u);
  EXPECT_EQ(audit["failed"], 1u) << "the others are searched all the same";
}

// The fake engine searches what was skipped: in `mode` at first, and as it should from then on.
class StoppedEngine : public ServiceTest {
 protected:
  ~StoppedEngine() override { std::filesystem::remove(pids_); }

  void begin(const std::string& mode) {
    const auto judge =
        start_engine_judge("cmd=" OKNOS_BINARY_DIR "/oknos-fake-engine,args=" + mode + " --pids " + pids_);
    EXPECT_TRUE(judge.ok()) << judge.error();
    if (judge) service_.set_judge(*judge);
    const std::string id = std::to_string(service_.keep(foreign_trace()));
    check_ = "/api/check/" + id + "/3";
    audit_ = "/api/audit/" + id;
  }
  // Asks, and leaves when that many lines have come. What stderr gets.
  std::string ask_and_leave(const std::string& path, const Json& body = Json::object(), int line = 1) {
    testing::internal::CaptureStderr();
    told_until(line, path, body);
    return testing::internal::GetCapturedStderr();
  }
  std::size_t starts() const {
    std::ifstream file(pids_);
    std::size_t out = 0;
    for (long process = 0; file >> process;) ++out;
    return out;
  }

  std::string check_, audit_;
  const std::string pids_ =
      (std::filesystem::temp_directory_path() / ("oknos_stopped_engine_" + std::to_string(getpid()))).string();
};

TEST_F(StoppedEngine, IsToldToStopWhenNobodyListens) {
  begin("until-stop");
  EXPECT_EQ(ask_and_leave(check_), "");
  EXPECT_TRUE(last(check_).contains("done"));
  EXPECT_EQ(starts(), 1U) << "the same process goes on";
}

TEST_F(StoppedEngine, IsToldToStopInTheMiddleOfASample) {
  begin("until-stop");
  EXPECT_EQ(ask_and_leave(audit_, {{"sample", 10}}, 2), "") << "the first line comes before the first search";
  EXPECT_EQ(last(audit_, {{"sample", 10}})["done"]["cases"].size(), 2U);
  EXPECT_EQ(starts(), 1U);
}

TEST_F(StoppedEngine, ThatDoesNotObeyIsEnded) {
  begin("silent --ignore-quit");
  EXPECT_EQ(ask_and_leave(check_),
            "Fake did not answer \"stop\" in time; it was ended, and the next search starts it again\n");
  // The process begun anew is silent in its first move, too.
  ask_and_leave(check_);
  EXPECT_EQ(starts(), 2U);
}

TEST_F(StoppedEngine, ThatHangsBeforeItSearchesIsEndedAtOnce) {
  begin("no-readyok --at 2 --ignore-quit");  // ready when it has started, but not for a search
  for (const std::size_t expected : {1U, 2U}) {
    EXPECT_EQ(ask_and_leave(check_), "") << "it has a minute to become ready";
    EXPECT_EQ(starts(), expected);
  }
}

}  // namespace
}  // namespace oknos::explorer
