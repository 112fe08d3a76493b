#pragma once

#include <string>

// What tells one build of a UCI engine from another, wherever it lies: for the identity of runs, which must not mix two
// of them.
namespace oknos::lab {

// `process`: in which it runs now. The name that it gives itself, and the hashes of the program that the word names and
// of the programs that do the work behind it, where that one is only a script around them: "Stockfish 16, sha256
// 0123456789abcdef".
std::string engine_build(const std::string& id_name, const std::string& program, int process);

// A word of the command line. Where it names a program or a script (in `folder`; empty: here), such as the engine
// behind `taskset`, the hash of that file instead. Other files may be those that the engine writes.
std::string argument_content(const std::string& word, const std::string& folder);

// The value of an option. Where it names a file, such as a network or a book, the hash of that file instead; not of a
// log, which the engine writes.
std::string option_content(const std::string& option, const std::string& value, const std::string& folder);

}  // namespace oknos::lab
