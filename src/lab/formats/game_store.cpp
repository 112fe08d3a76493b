#include "lab/formats/game_store.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/base/bytes.h"
#include "engine/base/text.h"

namespace oknos::compact {

namespace {

constexpr std::string_view kMagic = "OKNOSGM1";
constexpr std::size_t kLargestRecord = std::size_t{1} << 20;  // bytes; more than the longest game takes

// Size, checksum, content.
void append_framed(std::string& to, std::string_view content) {
  bytes::append(to, static_cast<std::uint32_t>(content.size()));
  bytes::append(to, static_cast<std::uint32_t>(bytes::checksum(content)));
  to += content;
}

enum class Frame { Whole, Torn, Damaged };

// Takes a framed content from the front of `left`.
Frame take_framed(std::string_view& left, std::string_view& content) {
  bytes::Reader in(left);
  const auto size = in.number<std::uint32_t>();
  const auto sum = in.number<std::uint32_t>();
  if (!sum) return Frame::Torn;
  if (*size > kLargestRecord) return Frame::Damaged;
  const auto found = in.take(*size);
  if (!found) return Frame::Torn;
  if (static_cast<std::uint32_t>(bytes::checksum(*found)) != *sum) return Frame::Damaged;
  content = *found;
  left = left.substr(left.size() - in.left());
  return Frame::Whole;
}

Error problem(const std::string& path, const std::string& what) {
  return {text::quoted(path, path.size()) + " " + what};
}

}  // namespace

bool is_game_store(std::string_view text) {
  return text.starts_with(kMagic);
}

bool is_torn_head(std::string_view text) {
  if (text.size() <= kMagic.size()) return kMagic.starts_with(text);
  if (!is_game_store(text)) return false;
  std::string_view left = text.substr(kMagic.size());
  std::string_view provenance;
  return take_framed(left, provenance) == Frame::Torn;
}

std::string store_head(std::string_view provenance) {
  std::string out(kMagic);
  append_framed(out, provenance.substr(0, kLargestRecord));
  return out;
}

std::string store_record(const GameRecord& game) {
  std::string out;
  append_framed(out, encode(game));
  return out;
}

Result<StoreReader> StoreReader::open(std::string_view text) {
  if (!is_game_store(text)) return Error{"does not begin with " + std::string(kMagic)};
  std::string_view left = text.substr(kMagic.size());
  std::string_view provenance;
  if (take_framed(left, provenance) != Frame::Whole) return Error{"has a damaged head"};
  return StoreReader(text, left, provenance);
}

std::optional<std::string_view> StoreReader::next() {
  if (left_.empty() || damage_) return std::nullopt;
  std::string_view content;
  const Frame frame = take_framed(left_, content);
  if (frame == Frame::Damaged)
    damage_ = Error{"is damaged at byte " + std::to_string(offset()) + ", in game " + std::to_string(games_ + 1) +
                    ": the checksum is not that of the content"};
  if (frame != Frame::Whole) return std::nullopt;
  ++games_;
  return content;
}

StoreAppender::~StoreAppender() {
  if (file_) std::fclose(file_);
}

std::optional<Error> StoreAppender::open(const std::string& path, std::string_view provenance) {
  path_ = path;
  std::string text;
  {
    std::ifstream in(path, std::ios::binary);
    if (in) text.assign(std::istreambuf_iterator<char>(in), {});
  }
  if (!text.empty()) {
    auto reader = StoreReader::open(text);
    if (!reader) return problem(path, reader.error() + "; a file of oknos-lab data --out is expected");
    while (reader->next()) {
    }
    if (reader->damage()) return problem(path, reader->damage()->message);
    before_ = reader->games();
    std::error_code error;
    if (reader->torn() > 0) std::filesystem::resize_file(path, reader->offset(), error);
    if (error) return problem(path, "cannot be written: " + error.message());
  }
  errno = 0;
  file_ = std::fopen(path.c_str(), "ab");
  if (!file_) return problem(path, std::string("cannot be written: ") + std::strerror(errno));
  if (text.empty()) add(store_head(provenance));
  return std::nullopt;
}

void StoreAppender::add(std::string_view records) {
  if (std::fwrite(records.data(), 1, records.size(), file_) != records.size()) failed_ = true;
}

std::optional<Error> StoreAppender::flush() {
  if (std::fflush(file_) != 0) failed_ = true;
  if (failed_) return problem(path_, "cannot be written: the disk may be full");
  return std::nullopt;
}

}  // namespace oknos::compact
