#pragma once

#include <string>
#include <vector>

#include "lab/commands/screen/screen_model.h"
#include "lab/experiment/result.h"

namespace oknos::lab {

// What a run store keeps of a pair of games.
struct ScreenUnit {
  std::string first, second;  // to_text() of the factors that the players had
  int half_points = 0;        // of the first, 0 to 4
  std::string opening;        // its name or number
  int plies = 0;              // of both games
};

struct ScreenAnalysis {
  ScreenDesign design;        // with the interactions that were asked for, then those that were found
  std::size_t asked_for = 0;  // of its interactions
  std::size_t searched = 0;   // pairs of factors
  ScreenFit fit;
};

// What a screening comes to.
class ScreenResult final : public RunResult {
 public:
  using Unit = ScreenUnit;
  static constexpr const char* kKind = "screen";
  static constexpr const char* kDescription = "effects of many changes of a preset, from games";
  static store::Format<ScreenUnit> format();
  static Result<ScreenResult> of(const RunHeader& header);

  std::optional<Error> add(WorkUnitNumber number, const ScreenUnit& unit);
  std::string text(const Style& style) const override;
  nlohmann::ordered_json json() const override;

  const Factors& factors() const { return factors_; }
  const std::vector<ScreenPair>& pairs() const { return pairs_; }  // in the order in which they were added
  // Of the factors, then of the interactions that were asked for.
  std::vector<Effect> effects() const { return fit_screening(pairs_, design_of(factors_, interactions_)).effects; }
  // Besides, pairs of factors that do not add up are searched for; the effects are then closer to those on the base.
  // Takes seconds for a hundred factors.
  ScreenAnalysis analysis() const;
  // Changes that help together: from the best one on, each whose gain beside those before has an interval above 0.
  FactorSet winners() const;
  // The effects alone, while games are played.
  std::string quick_text(const Style& style) const;
  std::string control() const { return control_; }  // in words
  std::size_t games() const;

 private:
  std::string name_of(const Interaction& interaction) const;
  std::string heading() const;
  std::string table_of(const ScreenAnalysis& analysis, const Style& style) const;

  std::string base_, control_, book_, probability_;
  std::size_t games_wanted_ = 0;
  Factors factors_;
  std::vector<Interaction> interactions_;
  std::vector<ScreenPair> pairs_;
};

}  // namespace oknos::lab
