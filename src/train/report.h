#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/terminal/output_file.h"
#include "lab/terminal/style.h"
#include "train/game_walk.h"

// Output that the training commands have in common.
namespace oknos::train {

using Json = nlohmann::ordered_json;

// {"oknos": version, "command": name, "files": [{"name", "sha256"}]}
Json json_of_run(const std::string& command, const std::vector<GameFile>& files);
// {"games", "skipped", "results", "plies", "positions": {fate: count}}
Json json_of(const GameTally& tally);
// Writes the text to standard output as it is.
void print(const Json& json);

// "games  24,000: White wins 35.1 %, ..." and which positions were left out, and why.
std::string text_of(const GameTally& tally);

// A line with its first word in a column of its own.
std::string labelled(const std::string& label, const std::string& text);

// Why the games cannot be used, or an empty text.
std::string objection(const GameTally& tally);

// A file's remark, wrapped at 120 columns.
std::vector<std::string> remark_lines(const std::string& text);

// Writes a file and renames it into place when it is complete. Returns what went wrong, or an empty text.
std::string write_whole(const lab::OutputPath& path, const std::string& text);

}  // namespace oknos::train
