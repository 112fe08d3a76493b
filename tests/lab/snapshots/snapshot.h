#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "lab/snapshots/steady.h"
#include "support/lab_program.h"

// What the laboratory printed when it was last looked at: tests/lab/snapshots/NAME.txt is a transcript of commands and
// their output, NAME.json what the commands printed with --json, by command.
namespace oknos::test {

class Snapshots : public LabProgram {
 protected:
  // What a command prints to standard output, in the folder of the test and as if on a terminal of fixed width.
  std::string output(const std::string& command, int code = 0) const {
    const Outcome run =
        run_command("cd \"" + folder().string() +
                    "\" && export PATH=\"" OKNOS_BINARY_DIR ":$PATH\" COLUMNS=100 LC_ALL=C.UTF-8 NO_COLOR=1 && " +
                    command + " 2> errors.txt");
    EXPECT_EQ(run.code, code) << command << "\n" << content_of("errors.txt");
    return run.out;
  }
  // Appends to the transcript what a command prints.
  void show(const std::string& command, int code = 0) { append(command, without_what_varies(output(command, code))); }
  void show_file(const std::string& name) { append("cat " + name, without_what_varies(content_of(name))); }
  // The same of one JSON value, or of several that follow each other.
  void show_json(const std::string& command, int code = 0) {
    json_[command] = without_what_varies(values_of(command, code));
  }
  // Appends all that show says of a store. Its times are made up, so that they stay.
  void show_store(const std::string& name) {
    for (const std::string& command : {"oknos-lab show " + name, "oknos-lab show " + name + " --rows --stable"})
      append(command, output(command));
    Json shown = values_of("oknos-lab show " + name + " --json", 0);
    if (!json_.empty() && shown["result"] == json_.front())  // a result is kept once
      shown["result"] = "as the command printed it";
    json_["oknos-lab show " + name + " --json"] = std::move(shown);
  }

  // Is that what was printed before?
  void expect_unchanged(const std::string& name) const {
    if (!text_.empty()) compare(name + ".txt", with_short_numbers(text_));
    if (!json_.empty()) compare(name + ".json", with_short_numbers(readable(json_)));
  }

 private:
  using Json = nlohmann::ordered_json;

  void append(const std::string& command, const std::string& out) {
    text_ += (text_.empty() ? "$ " : "\n$ ") + command + "\n" + out;
  }

  Json values_of(const std::string& command, int code) const {
    const std::string out = output(command, code);
    Json value = Json::parse(out, nullptr, false);
    if (!value.is_discarded()) return value;
    value = Json::array();
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) {
      value.push_back(Json::parse(line, nullptr, false));
      EXPECT_FALSE(value.back().is_discarded()) << command << "\n" << line;
    }
    return value;
  }

  static void compare(const std::string& name, const std::string& actual) {
    const std::string path = OKNOS_SOURCE_DIR "/tests/lab/snapshots/" + name;
    if (const char* update = std::getenv("OKNOS_UPDATE_SNAPSHOTS"); update && std::string(update) == "1") {
      std::ofstream(path, std::ios::binary) << actual;
      return;
    }
    std::ifstream in(path, std::ios::binary);
    const std::string expected{std::istreambuf_iterator<char>(in), {}};
    if (expected == actual) return;
    ADD_FAILURE() << "tests/lab/snapshots/" << name << " " << first_difference(expected, actual)
                  << "If the change is wanted, run this test with OKNOS_UPDATE_SNAPSHOTS=1 and review the diff.";
  }

  static std::string first_difference(const std::string& expected, const std::string& actual) {
    if (expected.empty()) return "does not exist or is empty.\n";
    std::istringstream a(expected);
    std::istringstream b(actual);
    for (int number = 1;; ++number) {
      std::string x;
      std::string y;
      const bool more_a = static_cast<bool>(std::getline(a, x));
      const bool more_b = static_cast<bool>(std::getline(b, y));
      if (more_a && more_b && x == y) continue;
      if (!more_a && !more_b) return "differs in the last line end.\n";
      return "differs first in line " + std::to_string(number) + ":\n  expected: " + (more_a ? x : "(the end)") +
             "\n  actual:   " + (more_b ? y : "(the end)") + "\n";
    }
  }

  std::string text_;
  Json json_ = Json::object();
};

}  // namespace oknos::test
