#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/store/run_store.h"

// What one process of a team sends to the one that writes the store: rows, or why there are none, as CBOR (RFC 8949).
namespace oknos::lab::store {

struct Parcel {
  std::vector<Row> rows;
  std::string fatal;  // empty: all is well

  bool operator==(const Parcel&) const = default;
};

std::string to_bytes(const Parcel& parcel);
std::optional<Parcel> parcel_from_bytes(const std::string& bytes);

}  // namespace oknos::lab::store
