#pragma once

#include <string>

#include "lab/store/row_fields.h"
#include "lab/suite/position_result.h"

// Outcomes in the rows of run stores: by name.
namespace oknos::lab {

class OutcomeWriter : public store::RowWriter {
 public:
  void outcome(const char* name, SuiteOutcome v) { text(name, std::string(name_of(v))); }
};

class OutcomeReader : public store::RowReader {
 public:
  using RowReader::RowReader;

  void outcome(const char* name, SuiteOutcome& to) {
    std::string s;
    text(name, s);
    const auto found = suite_outcome_of(s);
    if (!found) fail(name, "solved, missed, ...");
    to = found.value_or(SuiteOutcome::Missed);
  }
};

}  // namespace oknos::lab
