#pragma once

namespace CLI {
class App;
class Option;
}  // namespace CLI

// Every command has a function that adds it to the program: a subcommand with its options and a footer of examples.
// When the command is called it runs and leaves its exit code. An experiment with a team leaves the work to the team's
// processes.
namespace oknos::lab {

class Team;

}  // namespace oknos::lab
