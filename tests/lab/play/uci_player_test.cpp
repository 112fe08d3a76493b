#include "lab/play/uci_player.h"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "engine/eval/network/embedded.h"
#include "engine/pruning/presets/options.h"
#include "lab/play/participant.h"
#include "lab/terminal/interrupt.h"
#include "tests/support/positions.h"
#include "tests/support/processes.h"

namespace oknos::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kShort = 150;    // milliseconds: for what does not come
constexpr std::int64_t kLong = 60'000;  // milliseconds: for what comes

class UciPlayerTest : public testing::Test {
 protected:
  void TearDown() override {
    for (const long process : processes()) EXPECT_TRUE(test::ends(process)) << process;
    fs::remove_all(folder_);
  }

  // The fake engine, which writes its process numbers down.
  UciCommand fake(std::vector<std::string> arguments) const {
    UciCommand out;
    out.program = OKNOS_BINARY_DIR "/oknos-fake-engine";
    out.arguments = std::move(arguments);
    out.arguments.insert(out.arguments.end(), {"--pids", path("pids")});
    return out;
  }
  std::unique_ptr<Player> start(const UciCommand& command) const {
    auto started = start_uci_player(command);
    EXPECT_TRUE(started.ok()) << started.error();
    return started ? std::move(*started) : nullptr;
  }
  std::unique_ptr<Player> play(std::vector<std::string> arguments) const {
    auto player = start(fake(std::move(arguments)));
    const auto failure = player->new_game(false);
    EXPECT_FALSE(failure) << failure->text;
    return player;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::vector<long> processes() const {
    std::vector<long> out;
    std::ifstream file(path("pids"));
    for (long n = 0; file >> n;) out.push_back(n);
    return out;
  }

 private:
  struct TemporaryFolder {
    fs::path path = fs::temp_directory_path() / ("oknos_uci_player_test_" + std::to_string(getpid()) + "_" +
                                                 testing::UnitTest::GetInstance()->current_test_info()->name());
    TemporaryFolder() { fs::create_directories(path); }
  };
  fs::path folder_ = TemporaryFolder().path;
};

MoveOutcome ask(Player& player, const GameLine& line, std::optional<std::int64_t> patience = kLong,
                SearchListener* listener = nullptr) {
  Limits limits;
  limits.nodes = 1000;
  return player.move({line, limits, patience}, listener);
}
MoveOutcome ask(Player& player, std::optional<std::int64_t> patience = kLong) {
  return ask(player, GameLine(Position::initial()), patience);
}
std::string said(const MoveOutcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure ? failure->text : "no failure";
}
std::optional<FailureKind> kind(const MoveOutcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure ? std::optional(failure->kind) : std::nullopt;
}

void expect_well(Player& player) {
  const auto failure = player.new_game(false);
  ASSERT_FALSE(failure) << failure->text;
  const MoveOutcome outcome = ask(player);
  EXPECT_TRUE(std::holds_alternative<PlayedMove>(outcome)) << said(outcome);
}

std::string start_error(const UciCommand& command) {
  const auto started = start_uci_player(command);
  return started ? "it has started" : started.error();
}

TEST_F(UciPlayerTest, PlaysAndReports) {
  struct Listener : SearchListener {
    int lines = 0;
    void on_info(const Info&) override { ++lines; }
  };
  const auto player = play({"--score", "33", "--name", "Fake One"});
  EXPECT_EQ(player->name(), "Fake One");
  Listener listener;
  GameLine line(Position::initial());
  const MoveOutcome outcome = ask(*player, line, kLong, &listener);
  const auto* played = std::get_if<PlayedMove>(&outcome);
  ASSERT_TRUE(played) << said(outcome);
  EXPECT_TRUE(line.current.is_legal(played->move));
  ASSERT_TRUE(played->info);
  EXPECT_EQ(played->info->score, Score{33});
  EXPECT_EQ(played->info->nodes, 42U);
  EXPECT_EQ(played->info->pv, std::vector<Move>{played->move});
  EXPECT_EQ(played->comment, "fake 1");
  EXPECT_EQ(listener.lines, 1);
}

TEST_F(UciPlayerTest, OursIsTheNameWhenWeGiveOne) {
  UciCommand command = fake({});
  command.name = "mine";
  EXPECT_EQ(start(command)->name(), "mine");
}

TEST_F(UciPlayerTest, AWholeGameWithNoise) {
  const auto player = play({"--noise"});
  GameLine line(Position::initial());
  constexpr int kPlies = 60;
  for (int ply = 0; ply < kPlies && has_legal_move(line.current); ++ply) {
    const MoveOutcome outcome = ask(*player, line);
    ASSERT_TRUE(std::holds_alternative<PlayedMove>(outcome)) << said(outcome);
    line.play(std::get<PlayedMove>(outcome).move);
  }
}

TEST_F(UciPlayerTest, TimeIsMeasured) {
  const auto player = play({"--delay", "50"});
  const MoveOutcome outcome = ask(*player);
  ASSERT_TRUE(std::holds_alternative<PlayedMove>(outcome)) << said(outcome);
  EXPECT_GE(std::get<PlayedMove>(outcome).time, 50);
}

TEST_F(UciPlayerTest, OptionsAreSet) {
  UciCommand command = fake({});
  command.options = {{"hash", "32"}, {"use book", "TRUE"}, {"Style", "very wild"}, {"Clear Hash", ""}};
  expect_well(*start(command));
}

TEST_F(UciPlayerTest, OptionsAreRefused) {
  UciCommand command = fake({});
  command.options = {{"Hash", "32"}, {"Hash", "65"}};
  EXPECT_EQ(start_error(command), "Fake: option Hash: \"65\" is not allowed; allowed: 1 to 64");
  command.options = {{"Speed", "fast"}};
  EXPECT_EQ(start_error(command),
            "Fake: there is no option \"Speed\"; it has Hash, Use Book, Style, Clear Hash, Book File, UCI_Chess960");
}

TEST_F(UciPlayerTest, ThoseThatDoNotStart) {
  UciCommand command;
  command.program = "./no-such-engine";
  EXPECT_EQ(start_error(command), "there is no program \"./no-such-engine\"");
  EXPECT_EQ(start_error(fake({"exit-at-start", "--stderr", "no licence"})),
            "oknos-fake-engine ended with exit code 3; its last error line: no licence");
  command = fake({"no-uciok"});
  command.start_patience = kShort;
  EXPECT_EQ(start_error(command), "oknos-fake-engine: no `uciok` within 150 ms: is it a UCI engine?");
  command = fake({"no-readyok"});
  command.ready_patience = kShort;
  EXPECT_EQ(start_error(command), "Fake did not answer \"isready\" in time");
}

TEST_F(UciPlayerTest, AHangingStartThatNobodyWantsIsEnded) {
  UciCommand command;
  command.name = "hangs";
  command.program = "sh";
  const std::string fake_once = "test -e " + path("started") + " && exec sleep 60; touch " + path("started") +
                                "; exec " OKNOS_BINARY_DIR "/oknos-fake-engine";
  command.arguments = {"-c", fake_once};
  const auto player = start(command);
  player->give_up();
  const std::atomic<bool> unwanted{true};
  const auto failure = player->new_game(false, &unwanted);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FailureKind::Interrupted) << failure->text;
  fs::remove(path("started"));
  expect_well(*player);
}

TEST_F(UciPlayerTest, Crashes) {
  const auto player = play({"crash", "--at", "2", "--stderr", "line one\nline two"});
  EXPECT_FALSE(kind(ask(*player)));
  const MoveOutcome outcome = ask(*player);
  EXPECT_EQ(kind(outcome), FailureKind::Crashed);
  EXPECT_EQ(said(outcome), "Fake was killed by signal 11 (segmentation fault); its last error line: line two");
  EXPECT_EQ(said(ask(*player)), "Fake is not running");
  expect_well(*player);
  EXPECT_EQ(processes().size(), 2U);
}

TEST_F(UciPlayerTest, Exits) {
  const auto player = play({"exit", "--at", "1", "--once", path("once"), "--grandchild"});
  const MoveOutcome outcome = ask(*player);
  EXPECT_EQ(kind(outcome), FailureKind::Crashed);
  EXPECT_EQ(said(outcome), "Fake ended with exit code 3");
  expect_well(*player);
}

TEST_F(UciPlayerTest, ClosesItsOutput) {
  const auto player = play({"close-stdout", "--once", path("once")});
  const MoveOutcome outcome = ask(*player);
  EXPECT_EQ(kind(outcome), FailureKind::Crashed);
  EXPECT_EQ(said(outcome), "Fake closed its output");
  expect_well(*player);
}

TEST_F(UciPlayerTest, Silences) {
  for (const std::string mode : {"silent", "flood", "endless-line"}) {
    const auto player = play({mode, "--once", path("once_" + mode)});
    const platform::TimePoint start_time = platform::now();
    const MoveOutcome outcome = ask(*player, kShort);
    EXPECT_GE(platform::milliseconds_since(start_time), kShort);
    EXPECT_EQ(kind(outcome), FailureKind::Silent) << mode;
    EXPECT_EQ(said(outcome), "Fake did not answer \"go nodes 1000\" in time") << mode;
    expect_well(*player);
  }
}

TEST_F(UciPlayerTest, ALateAnswerIsNone) {
  const auto player = play({"--delay", "2000"});
  EXPECT_EQ(kind(ask(*player, kShort)), FailureKind::Silent);
}

TEST_F(UciPlayerTest, IllegalMoves) {
  const std::string where = ", which is not a legal move in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const std::vector<std::pair<std::string, std::string>> modes = {
      {"illegal", "e1e5"}, {"garbage", "Zugzwang!"}, {"none", "(none)"}};
  for (const auto& [mode, move] : modes) {
    const auto player = play({mode});
    const MoveOutcome outcome = ask(*player);
    EXPECT_EQ(kind(outcome), FailureKind::IllegalMove);
    EXPECT_EQ(said(outcome), "Fake played \"" + move + "\"" + where);
    expect_well(*player);
  }
}

TEST_F(UciPlayerTest, NoMoveWhereThereIsNone) {
  const auto player = play({});
  const MoveOutcome outcome = ask(*player, GameLine(test::position_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")));
  ASSERT_TRUE(std::holds_alternative<PlayedMove>(outcome)) << said(outcome);
  EXPECT_FALSE(std::get<PlayedMove>(outcome).move);
}

TEST_F(UciPlayerTest, OddButForgiven) {
  for (const std::string mode : {"huge-line", "huge-numbers"}) {
    const auto player = play({mode});
    const MoveOutcome outcome = ask(*player);
    EXPECT_TRUE(std::holds_alternative<PlayedMove>(outcome)) << mode << ": " << said(outcome);
  }
}

TEST_F(UciPlayerTest, ASecondAnswerIsNotTheNextOne) {
  const auto twice = play({"double", "--from", "1"});
  GameLine line(Position::initial());
  ASSERT_TRUE(std::holds_alternative<PlayedMove>(ask(*twice, line)));
  line.play(test::move_in(line.current, "e2e4"));
  usleep(100'000);  // the second answer is on its way
  const MoveOutcome outcome = ask(*twice, line);
  EXPECT_TRUE(std::holds_alternative<PlayedMove>(outcome)) << said(outcome);
}

TEST_F(UciPlayerTest, WhoIgnoresTheNodesIsTold) {
  const auto player = play({"until-stop"});
  const MoveOutcome outcome = ask(*player, std::nullopt);
  ASSERT_TRUE(std::holds_alternative<PlayedMove>(outcome)) << said(outcome);
  EXPECT_GT(std::get<PlayedMove>(outcome).info->nodes, 2000U);
}

TEST_F(UciPlayerTest, Chess960) {
  const auto player = play({});
  ASSERT_FALSE(player->new_game(true));
  // Castling as king to g1 would be read as a step of the king: the engine would then be in another position, and play
  // another move than where the game is set up.
  GameLine line(test::position_from("1k6/8/8/8/8/8/PPPPPPPP/1R3K1R w HB - 0 1"));
  for (const char* move : {"f1h1", "b8b7"}) line.play(test::move_in(line.current, move));
  const MoveOutcome played = ask(*player, line);
  const MoveOutcome set_up = ask(*player, GameLine(line.current));
  ASSERT_TRUE(std::holds_alternative<PlayedMove>(played)) << said(played);
  ASSERT_TRUE(std::holds_alternative<PlayedMove>(set_up)) << said(set_up);
  EXPECT_EQ(std::get<PlayedMove>(played).move, std::get<PlayedMove>(set_up).move);
  expect_well(*player);

  const auto without = play({"--no-960"});
  const auto failure = without->new_game(true);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->text, "Fake does not play Chess960: it has no option UCI_Chess960");
  expect_well(*without);
}

TEST_F(UciPlayerTest, NothingIsLeftOfTheStubborn) {
  { const auto player = play({"--ignore-quit", "--grandchild"}); }
  const std::vector<long> all = processes();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_FALSE(test::exists(all[0]));  // our own: not even a zombie
  EXPECT_TRUE(test::ends(all[1]));
}

TEST_F(UciPlayerTest, OneThatDiedBetweenGamesComesBack) {
  const auto player = play({});
  kill(static_cast<pid_t>(processes().at(0)), SIGKILL);
  ASSERT_TRUE(test::ends(processes().at(0)));
  expect_well(*player);
}

// Nobody wants the answer any more once the first line is reported.
MoveOutcome ask_in_vain(Player& player) {
  struct Leaver : SearchListener {
    std::atomic<bool> left{false};
    void on_info(const Info&) override { left = true; }
  } leaver;
  const GameLine line(Position::initial());
  Limits limits;
  limits.depth = 1;
  return player.move({line, limits, kLong, &leaver.left}, &leaver);
}

TEST_F(UciPlayerTest, AMoveThatNobodyWantsIsStopped) {
  const auto player = play({"until-stop"});
  const MoveOutcome outcome = ask_in_vain(*player);
  EXPECT_EQ(kind(outcome), FailureKind::Interrupted);
  EXPECT_EQ(said(outcome), "Fake was stopped");
  expect_well(*player);
  EXPECT_EQ(processes().size(), 1U) << "an engine that obeys goes on";
}

TEST_F(UciPlayerTest, OneThatDoesNotStopForThatIsEnded) {
  const auto player = play({"silent", "--once", path("once")});
  const std::atomic<bool> left{true};
  const GameLine line(Position::initial());
  const MoveOutcome outcome = player->move({line, {}, kLong, &left}, nullptr);
  EXPECT_EQ(kind(outcome), FailureKind::Silent);
  EXPECT_EQ(said(outcome), "Fake did not answer \"stop\" in time");
  expect_well(*player);
  EXPECT_EQ(processes().size(), 2U);
}

// Ctrl-C stays pressed for the rest of a program: this needs one of its own.
TEST_F(UciPlayerTest, CtrlCIsNoFailureOfTheEngine) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto interrupt = [this] {
    catch_interrupts();
    const auto player = play({"silent", "--ignore-quit"});
    std::raise(SIGINT);
    std::exit(kind(ask(*player, std::nullopt)) == FailureKind::Interrupted ? kInterruptedExit : 1);
  };
  EXPECT_EXIT(interrupt(), testing::ExitedWithCode(kInterruptedExit), "");
}

// From outside and inside the same search must come to the same: its limits, its table and its rules arrive.
TEST_F(UciPlayerTest, OurEngineIsTheSameFromOutside) {
  UciCommand command;
  command.program = OKNOS_BINARY_DIR "/oknos";
  ASSERT_TRUE(fs::exists(command.program));
  constexpr std::size_t kHash = 8;  // MiB
  command.options = {{"Hash", std::to_string(kHash)}};
  const auto outside = start(command);
  const auto inside = make_player(*parse_participant("modern,hash=" + std::to_string(kHash)));
  ASSERT_TRUE(inside) << inside.error();
  ASSERT_FALSE(outside->new_game(false));
  ASSERT_FALSE((*inside)->new_game(false));

  GameLine line(Position::initial());
  constexpr int kPlies = 30;
  for (int ply = 0; ply < kPlies; ++ply) {
    Limits limits;
    limits.nodes = 2000;
    const MoveOutcome a = outside->move({line, limits, kLong}, nullptr);
    const MoveOutcome b = (*inside)->move({line, limits, kLong}, nullptr);
    ASSERT_TRUE(std::holds_alternative<PlayedMove>(a)) << said(a);
    const PlayedMove& played = std::get<PlayedMove>(a);
    const PlayedMove& ours = std::get<PlayedMove>(b);
    ASSERT_EQ(played.move, ours.move) << ply;
    ASSERT_TRUE(played.info && ours.info);
    EXPECT_EQ(played.info->score, ours.info->score);
    EXPECT_EQ(played.info->depth, ours.info->depth);
    EXPECT_EQ(played.info->pv, ours.info->pv);
    line.play(played.move);
  }
}

}  // namespace
}  // namespace oknos::lab
