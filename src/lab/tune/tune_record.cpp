#include "lab/tune/tune_record.h"

#include <algorithm>

namespace oknos::lab {

std::int64_t TuneRecord::stride() const {
  constexpr std::int64_t kMostPoints = 250;  // more cannot be told apart in a plot
  return std::max<std::int64_t>(1, spsa_.settings().iterations / kMostPoints);
}

void TuneRecord::add(const IterationResult& result) {
  spsa_.apply(result.result());
  forfeits_ += static_cast<std::uint64_t>(result.forfeits);
  if (spsa_.applied() % stride() != 0) return;
  for (std::size_t i = 0; i < course_.size(); ++i) course_[i].push_back(spsa_.values()[i]);
}

std::optional<Error> TuneRecord::add(const std::vector<store::Row>& rows) {
  if (!spsa_.finished()) {
    const auto result = iteration_from_rows(rows);
    if (!result) return Error{result.error()};
    add(*result);
    return std::nullopt;
  }
  const auto pair = pair_from_rows(rows);
  if (!pair) return Error{pair.error()};
  add_verification(*pair);
  return std::nullopt;
}

}  // namespace oknos::lab
