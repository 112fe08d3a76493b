# The explorer's service and the engine as WebAssembly, compiled by emscripten (Debian: emscripten):
#
#   cmake --preset wasm && cmake --build build/wasm --target oknos_wasm      makes build/wasm/bin/oknos.wasm

find_program(em_config em-config NO_CACHE)
if(NOT em_config)
  message(FATAL_ERROR "em-config is not there (Debian: apt-get install emscripten)")
endif()
execute_process(COMMAND ${em_config} EMSCRIPTEN_ROOT OUTPUT_VARIABLE emscripten_root OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
include(${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_CXX_FLAGS_INIT -msimd128)

# Debian's emscripten has its JavaScript packages where Debian's own Node.js looks for them; other builds of Node.js do not.
if(IS_DIRECTORY /usr/share/nodejs AND NOT DEFINED ENV{NODE_PATH})
  set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
endif()
