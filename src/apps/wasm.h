#pragma once

#include <cstddef>

// What the WebAssembly module (cmake/OknosExplorerStatic.cmake) and the JavaScript around it
// (web/src/explore/wasm_module.ts) call of each other. wasm_imports.js names the imports once more.

#if defined(__EMSCRIPTEN__)
#define OKNOS_EXPORT(name) extern "C" __attribute__((export_name(#name), used))
#define OKNOS_IMPORT(name) extern "C" __attribute__((import_module("page"), import_name(name)))
#else  // a test calls the same natively (tests/page)
#define OKNOS_EXPORT(name) extern "C"
#define OKNOS_IMPORT(name) extern "C"
#endif

// What the page is told while the work goes on: one line of JSON, or of the UCI protocol.
OKNOS_IMPORT("line") void page_line(const char* text, std::size_t size);

// Not 0: the search that runs is to end.
OKNOS_IMPORT("interrupted") int page_interrupted();
