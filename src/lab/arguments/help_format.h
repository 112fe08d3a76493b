#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace oknos::lab {

// The form of --help: names, the type of the value, what it means, and "(default: X)". CLI11's own form also lists the
// bounds of numbers and which options exclude or need others; the descriptions say so in words where it matters, and
// the messages on wrong input always do.
class HelpFormat : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0) return "";
    const std::string type = option->get_type_name();
    return " " + type.substr(0, type.find(':'));  // CLI11 puts what a value must satisfy behind a colon
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    const std::string value = option->get_default_str();
    std::string out = option->get_description();
    if (!value.empty()) out += " (default: " + value + ")";
    if (option->get_required()) out += out.empty() ? "(required)" : " (required)";
    return out;
  }
};

}  // namespace oknos::lab
