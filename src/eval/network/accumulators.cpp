#include "eval/network/accumulators.h"

#include <algorithm>
#include <cassert>

#include "eval/network/kernels.h"
#include "platform/cache_line.h"

namespace oknos::eval::network {

Accumulators::Accumulators(std::shared_ptr<const Network> network, int plies)
    : network_(std::move(network)), plies_(static_cast<std::size_t>(plies)) {
  constexpr std::size_t kViews = 2 * kColors;  // of the cache
  constexpr std::size_t kLine = platform::kCacheLine / sizeof(std::int16_t);
  const auto n = static_cast<std::size_t>(network_->neurons());
  const std::size_t stack = plies_.size() * kColors * n;
  memory_.resize(stack + kViews * n + kLine);
  const auto misfit = reinterpret_cast<std::uintptr_t>(memory_.data()) % platform::kCacheLine / sizeof(std::int16_t);
  sums_ = memory_.data() + (kLine - misfit) % kLine;
  std::int16_t* next = sums_ + stack;
  for (auto& of_view : cache_) {
    for (Cached& cached : of_view) {
      cached.sums = next;
      std::copy_n(network_->biases(), n, next);  // an empty board
      next += n;
    }
  }
}

void Accumulators::start(const Position& position, int ply) {
  for (const Color view : {Color::White, Color::Black}) refresh(view, position, ply);
}

void Accumulators::note(Ply& to, const Position& position, Move move) const {
  const auto add = [&](Piece p, Square s) { to.added[to.additions++] = {p, s}; };
  const auto remove = [&](Piece p, Square s) { to.removed[to.removals++] = {p, s}; };
  const Color us = position.side_to_move();
  const Piece mover = position.piece_on(move.from());
  remove(mover, move.from());
  Square target = move.to();
  if (move.is_castling()) {
    const CastlingSide side = castling_side(move);
    target = castled_king(us, side);
    remove(make_piece(us, PieceType::Rook), move.to());
    add(make_piece(us, PieceType::Rook), castled_rook(us, side));
  } else if (move.is_en_passant()) {
    remove(make_piece(~us, PieceType::Pawn), offset(move.to(), -pawn_push(us)));
  } else if (!position.is_empty(move.to())) {
    remove(position.piece_on(move.to()), move.to());
  }
  add(move.is_promotion() ? make_piece(us, move.promoted()) : mover, target);
  if (type_of(mover) == PieceType::King) to.crossed[at(us)] = is_mirrored(move.from()) != is_mirrored(target);
}

void Accumulators::push(const Position& position, Move move, int ply) {
  Ply& to = ply_at(ply);
  to.additions = to.removals = 0;
  to.known = {};
  to.crossed = {};
  if (move) note(to, position, move);
}

Score Accumulators::value(const Position& position, Score material, int ply) {
  const Color us = position.side_to_move();
  ensure(us, position, ply);
  ensure(~us, position, ply);
  const Score out =
      value_of(material, network_->output(sums_of(us, ply), sums_of(~us, ply), popcount(position.pieces())));
  assert(out == plain_value(*network_, position));
  return out;
}

void Accumulators::ensure(Color view, const Position& position, int ply) {
  int from = ply;
  while (!ply_at(from).known[at(view)]) {
    if (ply_at(from).crossed[at(view)]) return refresh(view, position, ply);
    --from;
  }
  const bool mirrored = is_mirrored(position.king(view));
  while (from < ply) apply(view, mirrored, ++from);
}

void Accumulators::apply(Color view, bool mirrored, int ply) {
  Ply& p = ply_at(ply);
  const auto row = [&](const Man& man) {
    return network_->weights_of(input_of(view, mirrored, man.piece, man.square));
  };
  const std::int16_t* plus[2] = {};
  const std::int16_t* minus[2] = {};
  for (std::size_t i = 0; i < p.additions; ++i) plus[i] = row(p.added[i]);
  for (std::size_t i = 0; i < p.removals; ++i) minus[i] = row(p.removed[i]);
  const int n = network_->neurons();
  std::int16_t* to = sums_of(view, ply);
  const std::int16_t* from = sums_of(view, ply - 1);
  if (p.additions == 0)
    update<0, 0>(to, from, plus, minus, n);
  else if (p.additions == 2)
    update<2, 2>(to, from, plus, minus, n);
  else if (p.removals == 2)
    update<1, 2>(to, from, plus, minus, n);
  else
    update<1, 1>(to, from, plus, minus, n);
  p.known[at(view)] = true;
}

void Accumulators::refresh(Color view, const Position& position, int ply) {
  const bool mirrored = is_mirrored(position.king(view));
  Cached& cached = cache_[at(view)][mirrored ? 1 : 0];
  const int n = network_->neurons();
  const auto change = [&](Bitboard squares, Piece piece, bool comes) {
    while (squares) {
      const std::int16_t* weights = network_->weights_of(input_of(view, mirrored, piece, pop_lowest(squares)));
      const std::int16_t* rows[2] = {weights, nullptr};
      if (comes)
        update<1, 0>(cached.sums, cached.sums, rows, rows, n);
      else
        update<0, 1>(cached.sums, cached.sums, rows, rows, n);
    }
  };
  for (const Color c : {Color::White, Color::Black}) {
    for (int t = 0; t < kPieceTypes; ++t) {
      const auto type = static_cast<PieceType>(t);
      const Bitboard now = position.pieces(c, type);
      Bitboard& before = cached.men[at(c)][static_cast<std::size_t>(t)];
      change(before & ~now, make_piece(c, type), false);
      change(now & ~before, make_piece(c, type), true);
      before = now;
    }
  }
  std::copy_n(cached.sums, static_cast<std::size_t>(n), sums_of(view, ply));
  ply_at(ply).known[at(view)] = true;
}

}  // namespace oknos::eval::network
