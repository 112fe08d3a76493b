/// @file
/// Writes the tree of a search to a file that `oknos-lab explore FILE` shows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "oknos/game.h"
#include "oknos/observer.h"

namespace oknos {

/// Writes every node of a search, and every move that a rule skipped, in lines of JSON (docs/trace.md).
///
///     TraceWriter trace("search.trace", game);
///     searcher.search(game, {.depth = 6, .observer = &trace.observer()});
///     trace.finish();
///
/// The lines go to a temporary file beside the named one, which is renamed by finish(); without finish() nothing
/// remains. A line takes about 80 bytes. Used from one thread at a time.
class TraceWriter {
 public:
  /// Opens the file.
  /// @param path an existing file is replaced by finish()
  /// @param game what is going to be searched
  /// @param most_entries after this many nodes and skipped moves nothing more is written. The file holds every
  ///   iteration of the search; a program that reads it shows the last complete one
  /// @throws ResourceError the file cannot be created
  TraceWriter(std::string path, const Game& game, std::uint64_t most_entries = 1'000'000);
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;
  /// Removes the temporary file if finish() was not called.
  ~TraceWriter();

  /// What a search reports to: SearchTask::observer. Valid as long as the writer.
  Observer& observer();

  /// Nodes and skipped moves in the file.
  std::uint64_t entries() const;

  /// Whether nothing was left out because of `most_entries`.
  bool complete() const;

  /// Writes what is left and gives the file its name. Call it once, after the search.
  /// @throws ResourceError the file cannot be written
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace oknos
