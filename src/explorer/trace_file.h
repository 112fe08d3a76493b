#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "explorer/trace.h"

// Traces as bytes (docs/trace.md): a header in JSON and columns of numbers.
namespace oknos::explorer {

inline constexpr std::string_view kTraceMagic = "OKNOTREE";
inline constexpr std::uint32_t kTraceVersion = 1;
inline constexpr std::uint32_t kMaxEntries = 20'000'000;  // of a trace that is read

enum class TraceParts : std::uint8_t {
  All,   // what a file holds
  Shown  // what a page needs to draw it and to name what it shows: 22 bytes an entry
};

// `more` is put into the header: one JSON object, or nothing.
std::string trace_bytes(const Trace& trace, TraceParts parts, const std::string& more = "");

// The error says what is wrong and where. Every entry lies within its parent; numbers of rules, ends and sets are in
// range; whether the moves can be played is not looked at.
Result<Trace> read_trace(std::string_view bytes);

}  // namespace oknos::explorer
