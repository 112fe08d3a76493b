# Compiles the explorer's service for WebAssembly and tries it under Node.js, and the page with it in a browser:
#
#   cmake "-DBUILD_WASM=sh;tools/build_wasm.sh;..." -DMODULE=oknos.wasm -DWEB=build/web -DOUT_DIR=static -DLAB=oknos-lab
#         -DCHROMIUM= -P CheckWasm.cmake

find_program(NODE NAMES node nodejs)
if(NOT NODE OR NOT EXISTS ${WEB}/node_modules/typescript)
  message("not tested: Node.js and the packages of web/ are needed")
  return()
endif()
execute_process(COMMAND ${BUILD_WASM} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${NODE} wasm_check.mjs ${MODULE} ${LAB} WORKING_DIRECTORY ${WEB} COMMAND_ERROR_IS_FATAL ANY)
if(NOT CHROMIUM)
  message("No Chromium is there: the page itself is not opened")
  return()
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -DPAGE=${WEB}/dist/explore.html -DMODULE=${MODULE} -DOUT_DIR=${OUT_DIR}
                        -P ${CMAKE_CURRENT_LIST_DIR}/StaticExplorer.cmake COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E env OKNOS_EXPLORER_STATIC=${OUT_DIR} CHROMIUM=${CHROMIUM}
                        node_modules/.bin/playwright test static
                WORKING_DIRECTORY ${WEB} COMMAND_ERROR_IS_FATAL ANY)
