#include "lab/prove/prove.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <set>
#include <tuple>

#include "lab/analyse.h"
#include "lab/interrupt.h"
#include "lab/progress.h"
#include "lab/prove/compare.h"
#include "lab/prove/explain.h"
#include "lab/prove/playing.h"
#include "lab/prove/prove_input.h"
#include "lab/prove/prove_view.h"
#include "lab/store/run_arguments.h"
#include "lab/words.h"
#include "lab/workers.h"

namespace oknos::lab {

namespace {

class Proof {
 public:
  Proof(const ProveOptions& options, ProofPlan plan, ProofInput input)
      : options_(options), plan_(std::move(plan)), input_(std::move(input)), style_(style_of(stdout, options.color)) {
    for (std::size_t i = 0; i < input_.positions.size(); ++i) {
      const ProofPosition& p = input_.positions[i];
      const int first = p.depth.value_or(plan_.first_depth);
      for (int depth = first; depth <= p.depth.value_or(plan_.last_depth); ++depth) cases_.push_back({i, depth});
    }
  }

  int run() {
    if (!options_.json) std::printf("%s\n\n", proof_heading(plan_, options_.search.preset).c_str());
    std::fflush(stdout);
    catch_interrupts();
    search();
    print();
    if (interrupted()) return kInterruptedExit;
    return tally_.differing() > 0 ? kFailure : 0;
  }

 private:
  struct Case {
    std::size_t position;
    int depth;
  };

  void search() {
    std::vector<ItemNumber> items(cases_.size());
    for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<ItemNumber>(i);
    store::RunArguments threads;
    threads.workers = options_.workers;
    Workers<Tally> workers;
    workers.work = [this](int, ItemNumber item) {
      const Case& c = cases_[static_cast<std::size_t>(item)];
      return std::optional(compare(plan_, input_.positions[c.position], c.position, c.depth));
    };
    workers.take = [this](ItemNumber item, Tally found) {
      tally_ += found;
      reached_.insert(cases_[static_cast<std::size_t>(item)].position);
      ++done_;
      return true;
    };
    workers.idle = [this] { show_progress(); };
    workers.run(items, threads.worker_count());
    progress_.clear();
  }

  void show_progress() {
    if (done_ < cases_.size())
      progress_.show(share(done_, cases_.size()), fmt::format("{} searches compared, {} differ",
                                                              compact(tally_.searches()), compact(tally_.differing())));
  }

  void print() {
    // The same few whoever found them first: the shallowest, and of each position one.
    std::vector<Difference>& found = tally_.differences;
    std::sort(found.begin(), found.end(), [](const Difference& a, const Difference& b) {
      const auto key = [](const Difference& d) {
        return std::tuple(d.depth, d.position, d.search, d.variant, d.window.alpha, d.window.beta);
      };
      return key(a) < key(b);
    });
    std::vector<std::size_t> shown;
    for (const Difference& d : found) {
      if (static_cast<int>(shown.size()) >= options_.shown) break;
      if (std::find(shown.begin(), shown.end(), d.position) != shown.end()) continue;
      shown.push_back(d.position);
      print(d);
    }
    const std::size_t positions = interrupted() ? reached_.size() : input_.positions.size();
    if (options_.json)
      std::printf("%s\n", proof_summary_json(plan_, tally_, options_.search.preset, positions, interrupted()).c_str());
    else
      std::printf("%s%s", interrupted() ? "Interrupted: what is known so far.\n" : "",
                  proof_report(plan_, tally_, positions, style_).c_str());
  }

  void print(const Difference& d) const {
    const ProofPosition& position = input_.positions[d.position];
    const Explanation why = explain(plan_, position, d);
    std::printf("%s\n", (options_.json ? difference_json(plan_, position, d, why)
                                       : difference_text(plan_, position, d, why, style_))
                            .c_str());
  }

  const ProveOptions& options_;
  const ProofPlan plan_;
  const ProofInput input_;
  const Style style_;
  std::vector<Case> cases_;
  Progress progress_;
  Tally tally_;
  std::set<std::size_t> reached_;  // positions of which something was searched
  std::size_t done_ = 0;
};

}  // namespace

int prove(const ProveOptions& options) {
  std::optional<ProofPlan> plan;
  if (!options.playing) {
    auto made = make_proof_plan(options);
    if (!made) return complain(kUsage, made.error());
    plan = std::move(*made);
  }
  auto input = read_proof_positions(options.files);
  if (!input) return complain(kFailure, input.error());
  for (const std::string& complaint : input->complaints) complain(0, complaint);
  if (!plan) return prove_playing(options, *input);
  return Proof(options, std::move(*plan), std::move(*input)).run();
}

}  // namespace oknos::lab
