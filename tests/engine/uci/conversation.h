#pragma once

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include "engine/uci/session.h"
#include "engine/uci/talk.h"

namespace oknos::uci::test {

// Positions with a single legal move each, so that an answer tells which of them was searched.
struct Forced {
  const char* command;
  const char* answer;
};
inline constexpr Forced kPositions[] = {{"position fen 8/7p/8/8/8/1k6/8/K7 w - - 0 1", "bestmove a1b1"},
                                        {"position fen 7k/8/6K1/8/8/8/P7/8 b - - 0 1", "bestmove h8g8"},
                                        {"position fen 8/8/8/8/8/6k1/p7/7K w - - 0 1", "bestmove h1g1"}};

enum class SearchEnd { Itself, Stop, HitOrStop };

struct SearchCommand {
  const char* command;
  SearchEnd end;
};
inline constexpr SearchCommand kSearches[] = {{"go depth 2", SearchEnd::Itself},
                                              {"go nodes 50", SearchEnd::Itself},
                                              {"go movetime 1", SearchEnd::Itself},
                                              {"go wtime 20 btime 20", SearchEnd::Itself},
                                              {"go infinite", SearchEnd::Stop},
                                              {"go", SearchEnd::Stop},
                                              {"go ponder depth 2", SearchEnd::HitOrStop},
                                              {"go ponder wtime 9 btime 9", SearchEnd::HitOrStop},
                                              {"go ponder infinite", SearchEnd::Stop}};

inline constexpr const char* kOthers[] = {"setoption name MultiPV value 2",
                                          "setoption name MultiPV value 1",
                                          "setoption name Hash value 1",
                                          "ucinewgame",
                                          "debug on",
                                          "debug off",
                                          "d",
                                          "moves",
                                          "perft 1",
                                          "go perft 1",
                                          "bogus",
                                          ""};

// What the session has been told, and what it owes.
class Model {
 public:
  void position(std::size_t number) { position_ = number; }
  void go(SearchEnd end) { searches_.push_back({position_, end == SearchEnd::Itself, end == SearchEnd::HitOrStop}); }
  void stop() {
    for (Asked& search : searches_) search.may_end = true;
  }
  void ponder_hit() {
    for (Asked& search : searches_) search.may_end = search.may_end || search.ends_after_hit;
  }
  // How many answers must come without another word: a search waits for those before it.
  std::size_t due() const {
    std::size_t count = 0;
    while (count < searches_.size() && searches_[count].may_end) ++count;
    return count;
  }
  const char* answer(std::size_t number) const { return kPositions[searches_[number].position].answer; }

 private:
  struct Asked {
    std::size_t position;
    bool may_end;
    bool ends_after_hit;
  };
  std::size_t position_ = 0;
  std::vector<Asked> searches_;
};

// One conversation, whose commands are drawn, with a pause for all that is due here and there.
class Conversation {
 public:
  explicit Conversation(std::uint32_t seed) : random_(seed) { send(kPositions[0].command); }

  void run(int commands) {
    for (int i = 0; i < commands && !::testing::Test::HasFailure(); ++i) {
      step();
      if (random_() % 4 == 0) collect();
    }
    send("stop");
    model_.stop();
    collect();
    EXPECT_EQ(talk_.finish(), Session::kExitOk);
    EXPECT_EQ(talk_.count("bestmove "), static_cast<int>(answered_));
    EXPECT_EQ(talk_.count("readyok"), asked_ready_);
  }

 private:
  template <class T, std::size_t N>
  std::size_t pick(const T (&)[N]) {
    return random_() % N;
  }

  void step() {
    switch (random_() % 10) {
      case 0:
      case 1: {
        const std::size_t number = pick(kPositions);
        model_.position(number);
        return send(kPositions[number].command);
      }
      case 2:
      case 3:
      case 4: {
        const SearchCommand& search = kSearches[pick(kSearches)];
        model_.go(search.end);
        return send(search.command);
      }
      case 5:
      case 6:
        model_.stop();
        return send("stop");
      case 7:
        model_.ponder_hit();
        return send("ponderhit");
      case 8:
        ++asked_ready_;
        return send("isready");
      default:
        return send(kOthers[pick(kOthers)]);
    }
  }

  // Waits for every answer that is due; none may have come that is not.
  void collect() {
    for (; answered_ < model_.due(); ++answered_) {
      const std::string line = talk_.expect("bestmove ");
      ASSERT_EQ(line.substr(0, 13), model_.answer(answered_)) << "answer " << answered_ << " after\n" << sent_;
    }
    EXPECT_LE(talk_.count("bestmove "), static_cast<int>(answered_)) << "too early after\n" << sent_;
  }

  void send(const char* line) {
    sent_ += line + std::string("\n");
    talk_.send(line);
  }

  Talk talk_;
  Model model_;
  std::mt19937 random_;
  std::string sent_;
  std::size_t answered_ = 0;
  int asked_ready_ = 0;
};

// Each talk has a seed of its own, which a failure prints.
inline void converse(int talks, int commands) {
  const std::uint32_t seed = std::random_device{}();
  for (int i = 0; i < talks && !::testing::Test::HasFailure(); ++i) {
    const std::uint32_t own = seed + static_cast<std::uint32_t>(i);
    SCOPED_TRACE("seed " + std::to_string(own));
    Conversation(own).run(commands);
  }
}

}  // namespace oknos::uci::test
