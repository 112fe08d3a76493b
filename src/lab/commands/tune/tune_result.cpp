#include "lab/commands/tune/tune_result.h"

#include <nlohmann/json.hpp>

#include "engine/base/text.h"

namespace oknos::lab {

Result<TuneResult> TuneResult::of(const RunHeader& header) {
  TuneFacts out;
  out.start = header.entry("start_name");
  out.control = header.entry("control");
  out.book = header.entry("book");
  out.seed = header.entry("seed");
  auto parameters = parameters_from_text(header.entry("parameters"));
  const auto seed = text::parse_int<std::uint64_t>(out.seed);
  const auto iterations = text::parse_int<std::int64_t>(header.entry("iterations"));
  const auto in_flight = text::parse_int<std::int64_t>(header.entry("in_flight"));
  const auto verification = text::parse_int<std::int64_t>(header.entry("verification"));
  if (!parameters || !seed || !iterations || !in_flight || *in_flight < 1 || !verification)
    return Error{"the header does not say what was tuned"};
  out.parameters = std::move(*parameters);
  out.spsa.seed = *seed;
  out.spsa.iterations = *iterations;
  out.spsa.in_flight = *in_flight;
  out.verification = *verification;
  return TuneResult(std::move(out));
}

std::optional<Error> TuneResult::add(WorkUnitNumber number, const TuneUnit& work_unit) {
  if (number != next_) return std::nullopt;  // what was played behind a gap depends on what is missing
  ++next_;
  return record.add(work_unit);
}

nlohmann::ordered_json TuneResult::json() const {
  return tune_json(state());
}

}  // namespace oknos::lab
