#include "lab/tune/tune_show.h"

#include <fmt/format.h>

#include "base/text.h"

namespace oknos::lab {

namespace {

Result<TuneFacts> facts_of_store(const store::StoreView& view) {
  TuneFacts out;
  out.start = view.entry("start_name");
  out.control = view.entry("control");
  out.book = view.entry("book");
  out.seed = view.entry("seed");
  auto parameters = parameters_from_text(view.entry("parameters"));
  const auto seed = text::parse_int<std::uint64_t>(out.seed);
  const auto iterations = text::parse_int<std::int64_t>(view.entry("iterations"));
  const auto in_flight = text::parse_int<std::int64_t>(view.entry("in_flight"));
  const auto verification = text::parse_int<std::int64_t>(view.entry("verification"));
  if (!parameters || !seed || !iterations || !in_flight || *in_flight < 1 || !verification)
    return Error{fmt::format("\"{}\": the header does not say what was tuned", view.path())};
  out.parameters = std::move(*parameters);
  out.spsa.seed = *seed;
  out.spsa.iterations = *iterations;
  out.spsa.in_flight = *in_flight;
  out.verification = *verification;
  return out;
}

}  // namespace

Result<StoredTune> read_tune(const store::StoreView& view) {
  auto facts = facts_of_store(view);
  if (!facts) return Error{facts.error()};
  TuneRecord record(*facts);
  ItemNumber next = 0;
  for (const ItemNumber item : view.done()) {
    if (item != next++) break;  // what was played behind a gap depends on what is missing
    const auto rows = view.rows(item);
    if (!rows) return Error{rows.error()};
    if (const auto error = record.add(*rows))
      return Error{fmt::format("\"{}\", item {}: {}", view.path(), item, error->message)};
  }
  return StoredTune{std::move(*facts), std::move(record)};
}

std::string tune_summary(const store::StoreView& view, const Style& style) {
  const auto tune = read_tune(view);
  return (tune ? tune_report(tune->state(), style) : tune.error()) + "\n";
}

}  // namespace oknos::lab
