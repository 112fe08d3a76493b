#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "engine/base/result.h"
#include "oknos/observer.h"

namespace oknos::lab {

// Replays the search of another engine to an observer, from the lines of its trace as include/oknos/claims.h writes
// them (docs/trace.md, "Lines of JSON"): all iterations, in the order in which they were searched.
//
// A trace does not say everything that our own search tells. So
//   - which nodes are expected to cut is derived from the windows: a move searched with a zero window below a PV node
//     leads to an expected cut node, and the nodes below alternate;
//   - the full depth of a move is the depth of its node less one, or the depth at which it is searched, whichever is
//     greater. Where the engine has reduced the node itself, all its moves count as reduced;
//   - a node without a claim or an `end` line that fails high after nothing but a null move, a search above beta, or a
//     search within the node was cut by that.
class TraceEvents {
 public:
  explicit TraceEvents(Observer& to);
  ~TraceEvents();

  // An error says what is wrong with the line.
  std::optional<Error> line(std::string_view text);
  // At the end of the file. Nodes that were not left count as stopped. An error: no search was found.
  std::optional<Error> finish();
  // The engine stopped writing because the trace reached its limit of entries.
  bool cut_off() const;
  // Before finish(): the root is open, or was never left. So it is at the end of a trace that is not complete, or whose
  // search was stopped.
  bool is_within_search() const;

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace oknos::lab
