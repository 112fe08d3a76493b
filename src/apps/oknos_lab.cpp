// The laboratory's command line: argument parsing and nothing else; it is in lab_cli/.
#include <cstdio>

#include "apps/laboratory/program.h"
#include "engine/platform/cpu_level.h"
#include "engine/platform/standard_output.h"
#include "lab/terminal/exit_code.h"

namespace {

// True where this processor runs what the laboratory was compiled for; says what it lacks otherwise.
bool processor_will_do() {
#ifdef OKNOS_BUILT_FOR
  const auto level = oknos::parse_cpu_level(OKNOS_BUILT_FOR);
  const char* feature = level ? oknos::missing_cpu_feature(*level, oknos::read_cpu_words()) : nullptr;
  if (feature != nullptr) {
    std::fprintf(stderr,
                 "oknos-lab: this processor does not run " OKNOS_BUILT_FOR ": it lacks %s; build oknos-lab here\n",
                 feature);
    return false;
  }
#endif
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (!processor_will_do()) return oknos::lab::kFailure;
  oknos::platform::occupy_standard_streams();
  const int exit_code = oknos::lab::run_program(argc, argv, oknos::lab::stored_commands());
  return oknos::platform::exit_code_after_output("oknos-lab", exit_code);
}
