#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/formats/game_store.h"
#include "lab/terminal/output_file.h"
#include "train/game_walk.h"

// What `oknos-lab data` writes: games, or positions of them.
namespace oknos::train {

enum class DataFormat { Compact, Pgn, Epd };
// By the end of the name: .pgn, .epd; everything else is a compact file.
DataFormat data_format_of(const std::string& path);

// A game as it stands in such a file; `number` counts from 0.
std::string text_of(const GameRecord& game, std::uint64_t number, DataFormat format);

// A position as a line of EPD: ce, the score from the view of the side to move; c0, the result of the game; id, where
// it comes from.
std::string epd_line(const Sighting& seen, const std::string& file, std::uint64_t game);

class DataOutput {
 public:
  // `append`: to a compact file, instead of a new one.
  std::optional<Error> open(const lab::OutputPath& to, bool append, const std::string& provenance);
  void add(const std::string& text);
  std::optional<Error> finish() { return append_ ? appender_.flush() : file_.finish(); }
  std::uint64_t games_before() const { return appender_.games_before(); }

 private:
  bool append_ = false;
  compact::StoreAppender appender_;
  lab::OutputFile file_;
};

}  // namespace oknos::train
