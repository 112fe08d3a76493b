#pragma once

#include <string>
#include <vector>

#include "lab/commands/shell/description.h"

// What can stand at a place of a command line. The completion scripts ask for it with `oknos-lab complete WORD...`.
namespace oknos::lab {

struct Offer {
  std::string word;
  std::string description;  // may be empty
};

struct Offers {
  std::vector<Offer> words;
  bool files = false;  // names of files as well
};

// `words`: those behind the program's name, up to the one that is being written, which may be empty and is completed.
// Of a word with '=' only what follows the last one is completed and returned. bash hands '=' over as a word of its
// own.
Offers offers_for(const CommandText& program, const std::vector<std::string>& words);

// One line for each, "WORD\tDESCRIPTION"; ":files" if names of files can stand there.
std::string to_lines(const Offers& offers);

}  // namespace oknos::lab
