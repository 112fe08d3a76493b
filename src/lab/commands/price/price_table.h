#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "lab/commands/price/variant_units.h"
#include "lab/play/preset_variants.h"
#include "lab/statistics/statistics.h"

// The results of the games and audits of each variant.
namespace oknos::lab {

// Errors by the depth of the node. Errors that the search would have made without the rule too, because it reduces late
// moves, are a class of their own.
enum class ErrorClass : std::uint8_t { Shallow, Middle, Deep, NotFound };
inline constexpr std::size_t kErrorClasses = 4;
std::string_view name_of(ErrorClass c);  // "depth 0 to 1", ...
ErrorClass class_of(const VariantError& error);

// Of one or more searches.
struct SearchSums {
  std::uint64_t searches = 0;
  std::uint64_t nodes = 0;
  double log_nodes = 0;                      // sum of the natural logarithms
  std::uint64_t checked = 0, errors = 0;     // of the pruned moves and nodes
  std::array<double, kErrorClasses> loss{};  // expected points, extrapolated from the sample to everything pruned
  std::uint64_t asked = 0, solved = 0;

  void add(const VariantSearch& search);
  SearchSums& operator+=(const SearchSums& o);
  SearchSums& operator-=(const SearchSums& o);  // which was added before
  // Expected points lost by the errors of a class, per 1,000 nodes.
  double loss_rate(ErrorClass c) const;
  double error_rate() const { return checked == 0 ? 0.0 : static_cast<double>(errors) / static_cast<double>(checked); }
};

// What games say of a variant.
struct VariantElo {
  std::uint64_t games = 0;
  Estimate elo;  // against the base
};

// What a screening says of it, where each game says something about many variants.
struct ScreenedElo {
  static constexpr double kFirstGames = 500;  // so many judge what short matches are worth (Prices::rivals)

  VariantElo all;                     // games: those in which one player had the change and the other had not
  std::optional<double> first, rest;  // of kFirstGames games of the mean variant, and of all others
};

// What the moves that it chooses say of it, in expected points of the game, 0 to 1 (`oknos-lab suite --measure
// regret`).
struct VariantRegret {
  std::uint64_t positions = 0;
  Estimate more;  // mean regret, less that of the base in the same positions
};

struct VariantRow {
  std::string rule;
  std::string change;                   // empty: the base
  std::optional<ScreenedElo> screened;  // by games
  std::map<int, SearchSums> searches;   // by the number of the position
  std::optional<VariantRegret> regret;

  std::optional<VariantElo> played() const;  // nothing: it has not played
  // The Elo of about 500 games, and of all others; nothing if those are not at least as many.
  struct Halves {
    double first, rest;
  };
  std::optional<Halves> halves() const;
};

class PriceTable {
 public:
  void add(const VariantSearch& search);
  // Adds these games to those of the change that are there already; no game may be in both. Precondition: `change` is
  // written as in PresetVariant.
  void add(const std::string& change, const ScreenedElo& screened);
  void add(const std::string& change, const VariantRegret& regret);  // of other positions than what is there
  // Adds a variant with its sums and those of the base. False: `change` is empty or there already.
  bool add(const std::string& rule, const std::string& change, const std::optional<ScreenedElo>& elo,
           const SearchSums& variant, const SearchSums& base);

  bool has_games() const;
  bool has_regrets() const;
  // Regrets of different positions cannot be compared: the error names a variant with more or fewer than another.
  std::optional<Error> objection_to_regrets() const;
  const std::vector<VariantRow>& variants() const { return variants_; }  // in the order in which they were added
  // The sums of a variant, and of the base on the same positions.
  struct Compared {
    SearchSums variant, base;

    // 0.031: 3.1 % more nodes than the base to the same depth (geometric mean over the positions).
    double more_nodes() const;
  };
  Compared compared(const VariantRow& variant) const;
  // The same without each of the positions in turn.
  std::vector<Compared> compared_without_each(const VariantRow& variant) const;

 private:
  VariantRow& row(const std::string& rule, const std::string& change);

  VariantRow base_;
  std::vector<VariantRow> variants_;
  std::map<std::string, std::size_t> places_;  // of a change
};

// The changes, separated by "; ", for the identity of a run.
std::string names_of(const std::vector<PresetVariant>& variants);

}  // namespace oknos::lab
