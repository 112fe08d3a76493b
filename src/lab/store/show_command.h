#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lab/store/store_view.h"
#include "lab/style.h"

// `oknos-lab show RUN.db`: what a run store holds.
namespace oknos::lab::store {

struct ShowOptions {
  std::string path;
  bool rows = false;    // the rows instead of the header
  std::string table;    // only of this one; empty: all
  bool stable = false;  // without what may differ from run to run
  bool json = false;
  ColorChoice color = ColorChoice::Auto;
};

int show(const ShowOptions& options);  // the program's exit code

// What `show` prints, for tests.
std::string overview_text(const StoreView& view, const Style& style);
// Tab-separated, sorted by item and row, a line of names before each table. In texts \t, \n, \r and \\ stand for the
// signs they usually stand for; \N is a value that is not there. Without volatile columns when `stable`.
Result<std::string> rows_text(const StoreView& view, std::optional<std::size_t> table, bool stable);
Result<std::string> store_json(const StoreView& view, std::optional<std::size_t> table, bool rows, bool stable);

// What a kind of run says of its results: lines of text. Empty for kinds that have nothing to say.
using Summary = std::function<std::string(const StoreView&, const Style&)>;
Summary summary_of(const std::string& kind);

}  // namespace oknos::lab::store
