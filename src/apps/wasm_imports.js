// What the page brings (wasm.h), for emscripten's linker: whatever else is missing is an error.
mergeInto(LibraryManager.library, { line: () => undefined, interrupted: () => 0 });
