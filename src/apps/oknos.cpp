// The engine's entry for one CPU level; main.cpp chooses which.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/build_identity.h"
#include "engine/platform/standard_output.h"
#include "engine/platform/terminal.h"
#include "engine/uci/command_line.h"
#include "engine/uci/identity.h"
#include "engine/uci/session.h"

#ifndef OKNOS_ENTRY
#define OKNOS_ENTRY oknos_main_native
#endif
#ifndef OKNOS_LEVEL_NAME
#define OKNOS_LEVEL_NAME "native"
#endif

// Where a level is optimised as a program of its own, nothing in it calls the entry.
#ifdef OKNOS_WHOLE_PROGRAM
#define OKNOS_KEEP [[gnu::externally_visible]]
#else
#define OKNOS_KEEP
#endif

extern "C" OKNOS_KEEP int OKNOS_ENTRY(int argc, char** argv);

namespace {

int run(int argc, char** argv) {
  using namespace oknos::uci;
  FileSink out(stdout);
  FileSink errors(stderr);
  const std::string build = std::string(OKNOS_LEVEL_NAME ", ") + oknos_build_identity();

  const auto invocation = parse_arguments(std::vector<std::string_view>(argv + (argc > 0), argv + argc));
  if (!invocation) {
    errors.write("oknos: " + invocation.error());
    return Session::kExitBadInput;
  }
  if (invocation->kind == Invocation::Kind::Help) {
    std::fwrite(usage_text().data(), 1, usage_text().size(), stdout);
    return Session::kExitOk;
  }
  if (invocation->kind == Invocation::Kind::Version) {
    out.write(std::string(kName) + " " + std::string(kVersion) + oknos_development_version() + " (" + build + ")");
    return Session::kExitOk;
  }
  Session session(out, errors, build, oknos_development_version());
  if (invocation->expert) session.declare_all_options();
  if (invocation->kind == Invocation::Kind::Lines) return session.run_lines(invocation->lines);
  FileInput input(stdin);
  return session.run(input);
}

}  // namespace

extern "C" int OKNOS_ENTRY(int argc, char** argv) {
  oknos::platform::occupy_standard_streams();
  oknos::platform::pass_bytes_unchanged();
  return oknos::platform::exit_code_after_output("oknos", run(argc, argv));
}
