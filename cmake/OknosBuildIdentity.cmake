# build_identity.inc: the commit and the network that the programs are built from (tools/build_identity.sh; the Makefile
# does the same), with development_version.inc beside it; source_hash.inc: what the sources are (tools/source_hash.sh), by which run stores know a program. Both
# are looked at in every build and written when they have changed.

set(identity ${OKNOS_GENERATED_DIR}/build_identity.inc)
set(development ${OKNOS_GENERATED_DIR}/development_version.inc)
set(source_hash ${OKNOS_GENERATED_DIR}/source_hash.inc)
find_program(OKNOS_SH sh)
if(OKNOS_SH)
  set(network "")
  if(OKNOS_EVALFILE)
    set(network ${network_file})
  endif()
  add_custom_target(oknos_read_commit
    COMMAND ${OKNOS_SH} ${PROJECT_SOURCE_DIR}/tools/build_identity.sh ${identity} ${network}
    COMMAND ${OKNOS_SH} ${PROJECT_SOURCE_DIR}/tools/source_hash.sh ${source_hash}
    BYPRODUCTS ${identity} ${development} ${source_hash}
    COMMENT "Reading the commit" VERBATIM)
else()
  file(WRITE ${identity} "\"commit unknown, network unknown\"\n")
  file(WRITE ${development} "\"-dev\"\n")
  file(WRITE ${source_hash} "\"unknown\"\n")
endif()

set(oknos_identity_source ${PROJECT_SOURCE_DIR}/src/apps/build_identity.cpp)
add_library(oknos_build_identity STATIC ${oknos_identity_source} ${PROJECT_SOURCE_DIR}/src/apps/source_hash.cpp)
target_include_directories(oknos_build_identity PRIVATE ${PROJECT_SOURCE_DIR}/src ${OKNOS_GENERATED_DIR})
target_link_libraries(oknos_build_identity PRIVATE oknos_warnings)
if(OKNOS_SH)
  add_dependencies(oknos_build_identity oknos_read_commit)
endif()
