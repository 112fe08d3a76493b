#include "engine/base/build_identity.h"

// Written by tools/build_identity.sh.
extern "C" const char* oknos_build_identity() {
  return
#include "build_identity.inc"
      ;
}
