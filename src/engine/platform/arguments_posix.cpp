#include "engine/platform/arguments.h"

#ifndef _WIN32

namespace oknos::platform {

Arguments::Arguments(int argc, char** argv) : words_(argv, argv + argc) {
  words_.push_back(nullptr);
}

}  // namespace oknos::platform

#endif
