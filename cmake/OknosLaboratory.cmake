# The laboratory: a library (oknos_laboratory, so that tests can reach its parts) and the program oknos-lab.

if(NOT OKNOS_BUILD_LAB)
  return()
endif()
set(oknos_lab_main ${PROJECT_SOURCE_DIR}/src/apps/oknos_lab.cpp)
oknos_room_sources(oknos_lab_sources ${OKNOS_LAB_ROOMS})
if(NOT oknos_lab_sources)
  message(STATUS "The laboratory's rooms are empty: oknos-lab is not built")
  return()
endif()

find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)  # SHA-256

add_library(oknos_laboratory STATIC ${oknos_lab_sources})
target_link_libraries(oknos_laboratory
  PUBLIC oknos_core CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json
  PRIVATE SQLite::SQLite3 OpenSSL::Crypto oknos_warnings)

if(EXISTS ${oknos_lab_main})
  file(GLOB oknos_lab_cli CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/apps/lab_cli/*.cpp)
  add_executable(oknos-lab ${oknos_lab_main} ${oknos_lab_cli})
  target_link_libraries(oknos-lab PRIVATE oknos_laboratory oknos_warnings)
  # The words of a command line are read once; CLI11 is slow to compile and need not be fast.
  target_compile_options(oknos-lab PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(oknos-lab PRIVATE <CLI/CLI.hpp>)
endif()
