#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/output_file.h"
#include "lab/style.h"
#include "train/game_walk.h"

// What the commands of training say in common.
namespace oknos::train {

using Json = nlohmann::ordered_json;

// {"oknos": version, "command": name, "files": [{"name", "sha256"}]}
Json json_of_run(const std::string& command, const std::vector<GameFile>& files);
// {"games", "skipped", "results", "plies", "positions": {fate: count}}
Json json_of(const GameTally& tally);
// On standard output, whatever is in it.
void print(const Json& json);

// "games  24,000: White wins 35.1 %, ..." and what was left out and why.
std::string text_of(const GameTally& tally);

// A line whose first word stands in a column of its own.
std::string labelled(const std::string& label, const std::string& text);

// What keeps the games from being used, or an empty text.
std::string objection(const GameTally& tally);

// The words of a file's remark, so broken that the lines keep within 120 columns.
std::vector<std::string> remark_lines(const std::string& text);

// The file is renamed into place when it is complete. What went wrong, or an empty text.
std::string write_whole(const lab::OutputPath& path, const std::string& text);

}  // namespace oknos::train
