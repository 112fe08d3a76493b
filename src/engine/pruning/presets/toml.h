#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/result.h"

// A small parser for the subset of TOML 1.0 that presets use. All accepted input is valid TOML with the same meaning;
// much of TOML is rejected. Supported are
//
//   # comment                to the end of the line
//   [table]                  at most once each, not nested
//   key = 12                 a decimal integer, optionally signed, 32 bits
//   key = true               a boolean
//   key = "text"             a string on one line with the escapes \" \\ \n \t
//
// Keys and names of tables consist of letters, digits, '_' and '-'. The text is UTF-8.
namespace oknos::toml {

using Value = std::variant<int, bool, std::string>;

struct Entry {
  std::string key;
  Value value;
  int line = 0;  // from 1
};

struct Table {
  std::string name;  // empty: keys before the first header
  int line = 0;      // of the header; 0 for the unnamed table
  std::vector<Entry> entries;

  const Entry* find(std::string_view key) const;
};

struct Document {
  std::vector<Table> tables;  // in file order; the first is the unnamed one

  const Table* find(std::string_view name) const;
};

// The error reads "FILE:LINE:COLUMN: what is wrong and what is allowed".
Result<Document> parse(std::string_view text, std::string_view file_name);

// The text as a quoted TOML string.
std::string quote(std::string_view text);

}  // namespace oknos::toml
