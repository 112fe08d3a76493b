// `oknos-lab analyse FILE.epd`: each position searched from scratch, a row each, the ledgers summed.
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

#include "engine/chess/fen.h"
#include "lab/commands/analyse/analyse.h"
#include "lab/commands/analyse/analyst.h"
#include "lab/commands/analyse/line_printer.h"
#include "lab/formats/epd.h"
#include "lab/formats/san.h"
#include "lab/solving/epd_verdict.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/words.h"
#include "lab/views/json_output.h"
#include "lab/views/ledger_view.h"

namespace oknos::lab {

namespace {

struct PositionTotals {
  int searched = 0;
  int asked = 0;  // positions that name a move to find or to avoid
  int right = 0;
  int unreadable = 0;
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  // milliseconds
  pruning::Ledger ledger;
};

void read_all(Input& input, PositionTotals& totals, std::vector<epd::Record>& records) {
  LineSource source(input.file.get());
  epd::Reader reader(source, input.name);
  while (auto record = reader.next()) {
    if (record->ok()) {
      records.push_back(std::move(**record));
    } else {
      ++totals.unreadable;
      complain(0, record->error());
    }
  }
}

std::string name_of(const epd::Record& record) {
  return record.id().empty() ? fen::to_text(record.position) : record.id();
}

// The width of each column is known before the first row is printed.
class Rows {
 public:
  Rows(const std::vector<epd::Record>& records, const Style& style) : style_(style) {
    constexpr std::size_t kWidestName = 32;
    number_ = std::to_string(records.size()).size();
    for (const epd::Record& r : records) name_ = std::max(name_, display_width(name_of(r)));
    name_ = std::min(name_, kWidestName);
  }

  std::string row(int number, const epd::Record& record, Verdict verdict, const SearchReport& report) const {
    constexpr std::size_t kMove = 8;
    constexpr std::size_t kScore = 8;
    const Tone tone = verdict == Verdict::Right ? Tone::Good : verdict == Verdict::Wrong ? Tone::Bad : Tone::Plain;
    std::string out = style_.paint(Tone::Faint, padded_left(std::to_string(number), number_)) + "  " +
                      padded_right(shortened(name_of(record), name_, style_.ellipsis()), name_) + "  ";
    if (!report.best) return out + "no legal move";
    const Info& best = report.lines.front();
    const Color side = record.position.side_to_move();
    out += style_.paint(Tone::Strong, padded_right(san::to_text(record.position, report.best), kMove));
    out += style_.paint(tone, padded_right(lab::name_of(verdict), 3));
    out += padded_left(shown_score(best, side, style_), kScore + 1);
    out += style_.paint(Tone::Faint, fmt::format("  depth {:2}  {:>8}", best.depth, seconds(report.time)));
    const std::string wanted = wanted_moves(record);
    return out + (wanted.empty() ? "" : "  " + style_.paint(Tone::Faint, wanted));
  }

 private:
  const Style& style_;
  std::size_t number_ = 1;
  std::size_t name_ = 1;
};

std::string position_summary(const PositionTotals& t) {
  std::string out = fmt::format("{} position{} searched", grouped(static_cast<std::uint64_t>(t.searched)),
                                t.searched == 1 ? "" : "s");
  if (t.asked > 0) out += fmt::format(", {} of {} as wanted (bm, am)", t.right, t.asked);
  out += fmt::format(": {} nodes in {}", grouped(t.nodes), seconds(t.time));
  if (t.unreadable > 0) out += fmt::format("; {} line{} could not be read", t.unreadable, t.unreadable == 1 ? "" : "s");
  return out + ".";
}

void add(PositionTotals& t, Verdict verdict, const SearchReport& report) {
  ++t.searched;
  t.asked += verdict == Verdict::NotAsked ? 0 : 1;
  t.right += verdict == Verdict::Right ? 1 : 0;
  t.nodes += report.nodes;
  t.time += report.time;
  t.ledger += report.ledger;
}

void search_all(const AnalyseTask& task, Analyst& analyst, const std::vector<epd::Record>& records,
                PositionTotals& totals) {
  const Rows rows(records, task.style);
  Progress progress;
  for (std::size_t i = 0; i < records.size() && !interrupted(); ++i) {
    progress.show(share(i, records.size()), fmt::format("position {} of {}", i + 1, records.size()));
    analyst.forget();
    const SearchReport report = analyst.search(records[i].position);
    if (interrupted()) break;  // cut short it would say nothing about the position
    const Verdict verdict = verdict_of(records[i], report.best);
    add(totals, verdict, report);
    const int number = static_cast<int>(i) + 1;
    progress.clear();
    std::printf("%s\n", (task.options.json ? record_json(records[i], number, verdict, report)
                                           : rows.row(number, records[i], verdict, report))
                            .c_str());
    std::fflush(stdout);
  }
}

std::string position_json_summary(const AnalyseTask& task, const PositionTotals& t) {
  const auto count = [](int n) { return static_cast<std::uint64_t>(n); };
  return summary_json(task.plan,
                      {{"positions", count(t.searched)},
                       {"with_task", count(t.asked)},
                       {"as_wanted", count(t.right)},
                       {"unreadable", count(t.unreadable)},
                       {"nodes", t.nodes},
                       {"time_ms", static_cast<std::uint64_t>(t.time)}},
                      t.ledger, interrupted());
}

}  // namespace

int analyse_positions(const AnalyseTask& task, std::vector<Input>& inputs) {
  PositionTotals totals;
  std::vector<epd::Record> records;
  for (Input& input : inputs) read_all(input, totals, records);
  if (records.empty()) return complain(kFailure, listed(inputs, &Input::name) + " holds no position that can be read");
  Analyst analyst(task.plan);
  if (const auto error = analyst.prepare()) return complain(kUsage, error->message);
  search_all(task, analyst, records, totals);
  if (task.options.json) {
    std::printf("%s\n", position_json_summary(task, totals).c_str());
  } else {
    if (interrupted()) std::printf("\nInterrupted.");
    std::printf("\n%s\n\n%s", position_summary(totals).c_str(),
                ledger_report(totals.ledger, task.plan.settings, task.style).c_str());
  }
  return interrupted() ? kInterruptedExit : 0;
}

}  // namespace oknos::lab
