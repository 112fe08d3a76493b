#pragma once

#include <set>
#include <string>
#include <vector>

#include "lab/commands/prove/proof.h"
#include "lab/commands/prove/tally.h"
#include "lab/experiment/result.h"

namespace oknos::lab {

// What is proved, as the reports need it and a run store's header says it.
struct ProofFacts {
  std::string preset;
  std::vector<std::string> variants;  // sets of rules, by name
  std::vector<SearchKind> searches;
  int windows = 0;
  std::uint64_t node_limit = 0;
  std::uint64_t seed = 0;
  int width = 0;  // of the positional part that replaces the program's
  int width_told = 0;
  std::vector<std::string> without_guards;
};

struct ProofCase {
  int number = 0;  // of the position in the input, from 1
  std::string id;
  std::string fen;
  int depth = 0;
  Tally tally;
};

// What the cases of a proof come to.
struct ProofSums {
  Tally tally;
  std::set<int> positions;                 // of which something was searched
  std::map<std::size_t, std::string> ids;  // of the positions of differences, by their place in the input, from 0

  void add(const ProofCase& c);
  // The differences that are worth a look: the shallowest, and of each position one.
  std::vector<const Difference*> first_differences(int most) const;
};

// What a proof comes to. In a run store a work unit is a position and a depth, with a row in `cases`, the sums of its
// searches in `sums` and one row for each search that differs in `differences`.
class ProofResult final : public RunResult {
 public:
  using Unit = ProofCase;
  static constexpr const char* kKind = "prove";
  static constexpr const char* kDescription = "sound rules against a search without them";
  static store::Format<ProofCase> format();

  explicit ProofResult(const RunHeader& header);
  std::optional<Error> add(WorkUnitNumber, const ProofCase& c);
  std::string text(const Style& style) const override;
  nlohmann::ordered_json json() const override;

  ProofFacts facts;
  ProofSums sums;
};

// Identity and notes, as far as the plan knows them.
store::RunSpec proof_identity(const ProofPlan& plan, const std::string& preset);

}  // namespace oknos::lab
