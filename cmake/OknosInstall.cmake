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

# Completions, which the laboratory writes from its own command line, and manual pages of what --help prints.
if(TARGET oknos-lab AND NOT CMAKE_CROSSCOMPILING)
  set(written "")
  function(oknos_install_output file destination)  # ... the words that make oknos-lab write it
    set(path ${PROJECT_BINARY_DIR}/shell/${file})
    add_custom_command(OUTPUT ${path} COMMAND oknos-lab ${ARGN} > ${path} DEPENDS oknos-lab
                       COMMENT "Writing ${file}" VERBATIM)
    install(FILES ${path} DESTINATION ${CMAKE_INSTALL_DATADIR}/${destination} COMPONENT programs)
    set(written ${written} ${path} PARENT_SCOPE)
  endfunction()
  foreach(program oknos oknos-lab)
    # In folders, since bash's file has the name of the program.
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/shell/bash)
    oknos_install_output(bash/${program} bash-completion/completions completions bash ${program})
    oknos_install_output(_${program} zsh/site-functions completions zsh ${program})
    oknos_install_output(${program}.fish fish/vendor_completions.d completions fish ${program})
  endforeach()
  find_program(OKNOS_HELP2MAN help2man)
  function(oknos_install_manual_page program section name)
    set(path ${PROJECT_BINARY_DIR}/shell/${program}.${section})
    add_custom_command(OUTPUT ${path}
                       COMMAND ${OKNOS_HELP2MAN} --no-info --section ${section} --name ${name}
                               --version-string ${PROJECT_VERSION} --output ${path} $<TARGET_FILE:${program}>
                       DEPENDS ${program} COMMENT "Writing ${program}.${section}" VERBATIM)
    install(FILES ${path} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT programs)
    set(written ${written} ${path} PARENT_SCOPE)
  endfunction()
  if(OKNOS_HELP2MAN)
    oknos_install_manual_page(oknos-lab 1 "pruning laboratory of the chess engine Oknos")
    oknos_install_manual_page(oknos 6 "chess engine that reports which moves it skips, and why")
  endif()
  add_custom_target(oknos_shell ALL DEPENDS ${written})
endif()
