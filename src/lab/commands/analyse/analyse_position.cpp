#include <cstdio>
#include <fmt/format.h>

#include "lab/commands/analyse/analyse.h"
#include "lab/commands/analyse/analyst.h"
#include "lab/commands/analyse/line_printer.h"
#include "lab/formats/san.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"
#include "lab/views/json_output.h"
#include "lab/views/ledger_view.h"
#include "lab/views/position_view.h"

namespace oknos::lab {

namespace {

void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
}

std::string speed(const SearchReport& report) {
  constexpr std::uint64_t kSecond = 1000;
  const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(report.time, 1));
  return compact(report.nodes * kSecond / time);
}

std::string summary(const Position& position, const SearchReport& report, const LinePrinter& printer,
                    const Style& style) {
  if (report.lines.empty()) return "";
  const Info& best = report.lines.front();
  const std::string move = san::move_number(position) + " " + san::to_text(position, report.best);
  const std::string score = shown_score(best, position.side_to_move(), style);
  constexpr std::size_t kLabel = 11;
  std::string out = style.paint(Tone::Faint, padded_right("Best move", kLabel)) + style.paint(Tone::Good, move) + "  " +
                    style.paint(Tone::Strong, score) +
                    fmt::format("  (depth {}, {} nodes in {}, {} a second)\n", best.depth, grouped(report.nodes),
                                seconds(report.time), speed(report));
  out += style.paint(Tone::Faint, padded_right("Line", kLabel));
  const auto room = static_cast<std::size_t>(style.width) - kLabel;
  std::string line = wrapped(san::line_to_text(position, printer.line_of(best)), room);
  for (std::size_t at = line.find('\n'); at + 1 < line.size(); at = line.find('\n', at + 1))
    line.insert(at + 1, std::string(kLabel, ' '));
  return out + line;
}

int show(const AnalyseTask& task, Analyst& analyst, const Position& position) {
  LinePrinter printer(position, task.plan.multi_pv, task.style);
  printer.print_title();
  const SearchReport report = analyst.search(position, &printer);
  if (interrupted()) print("Interrupted: what follows is what there was until then.\n");
  print("\n" + summary(position, report, printer, task.style) + "\n");
  print(ledger_report(report.ledger, task.plan.settings, task.style));
  return interrupted() ? kInterruptedExit : 0;
}

}  // namespace

int analyse_position(const AnalyseTask& task, const Position& position, const std::string& caption) {
  Analyst analyst(task.plan);
  if (const auto error = analyst.prepare()) return complain(kUsage, error->message);
  if (task.options.json) {
    const SearchReport report = analyst.search(position);
    print(position_json(position, task.plan, report, interrupted()) + "\n");
    return interrupted() ? kInterruptedExit : 0;
  }
  if (!caption.empty()) print(wrapped(caption, static_cast<std::size_t>(task.style.width)) + "\n");
  print(position_view(position, task.plan, task.style) + "\n");
  if (const std::string end = end_of_game(position); !end.empty()) {
    print(end + "\n");
    return 0;
  }
  return show(task, analyst, position);
}

}  // namespace oknos::lab
