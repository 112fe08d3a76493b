#pragma once

#include <exception>
#include <functional>

#include "oknos/observer.h"

namespace oknos {

// Callbacks of the library's user. An exception must not fly through the search, whose other threads would go on: the
// first one is kept, what comes later is not told, and the search is asked to end.
class Callbacks {
 public:
  explicit Callbacks(std::function<void()> end_search) : end_search_(std::move(end_search)) {}

  template <class Call>
  void make(Call&& call) noexcept {
    if (thrown_) return;
    try {
      call();
    } catch (...) {
      thrown_ = std::current_exception();
      end_search_();
    }
  }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  std::function<void()> end_search_;
  std::exception_ptr thrown_;
};

// Tells another observer everything.
class CarefulObserver : public Observer {
 public:
  CarefulObserver(Observer& next, Callbacks& callbacks) : next_(next), callbacks_(callbacks) {}

  void node_entered(const NodeEntered& e) override {
    callbacks_.make([&] { next_.node_entered(e); });
  }
  void node_left(const NodeLeft& e) override {
    callbacks_.make([&] { next_.node_left(e); });
  }
  void node_decided(const NodeDecided& e) override {
    callbacks_.make([&] { next_.node_decided(e); });
  }
  void move_skipped(const MoveSkipped& e) override {
    callbacks_.make([&] { next_.move_skipped(e); });
  }
  void move_made(const MoveMade& e) override {
    callbacks_.make([&] { next_.move_made(e); });
  }
  void rule_held(const RuleHeld& e) override {
    callbacks_.make([&] { next_.rule_held(e); });
  }

 private:
  Observer& next_;
  Callbacks& callbacks_;
};

}  // namespace oknos
