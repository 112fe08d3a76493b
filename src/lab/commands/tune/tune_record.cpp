#include "lab/commands/tune/tune_record.h"

#include <algorithm>

namespace oknos::lab {

std::int64_t TuneRecord::stride() const {
  constexpr std::int64_t kMaxPoints = 250;  // more cannot be told apart in a plot
  return std::max<std::int64_t>(1, spsa_.settings().iterations / kMaxPoints);
}

void TuneRecord::add(const IterationResult& result) {
  spsa_.apply(result.result());
  forfeits_ += static_cast<std::uint64_t>(result.forfeits);
  if (spsa_.applied() % stride() != 0) return;
  for (std::size_t i = 0; i < course_.size(); ++i) course_[i].push_back(spsa_.values()[i]);
}

std::optional<Error> TuneRecord::add(const TuneUnit& work_unit) {
  constexpr std::size_t kGames = 2;
  const bool verifies = spsa_.finished();
  if (work_unit.iteration.size() != (verifies ? 0 : 1) || work_unit.games.size() != (verifies ? kGames : 0))
    return Error{verifies ? "two games are expected" : "an iteration is expected"};
  if (verifies)
    add_verification({work_unit.games[0], work_unit.games[1]});
  else
    add(work_unit.iteration.front());
  return std::nullopt;
}

}  // namespace oknos::lab
