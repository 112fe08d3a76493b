#pragma once

#include <string>
#include <vector>

// Files for `match --queue`, as the commands write them that choose what is worth a match.
namespace oknos::lab {

struct QueuedMatch {
  std::string name;     // letters, digits, '_' and '-'
  std::string comment;  // one line
  std::string first, second;
};

// Each match has 4,000 games with 20,000 nodes per move. `comment`: one line for the head of the file.
std::string queue_text(const std::string& comment, const std::vector<QueuedMatch>& matches);

}  // namespace oknos::lab
