# Puts the explorer's page and the WebAssembly module that it asks into one folder for a static host:
#
#   cmake -DPAGE=web/dist/explore.html -DMODULE=oknos.wasm -DOUT_DIR=explorer-static -P StaticExplorer.cmake

if(NOT EXISTS ${PAGE})
  message(FATAL_ERROR "The explorer's page was not built: npm and its packages are needed")
endif()
file(READ ${PAGE} page)
set(mark [[<meta name="oknos-backend" content="http" />]])
string(FIND "${page}" "${mark}" found)
if(found EQUAL -1)
  message(FATAL_ERROR "${PAGE} does not say which way it asks: ${mark} is expected")
endif()
# A page must not meet the module of another version that a browser has kept.
file(SHA256 ${MODULE} hash)
string(SUBSTRING ${hash} 0 12 hash)
string(REPLACE "${mark}" "<meta name=\"oknos-backend\" content=\"wasm:oknos.wasm?${hash}\" />" page "${page}")
file(MAKE_DIRECTORY ${OUT_DIR})
file(COPY ${MODULE} DESTINATION ${OUT_DIR} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
file(WRITE ${OUT_DIR}/index.html.new "${page}")
file(RENAME ${OUT_DIR}/index.html.new ${OUT_DIR}/index.html)
