#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "lab/formats/epd.h"

// Files of positions (EPD or FEN, one on each line), read by every command that wants nothing else.
namespace oknos::lab {

// Hands the records of the files ("-": standard input), one file after the other, to `take`: each with its line and its
// place ("wac.epd:12"), or the error that says what is wrong with the line, its place first. An error when a file
// cannot be read or holds games.
using TakeRecord = std::function<void(Result<epd::Record> record, std::string_view line, const std::string& place)>;
std::optional<Error> read_position_files(const std::vector<std::string>& files, const TakeRecord& take);

// That there is no position in all of them; with the first of the complaints about their lines.
Error no_position_in(const std::vector<std::string>& files, const std::vector<std::string>& complaints);

}  // namespace oknos::lab
