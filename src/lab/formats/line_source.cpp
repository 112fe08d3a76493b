#include "lab/formats/line_source.h"

namespace oknos {

namespace {

constexpr std::size_t kBlockSize = std::size_t{1} << 16;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

bool LineSource::refill() {
  if (!file_) return false;
  buffer_.resize(kBlockSize);
  buffer_.resize(std::fread(buffer_.data(), 1, kBlockSize, file_));
  block_ = buffer_;
  return !block_.empty();
}

void LineSource::skip_mark() {
  if (block_.empty()) refill();
  if (block_.substr(0, kByteOrderMark.size()) == kByteOrderMark) block_.remove_prefix(kByteOrderMark.size());
}

bool LineSource::next(std::string_view& line) {
  if (line_number_ == 0) skip_mark();
  line_.clear();
  bool any = false;
  while (!block_.empty() || refill()) {
    if (after_cr_ && block_.front() == '\n') block_.remove_prefix(1);
    after_cr_ = false;
    if (block_.empty()) continue;
    any = true;
    const std::size_t end = block_.find_first_of("\r\n");
    if (end == std::string_view::npos) {
      line_ += block_;
      block_ = {};
      continue;
    }
    line = block_.substr(0, end);
    if (!line_.empty()) {
      line_ += line;
      line = line_;
    }
    after_cr_ = block_[end] == '\r';
    block_.remove_prefix(end + 1);
    ++line_number_;
    return true;
  }
  if (!any) return false;
  line = line_;
  ++line_number_;
  return true;
}

}  // namespace oknos
