#pragma once

#include <string>
#include <vector>

// The words that the program was called with, in UTF-8; on Windows main() gets them in a code page that lacks most
// characters.
namespace oknos::platform {

class Arguments {
 public:
  Arguments(int argc, char** argv);

  int count() const { return static_cast<int>(words_.size()) - 1; }
  char** words() { return words_.data(); }  // the last one is followed by a null pointer, as in main()

 private:
  std::vector<std::string> texts_;  // that words_ point to, where they are not those of main()
  std::vector<char*> words_;
};

}  // namespace oknos::platform
