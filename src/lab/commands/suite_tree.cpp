#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <span>

#include "engine/chess/fen.h"
#include "engine/search/engine.h"
#include "lab/commands/grid.h"
#include "lab/commands/traced_engine.h"
#include "lab/commands/tree_counts.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Depths = std::map<int, TreeCounts>;  // by remaining depth

TreeCounts sum_of(const Depths& depths, bool quiescence) {
  TreeCounts out;
  for (const auto& [depth, counts] : depths)
    if (depth > 0 || quiescence) out += counts;
  return out;
}

// --- The tables

// What a line of a table counts, and what all nodes of the search do.
struct Counted {
  TreeCounts counts, whole;
  bool quiescence = false;  // `counts` are those of quiescence alone
};

struct TreeColumn {
  const char* title;
  int keep;  // when the terminal is narrow
  std::string (*text)(const Counted&);
};
constexpr int kFew = 1, kKept = 2;

// "2.31", or "-".
std::string ratio_text(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : fmt::format("{:.2f}", static_cast<double>(part) / static_cast<double>(whole));
}
template <std::uint64_t TreeCounts::*part>
std::string of_nodes(const Counted& c) {
  return percent(c.counts.*part, c.counts.nodes());
}
template <std::uint64_t TreeCounts::*part>
std::string of_cutoffs(const Counted& c) {
  return percent(c.counts.*part, c.counts.cutoffs());
}
std::string place(const Counted& c) {
  return ratio_text(c.counts.places, c.counts.cutoffs());
}
// Quiescence reduces and extends nothing.
std::string reduced(const Counted& c) {
  return c.quiescence ? "" : percent(c.counts.reduced, c.counts.moves);
}
std::string plies(const Counted& c) {
  return c.quiescence ? "" : ratio_text(c.counts.plies, c.counts.reduced);
}
std::string researched(const Counted& c) {
  return c.quiescence ? "" : percent(c.counts.researched, c.counts.reduced);
}
std::string confirmed(const Counted& c) {
  return c.quiescence ? "" : percent(c.counts.confirmed, c.counts.researched);
}

constexpr std::array<TreeColumn, 8> kNodeColumns = {{
    {"main-search nodes", kKept, [](const Counted& c) { return grouped(c.counts.nodes()); }},
    {"quiescence", kFew, [](const Counted& c) { return percent(c.whole.nodes() - c.counts.nodes(), c.whole.nodes()); }},
    {"TT", kFew, of_nodes<&TreeCounts::by_tt>},
    {"rules", kFew, of_nodes<&TreeCounts::by_rule>},
    {"null move", kFew, of_nodes<&TreeCounts::by_null_move>},
    {"ProbCut", kFew, of_nodes<&TreeCounts::by_probcut>},
    {"multi-cut", 0, of_nodes<&TreeCounts::by_multi_cut>},
    {"below an extension", 0, [](const Counted& c) { return percent(c.whole.below_extension, c.whole.nodes()); }},
}};
constexpr std::array<TreeColumn, 9> kMoveColumns = {{
    {"first", kKept, of_cutoffs<&TreeCounts::first>},
    {"second", kFew, of_cutoffs<&TreeCounts::second>},
    {"third", kFew, of_cutoffs<&TreeCounts::third>},
    {"move no.", kFew, place},
    {"reduced", kFew, reduced},
    {"plies", kFew, plies},
    {"re-searched", kFew, researched},
    {"confirmed", kFew, confirmed},
    {"extended", 0,
     [](const Counted& c) { return percent(c.counts.checks_extended + c.counts.extended, c.counts.moves); }},
}};
constexpr std::array<TreeColumn, 9> kDepthColumns = {{
    {"nodes", kKept, [](const Counted& c) { return percent(c.counts.nodes(), c.whole.nodes()); }},
    {"cut nodes", kFew, [](const Counted& c) { return c.quiescence ? "" : percent(c.counts.cut, c.counts.nodes()); }},
    {"cut early", kFew, [](const Counted& c) { return percent(c.counts.ended_early(), c.counts.nodes()); }},
    {"first", kKept, of_cutoffs<&TreeCounts::first>},
    {"move no.", kFew, place},
    {"reduced", kFew, reduced},
    {"plies", kFew, plies},
    {"re-searched", kFew, researched},
    {"confirmed", kFew, confirmed},
}};

TextTable table_of(const char* first, std::span<const TreeColumn> columns) {
  std::vector<Column> out = {{first, Align::Left, kKept}};
  for (const TreeColumn& column : columns) out.push_back({column.title, Align::Right, column.keep});
  return TextTable(std::move(out));
}
void add_row(TextTable& table, const std::string& first, std::span<const TreeColumn> columns, const Counted& counted) {
  std::vector<Cell> row = {{first}};
  for (const TreeColumn& column : columns) row.push_back({column.text(counted)});
  table.add_row(std::move(row));
}

// Remaining depths that share a line of the tables: from this one up to the next one's.
constexpr std::array<int, 10> kGroups = {0, 1, 2, 3, 4, 5, 7, 9, 12, 16};

std::string group_name(std::size_t group) {
  if (group == 0) return "quiescence";
  if (group + 1 == kGroups.size()) return fmt::format("{} and more", kGroups[group]);
  const int first = kGroups[group], last = kGroups[group + 1] - 1;
  return first == last ? std::to_string(first) : fmt::format("{} to {}", first, last);
}

// Where does a search spend its nodes, how good is its order of moves, what do its reductions and extensions do?
// (docs/effort.md)
struct Tree : GridMeasure {
  static constexpr const char* kName = Question::kTree;
  static constexpr const char* kDescription = "where searches spend their nodes";

  struct Row {
    int player = 0;          // in the order of the command line, from 0
    std::int64_t limit = 0;  // plies, nodes or milliseconds
    int depth = 0;           // remaining, plies; 0: quiescence
    TreeCounts counts;
  };
  struct Unit {
    int number = 0;
    std::string id, fen;
    std::vector<Row> rows;
  };
  static constexpr auto kRowFields = [](auto& f, auto& row) {
    kGridFields(f, row);
    f("depth", row.depth, "remaining depth of these nodes when they were entered, plies; 0: quiescence");
    for (const TreeField& field : kTreeFields) f(field.name, row.counts.*field.member, field.meaning);
  };
  static constexpr auto kLayout = [](auto& t, auto& unit) {
    t.row("positions", unit, kGridPositionFields);
    t.rows("depths", unit.rows, kRowFields);
  };

  // --- The work -----------------------------------------------------------------------------------------------------

  // Our own search, or an engine that writes traces.
  struct Searcher {
    std::unique_ptr<Engine> own;
    std::unique_ptr<TracedEngine> traced;
  };
  struct Worker {
    std::vector<Searcher> players;

    static Result<std::unique_ptr<Worker>> make(const Question& q) {
      auto out = std::make_unique<Worker>();
      for (const record::PlayerField& player : q.players.all) {
        const Participant& p = player.participant;
        Searcher& searcher = out->players.emplace_back();
        if (!p.foreign()) {
          searcher.own = std::make_unique<Engine>(p.hash.value_or(Participant::kDefaultHash));
          searcher.own->set_network(p.network);
          player.own_name = p.name;
          player.identity = identity_of(p);
          continue;
        }
        auto traced = TracedEngine::start(p);
        if (!traced) return Error{traced.error()};
        searcher.traced = std::move(*traced);
        player.own_name = searcher.traced->player().name();
        player.identity = identity_of(p, searcher.traced->player());
      }
      return out;
    }
    void stop() {
      for (const Searcher& player : players) {
        if (player.own) player.own->stop();
        if (player.traced) player.traced->stop();
      }
    }
  };

  static Outcome<Unit> find(const Question& q, Worker& worker, WorkUnitNumber number) {
    const epd::Record& record = q.positions[number].record;
    Unit out{static_cast<int>(number) + 1, record.id(), fen::to_text(record.position), {}};
    for (std::size_t i = 0; i < worker.players.size(); ++i)
      for (const std::int64_t limit : q.limits.values) {
        TreeObserver observer;
        const auto failure =
            search(q.limits, limit, q.players.all[i].participant, worker.players[i], record.position, observer);
        if ((failure && failure->kind == FailureKind::Interrupted) || interrupted()) return std::nullopt;
        if (failure) return Error{fmt::format("{}: {}", out.id.empty() ? out.fen : out.id, failure->text)};
        for (const auto& [depth, counts] : observer.depths())
          out.rows.push_back({static_cast<int>(i), limit, depth, counts});
      }
    return out;
  }

  static std::optional<Failure> search(const record::LimitLadder& limits, std::int64_t limit, const Participant& player,
                                       Searcher& searcher, const Position& position, Observer& observer) {
    if (searcher.traced)
      return searcher.traced->search(position, limits.limits(limit), limits.patience(limit, player), observer);
    SearchRequest request;
    request.limits = limits.limits(limit);
    request.settings = player.settings;
    request.tracing = Tracing::Observed;
    request.observer = &observer;
    searcher.own->clear();
    searcher.own->set_position(position);
    searcher.own->search(request);
    return std::nullopt;
  }

  // --- The summary --------------------------------------------------------------------------------------------------

  class Summary {
   public:
    explicit Summary(const RunHeader& header) : players_(record::player_names(header)), unit_(header.entry("unit")) {}

    std::optional<Error> add(const Unit& unit) {
      ++positions_;
      for (const Row& row : unit.rows) {
        if (row.player < 0 || static_cast<std::size_t>(row.player) >= players_.size())
          return Error{fmt::format("there is no player {}", row.player)};
        if (row.depth < 0) return Error{fmt::format("there is no depth {}", row.depth)};
        auto& players = sums_[row.limit];
        players.resize(players_.size());
        players[static_cast<std::size_t>(row.player)][row.depth] += row.counts;
      }
      return std::nullopt;
    }

    void report(record::TextReport& out) const {
      out.title(counted(positions_, "position"));
      TextTable nodes = table_of("player", kNodeColumns), moves = table_of("player", kMoveColumns);
      TextTable by_depth = table_of("remaining depth", kDepthColumns);
      for (const auto& [limit, players] : sums_)
        for (std::size_t i = 0; i < players.size(); ++i) {
          const std::string name =
              fmt::format("{}, {} {}", players_[i], unit_, grouped(static_cast<std::uint64_t>(limit)));
          const Counted main{sum_of(players[i], false), sum_of(players[i], true)};
          add_row(nodes, name, kNodeColumns, main);
          add_row(moves, name, kMoveColumns, main);
          by_depth.add_heading(name);
          add_depths(by_depth, players[i]);
        }
      const auto section = [&out](const char* caption, const TextTable& table) {
        out.note(out.paint(Tone::Strong, caption));
        out.table(table);
      };
      section("How nodes end", nodes);
      section("Move ordering, reductions, extensions", moves);
      section("By remaining depth", by_depth);
      out.note(
          "Quiescence and \"below an extension\" are shares of all nodes; TT to multi-cut are shares of the "
          "main-search "
          "nodes. First, second, third: shares of the cutoffs. Re-searched: share of the reduced moves. Confirmed: "
          "share of the re-searches that still raised alpha.");
    }

    void report(record::JsonReport& out) const {
      out.value("positions", positions_);
      out.value("unit", unit_);
      const auto json_of = [](nlohmann::ordered_json to, const TreeCounts& counts) {
        to["nodes"] = counts.nodes();
        for (const TreeField& field : kTreeFields) to[field.name] = counts.*field.member;
        return to;
      };
      auto& searches = out.json["searches"] = nlohmann::ordered_json::array();
      for (const auto& [limit, players] : sums_)
        for (std::size_t i = 0; i < players.size(); ++i) {
          auto depths = nlohmann::ordered_json::array();
          for (const auto& [depth, counts] : players[i]) depths.push_back(json_of({{"depth", depth}}, counts));
          searches.push_back({{"player", players_[i]},
                              {"limit", limit},
                              {"main_search", json_of({}, sum_of(players[i], false))},
                              {"depths", std::move(depths)}});
        }
    }

   private:
    static void add_depths(TextTable& table, const Depths& depths) {
      std::array<Counted, kGroups.size()> groups;
      for (Counted& group : groups) group.whole = sum_of(depths, true);
      groups.front().quiescence = true;
      for (const auto& [depth, counts] : depths) {
        const auto* const after = std::upper_bound(kGroups.begin(), kGroups.end(), depth);
        groups[static_cast<std::size_t>(after - kGroups.begin()) - 1].counts += counts;
      }
      for (std::size_t i = 0; i < groups.size(); ++i)
        if (groups[i].counts.nodes() > 0) add_row(table, group_name(i), kDepthColumns, groups[i]);
    }

    std::vector<std::string> players_;
    std::string unit_;
    std::map<std::int64_t, std::vector<Depths>> sums_;  // by limit, then by player
    std::uint64_t positions_ = 0;
  };
};

}  // namespace

SuiteMeasure measure_tree() {
  return record::measure<Tree>();
}

}  // namespace oknos::lab
