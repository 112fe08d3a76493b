#include "lab/play/match_queue.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/terminal/json_text.h"

namespace oknos::lab {

std::string queue_text(const std::string& comment, const std::vector<QueuedMatch>& matches) {
  constexpr int kGames = 4000;
  constexpr int kNodes = 20000;
  const auto quoted = [](const std::string& text) { return json_text(nlohmann::json(text)); };
  std::string out = fmt::format("# {}\n\nnodes = {}\ngames = {}\n", comment, kNodes, kGames);
  for (const QueuedMatch& m : matches)
    out += fmt::format("\n# {}\n[{}]\nfirst = {}\nsecond = {}\n", m.comment, m.name, quoted(m.first), quoted(m.second));
  return out;
}

}  // namespace oknos::lab
