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

bool LineSource::next(std::string_view& line) {
  line_.clear();
  bool any = false;
  bool whole = false;
  while (!whole && (!block_.empty() || refill())) {
    if (after_cr_ && block_.front() == '\n') block_.remove_prefix(1);
    after_cr_ = false;
    if (block_.empty()) continue;
    any = true;
    const std::size_t end = block_.find_first_of("\r\n");
    line_ += block_.substr(0, end);
    whole = end != std::string_view::npos;
    after_cr_ = whole && block_[end] == '\r';
    block_.remove_prefix(whole ? end + 1 : block_.size());
  }
  if (!any) return false;
  ++line_number_;
  line = line_;
  if (line_number_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  return true;
}

}  // namespace oknos
