# Writes several test files into one, so that their headers are read and their templates compiled once. Each file keeps
# its own unnamed namespace within a namespace of its number; #line keeps its name and lines in messages.
#
#   cmake "-DSOURCES=a_test.cpp;b_test.cpp" -DOUT=joined.cpp -P JoinTests.cmake

set(joined "")
set(number 0)
foreach(source IN LISTS SOURCES)
  math(EXPR number "${number} + 1")
  file(READ ${source} text)
  string(REPLACE "\nnamespace {\n" "\nnamespace file_${number} { namespace {\n" text "${text}")
  string(REPLACE "\n}  // namespace\n" "\n}}  // namespace\n" text "${text}")
  string(APPEND joined "#line 1 \"${source}\"\n${text}")
endforeach()
file(WRITE ${OUT} "${joined}")
