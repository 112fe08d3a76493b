#include "lab/play/engine_build.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

#include "engine/base/text.h"
#include "engine/platform/child_start.h"
#include "engine/platform/working_programs.h"
#include "lab/store/run_store.h"

namespace oknos::lab {

namespace {

namespace fs = std::filesystem;

// Empty: it cannot be read.
std::string short_hash(const std::string& file) {
  constexpr std::size_t kDigits = 16;
  const auto hash = store::hash_of_file(file);
  return hash ? hash->substr(0, kDigits) : "";
}

// Nothing: there is no such file.
std::optional<fs::path> file_of(const std::string& word, const std::string& folder) {
  std::error_code ignored;
  fs::path path = fs::path(folder) / word;  // an absolute word remains as it is
  if (word.empty() || !fs::is_regular_file(path, ignored)) return std::nullopt;
  return path;
}

bool is_program(const fs::path& file) {
  constexpr std::string_view kScript = "#!";
  std::error_code ignored;
  if ((fs::status(file, ignored).permissions() & fs::perms::owner_exec) != fs::perms::none) return true;
  std::string start(kScript.size(), '\0');
  std::ifstream(file, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == kScript;
}

bool is_log(const std::string& option) {
  return text::to_lower(option).find("log") != std::string::npos;
}

std::string content_of(const fs::path& file, const std::string& otherwise) {
  const std::string hash = short_hash(file.string());
  return hash.empty() ? otherwise : "file of sha256 " + hash;
}

}  // namespace

std::string engine_build(const std::string& id_name, const std::string& program, int process) {
  const auto file = platform::find_program(program);
  const std::string named = file ? short_hash(*file) : "";
  std::set<std::string> behind;
  for (const std::string& running : platform::working_programs(process)) behind.insert(short_hash(running));
  behind.erase("");
  behind.erase(named);
  std::string out = id_name + ", sha256 " + (named.empty() ? "unknown" : named);
  for (const std::string& hash : behind) out += ", running sha256 " + hash;
  return out;
}

std::string argument_content(const std::string& word, const std::string& folder) {
  const auto file = file_of(word, folder);
  return file && is_program(*file) ? content_of(*file, word) : word;
}

std::string option_content(const std::string& option, const std::string& value, const std::string& folder) {
  const auto file = file_of(value, folder);
  return file && !is_log(option) ? content_of(*file, value) : value;
}

}  // namespace oknos::lab
