# Writes embedded_network.inc: the bytes of the network file OKNOS_EVALFILE, or nothing. The Makefile does the same.

set(OKNOS_EVALFILE "${PROJECT_SOURCE_DIR}/networks/oknos.oknn" CACHE FILEPATH
    "Network that the engine is built with (empty: the classical evaluation)")
set(network "")
if(OKNOS_EVALFILE)
  get_filename_component(network_file "${OKNOS_EVALFILE}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
  if(NOT EXISTS "${network_file}")
    message(FATAL_ERROR "OKNOS_EVALFILE: ${network_file} is not there; a file of oknos-lab train network is expected")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${network_file}")
  file(READ "${network_file}" network HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" network "${network}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," network "${network}")
  string(APPEND network "\n")
endif()
file(WRITE ${PROJECT_BINARY_DIR}/embedded_network.inc.new "${network}")
configure_file(${PROJECT_BINARY_DIR}/embedded_network.inc.new ${OKNOS_GENERATED_DIR}/embedded_network.inc COPYONLY)
