#include <fmt/format.h>
#include <map>

#include "engine/chess/fen.h"
#include "lab/commands/grid.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

// A count beside that of the first player.
struct Beside {
  std::uint64_t count = 0;
  std::optional<std::uint64_t> first;  // nothing: it is that one
};
std::string change_text(std::uint64_t now, std::uint64_t before) {
  constexpr double kPercent = 100.0;
  if (before == 0) return "-";
  return fmt::format("{:+.1f} %", kPercent * (static_cast<double>(now) / static_cast<double>(before) - 1.0));
}
std::vector<std::string> titles(const std::string& name, const Beside&, const record::ColumnTraits&) {
  return {name, "change"};
}
std::vector<std::string> cells(const Beside& b, const record::ColumnTraits&) {
  return {grouped(b.count), b.first ? change_text(b.count, *b.first) : ""};
}
nlohmann::ordered_json json_of(const Beside& b) {
  return b.count;
}

struct Solutions {
  std::uint64_t solved = 0, asked = 0;
  std::uint64_t gained = 0, lost = 0;  // by this player alone, by the first alone
  bool is_first = false;
};
std::vector<std::string> titles(const std::string& name, const Solutions&, const record::ColumnTraits&) {
  return {name, "change"};
}
std::vector<std::string> cells(const Solutions& s, const record::ColumnTraits&) {
  if (s.asked == 0) return {"-", ""};
  return {fmt::format("{} of {}", s.solved, s.asked), s.is_first ? "" : fmt::format("+{} -{}", s.gained, s.lost)};
}
nlohmann::ordered_json json_of(const Solutions& s) {
  return s.solved;
}

// What do players make of the same positions? Or one player, without each of its rules?
struct Nodes : GridMeasure {
  static constexpr const char* kName = Question::kNodes;
  static constexpr const char* kDescription = "nodes of players on the same positions, or of one without each rule";

  struct Unit {
    int number = 0;
    std::string id, fen;
    bool asked = false;
    std::vector<GridCell> cells;
  };
  static constexpr auto kAskingFields = [](auto& f, auto& p) {
    kGridPositionFields(f, p);
    f("asked", p.asked, "1: a move or a mate is asked for");
  };
  static constexpr auto kLayout = [](auto& t, auto& unit) {
    t.row("positions", unit, kAskingFields);
    t.rows("results", unit.cells, kGridCellFields);
  };

  static Outcome<Unit> find(const Question& q, Worker& worker, WorkUnitNumber number) {
    const SuitePosition& position = q.positions[number];
    auto found = search_grid(q, worker.players, position);
    if (!found.fatal.empty()) return Error{std::move(found.fatal)};
    if (!found.work_unit) return std::nullopt;
    return Unit{static_cast<int>(number) + 1, position.record.id(), fen::to_text(position.record.position),
                position.task.asked(), std::move(*found.work_unit)};
  }

  // --- The summary --------------------------------------------------------------------------------------------------

  struct Line {
    record::Limit limit;
    std::string player;
    std::uint64_t positions = 0;
    Beside nodes{};
    Solutions solved{};
    std::optional<std::uint64_t> other_moves{}, other_values{};
    record::Milliseconds time{};
  };
  static constexpr auto kLine = [](auto& f, auto& l) {
    f("limit", l.limit, "", {.heading = true});
    f("", l.player, "", {.keep = record::kAlways, .key = "player"});
    f("positions", l.positions, "", {.json_only = true});
    f("nodes", l.nodes, "", {.keep = 8});
    f("solved", l.solved, "", {.keep = 6});
    f("asked", l.solved.asked, "", {.json_only = true});
    f("gained", l.solved.gained, "", {.json_only = true});
    f("lost", l.solved.lost, "", {.json_only = true});
    f("other moves", l.other_moves, "", {.keep = 4, .key = "moves_changed"});
    f("other values", l.other_values, "", {.keep = 3, .key = "values_changed"});
    f("time", l.time, "", {.keep = 1, .key = "ms"});
  };

  // Of two rules: how many times more nodes it takes to do without both than the two, switched off one by one, predict.
  struct Interaction {
    record::Limit limit;
    std::string rule, other;
    double ratio = 0;
  };
  static constexpr auto kInteraction = [](auto& f, auto& i) {
    f("limit", i.limit, "");
    f("rule", i.rule, "");
    f("other", i.other, "");
    f("ratio", i.ratio, "");
  };

  class Summary {
   public:
    explicit Summary(const RunHeader& header)
        : players_(record::player_names(header)),
          unit_(header.entry("unit")),
          by_rule_(header.entry("each-rule") == "1") {}

    std::optional<Error> add(const Unit& unit) {
      ++positions_;
      std::map<std::int64_t, const GridCell*> first;  // of the first player, by limit
      for (const GridCell& cell : unit.cells) {
        if (cell.player < 0 || static_cast<std::size_t>(cell.player) >= players_.size())
          return Error{fmt::format("there is no player {}", cell.player)};
        auto& sums = sums_[cell.limit];
        sums.resize(players_.size());
        Sum& sum = sums[static_cast<std::size_t>(cell.player)];
        const bool solved = cell.outcome == SuiteOutcome::Solved;
        ++sum.positions;
        sum.asked += unit.asked;
        sum.solved += solved;
        sum.nodes += cell.nodes;
        sum.time += cell.time;
        if (cell.player == 0) first[cell.limit] = &cell;
        const GridCell* const beside = first[cell.limit];
        if (!beside) continue;
        const bool first_solved = beside->outcome == SuiteOutcome::Solved;
        sum.moves_changed += cell.move != beside->move;
        sum.values_changed += cell.value != beside->value;
        sum.gained += solved && !first_solved;
        sum.lost += first_solved && !solved;
      }
      return std::nullopt;
    }

    template <class Report>
    void report(Report& out) const {
      out.value("positions", positions_);
      out.value("unit", unit_);
      if (by_rule_) {
        out.data("results", lines(), kLine);
        out.data("interactions", interactions(), kInteraction);
        for (const auto& entry : sums_) report_rules(out, entry.first);
      } else {
        out.table("results", lines(), kLine);
      }
      out.note(counted(positions_, "position") + ".");
    }

   private:
    struct Sum {
      std::uint64_t positions = 0, asked = 0, solved = 0, nodes = 0;
      std::int64_t time = 0;  // milliseconds
      // Beside the first player at the same limit:
      std::uint64_t moves_changed = 0, values_changed = 0, gained = 0, lost = 0;
    };

    std::vector<Line> lines() const {
      std::vector<Line> out;
      for (const auto& [limit, sums] : sums_)
        for (std::size_t i = 0; i < sums.size(); ++i) {
          const Sum& s = sums[i];
          if (s.positions == 0) continue;
          Line line{{unit_, limit}, players_[i], s.positions};
          line.nodes.count = s.nodes;
          line.solved = {s.solved, s.asked, s.gained, s.lost, i == 0};
          line.time.count = s.time;
          if (i > 0) {
            line.nodes.first = sums[0].nodes;
            line.other_moves = s.moves_changed;
            line.other_values = s.values_changed;
          }
          out.push_back(std::move(line));
        }
      return out;
    }

    // --- By rule, from the names that grid.cpp gives the players.

    // Nullptr: not searched.
    const Sum* sum(std::int64_t limit, const std::string& player) const {
      const auto at = std::find(players_.begin(), players_.end(), player);
      const auto& sums = sums_.at(limit);
      const auto index = static_cast<std::size_t>(at - players_.begin());
      return index < sums.size() && sums[index].positions > 0 ? &sums[index] : nullptr;
    }

    // Of rules and of groups, whose names stand in brackets.
    std::vector<std::string> rules(bool with_groups) const {
      std::vector<std::string> out;
      for (const std::string& name : players_)
        if (name.starts_with('+') && (with_groups || !name.starts_with("+["))) out.push_back(name.substr(1));
      return out;
    }

    std::optional<double> interaction(std::int64_t limit, const std::string& rule, const std::string& other) const {
      const Sum *whole = sum(limit, "whole"), *both = sum(limit, "-" + rule + " -" + other);
      const Sum *one = sum(limit, "-" + rule), *two = sum(limit, "-" + other);
      if (!whole || !both || !one || !two || one->nodes == 0 || two->nodes == 0) return std::nullopt;
      return static_cast<double>(both->nodes) / static_cast<double>(one->nodes) * static_cast<double>(whole->nodes) /
             static_cast<double>(two->nodes);
    }

    std::vector<Interaction> interactions() const {
      std::vector<Interaction> out;
      const std::vector<std::string> names = rules(false);
      for (const auto& entry : sums_)
        for (std::size_t i = 0; i < names.size(); ++i)
          for (std::size_t j = i + 1; j < names.size(); ++j)
            if (const auto x = interaction(entry.first, names[i], names[j]))
              out.push_back({{unit_, entry.first}, names[i], names[j], *x});
      return out;
    }

    template <class Report>
    void report_rules(Report& out, std::int64_t limit) const {
      const Sum *whole = sum(limit, "whole"), *none = sum(limit, "none");
      if (!whole || !none) return;
      out.note(out.paint(Tone::Strong, record::cells(record::Limit{unit_, limit}, {}).front()));
      TextTable table({{"", Align::Left, record::kAlways},
                       {"alone: nodes", Align::Right, 8},
                       {"solved", Align::Right, 5},
                       {"off: nodes", Align::Right, 7},
                       {"solved", Align::Right, 6},
                       {"other moves", Align::Right, 4}});
      double saved = 0;  // by the rules alone, added up
      for (const std::string& rule : rules(true)) {
        const bool group = rule.front() == '[';
        std::vector<Cell> row = {{group ? "all " + rule.substr(1, rule.size() - 2) : plain_name(rule)}};
        const Sum *alone = sum(limit, "+" + rule), *off = sum(limit, "-" + rule);
        for (const auto& [now, before] : {std::pair(alone, none), std::pair(off, whole)}) {
          row.push_back({now ? change_text(now->nodes, before->nodes) : "-", Tone::Strong});
          row.push_back({now && now->asked > 0 ? fmt::format("{:+d}", static_cast<std::int64_t>(now->solved) -
                                                                          static_cast<std::int64_t>(before->solved))
                                               : "-"});
        }
        // Counted beside the whole, so they say something only of what is left out of it.
        row.push_back({off ? grouped(off->moves_changed) : "-"});
        table.add_row(std::move(row));
        if (!group && alone) saved += 1 - static_cast<double>(alone->nodes) / static_cast<double>(none->nodes);
      }
      out.table(table);
      out.note(parts_text(*whole, *none, saved));
      if (!interactions().empty()) report_interactions(out, limit);
    }

    // The parts and the whole, so that nobody adds the parts up.
    static std::string parts_text(const Sum& whole, const Sum& none, double saved) {
      constexpr double kPercent = 100.0;
      const bool asked = whole.asked > 0;
      return fmt::format(
          "With none of them {} nodes{}, with all {} ({}){}. The savings of each alone add up to {:.1f} %.",
          grouped(none.nodes), asked ? fmt::format(", {} solved", grouped(none.solved)) : "", grouped(whole.nodes),
          change_text(whole.nodes, none.nodes),
          asked ? fmt::format(", {} of {} solved", grouped(whole.solved), grouped(whole.asked)) : "", kPercent * saved);
    }

    template <class Report>
    void report_interactions(Report& out, std::int64_t limit) const {
      const std::vector<std::string> names = rules(false);
      std::vector<Column> columns = {{"off together", Align::Left, static_cast<int>(names.size()) + 1}};
      for (std::size_t i = 0; i + 1 < names.size(); ++i)
        columns.push_back({std::to_string(i + 1), Align::Right, static_cast<int>(names.size() - i)});
      TextTable table(std::move(columns));
      for (std::size_t i = 0; i < names.size(); ++i) {
        std::vector<Cell> row = {{fmt::format("{} {}", i + 1, plain_name(names[i]))}};
        for (std::size_t j = 0; j + 1 < names.size(); ++j) {
          const auto x = j < i ? interaction(limit, names[j], names[i]) : std::nullopt;
          row.push_back({x ? fmt::format("{:.2f}", *x) : ""});
        }
        table.add_row(std::move(row));
      }
      out.table(table);
      out.title(
          "Nodes with both off, divided by what switching off each one alone predicts. Above 1: each takes over the "
          "other's work. Below 1: each saves more when the other is on.");
    }

    std::vector<std::string> players_;
    std::string unit_;
    bool by_rule_ = false;
    std::map<std::int64_t, std::vector<Sum>> sums_;  // by limit, then by player
    std::uint64_t positions_ = 0;
  };
};

}  // namespace

SuiteMeasure measure_nodes() {
  return record::measure<Nodes>();
}

}  // namespace oknos::lab
