# The explorer without a server: `cmake --build BUILD --target explorer_static` makes BUILD/explorer-static, a folder for
# any static host: the page, and beside it the engine and the explorer's service as WebAssembly. Not part of `all`:
# emscripten takes minutes, and few have it.

find_program(OKNOS_EMXX em++)
find_program(OKNOS_MAKE NAMES make gmake)
if(NOT OKNOS_EMXX OR NOT OKNOS_MAKE OR NOT OKNOS_NPM OR NOT OKNOS_PAGE_INCS)
  return()
endif()
set(OKNOS_WASM_DIR ${PROJECT_BINARY_DIR}/wasm)
set(OKNOS_EXPLORER_STATIC_DIR ${PROJECT_BINARY_DIR}/explorer-static)
set(OKNOS_BUILD_WASM
  sh ${PROJECT_SOURCE_DIR}/tools/build_wasm.sh ${OKNOS_EMXX} ${OKNOS_GENERATED_DIR} ${OKNOS_WASM_DIR})
add_custom_target(explorer_static
  COMMAND ${OKNOS_BUILD_WASM}
  COMMAND ${CMAKE_COMMAND} -DPAGE=${PROJECT_BINARY_DIR}/web/dist/explore.html -DMODULE=${OKNOS_WASM_DIR}/oknos.wasm
    -DOUT_DIR=${OKNOS_EXPLORER_STATIC_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/scripts/StaticExplorer.cmake
  DEPENDS ${OKNOS_PAGE_INCS}
  COMMENT "The explorer for a static host: ${OKNOS_EXPLORER_STATIC_DIR}"
  USES_TERMINAL
  VERBATIM)
# The module says what it was built from.
if(TARGET oknos_read_commit)
  add_dependencies(explorer_static oknos_read_commit)
endif()
