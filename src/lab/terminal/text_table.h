#pragma once

#include <string>
#include <vector>

#include "lab/terminal/style.h"

namespace oknos::lab {

enum class Align : std::uint8_t { Left, Right };

struct Column {
  std::string title;
  Align align = Align::Right;
  int keep = 0;  // when the table is too wide, the column with the lowest number goes first; the first column stays
};

struct Cell {
  std::string text;
  Tone tone = Tone::Plain;
};

// Rows of aligned columns, with headings between them that span the table.
class TextTable {
 public:
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Precondition: a cell for every column.
  void add_row(std::vector<Cell> cells) { rows_.push_back({std::move(cells), ""}); }
  void add_heading(std::string text) { rows_.push_back({{}, std::move(text)}); }

  // Columns that it needs when nothing is left out; headings are not counted, they are shortened to fit.
  int width() const;
  // Whether to_text() shows that column, so that nothing need be explained which is not there.
  bool shows(std::size_t column, const Style& style) const;
  // If it does not fit the style's width, first shortens the texts of the first column to half of that width, and then
  // leaves out other columns.
  std::string to_text(const Style& style) const;

 private:
  struct Row {
    std::vector<Cell> cells;  // empty: a heading
    std::string heading;
  };

  // Which columns are shown, and how wide each of all columns is.
  struct Layout {
    std::vector<std::size_t> shown;
    std::vector<std::size_t> widths;
  };

  std::vector<std::size_t> widths() const;
  Layout layout(int width) const;
  void append_row(std::string& out, const std::vector<Cell>& cells, const Layout& layout, const Style& style) const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace oknos::lab
