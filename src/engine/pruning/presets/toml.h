#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/result.h"

// A short reader for the subset of TOML 1.0 that presets are written in. Whatever it accepts is TOML and means the same
// there; much of TOML it refuses:
//
//   # comment                to the end of the line
//   [table]                  once each, one level
//   key = 12                 an integer, decimal, with or without a sign, in 32 bits
//   key = true               a boolean
//   key = "text"             a string on one line; \" \\ \n \t are known, no other escapes
//
// Keys and names of tables are made of letters, digits, '_' and '-'. The text is UTF-8.
namespace oknos::toml {

using Value = std::variant<int, bool, std::string>;

struct Entry {
  std::string key;
  Value value;
  int line = 0;  // from 1
};

struct Table {
  std::string name;  // empty: the keys before the first header
  int line = 0;      // of its header; 0 for the first table
  std::vector<Entry> entries;

  const Entry* find(std::string_view key) const;
};

struct Document {
  std::vector<Table> tables;  // in the order of the file; the first is the one without a name

  const Table* find(std::string_view name) const;
};

// The error reads "FILE:LINE:COLUMN: what is wrong and what would be right".
Result<Document> parse(std::string_view text, std::string_view file_name);

// The text as a TOML string, with quotation marks.
std::string quote(std::string_view text);

}  // namespace oknos::toml
