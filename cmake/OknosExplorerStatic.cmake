# WebAssembly (the preset "wasm"): oknos_wasm is the explorer's service and the engine's UCI protocol as one module, and
# explorer_static makes BUILD/explorer-static, a folder for any static host: the explorer's page, and the module beside it.

if(NOT EMSCRIPTEN)
  return()
endif()
# No program and no JavaScript of emscripten's own: a module that waits to be called. Its memory grows with the trees; the
# stack holds lines that are searched as deep as the program can look.
add_executable(oknos_wasm EXCLUDE_FROM_ALL src/apps/explorer_wasm.cpp src/apps/uci_wasm.cpp)
target_link_libraries(oknos_wasm PRIVATE oknos_page oknos_build_identity oknos_warnings)
set(imports ${PROJECT_SOURCE_DIR}/src/apps/wasm_imports.js)
target_link_options(oknos_wasm PRIVATE --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=33554432
  -sMAXIMUM_MEMORY=1073741824 -sTOTAL_STACK=8388608 -sLLD_REPORT_UNDEFINED --js-library=${imports})
set_target_properties(oknos_wasm PROPERTIES OUTPUT_NAME oknos SUFFIX .wasm LINK_DEPENDS ${imports})

include(OknosWeb)
set(static_explorer ${PROJECT_SOURCE_DIR}/cmake/scripts/StaticExplorer.cmake)
add_custom_target(explorer_static
  COMMAND ${CMAKE_COMMAND} -DPAGE=${PROJECT_BINARY_DIR}/web/dist/explore.html -DMODULE=$<TARGET_FILE:oknos_wasm>
    -DOUT_DIR=${PROJECT_BINARY_DIR}/explorer-static -P ${static_explorer}
  DEPENDS oknos_wasm ${OKNOS_PAGE_INCS} ${static_explorer}
  COMMENT "The explorer for a static host: ${PROJECT_BINARY_DIR}/explorer-static"
  VERBATIM)
