// include/oknos/claims.h, as engines see it.
#define OKNOS_CLAIMS_IMPLEMENTATION
#include <gtest/gtest.h>
#include <map>
#include <thread>

#include "lab/shadow/claim.h"
#include "oknos/claims.h"
#include "support/lab_program.h"

namespace {

using oknos::lab::Claim;
using oknos::lab::parse_claim;
using oknos::test::run_command;

class ClaimsHeader : public oknos::test::LabProgram {
 protected:
  std::string writer(const std::string& environment, int calls) {
    return run_command(environment + " \"" OKNOS_BINARY_DIR "/oknos-claims-writer\" " + std::to_string(calls)).out;
  }
  std::vector<Claim> claims(const std::string& name) {
    std::vector<Claim> out;
    std::istringstream lines(read(name));
    for (std::string line; std::getline(lines, line);) {
      const auto claim = parse_claim(line);
      EXPECT_TRUE(claim.ok()) << line << "\n" << claim.error();
      if (claim && *claim) out.push_back(**claim);
    }
    return out;
  }
  std::string read(const std::string& name) {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(ClaimsHeader, NothingIsWrittenWithoutTheVariable) {
  EXPECT_EQ(writer("env -u OKNOS_CLAIMS", 10000), "0\n");
}

TEST_F(ClaimsHeader, WhatIsWrittenIsRead) {
  EXPECT_EQ(writer("OKNOS_CLAIMS=" + path("all") + " OKNOS_CLAIMS_RATE=1", 10), "20\n");
  const auto all = claims("all");
  ASSERT_EQ(all.size(), 20u);
  EXPECT_EQ(all[0].rule, "futility");
  EXPECT_EQ(all[0].action, Claim::Action::Skip);
  EXPECT_EQ(all[0].depth, 1);
  EXPECT_EQ(all[0].alpha, 100);
  EXPECT_EQ(all[0].beta, 101);
  EXPECT_EQ(all[0].static_eval, 20);
  EXPECT_EQ(all[0].bound, 70);
  EXPECT_EQ(all[0].slack, 30);
  EXPECT_EQ(all[0].slack_unit, "plies");
  EXPECT_EQ(all[0].reduced_depth, std::nullopt);
  EXPECT_EQ(all[0].search, 1u);
  EXPECT_EQ(all[1].rule, "null_move");
  EXPECT_EQ(all[1].action, Claim::Action::Cut);
  EXPECT_TRUE(all[1].fails_high());
  EXPECT_EQ(all[1].line.moves.size(), 2u);
}

TEST_F(ClaimsHeader, RatesAreByRuleAndTheSampleIsTheSameAgain) {
  const std::string rate = " OKNOS_CLAIMS_RATE=null_move=1000,100";
  writer("OKNOS_CLAIMS=" + path("one") + rate, 100000);
  writer("OKNOS_CLAIMS=" + path("two") + rate, 100000);
  EXPECT_EQ(read("one"), read("two"));
  std::map<std::string, int> by_rule;
  for (const Claim& c : claims("one")) {
    ++by_rule[c.rule];
    EXPECT_EQ(c.every, c.rule == "futility" ? 100u : 1000u);
  }
  EXPECT_NEAR(by_rule["futility"], 1000, 100);
  EXPECT_NEAR(by_rule["null_move"], 100, 32);
}

TEST_F(ClaimsHeader, AnotherRunAppends) {
  writer("OKNOS_CLAIMS=" + path("both") + " OKNOS_CLAIMS_RATE=1", 3);
  writer("OKNOS_CLAIMS=" + path("both") + " OKNOS_CLAIMS_RATE=1", 4);
  EXPECT_EQ(claims("both").size(), 14u);
}

TEST_F(ClaimsHeader, AFileThatCannotBeWrittenIsNamed) {
  const auto outcome = run_command("OKNOS_CLAIMS=/nowhere/claims \"" OKNOS_BINARY_DIR "/oknos-claims-writer\" 10 2>&1");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("cannot append to \"/nowhere/claims\""), std::string::npos) << outcome.out;
}

TEST_F(ClaimsHeader, AWriteErrorIsNamedOnceAndTheEngineGoesOn) {
  const struct {
    std::string environment, message;
  } cases[] = {
      {"OKNOS_CLAIMS=/dev/full",
       "OKNOS_CLAIMS: cannot write to \"/dev/full\": No space left on device; no claims are logged\n0\n"},
      {"ulimit -f 8; trap '' XFSZ; OKNOS_CLAIMS=" + path("part"),
       "OKNOS_CLAIMS: cannot write to \"" + path("part") + "\": File too large; no more claims are logged\n"},
  };
  for (const auto& c : cases) {
    const auto outcome =
        run_command("(" + c.environment + " OKNOS_CLAIMS_RATE=1 \"" OKNOS_BINARY_DIR "/oknos-claims-writer\" 1000)");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out.find(c.message), 0U) << outcome.out;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 2) << "and the number of claims";
  }
  const auto tree = run_command("OKNOS_TRACE=/dev/full \"" OKNOS_BINARY_DIR "/oknos-claims-writer\" tree 2");
  EXPECT_EQ(tree.code, 0);
  EXPECT_EQ(tree.out,
            "OKNOS_TRACE: cannot write to \"/dev/full\": No space left on device; the tree is not complete\n");
}

TEST_F(ClaimsHeader, ABadRateIsNamed) {
  for (const std::string bad : {"futility=x", "0", "-5", "1e3", "futility=", "=5", "futility:5"}) {
    const std::string rate = " OKNOS_CLAIMS_RATE=" + bad + ",null_move=1 ";
    const auto outcome =
        run_command("OKNOS_CLAIMS=" + path("rate") + rate + "\"" OKNOS_BINARY_DIR "/oknos-claims-writer\" 10");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out.find("OKNOS_CLAIMS_RATE: \"" + bad + "\" is no rate and ignored; expected: N or RULE=N"), 0U)
        << outcome.out;
    EXPECT_NE(outcome.out.find("\n10\n"), std::string::npos) << "the other rate counts: " << outcome.out;
  }
  for (const std::string good : {"1", "futility=1", "1,null_move=1", "1,"}) {
    const auto outcome = run_command("OKNOS_CLAIMS=" + path("rate") + " OKNOS_CLAIMS_RATE=" + good +
                                     " \"" OKNOS_BINARY_DIR "/oknos-claims-writer\" 10");
    EXPECT_EQ(outcome.out.find("OKNOS"), std::string::npos) << outcome.out;
  }
}

// Each begins to count its searches at 1.
TEST_F(ClaimsHeader, ProcessesThatWriteToOneFileAreToldApart) {
  const std::string one = "OKNOS_CLAIMS=" + path("many") +
                          " OKNOS_CLAIMS_RATE=1 \"" OKNOS_BINARY_DIR "/oknos-claims-writer\" 500 >/dev/null";
  run_command(one + " & " + one + " & " + one + " & wait");
  std::map<std::uint64_t, int> by_process;
  for (const Claim& c : claims("many")) ++by_process[c.process.value_or(0)];
  ASSERT_EQ(by_process.size(), 3U);
  for (const auto& [process, count] : by_process) EXPECT_EQ(count, 1000) << process;
}

// One test alone in this process, because the environment is read once.
TEST_F(ClaimsHeader, LinesOfManyThreadsStayWhole) {
  setenv("OKNOS_CLAIMS", path("threads").c_str(), 1);
  setenv("OKNOS_CLAIMS_RATE", "1", 1);
  constexpr int kThreads = 4;
  constexpr int kClaims = 2000;
  const auto work = [](int thread) {
    const std::string rule = "rule-" + std::to_string(thread % 2);
    for (int i = 0; i < kClaims; ++i) {
      while (!oknos_claims_wanted(rule.c_str())) {  // false while another thread opens the file
      }
      oknos_claim c = oknos_claim_of(rule.c_str(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2");
      c.depth = thread + 1;
      c.alpha = i;
      c.beta = i + 1;
      oknos_claims_write(&c);
    }
  };
  EXPECT_TRUE(oknos_claims_active());
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) threads.emplace_back(work, t);
  for (std::thread& t : threads) t.join();
  std::map<int, int> by_depth;
  for (const Claim& c : claims("threads")) ++by_depth[c.depth];
  for (int t = 0; t < kThreads; ++t) EXPECT_EQ(by_depth[t + 1], kClaims);
}

}  // namespace
