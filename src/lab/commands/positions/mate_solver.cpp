#include "lab/commands/positions/mate_solver.h"

#include <algorithm>
#include <utility>

#include "engine/chess/movegen.h"

namespace oknos::lab {

namespace {

constexpr std::size_t kEntries = std::size_t{1} << 18;

bool bare_king(const Position& position, Color c) {
  return !more_than_one(position.pieces(c));
}

}  // namespace

MateSolver::MateSolver(std::uint64_t most_nodes) : table_(kEntries), most_nodes_(most_nodes) {}

// What an earlier question has left in the table would be true, but whether nodes suffice must not depend on it.
void MateSolver::begin(Color attacker) {
  constexpr Key kStep = 0x9e3779b97f4a7c15ULL;  // odd: no value returns
  salt_ += kStep;
  refutations_.clear();
  nodes_ = 0;
  attacker_ = attacker;
}

MateAnswer MateSolver::answer(MateVerdict verdict, int moves, std::vector<Move> first) const {
  return {verdict, moves, std::move(first), nodes_};
}

MateAnswer MateSolver::mates(const Position& position, int most_moves) {
  begin(position.side_to_move());
  Position p = position;
  const MoveList moves = legal_moves(p);
  for (int n = 1; n <= most_moves; ++n) {
    refutations_.resize(static_cast<std::size_t>(n) + 1);
    // Cheaper than asking for each move: most positions have no mate in n.
    if (!attack(p, n)) {
      if (out_of_nodes()) return answer(MateVerdict::GaveUp, n, {});
      continue;
    }
    std::vector<Move> first;
    for (const Move m : moves) {
      const MadeMove made(p, m);
      ++nodes_;
      if (defence_fails(p, n - 1)) first.push_back(m);
    }
    if (out_of_nodes()) return answer(MateVerdict::GaveUp, n, {});
    return answer(MateVerdict::Mate, n, std::move(first));
  }
  return answer(MateVerdict::NoMate, most_moves, {});
}

MateAnswer MateSolver::is_mated(const Position& position, int most_moves) {
  begin(~position.side_to_move());
  Position p = position;
  const MoveList moves = legal_moves(p);
  for (int n = 0; n <= most_moves; ++n) {
    refutations_.resize(static_cast<std::size_t>(n) + 1);
    if (!defence_fails(p, n)) {
      if (out_of_nodes()) return answer(MateVerdict::GaveUp, n, {});
      continue;
    }
    std::vector<Move> longest;
    for (const Move m : moves) {
      const MadeMove made(p, m);
      ++nodes_;
      if (!attack(p, n - 1)) longest.push_back(m);
    }
    if (out_of_nodes()) return answer(MateVerdict::GaveUp, n, {});
    return answer(MateVerdict::Mate, n, std::move(longest));
  }
  return answer(MateVerdict::NoMate, most_moves, {});
}

// The attacker is to move: does it mate in at most `moves`? False also when the nodes are spent.
bool MateSolver::attack(Position& position, int moves) {
  if (moves <= 0 || bare_king(position, attacker_)) return false;
  if (moves == 1) return mates_at_once(position);
  const Key key = position.key() ^ salt_;
  Entry& slot = table_[key & (kEntries - 1)];
  Entry entry = slot.key == key ? slot : Entry{};
  if (entry.mates_in <= moves) return true;
  if (entry.safe_for >= moves) return false;
  entry.key = key;
  // The shorter mates first: they cost little and are what most proofs end with.
  bool mates = false;
  for (int n = std::max(1, entry.safe_for + 1); n <= moves && !mates; ++n) {
    mates = n == 1 ? mates_at_once(position) : attack_full_width(position, n, entry);
    if (out_of_nodes()) return false;
    if (mates)
      entry.mates_in = static_cast<std::uint8_t>(n);
    else
      entry.safe_for = static_cast<std::uint8_t>(n);
  }
  slot = entry;
  return mates;
}

bool MateSolver::attack_full_width(Position& position, int moves, Entry& entry) {
  for (const Candidate& c : attacks_in_order(position, entry.best)) {
    const MadeMove made(position, c.move);
    ++nodes_;
    if (out_of_nodes()) return false;
    if (!defence_fails(position, moves - 1)) continue;
    entry.best = c.move;
    return true;
  }
  return false;
}

bool MateSolver::mates_at_once(Position& position) {
  const CheckInfo info = position.check_info();
  for (const Move m : legal_moves(position)) {
    if (!position.gives_check(m, info)) continue;
    const MadeMove made(position, m);
    ++nodes_;
    if (!has_legal_move(position)) return true;
  }
  return false;
}

// The other side is to move: is it mated in at most `moves` of the attacker, whatever it does? Stalemate is no mate.
bool MateSolver::defence_fails(Position& position, int moves) {
  if (moves == 0) return position.in_check() && !has_legal_move(position);
  MoveList replies = legal_moves(position);
  if (replies.empty()) return position.in_check();
  put_replies_in_order(position, moves, replies);
  for (const Move m : replies) {
    const MadeMove made(position, m);
    ++nodes_;
    if (attack(position, moves)) continue;
    if (!out_of_nodes()) refutations_[static_cast<std::size_t>(moves)] = m;
    return false;
  }
  return true;
}

// What mated before, then checks, and among them and the rest what leaves the fewest replies.
MateSolver::Candidates MateSolver::attacks_in_order(Position& position, Move first) {
  constexpr int kFirst = -2000;
  constexpr int kCheck = -1000;
  const CheckInfo info = position.check_info();
  Candidates out;
  for (const Move m : legal_moves(position)) {
    int order = m == first ? kFirst : position.gives_check(m, info) ? kCheck : 0;
    const MadeMove made(position, m);
    order += count_legal_moves(position);
    out.push_back({m, order});
  }
  std::stable_sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) { return a.order < b.order; });
  return out;
}

// The reply that held last time, captures, then the others.
void MateSolver::put_replies_in_order(const Position& position, int moves, MoveList& replies) const {
  const Move held = refutations_[static_cast<std::size_t>(moves)];
  Move* next = replies.begin();
  for (Move* m = replies.begin(); m != replies.end(); ++m)
    if (*m == held) std::swap(*m, *next++);
  for (Move* m = next; m != replies.end(); ++m)
    if (position.is_capture(*m)) std::swap(*m, *next++);
}

}  // namespace oknos::lab
