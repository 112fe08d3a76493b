#include "engine/base/build_identity.h"

// Written by tools/source_hash.sh.
extern "C" const char* oknos_source_hash() {
  return
#include "source_hash.inc"
      ;
}
