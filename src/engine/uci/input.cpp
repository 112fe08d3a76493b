#include "engine/uci/input.h"

#include <string_view>
#include <utility>

#include "engine/uci/command.h"

namespace oknos::uci {

namespace {

bool is_quit(const std::string& line) {
  const auto command = parse_command(line);
  return command && std::holds_alternative<Quit>(*command);
}

void read_all(LineInput& input, EventQueue& queue) {
  while (std::optional<InputLine> line = input.next()) {
    const bool last = !line->truncated && is_quit(line->text);
    queue.push({Event::Kind::Line, std::move(*line), std::chrono::system_clock::now(), platform::now()});
    if (last) return;
  }
  queue.push({Event::Kind::EndOfInput, {}, {}, {}});
}

}  // namespace

// Character by character: a line may hold anything, zeros included, and fread would wait for a full block.
std::optional<InputLine> FileInput::next() {
  InputLine line;
  int c = std::getc(file_);
  if (c == EOF) return std::nullopt;
  for (; c != EOF && c != '\n'; c = std::getc(file_)) {
    if (line.text.size() < kMaxLine) {
      line.text += static_cast<char>(c);
    } else {
      line.truncated = true;
    }
  }
  if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (std::exchange(at_start_, false) && line.text.starts_with(kByteOrderMark))
    line.text.erase(0, kByteOrderMark.size());
  return line;
}

void EventQueue::push(Event event) {
  {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
  }
  filled_.notify_one();
}

Event EventQueue::pop() {
  std::unique_lock lock(mutex_);
  filled_.wait(lock, [this] { return !events_.empty(); });
  Event event = std::move(events_.front());
  events_.pop_front();
  return event;
}

Reader::Reader(LineInput& input, EventQueue& queue) : thread_([&input, &queue] { read_all(input, queue); }) {}

Reader::~Reader() {
  thread_.join();
}

}  // namespace oknos::uci
