#pragma once

#ifdef _WIN32

// Windows' own header, without its macros min and max and without what is rarely used.
#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#endif
