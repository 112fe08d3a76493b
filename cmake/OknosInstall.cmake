# `cmake --install`: the programs, the library with its headers under include/oknos, the CMake package "oknos" and
# oknos.pc for pkg-config.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/oknos)
foreach(program oknos oknos-lab oknos-lab-mpi)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME COMPONENT programs)
  endif()
endforeach()

install(TARGETS oknos_library EXPORT oknos_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library
        FILES_MATCHING PATTERN "*.h")

install(EXPORT oknos_targets NAMESPACE oknos:: DESTINATION ${package_dir} COMPONENT library)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/oknosConfig.cmake.in ${PROJECT_BINARY_DIR}/oknosConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/oknosConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/oknosConfig.cmake ${PROJECT_BINARY_DIR}/oknosConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT library)

# The prefix may be chosen at installation, so the .pc file finds it from its own place.
file(RELATIVE_PATH pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
configure_file(${PROJECT_SOURCE_DIR}/cmake/oknos.pc.in ${PROJECT_BINARY_DIR}/oknos.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/oknos.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
