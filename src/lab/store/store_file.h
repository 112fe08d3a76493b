#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/platform/file_system.h"
#include "lab/store/description.h"

// Run stores as files: who may write one, and how it is kept whole.
namespace oknos::lab::store {

enum class Journal : std::uint8_t {
  Automatic,  // WriteAhead on a local disk, Rollback elsewhere
  WriteAhead,
  Rollback
};

// open_run_store() for tests: with a description and a journal of their choice.
Result<std::unique_ptr<RunStore>> open_described_store(const StoreOptions& options, const Description& expected,
                                                       Journal journal);

// One program at a time may write a run store; readers need no claim.
std::optional<Error> claim(platform::FileClaim& to, const std::string& path);

// Removes what SQLite leaves beside a file whose program was killed: it must not be taken for a part of a file that
// takes the same name.
void remove_companions(const std::string& path);

}  // namespace oknos::lab::store
