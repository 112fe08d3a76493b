#include "lab/commands/claims/claims_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "engine/base/text.h"

namespace oknos::lab {

namespace {

constexpr std::string_view kStartLine = "{\"oknos_claims\":";  // as claims.h writes it

// The text value of the line's first field "rule"; empty: it has none.
std::string_view rule_of(std::string_view line) {
  constexpr std::string_view kField = "\"rule\"";
  const std::size_t field = line.find(kField);
  if (field == std::string_view::npos) return {};
  const std::size_t begin = line.find('"', field + kField.size());
  if (begin == std::string_view::npos) return {};
  const std::size_t end = line.find('"', begin + 1);
  return end == std::string_view::npos ? std::string_view{} : line.substr(begin + 1, end - begin - 1);
}

}  // namespace

ClaimsFile::ClaimsFile(std::string path, std::unique_ptr<std::FILE, Close> file)
    : path_(std::move(path)), file_(std::move(file)), lines_(std::make_unique<LineSource>(file_.get())) {}

Result<ClaimsFile> ClaimsFile::open(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    return Error{fmt::format("--claims: {} is not a regular file", text::quoted(path))};
  std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) return Error{fmt::format("--claims: cannot read {}: {}", text::quoted(path), std::strerror(errno))};
  return ClaimsFile(path, std::move(file));
}

void ClaimsFile::rewind() {
  std::rewind(file_.get());
  lines_ = std::make_unique<LineSource>(file_.get());
  next_ = 0;
  starts_ = 0;
}

std::optional<std::string_view> ClaimsFile::line(WorkUnitNumber number) {
  if (number < next_) rewind();
  std::string_view line;
  while (lines_->next(line)) {
    if (line.starts_with(kStartLine)) ++starts_;
    if (next_++ == number) return line;
  }
  return std::nullopt;
}

Result<ClaimsInventory> take_inventory(const std::string& path) {
  auto file = ClaimsFile::open(path);
  if (!file) return Error{file.error()};
  ClaimsInventory out;
  while (const auto line = file->line(out.lines)) {
    ++out.lines;
    if (const auto rule = rule_of(*line); !rule.empty()) out.rules.emplace(rule);
  }
  return out;
}

}  // namespace oknos::lab
