#include "lab/commands/tune/tune_store.h"

#include <fmt/format.h>

#include "engine/base/text.h"

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
  std::optional<Error> wrong;
  const auto add = [&](ItemNumber number, const TuneItem& item) {
    if (number != next) return;  // what was played behind a gap depends on what is missing
    ++next;
    const auto error = record.add(item);
    if (error && !wrong) wrong = Error{fmt::format("\"{}\", item {}: {}", view.path(), number, error->message)};
  };
  if (const auto error = read_items(view, kTuneKind, tune_format(), add)) return *error;
  if (wrong) return *wrong;
  return StoredTune{std::move(*facts), std::move(record)};
}

RunKind tune_kind() {
  return {kTuneKind, "values of the rules' parameters, found by playing", tune_format().tables,
          [](const store::StoreView& view, const Style& style) {
            return shown(read_tune(view), [&](const StoredTune& t) { return tune_report(t.state(), style) + "\n"; });
          },
          [](const store::StoreView& view, std::size_t) {
            return shown(read_tune(view), [](const StoredTune& t) { return tune_json(t.state()); });
          }};
}

}  // namespace oknos::lab
