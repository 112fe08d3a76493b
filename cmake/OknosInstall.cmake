# `cmake --install`: the programs, the library with its headers under include/oknos, and the CMake package "oknos".
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/oknos)
foreach(program oknos oknos-lab oknos-lab-mpi)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME COMPONENT programs)
  endif()
endforeach()

install(TARGETS oknos_core EXPORT oknos_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
if(EXISTS ${PROJECT_SOURCE_DIR}/include)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library
          FILES_MATCHING PATTERN "*.h")
endif()
foreach(room IN LISTS OKNOS_ENGINE_ROOMS)
  if(EXISTS ${PROJECT_SOURCE_DIR}/src/${room})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/oknos COMPONENT library
            FILES_MATCHING PATTERN "*.h")
  endif()
endforeach()

install(EXPORT oknos_targets NAMESPACE oknos:: DESTINATION ${package_dir} COMPONENT library)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/oknosConfig.cmake.in ${PROJECT_BINARY_DIR}/oknosConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/oknosConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/oknosConfig.cmake ${PROJECT_BINARY_DIR}/oknosConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT library)
