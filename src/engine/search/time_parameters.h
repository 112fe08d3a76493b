#pragma once

#include <array>
#include <cstdint>
#include <string_view>

// Every number that decides how long to think, with the range in which it makes sense.
namespace oknos {

struct TimeParameter {
  std::string_view name;
  std::int64_t value;
  std::int64_t least, most;
  std::string_view unit;
  std::string_view meaning;

  constexpr operator std::int64_t() const { return value; }  // NOLINT(google-explicit-constructor): it is a number
};

namespace time_parameters {

// The budget: what the clock allows.
inline constexpr TimeParameter kMovesExpected = {
    "moves expected", 26, 10, 80, "moves", "how many more moves the clock must pay for when nobody says it"};
inline constexpr TimeParameter kMovesMost = {
    "moves most", 40, 10, 80, "moves", "more moves to go than that are treated as so many"};
inline constexpr TimeParameter kIncrementShare = {
    "increment share", 80, 0, 100, "% of the increment", "what the optimum adds of it"};
inline constexpr TimeParameter kReserve = {"reserve",
                                           2,
                                           1,
                                           5,
                                           "times the overhead",
                                           "what stays on the clock, so that one late answer does not lose the game"};
inline constexpr TimeParameter kBareReserve = {
    "bare reserve",
    10,
    1,
    60,
    "times the overhead",
    "the same where neither an increment nor a time control brings time back: late answers add up, and a machine that "
    "others use too stands still for tens of milliseconds"};
inline constexpr TimeParameter kPayingIncrement = {
    "paying increment", 4, 1, 20, "times the overhead", "an increment below that leaves part of the bare reserve"};
inline constexpr TimeParameter kMaximumFactor = {"maximum factor",
                                                 450,
                                                 100,
                                                 1000,
                                                 "% of the optimum",
                                                 "the maximum time of a move, unless kMaximumShare allows less"};
inline constexpr TimeParameter kMaximumShare = {
    "maximum share", 40, 10, 90, "% of the clock without the reserve", "upper limit of the maximum time of a move"};
inline constexpr TimeParameter kLastMoveShare = {
    "last move share", 80, 10, 95, "% of the clock without the reserve", "the same for the last move before more time"};
inline constexpr TimeParameter kMin = {"least", 500, 100, 10000, "microseconds", "even a lost clock gets an answer"};
inline constexpr TimeParameter kMoveTimeOverhead = {
    "movetime overhead", 10, 0, 50, "% of movetime", "the overhead takes no more than that from a fixed time"};

// The scale: what the search has seen makes the optimum longer or shorter. The three factors are multiplied.
inline constexpr TimeParameter kUnstable = {"unstable", 130, 100,
                                            200,        "%", "factor after an iteration that changed the best move"};
inline constexpr TimeParameter kStableStep = {
    "stable step", 8, 0, 30, "%", "subtracted from that factor for each iteration since"};
inline constexpr TimeParameter kStable = {"stable", 78, 40, 100, "%", "the smallest value of that factor"};

inline constexpr TimeParameter kEffortSpread = {"effort spread",
                                                400,
                                                100,
                                                600,
                                                "per mille of the nodes",
                                                "share of the best move up to which kEffortSpreadScale applies"};
inline constexpr TimeParameter kEffortSpreadScale = {
    "effort spread scale", 145, 100, 250, "%", "factor when the best move took few nodes"};
inline constexpr TimeParameter kEffortSingle = {"effort single",
                                                950,
                                                700,
                                                1000,
                                                "per mille of the nodes",
                                                "share of the best move from which kEffortSingleScale applies"};
inline constexpr TimeParameter kEffortSingleScale = {
    "effort single scale",
    55,
    20,
    100,
    "%",
    "factor when it took nearly all nodes; between the two shares the factor is interpolated"};

inline constexpr TimeParameter kFallingPerPawn = {
    "falling per pawn", 80, 0, 300, "% for 100 centipawns", "more when the score falls below its average"};
inline constexpr TimeParameter kFallingMost = {"falling most", 160, 100, 300, "%", "the factor of a score that falls"};
inline constexpr TimeParameter kRisingLeast = {"rising least", 90, 50, 100, "%", "the factor of a score that rises"};
inline constexpr TimeParameter kAverageWeight = {
    "average weight", 3, 1, 15, "iterations", "how much the average of the score keeps of the past"};

inline constexpr TimeParameter kScaleLeast = {"scale least", 30, 10, 100, "%", "the product of the factors, at least"};
inline constexpr TimeParameter kScaleMost = {"scale most", 250, 100, 500, "%", "the product of the factors, at most"};

inline constexpr std::array kAll = {
    &kMovesExpected,     &kMovesMost,     &kIncrementShare,    &kReserve,        &kBareReserve,
    &kPayingIncrement,   &kMaximumFactor, &kMaximumShare,      &kLastMoveShare,  &kMin,
    &kMoveTimeOverhead,  &kUnstable,      &kStableStep,        &kStable,         &kEffortSpread,
    &kEffortSpreadScale, &kEffortSingle,  &kEffortSingleScale, &kFallingPerPawn, &kFallingMost,
    &kRisingLeast,       &kAverageWeight, &kScaleLeast,        &kScaleMost};

}  // namespace time_parameters

}  // namespace oknos
