#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace oknos::lab {

// The known word that the given one was probably meant to be: few letters differ, or one begins with the other. Empty
// when none is near.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

// "; did you mean analyse?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace oknos::lab
