#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// Spellings of earlier versions that command lines, scripts and queue files may still contain. They are accepted, but
// neither documented nor completed.
namespace oknos::lab {

// The words of a command line, from the command on, with every older spelling replaced by today's. `note` is called
// once for each spelling: "--reach is now called --root-impact".
std::vector<std::string> with_current_options(std::vector<std::string> words,
                                              const std::function<void(const std::string& note)>& note);

// Today's name of one option ("--root-impact") of a command ("price play"). Others are returned unchanged.
std::string_view current_option(std::string_view command, std::string_view option);

}  // namespace oknos::lab
