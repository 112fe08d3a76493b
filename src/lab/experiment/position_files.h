#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "lab/formats/epd.h"

// Files of positions (EPD or FEN, one on each line), read by every command that wants nothing else.
namespace oknos::lab {

struct PositionFiles {
  std::string hash;                     // of all lines that were read
  std::vector<std::string> unreadable;  // places of lines that give no position: "wac.epd:12"
};

// Takes a record with its line and its place; false: it is no position for this command. What is wrong with it is added
// to the complaints, each with the place first.
using TakeRecord = std::function<bool(epd::Record record, std::string_view line, const std::string& place,
                                      std::vector<std::string>& complaints)>;

// Hands the records of the files ("-": standard input), one file after the other, to `take`, and prints the complaints
// to standard error. An error when a file cannot be read or holds games, or when there is not one position in all of
// them.
Result<PositionFiles> read_position_files(const std::vector<std::string>& files, const TakeRecord& take);

}  // namespace oknos::lab
