#include "lab/terminal/output_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

#include "engine/base/text.h"

namespace oknos::lab {

namespace {

namespace fs = std::filesystem;

// Links to what a process has open (/dev/stdout, /dev/fd/3) end here: they lead to no name that could be replaced.
constexpr std::string_view kOpenFiles = "/proc/";

Error problem(const std::string& path, const std::string& what) {
  return {fmt::format("{} cannot be written: {}", text::quoted(path, path.size()), what)};
}

// Follows symbolic links one by one, because the last of them may lead to a file that does not exist yet.
Result<fs::path> link_target(const std::string& path) {
  constexpr int kMaxLinks = 40;  // as Linux has it
  fs::path at(path);
  for (int links = 0; links < kMaxLinks; ++links) {
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(at.has_parent_path() ? at.parent_path() : fs::path("."), error);
    if (!error && (folder / "").string().starts_with(kOpenFiles)) return at;
    if (!fs::is_symlink(at, error)) return at;
    const fs::path target = fs::read_symlink(at, error);
    if (error) return problem(path, error.message());
    at = target.is_absolute() ? target : at.parent_path() / target;
  }
  return problem(path, "too many symbolic links");
}

// The number of what this process has open under that name. Written through its own descriptor it is continued where
// others have written to it, also when it is a file.
std::optional<int> own_descriptor(const std::string& file) {
  std::error_code error;
  const fs::path path(file);
  if (fs::weakly_canonical(path.parent_path(), error) != fs::weakly_canonical("/proc/self/fd", error))
    return std::nullopt;
  return text::parse_int<int>(path.filename().string());
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  const fs::path whole_a = fs::weakly_canonical(a, error);
  if (error) return false;
  const fs::path whole_b = fs::weakly_canonical(b, error);
  return !error && whole_a == whole_b;
}

}  // namespace

bool is_in_use(const std::vector<std::string>& used, const std::string& file) {
  return std::any_of(used.begin(), used.end(), [&](const std::string& name) {
    return !name.empty() && same_file(name == "-" ? "/dev/stdin" : name, file);
  });
}

Result<Destination> destination_of(const OutputPath& to) {
  std::error_code error;
  const fs::file_status there = fs::status(to.path, error);
  if (there.type() == fs::file_type::directory) return problem(to.path, "it is a directory; give a file's name");
  if (there.type() == fs::file_type::none) return problem(to.path, error.message());
  const auto target = link_target(to.path);
  if (!target) return Error{target.error()};
  Destination out;
  out.file = target->string();
  out.exists = there.type() == fs::file_type::regular;
  const bool is_disk = there.type() == fs::file_type::block;
  out.direct = (fs::exists(there) && !out.exists) || (target->is_absolute() && out.file.starts_with(kOpenFiles));
  if (out.direct && !is_disk) return out;
  const std::string quoted = text::quoted(to.path, to.path.size());
  for (const std::string& file : {out.file, OutputFile::aside(out)})
    if (is_in_use(to.in_use, file))
      return Error{fmt::format("{} would replace a file that this command uses besides; give another name", quoted)};
  if ((out.exists || is_disk) && !to.force) return Error{quoted + " exists already; --force replaces it"};
  return out;
}

std::optional<Error> check_output(const OutputPath& to) {
  const auto destination = destination_of(to);
  if (!destination) return Error{destination.error()};
  return std::nullopt;
}

OutputFile::~OutputFile() {
  if (file_) std::fclose(file_);
}

std::optional<Error> OutputFile::prepare(const OutputPath& to) {
  path_ = to.path;
  auto destination = destination_of(to);
  if (!destination) return Error{destination.error()};
  destination_ = std::move(*destination);
  written_ = destination_.direct ? destination_.file : aside(destination_);
  std::error_code ignored;
  const fs::file_status there = fs::symlink_status(written_, ignored);
  if (!destination_.direct && fs::exists(there) && !fs::is_regular_file(there))
    return problem(path_, fmt::format("{} is in the way", text::quoted(written_, written_.size())));
  return std::nullopt;
}

std::optional<Error> OutputFile::open(const OutputPath& to) {
  if (auto error = prepare(to)) return error;
  errno = 0;
  const auto descriptor = destination_.direct ? own_descriptor(written_) : std::nullopt;
  file_ = descriptor ? fdopen(dup(*descriptor), "wb") : std::fopen(written_.c_str(), "wb");
  if (!file_) return problem(path_, std::strerror(errno));
  return std::nullopt;
}

std::optional<Error> OutputFile::reopen(const OutputPath& to, std::uintmax_t bytes) {
  if (auto error = prepare(to)) return error;
  std::error_code error;
  fs::resize_file(written_, bytes, error);
  if (error) return problem(written_, error.message());
  errno = 0;
  file_ = std::fopen(written_.c_str(), "ab");
  if (!file_) return problem(written_, std::strerror(errno));
  return std::nullopt;
}

void OutputFile::flush() {
  if (std::fflush(file_) != 0) failed_ = true;
}

void OutputFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) failed_ = true;
}

std::optional<Error> OutputFile::finish() {
  if (std::fclose(file_) != 0) failed_ = true;
  file_ = nullptr;
  if (failed_) return problem(path_, "the disk may be full");
  if (destination_.direct) return std::nullopt;
  std::error_code error;
  if (destination_.exists) fs::permissions(written_, fs::status(destination_.file, error).permissions(), error);
  fs::rename(written_, destination_.file, error);
  if (error) return problem(path_, error.message());
  return std::nullopt;
}

std::string OutputFile::abandon() {
  std::fclose(file_);
  file_ = nullptr;
  return written_;
}

void OutputFile::discard() {
  std::fclose(file_);
  file_ = nullptr;
  std::error_code ignored;
  if (!destination_.direct) fs::remove(written_, ignored);
}

std::optional<Error> write_file(const OutputPath& to, const std::string& text) {
  OutputFile file;
  if (auto error = file.open(to)) return error;
  file.write(text);
  return file.finish();
}

}  // namespace oknos::lab
