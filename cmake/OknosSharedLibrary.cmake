# The library for other languages: liboknos.so, which has the C interface (include/oknos/c.h) and nothing else to link to.
# Built on demand, since its code must be compiled anew to be loadable anywhere:
#
#   cmake --build BUILD --target oknos_shared
#   cmake --install BUILD --component shared
#
# The number of the interface is the last one in the file's name that the loader looks for.
file(STRINGS ${PROJECT_SOURCE_DIR}/include/oknos/c.h interface_line REGEX "^#define OKNOS_C_INTERFACE [0-9]+$")
string(REGEX MATCH "[0-9]+$" interface "${interface_line}")
if(interface STREQUAL "")
  message(FATAL_ERROR "include/oknos/c.h must have a line #define OKNOS_C_INTERFACE NUMBER")
endif()

add_library(oknos_shared SHARED EXCLUDE_FROM_ALL ${oknos_engine_sources} ${oknos_library_sources})
set_target_properties(oknos_shared PROPERTIES OUTPUT_NAME oknos VERSION ${interface}.${PROJECT_VERSION}
  SOVERSION ${interface} CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ON
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY})
target_include_directories(oknos_shared PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include ${OKNOS_GENERATED_DIR})
target_compile_options(oknos_shared PRIVATE ${OKNOS_ARCH_FLAGS})
target_link_libraries(oknos_shared PRIVATE Threads::Threads oknos_warnings)
oknos_unity_of_rooms(oknos_shared)
if(NOT APPLE AND NOT WIN32)
  # The templates and inline functions of the C++ library that the compiler puts into every object stay inside.
  target_link_options(oknos_shared PRIVATE -Wl,--exclude-libs,ALL
    -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/oknos_shared.map)
  set_target_properties(oknos_shared PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/oknos_shared.map)
endif()

if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
install(TARGETS oknos_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT shared EXCLUDE_FROM_ALL)
install(FILES ${PROJECT_SOURCE_DIR}/include/oknos/c.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/oknos COMPONENT shared
        EXCLUDE_FROM_ALL)
