# Builds the engine so that it counts which way each branch goes, and lets every CPU level that this machine runs search
# the bench positions: the counts are then in PROFILE_DIR.
#
#   cmake -DSOURCE_DIR= -DBUILD_DIR= -DPROFILE_DIR= -DLEVELS=v2;v3;v4 -DGENERATOR= -DCXX= -DCXX_FLAGS= -DBUILD_TYPE= \
#         -DUNITY= -DEVALFILE= -DSTAMP= -P TrainProfile.cmake
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    string(JOIN " " command ${ARGN})
    message(FATAL_ERROR "${command}\n${output}")
  endif()
endfunction()

# The objects have the names that they have in the build which the profile is for, so LTO and PGO are off but nothing else
# differs that decides which files there are.
run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${BUILD_DIR} -G ${GENERATOR} -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
    -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}" -DOKNOS_CPU_LEVELS=ON -DOKNOS_LTO=OFF -DOKNOS_PGO=OFF
    -DOKNOS_PROFILE_TO=${PROFILE_DIR} -DOKNOS_UNITY=${UNITY} -DOKNOS_EVALFILE=${EVALFILE} -DOKNOS_BUILD_LAB=OFF
    -DOKNOS_BUILD_TESTS=OFF -DOKNOS_BUILD_BENCH=OFF)
message("Training: building the engine that counts branches")
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD_DIR} --target oknos --parallel RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the engine that counts branches could not be built")
endif()
file(GLOB old ${PROFILE_DIR}/*.gcda)
if(old)
  file(REMOVE ${old})
endif()
foreach(level IN LISTS LEVELS)
  message("Training: searching the bench positions at x86-64-${level}")
  execute_process(COMMAND ${BUILD_DIR}/bin/oknos --cpu x86-64-${level} bench OUTPUT_VARIABLE output ERROR_VARIABLE output
                  RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    string(STRIP "${output}" output)
    message("x86-64-${level} is built without a profile, for it does not run here: ${output}")
  endif()
endforeach()
file(TOUCH ${STAMP})
