# Compiles the explorer's service for WebAssembly in BUILD_DIR and tries it under Node.js, and the page with it in a browser:
#
#   cmake -DSOURCE_DIR=. -DBUILD_DIR=build/wasm -DWERROR=OFF -DWEB=build/release/web -DLAB=oknos-lab -DCHROMIUM=
#         -P CheckWasm.cmake

find_program(NODE NAMES node nodejs)
if(NOT NODE OR NOT EXISTS ${WEB}/node_modules/typescript)
  message("not tested: Node.js and the packages of web/ are needed")
  return()
endif()
set(module ${BUILD_DIR}/bin/oknos.wasm)
set(static ${BUILD_DIR}/static)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE_DIR} --preset wasm -B ${BUILD_DIR} -DOKNOS_UNITY=ON -DOKNOS_WERROR=${WERROR}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD_DIR} --target oknos_wasm COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${NODE} wasm_check.mjs ${module} ${LAB} WORKING_DIRECTORY ${WEB} COMMAND_ERROR_IS_FATAL ANY)
if(NOT CHROMIUM)
  message("No Chromium is there: the page itself is not opened")
  return()
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -DPAGE=${WEB}/dist/explore.html -DMODULE=${module} -DOUT_DIR=${static}
                        -P ${CMAKE_CURRENT_LIST_DIR}/StaticExplorer.cmake COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E env OKNOS_EXPLORER_STATIC=${static} CHROMIUM=${CHROMIUM}
                        node_modules/.bin/playwright test static
                WORKING_DIRECTORY ${WEB} COMMAND_ERROR_IS_FATAL ANY)
