#include "engine/uci/writer.h"

#include <array>
#include <ctime>

#include "engine/platform/file_name.h"

namespace oknos::uci {

void FileSink::write(std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), file_);
  std::fputc('\n', file_);
  std::fflush(file_);
}

bool LogFile::open(const std::string& path) {
  if (platform::file_kind(path) == platform::FileKind::Pipe) return false;  // it would block until somebody reads it
  platform::File file = platform::open_file(path, "a");
  if (!file) return false;
  const std::lock_guard lock(mutex_);
  file_ = std::move(file);
  return true;
}

void LogFile::close() {
  const std::lock_guard lock(mutex_);
  file_.reset();
}

void LogFile::received(std::string_view line, WallTime when) {
  write(">>", line, when);
}

void LogFile::sent(std::string_view line) {
  write("<<", line, std::chrono::system_clock::now());
}

void LogFile::write(const char* direction, std::string_view line, WallTime when) {
  const std::lock_guard lock(mutex_);
  if (!file_) return;
  const auto since_epoch = std::chrono::duration_cast<std::chrono::milliseconds>(when.time_since_epoch()).count();
  const std::time_t seconds = static_cast<std::time_t>(since_epoch / 1000);
  std::array<char, 32> date{};
  // gmtime's buffer is shared with the whole program; only this function asks for it, under the lock.
  std::strftime(date.data(), date.size(), "%Y-%m-%d %H:%M:%S", std::gmtime(&seconds));
  std::fprintf(file_.get(), "%s.%03d %s ", date.data(), static_cast<int>(since_epoch % 1000), direction);
  std::fwrite(line.data(), 1, line.size(), file_.get());
  std::fputc('\n', file_.get());
  std::fflush(file_.get());
}

void Writer::line(std::string_view text) {
  const std::lock_guard lock(mutex_);
  write(text);
}

void Writer::lines(std::string_view text) {
  const std::lock_guard lock(mutex_);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    write(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

void Writer::info(std::string_view text) {
  line("info string " + std::string(text));
}

void Writer::write(std::string_view line) {
  log_.sent(line);
  sink_.write(line);
}

}  // namespace oknos::uci
