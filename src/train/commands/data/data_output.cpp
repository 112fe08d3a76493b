#include "train/commands/data/data_output.h"

#include <fmt/format.h>

#include "engine/base/text.h"
#include "lab/formats/epd.h"

namespace oknos::train {

DataFormat data_format_of(const std::string& path) {
  if (path.ends_with(".pgn")) return DataFormat::Pgn;
  return path.ends_with(".epd") ? DataFormat::Epd : DataFormat::Compact;
}

std::string text_of(const GameRecord& game, std::uint64_t number, DataFormat format) {
  return format == DataFormat::Compact ? compact::store_record(game) : pgn::to_text(lab::game_of(game, number + 1));
}

std::string epd_line(const Sighting& seen, const std::string& file, std::uint64_t game) {
  constexpr bool kQuoted = true;
  const Score score = seen.position.side_to_move() == Color::White ? seen.score : -seen.score;
  epd::Record record(seen.position);
  record.add("ce", std::to_string(score.value()));
  record.add("c0", std::string(pgn::to_text(lab::result_of(seen.half_points))), kQuoted);
  record.add("id", fmt::format("{} game {} ply {}", file, game + 1, seen.ply + 1), kQuoted);
  return epd::to_text(record) + "\n";
}

std::optional<Error> DataOutput::open(const lab::OutputPath& to, bool append, const std::string& provenance) {
  append_ = append;
  const DataFormat format = data_format_of(to.path);
  if (append_ && format != DataFormat::Compact)
    return Error{"--append: only compact files (.games) can be appended to, and " + to.path + " is none"};
  if (append_ && lab::is_in_use(to.in_use, to.path))
    return Error{fmt::format("--append: {} is read by this command, and its games would be added to it once more",
                             text::quoted(to.path))};
  if (append_) return appender_.open(to.path, provenance);
  if (auto error = file_.open(to)) return error;
  if (format == DataFormat::Compact) file_.write(compact::store_head(provenance));
  return std::nullopt;
}

void DataOutput::add(const std::string& text) {
  if (append_)
    appender_.add(text);
  else
    file_.write(text);
}

}  // namespace oknos::train
