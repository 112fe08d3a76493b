#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "lab/commands/positions/mine.h"

// The files in positions/ that `oknos-lab positions` made.
namespace oknos::lab {

// Every line must be readable, every position there once and not over.
inline std::vector<epd::Record> read_position_file(const std::string& kind) {
  const std::string path = std::string(OKNOS_SOURCE_DIR) + "/positions/" + kind + ".epd";
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_TRUE(text.starts_with("# oknos-lab positions " + kind + " ")) << path;
  LineSource source{std::string_view(text)};
  epd::Reader reader(source, kind + ".epd");
  std::vector<epd::Record> out;
  std::set<std::string> names;
  std::set<std::string> ids;
  while (auto record = reader.next()) {
    if (!record->ok()) {
      ADD_FAILURE() << record->error();
      continue;
    }
    const Position& position = (*record)->position;
    EXPECT_TRUE(names.insert(position_name(position)).second) << "twice: " << position_name(position);
    EXPECT_TRUE(ids.insert((*record)->id()).second) << "twice: " << (*record)->id();
    EXPECT_FALSE(is_over(position)) << position_name(position);
    EXPECT_EQ(position.halfmove_clock(), 0) << position_name(position);
    out.push_back(**record);
  }
  return out;
}

}  // namespace oknos::lab
