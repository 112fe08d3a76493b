#include "engine/base/build_identity.h"

// Written by tools/build_identity.sh.
extern "C" const char* oknos_build_identity() {
  return
#include "build_identity.inc"
      ;
}

extern "C" const char* oknos_development_version() {
  return
#include "development_version.inc"
      ;
}
