#include "support/solved_endings.h"

#include <algorithm>

#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"

namespace oknos::tablebases::made {
namespace {

std::size_t at(Square s) {
  return static_cast<std::size_t>(index(s));
}

}  // namespace

Ending::Ending(PieceType man, std::map<PieceType, const Ending*> smaller) : man_(man), smaller_(std::move(smaller)) {
  look_at_every_position();
  find_results();
  find_distances();
}

Place Ending::place(int number) {
  return {square_at(number % 64), square_at(number / 64 % 64), square_at(number / 4096 % 64),
          static_cast<Color>(number / 262144)};
}

std::optional<Position> Ending::position(const Place& p) const {
  if (p.white_king == p.black_king || p.man == p.white_king || p.man == p.black_king) return std::nullopt;
  Setup setup;
  setup.board[at(p.white_king)] = Piece::WhiteKing;
  setup.board[at(p.black_king)] = Piece::BlackKing;
  setup.board[at(p.man)] = make_piece(Color::White, man_);
  setup.side_to_move = p.to_move;
  if (fen::check(setup, fen::Origin::Composed)) return std::nullopt;
  return Position(setup);
}

Place Ending::normal(Place p) const {
  const auto mirror = [&p](int bits) {
    for (Square* s : {&p.white_king, &p.black_king, &p.man}) *s = square_at(index(*s) ^ bits);
  };
  if (index(file_of(p.white_king)) > 3) mirror(7);
  if (man_ != PieceType::Pawn && index(rank_of(p.white_king)) > 3) mirror(56);
  return p;
}

int Ending::number(const Place& p) const {
  const Place n = normal(p);
  return index(n.white_king) + 64 * index(n.black_king) + 4096 * index(n.man) + 262144 * index(n.to_move);
}

void Ending::look_at_every_position() {
  states_.resize(kPlaces);
  for (int i = 0; i < kPlaces; ++i) {
    const Place p = place(i);
    if (number(p) != i) continue;
    auto position = this->position(p);
    if (!position) continue;
    State& s = states_[static_cast<std::size_t>(i)];
    s.legal = true;
    s.first = static_cast<std::uint32_t>(replies_.size());
    const MoveList moves = legal_moves(*position);
    s.mated = moves.empty() && position->in_check();
    for (const Move m : moves) replies_.push_back(reply(p, m, *position));
    s.last = static_cast<std::uint32_t>(replies_.size());
    s.known = moves.empty();
    if (s.mated) s.wdl = Wdl::Loss;
  }
}

Ending::Reply Ending::reply(Place p, Move m, const Position& position) const {
  Reply out{false, position.is_capture(m), 0, Wdl::Draw};
  out.zeroing = out.capture || type_of(position.piece_on(m.from())) == PieceType::Pawn;
  if (out.capture) return out.next = -1, out;
  Square& moved = m.from() == p.man ? p.man : p.to_move == Color::White ? p.white_king : p.black_king;
  moved = m.to();
  p.to_move = ~p.to_move;
  if (!m.is_promotion()) return out.next = number(p), out;
  out.next = -1;
  if (const auto other = smaller_.find(m.promoted()); other != smaller_.end()) out.outside = other->second->wdl(p);
  return out;
}

std::optional<Wdl> Ending::result_of(const Reply& r) const {
  if (r.next < 0) return -r.outside;
  const State& s = states_[static_cast<std::size_t>(r.next)];
  return s.known ? std::optional(-s.wdl) : std::nullopt;
}

void Ending::find_results() {
  auto open = list([&](std::size_t i) { return !states_[i].known; });
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::size_t i : open) {
      State& s = states_[i];
      bool wins = false;
      bool loses = true;
      for_replies(s, [&](const Reply& r) {
        const auto result = result_of(r);
        wins = wins || result == Wdl::Win;
        loses = loses && result == Wdl::Loss;
      });
      if (!wins && !loses) continue;
      s.known = changed = true;
      s.wdl = wins ? Wdl::Win : Wdl::Loss;
    }
    open.erase(std::remove_if(open.begin(), open.end(), [&](std::size_t i) { return states_[i].known; }), open.end());
  }
  for (State& s : states_) s.known = true;
  for (State& s : states_) {
    if (!s.legal) continue;
    bool all_zeroing = s.first < s.last;
    for_replies(s, [&](const Reply& r) {
      all_zeroing = all_zeroing && r.zeroing;
      if (result_of(r) != s.wdl) return;
      s.capture_is_best = s.capture_is_best || r.capture;
      s.zeroing_is_best = s.zeroing_is_best || (r.zeroing && s.wdl != Wdl::Loss);
    });
    s.zeroing_is_best = s.zeroing_is_best || all_zeroing;
  }
}

void Ending::find_distances() {
  std::vector<bool> done(states_.size());
  for (std::size_t i = 0; i < states_.size(); ++i) done[i] = states_[i].mated;
  auto open = list([&](std::size_t i) { return !done[i] && states_[i].wdl != Wdl::Draw; });
  for (int plies = 1; !open.empty(); ++plies) {
    std::vector<std::size_t> found;
    for (const std::size_t i : open) {
      const State& s = states_[i];
      int shortest = kPlaces;
      int longest = 0;
      for_replies(s, [&](const Reply& r) {
        if (result_of(r) != s.wdl) return;
        const auto next = static_cast<std::size_t>(r.next);
        const int length = r.zeroing ? 1 : done[next] ? states_[next].distance + 1 : kPlaces;
        shortest = std::min(shortest, length);
        longest = std::max(longest, length);
      });
      if ((s.wdl == Wdl::Win ? shortest : longest) == plies) found.push_back(i);
    }
    for (const std::size_t i : found) {
      done[i] = true;
      states_[i].distance = plies;
    }
    open.erase(std::remove_if(open.begin(), open.end(), [&](std::size_t i) { return done[i]; }), open.end());
  }
}

}  // namespace oknos::tablebases::made
