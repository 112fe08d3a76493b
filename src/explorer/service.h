#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/pruning/presets/preset.h"
#include "explorer/foreign_claim.h"
#include "explorer/trace.h"

// What the explorer's page asks for (docs/explorer.md), whichever way the question comes: over HTTP or from the page's
// own WebAssembly. Knows nothing of connections.
namespace oknos::explorer {

struct Request {
  std::string method;  // "GET", "POST"
  std::string path;    // "/api/node/3/17"
  std::string body;    // JSON, or empty
};

struct Reply {
  int status = 200;  // of HTTP
  std::string type = "application/json";
  std::string body;
};

// Limits that hold for every question.
struct ServiceLimits {
  int depth = 64;                        // plies
  std::size_t entries = 1'000'000;       // of one tree
  std::size_t kept_entries = 4'000'000;  // of all trees that are kept; the oldest are forgotten
  int searches = 2;                      // at a time
  std::size_t body = 1 << 20;            // bytes of a question
};

// With which the page begins.
struct Start {
  std::string fen, preset;
  bool chess960 = false;
  int depth = 0;
  std::vector<std::pair<std::string, std::string>> set;
  std::optional<int> tree;           // one that is there already
  std::optional<std::string> store;  // a JSON object: the run store's cases
};

class Service {
 public:
  explicit Service(ServiceLimits limits = {}) : limits_(limits) {}

  const ServiceLimits& limits() const { return limits_; }
  void set_start(Start start) { start_ = std::move(start); }
  // Presets besides the embedded ones (files that were named on the command line).
  void add_preset(pruning::Preset preset) { presets_.push_back(std::move(preset)); }

  // Searches after all what other engines have pruned in their trees. Without it, that cannot be asked for.
  void set_judge(std::shared_ptr<TreeJudge> judge) { judge_ = std::move(judge); }

  // Keeps a tree; returns its number.
  int keep(Trace trace);

  // From any thread.
  Reply answer(const Request& request);

  // Questions whose answer comes in lines of JSON, one after the other: the last holds "done" or "error". `line`
  // returns false when nobody listens any more; then the work ends.
  static bool comes_in_lines(const Request& request);
  using Lines = std::function<bool(const std::string& line)>;
  void answer_in_lines(const Request& request, const Lines& line);

 private:
  Reply info() const;
  Reply moves(const std::string& body) const;
  Reply tree(int id, bool whole);
  Reply node(int id, std::uint32_t entry);
  Reply line(int id, const std::string& body);
  void search(const std::string& body, const Lines& line);
  void analyse(const std::string& body, const Lines& line);
  void audit(int id, const std::string& body, const Lines& line);
  void check(int id, int entry, const Lines& line);
  void audit_foreign(const Trace& trace, int sample, const Lines& line);
  void check_foreign(const Trace& trace, std::uint32_t entry, const Lines& line);
  std::optional<std::string> no_judge(const Trace& trace) const;
  std::shared_ptr<const Trace> find(int id);
  Result<pruning::Preset> preset_named(const std::string& name) const;

  const ServiceLimits limits_;
  Start start_;
  std::vector<pruning::Preset> presets_;
  std::shared_ptr<TreeJudge> judge_;
  std::mutex mutex_;
  std::map<int, std::shared_ptr<const Trace>> trees_;  // guarded by mutex_
  int last_ = 0;                                       // guarded by mutex_
  int running_ = 0;                                    // guarded by mutex_
};

}  // namespace oknos::explorer
