#pragma once

#include <array>
#include <string_view>

// Names that run stores, price files and positions of earlier versions contain, and what they are called today. They
// are read, but never written.
//
// One name did not change in the files: the number of a work unit is the column `item` of every table, and the header
// entry `items` says how many work units the run has. Renaming them would need a new format.
namespace oknos::lab::store {

struct OlderName {
  std::string_view older;
  std::string_view name;
};
inline constexpr std::array<OlderName, 6> kOlderNames = {{
    // Columns and header entries of audits, and keys of their JSON.
    {"noticed", "found_at_reduced_depth"},
    {"reach", "root_impact"},
    {"reached_value", "root_impact_value"},
    {"reached_move", "root_impact_move"},
    // A class of errors, in price files.
    {"unnoticed", "not found"},
    // A kind of search, in the column `search` and the header entry `searches` of proofs, and in `oknos_search`.
    {"twin", "null_move"},
}};

// The current name for an older one; other names are returned unchanged.
constexpr std::string_view current_name(std::string_view name) {
  for (const OlderName& o : kOlderNames)
    if (o.older == name) return o.name;
  return name;
}

}  // namespace oknos::lab::store
