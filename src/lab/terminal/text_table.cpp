#include "lab/terminal/text_table.h"

#include <algorithm>

#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

constexpr std::size_t kColumnGap = 2;  // blanks between columns

std::size_t total(const std::vector<std::size_t>& shown, const std::vector<std::size_t>& widths) {
  std::size_t sum = shown.empty() ? 0 : kColumnGap * (shown.size() - 1);
  for (const std::size_t c : shown) sum += widths[c];
  return sum;
}

std::vector<std::size_t> columns_with_text(const std::vector<std::size_t>& widths) {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < widths.size(); ++c)
    if (widths[c] > 0) out.push_back(c);
  return out;
}

void trim_end(std::string& line) {
  line.erase(line.find_last_not_of(' ') + 1);
}

}  // namespace

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t widest = display_width(columns_[c].title);
    for (const Row& row : rows_)
      if (!row.cells.empty()) widest = std::max(widest, display_width(row.cells[c].text));
    out.push_back(widest);
  }
  return out;
}

TextTable::Layout TextTable::layout(int width) const {
  const auto most = static_cast<std::size_t>(width);
  Layout out{{}, widths()};
  out.shown = columns_with_text(out.widths);
  if (out.shown.empty() || total(out.shown, out.widths) <= most) return out;
  std::size_t& first = out.widths[out.shown.front()];
  const std::size_t natural = first;
  first = std::min(first, most / 2);
  while (out.shown.size() > 1 && total(out.shown, out.widths) > most)
    out.shown.erase(std::min_element(out.shown.begin() + 1, out.shown.end(), [this](std::size_t a, std::size_t b) {
      return columns_[a].keep < columns_[b].keep;
    }));
  if (out.shown.size() == 1) first = std::min(natural, most);
  return out;
}

bool TextTable::shows(std::size_t column, const Style& style) const {
  const std::vector<std::size_t> shown = layout(style.width).shown;
  return std::find(shown.begin(), shown.end(), column) != shown.end();
}

int TextTable::width() const {
  const std::vector<std::size_t> each = widths();
  return static_cast<int>(total(columns_with_text(each), each));
}

void TextTable::append_row(std::string& out, const std::vector<Cell>& cells, const Layout& layout,
                           const Style& style) const {
  std::string line;
  for (std::size_t i = 0; i < layout.shown.size(); ++i) {
    const std::size_t c = layout.shown[i], width = layout.widths[c];
    const bool last = i + 1 == layout.shown.size();
    const std::string text = shortened(cells[c].text, width, style.ellipsis());
    if (i > 0) line += std::string(kColumnGap, ' ');
    line += style.paint(cells[c].tone, columns_[c].align == Align::Right ? padded_left(text, width)
                                       : last                            ? text
                                                                         : padded_right(text, width));
  }
  trim_end(line);
  out += line + "\n";
}

std::string TextTable::to_text(const Style& style) const {
  const Layout found = layout(style.width);
  std::vector<Cell> titles;
  for (const Column& c : columns_) titles.push_back({c.title, Tone::Faint});
  std::string out;
  append_row(out, titles, found, style);
  for (const Row& row : rows_) {
    if (row.cells.empty())
      out +=
          style.paint(Tone::Strong, shortened(row.heading, static_cast<std::size_t>(style.width), style.ellipsis())) +
          "\n";
    else
      append_row(out, row.cells, found, style);
  }
  return out;
}

}  // namespace oknos::lab
