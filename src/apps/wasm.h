#pragma once

#include <cstddef>

// What the WebAssembly module (tools/wasm.mk) and the JavaScript around it (web/src/explore/wasm_module.ts) call of
// each other.

#if defined(__EMSCRIPTEN__)
#define OKNOS_EXPORT(name) extern "C" __attribute__((export_name(#name), used))
#define OKNOS_IMPORT(name) extern "C" __attribute__((import_module("page"), import_name(name)))
#else
#error "This is compiled by emscripten only: tools/build_wasm.sh"
#endif

// What the page is told while the work goes on: one line of JSON, or of the UCI protocol.
OKNOS_IMPORT("line") void page_line(const char* text, std::size_t size);

// Not 0: the search that runs is to end.
OKNOS_IMPORT("interrupted") int page_interrupted();
