// Stores of earlier versions, one or two of every kind: they are read as they were, and joined with new ones.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "lab/commands/ablate/ablate.h"
#include "lab/commands/audit/audit_result.h"
#include "lab/commands/claims/claims_result.h"
#include "lab/commands/compare/compare_result.h"
#include "lab/commands/match/match_result.h"
#include "lab/commands/price/price_result.h"
#include "lab/commands/prove/played_result.h"
#include "lab/commands/prove/proof_result.h"
#include "lab/commands/suite/suite_result.h"
#include "lab/commands/tune/tune_result.h"
#include "lab/store/older_names.h"
#include "lab/store/sqlite.h"
#include "support/test_folder.h"

namespace oknos::lab {
namespace {

using Json = nlohmann::json;

struct OlderStore {
  std::string name;
  RunKind kind;
};

// A report may say more today, and call things by their current names, but nothing else.
void expect_within(const Json& expected, const Json& found, const std::string& where) {
  if (expected.is_object()) {
    for (const auto& [key, value] : expected.items()) {
      const std::string name(store::current_name(key));
      ASSERT_TRUE(found.contains(name)) << where << " has no " << name;
      expect_within(value, found[name], where + "." + name);
    }
  } else if (expected.is_array()) {
    ASSERT_EQ(expected.size(), found.size()) << where;
    for (std::size_t i = 0; i < expected.size(); ++i)
      expect_within(expected[i], found[i], where + "." + std::to_string(i));
  } else if (expected.is_string()) {
    EXPECT_EQ(store::current_name(expected.get_ref<const std::string&>()), found) << where;
  } else {
    EXPECT_EQ(expected, found) << where;
  }
}

class OlderStores : public oknos::test::TestWithFolder, public testing::WithParamInterface<OlderStore> {
 protected:
  static std::string text_of(const std::string& name) {
    std::ifstream in(OKNOS_SOURCE_DIR "/tests/lab/experiment/stores/" + name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // The store, made of its dump.
  void SetUp() override {
    TestWithFolder::SetUp();
    store::Database database;
    ASSERT_FALSE(database.open(path("old.db"), store::Database::Mode::Create));
    const auto error = database.run("BEGIN;" + text_of(GetParam().name + ".sql") + "COMMIT");
    ASSERT_FALSE(error) << error->message;
    ASSERT_FALSE(database.close());
    auto opened = store::StoreView::open(path("old.db"));
    ASSERT_TRUE(opened) << opened.error();
    view_ = std::move(*opened);
  }

  std::unique_ptr<store::StoreView> view_;
};

TEST_P(OlderStores, ComeToTheSame) {
  constexpr std::size_t kWorst = 4;  // as the report has it
  const RunKind& kind = GetParam().kind;
  EXPECT_EQ(view_->kind(), kind.name);
  const auto result = kind.read(*view_);
  ASSERT_TRUE(result) << result.error();
  EXPECT_NE((*result)->text(Style{}).find('\n'), std::string::npos);
  (*result)->show_for_report(kWorst);
  expect_within(Json::parse(text_of(GetParam().name + ".json")), Json((*result)->json()), GetParam().name);
}

// Resuming and merging ask for the same tables, but for the columns of which older stores know nothing.
TEST_P(OlderStores, HaveTheTablesOfToday) {
  const auto today = GetParam().kind.tables();
  ASSERT_EQ(view_->tables().size(), today.size());
  for (std::size_t t = 0; t < today.size(); ++t) {
    const store::TableSpec& there = view_->tables()[t];
    EXPECT_EQ(there.name, today[t].name);
    ASSERT_LE(there.columns.size(), today[t].columns.size()) << there.name;
    for (std::size_t c = there.columns.size(); c < today[t].columns.size(); ++c)
      EXPECT_TRUE(today[t].columns[c].is_later) << there.name << " lacks " << today[t].columns[c].name;
    for (std::size_t c = 0; c < there.columns.size(); ++c) {
      EXPECT_EQ(store::current_name(there.columns[c].name), today[t].columns[c].name);
      EXPECT_EQ(there.columns[c].type, today[t].columns[c].type) << there.columns[c].name;
      EXPECT_EQ(there.columns[c].is_volatile, today[t].columns[c].is_volatile) << there.columns[c].name;
    }
  }
}

// The stores of this folder still have the older names, so that reading them is a test of the table.
TEST_P(OlderStores, KeepTheirOwnNames) {
  const std::string name = GetParam().name;
  if (name == "audit") {
    EXPECT_NE(text_of("audit.sql").find("'reach'"), std::string::npos);
    EXPECT_NE(text_of("audit.json").find("\"noticed\""), std::string::npos);
    EXPECT_FALSE(view_->entry("root_impact").empty());
  } else if (name == "proof") {
    EXPECT_NE(text_of("proof.sql").find("'twin'"), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, OlderStores,
    testing::Values(OlderStore{"suite", kind_of<SuiteResult>()}, OlderStore{"audit", kind_of<AuditResult>()},
                    OlderStore{"margin_sweep", kind_of<AuditResult>()}, OlderStore{"compare", kind_of<CompareResult>()},
                    OlderStore{"ablate", kind_of<AblateResult>()}, OlderStore{"match", kind_of<MatchResult>()},
                    OlderStore{"tune", kind_of<TuneResult>()}, OlderStore{"claims", kind_of<ClaimsResult>()},
                    OlderStore{"proof", kind_of<ProofResult>()}, OlderStore{"played", kind_of<PlayedResult>()},
                    OlderStore{"variant_games", kind_of<VariantGamesResult>()},
                    OlderStore{"variant_errors", kind_of<VariantErrorsResult>()}),
    [](const auto& about) { return about.param.name; });

}  // namespace
}  // namespace oknos::lab
