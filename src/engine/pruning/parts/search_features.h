#pragma once

#include <algorithm>

#include "engine/base/score.h"
#include "engine/pruning/parts/context.h"
#include "engine/pruning/parts/rule.h"

// Search features outside the futility family that presets can switch. The search implements them itself, so they have
// no ask().
namespace oknos::pruning {

// Null move pruning: if passing fails high at a reduced depth, a real move will too. Source: C. Donninger, "Null Move
// and Deep Search", ICCA Journal 16(3), 1993. Unsound in zugzwang, so not without pieces.
struct NullMovePruning {
  enum class P { MinDepth, Reduction, DepthDivisor, ExcessDivisor, CutNodes, VerifyDepth, MinMobility };
  static constexpr std::array<ParameterInfo, 7> kParameters = {{
      {"min_depth", "plies", 1, 20, 3, "least remaining depth at which the null move is tried"},
      {"reduction", "plies", 1, 8, 3, "base reduction of the search after the null move"},
      {"depth_divisor", "plies", 1, 100, 4,
       "one more ply of reduction per this many plies of remaining depth; 100: none"},
      {"excess_divisor", "centipawns", 50, 5000, 200,
       "one more ply (at most three) per this many centipawns by which E exceeds beta; 5000: none"},
      {"cut_nodes", "0 or 1", 0, 1, 0, "1: only at expected cut nodes"},
      {"verify_depth", "plies", 1, 100, 100,
       "least remaining depth at which a cutoff is verified by a search without null moves; 100: never"},
      {"min_mobility", "squares", 0, 30, 0,
       "least number of squares that the side's pieces, king, pawns and pinned pieces excluded, can go to"},
  }};
  static constexpr RuleInfo kInfo = {
      .name = "null_move",
      .kind = RuleKind::SearchFeature,
      .condition = "E >= beta and d >= min_depth and a null move searched to d - 1 - R holds beta",
      .effect = "cut",
      .source = "Donninger 1993",
      .soundness = "no, because of zugzwang",
      .parameters = kParameters};

  static constexpr int kNoExcess = 5000;  // of excess_divisor: no additional reduction

  // R in plies: the null move is searched to depth d - 1 - R.
  static constexpr int reduction(const RuleSetting& setting, Depth depth) {
    return setting[P::Reduction] + depth.plies() / setting[P::DepthDivisor];
  }
  // Additional reduction, in plies, if the static evaluation exceeds beta. 0 if excess_divisor is at its maximum: the
  // deep rules assume a null move where the static evaluation is not known.
  static constexpr int excess_reduction(const RuleSetting& setting, Score above_beta) {
    constexpr int kMax = 3;
    const int divisor = setting[P::ExcessDivisor];
    return divisor >= kNoExcess ? 0 : std::min(above_beta.value() / divisor, kMax);
  }
  // Remaining depth of the search after the null move.
  static constexpr Depth depth_after(const RuleSetting& setting, Depth depth) {
    return std::max(depth - 1 - reduction(setting, depth), Depth{0});
  }

  // Would the search try a null move at this node, if the static evaluation is high enough? Used by rules that assume a
  // null move.
  static bool is_allowed(const NodeContext& c) {
    return may_foresee(c, c.depth, c.beta) && !c.after_null && !c.in_check() && c.has_pieces();
  }
  // The same for a node below this one with that depth and beta, as far as it does not depend on the position there.
  static bool may_foresee(const NodeContext& c, Depth depth, Score beta) {
    return c.null_move && !c.pv && depth >= Depth{(*c.null_move)[P::MinDepth]} && !is_decisive(beta);
  }
};

// Late move reductions (LMR): late moves are searched with reduced depth first, and again with full depth if they raise
// alpha.
struct LateMoveReductions {
  enum class P {
    MinDepth,
    MinMoves,
    Base,
    Divisor,
    CutNode,
    History,
    Captures,
    TtPv,
    NotImproving,
    Killer,
    TtCapture,
    Cutoffs,
    InCheck,
    Order,
    DeeperCentipawns,
    ShallowerCentipawns,
    Root,
    Check,
    CaptureHistory,
    Pv
  };
  static constexpr std::array<ParameterInfo, 20> kParameters = {{
      {"min_depth", "plies", 1, 20, 3, "least remaining depth at which moves are reduced"},
      {"min_moves", "moves", 1, 64, 3, "number of moves searched to full depth before any is reduced"},
      {"base", "1/100 ply", -200, 500, 80, "constant term of the reduction"},
      {"divisor", "1/100", 50, 1000, 240, "divisor of ln(d) ln(move number)"},
      {"cut_node", "1/100 ply", 0, 500, 100, "added at expected cut nodes"},
      {"history", "1/100 ply", 0, 500, 300,
       "subtracted for the best possible history, added for the worst; in proportion between"},
      {"captures", "percent", 0, 100, 0, "share of the reduction that applies to captures and promotions"},
      {"tt_pv", "1/100 ply", 0, 500, 100, "subtracted if the node is or was on a principal variation"},
      {"not_improving", "1/100 ply", 0, 500, 100, "added if the static evaluation did not rise"},
      {"killer", "1/100 ply", 0, 500, 100, "subtracted for a killer move"},
      {"tt_capture", "1/100 ply", 0, 500, 0, "added if the TT move is a capture"},
      {"cutoffs", "1/100 ply", 0, 500, 0, "added if more than three nodes of the next ply were cut"},
      {"in_check", "percent", 0, 100, 0, "share of the reduction that applies to evasions"},
      {"order", "0 or 1", 0, 1, 0, "move number: 0 counts the moves searched before it, 1 the skipped ones too"},
      {"deeper_centipawns", "centipawns", 0, 1000, 0,
       "re-search one ply deeper if the reduced search beats the best value by more than this; 0: never"},
      {"shallower_centipawns", "centipawns", 0, 1000, 0,
       "re-search one ply shallower if the reduced search beats the best value by less than this"},
      {"root", "0 or 1", 0, 1, 0, "1: root moves are reduced by their place in the order too"},
      {"check", "1/100 ply", 0, 500, 100, "subtracted for a checking move"},
      {"capture_history", "1/100 ply", 0, 500, 0, "what `history` is for quiet moves, for captures and promotions"},
      {"pv", "1/100 ply", 0, 500, 0, "subtracted, besides `tt_pv`, if the node is on a principal variation"},
  }};
  static constexpr RuleInfo kInfo = {.name = "late_move_reductions",
                                     .kind = RuleKind::SearchFeature,
                                     .condition = "d >= min_depth, after min_moves moves",
                                     .effect = "search base + ln(d) ln(number) / divisor plies shallower first",
                                     .source = "Romstad, Fruit and Glaurung, 2005",
                                     .soundness = "no",
                                     .parameters = kParameters};
};

// Internal iterative reductions (IIR): a node without a TT move is searched with reduced depth; the next visit will
// have a TT move.
struct InternalIterativeReductions {
  enum class P { MinDepth, Plies, PvPlies };
  static constexpr std::array<ParameterInfo, 3> kParameters = {{
      {"min_depth", "plies", 2, 30, 4, "least remaining depth at which nodes are reduced"},
      {"plies", "plies", 1, 4, 1, "size of the reduction"},
      {"pv_plies", "plies", 1, 4, 1, "the same on the principal variation"},
  }};
  static constexpr RuleInfo kInfo = {.name = "internal_iterative_reductions",
                                     .kind = RuleKind::SearchFeature,
                                     .condition = "d >= min_depth and there is no TT move; pv and cut nodes",
                                     .effect = "search the node shallower",
                                     .source = "E. Schroeder, Rebel; R. Houdart's and others' since 2020",
                                     .soundness = "no",
                                     .parameters = kParameters};
};

// Singular extensions: the TT move is extended if a reduced search that excludes it shows that all other moves are
// worse by a margin. If the others fail high too, the node is cut (multi-cut). If the TT score is at least beta but the
// move is not singular, it is reduced (negative extension).
struct SingularExtensions {
  enum class P { MinDepth, Margin, DoubleMargin, TripleMargin };
  static constexpr std::array<ParameterInfo, 4> kParameters = {{
      {"min_depth", "plies", 4, 30, 7, "least remaining depth at which the TT move is tested"},
      {"margin", "1/16 centipawn", 0, 320, 24, "how much worse the other moves must be, per ply of remaining depth"},
      {"double_margin", "centipawns", 0, 1000, 25, "worse by this much more: extend by two plies"},
      {"triple_margin", "centipawns", 0, 1000, 1000,
       "worse by this much more, and a quiet move: extend by three plies; 1000: never"},
  }};
  static constexpr RuleInfo kInfo = {
      .name = "singular_extensions",
      .kind = RuleKind::SearchFeature,
      .condition = "d >= min_depth and all moves but the TT move are below the TT score - margin d, at half the depth",
      .effect =
          "search the TT move one to three plies deeper; otherwise cut if the others reach beta, or search it "
          "shallower if the TT score does",
      .source = "Anantharaman, Campbell and Hsu 1988; in this form Stockfish and others since 2010",
      .soundness = "the multi-cut: no",
      .parameters = kParameters};
};

// ProbCut: if a capture fails high against a raised beta in a reduced search, the node is assumed to fail high against
// beta.
struct ProbCut {
  enum class P { MinDepth, Margin, Reduction, TtMargin, Store };
  static constexpr std::array<ParameterInfo, 5> kParameters = {{
      {"min_depth", "plies", 3, 30, 5, "least remaining depth at which captures are tried"},
      {"margin", "centipawns", 0, 1000, 180, "how far above beta the shallower search must score"},
      {"reduction", "plies", 2, 8, 4, "how many plies shallower that search is"},
      {"tt_margin", "centipawns", 0, 2000, 0,
       "cut without a search if the TT score is this far above beta, from a search at least as deep; 0: never"},
      {"store", "0 or 1", 0, 1, 0, "1: a cutoff is stored in the TT, one ply deeper than the shallower search"},
  }};
  static constexpr RuleInfo kInfo = {
      .name = "probcut",
      .kind = RuleKind::SearchFeature,
      .condition = "d >= min_depth and a capture searched to d - reduction holds beta + margin",
      .effect = "cut with that value less the margin",
      .source = "M. Buro, ProbCut, ICCA Journal 18(2), 1995",
      .soundness = "no",
      .parameters = kParameters};
};

// Correction history: adds to the static evaluation the mean difference between search value and static evaluation in
// earlier positions with the same pawns, the same pieces, or after the same two moves.
struct CorrectionHistory {
  enum class P { Weight, Minors, Pieces, Halfmove };
  static constexpr std::array<ParameterInfo, 4> kParameters = {{
      {"weight", "percent", 1, 200, 100,
       "share of the error learnt for the pawns and the last two moves that is added"},
      {"minors", "percent", 0, 200, 0, "the same for the kings, knights and bishops"},
      {"pieces", "percent", 0, 200, 0, "the same for the pieces of one side, of each side"},
      {"halfmove", "percent", 0, 100, 0, "by how much E has shrunk when the halfmove clock reaches 100"},
  }};
  static constexpr RuleInfo kInfo = {.name = "correction_history",
                                     .kind = RuleKind::SearchFeature,
                                     .condition = "not in check, and pawns on the board",
                                     .effect = "E plus the error of E learnt in positions like this one",
                                     .source = "C. Whittle, Caissa 2023; Stockfish 2024",
                                     .soundness = "skips nothing, but E is no longer bounded by the evaluation",
                                     .parameters = kParameters};
};

// Histories: moves that caused cutoffs are ordered earlier and reduced less elsewhere, moves that failed to are ordered
// later and reduced more. See search/history.h.
struct MoveHistories {
  enum class P {
    BonusPerPly,
    BonusOffset,
    BonusMost,
    MalusPerPly,
    MalusOffset,
    MalusMost,
    Threats,
    AfterReduction,
    EvalChange,
    EvalChangeMost,
    PriorMalus,
    CaptureDivisor,
    CaptureLoss,
    ByKind,
    SixthPly,
    InCheckPlies,
    TtMalus,
    TtPriorMalus,
    PriorBonusDepth,
    Checks,
    Escapes,
    PriorBonusScale,
    CousinKillers,
    Butterfly,
    Previous,
    Earlier
  };
  static constexpr std::array<ParameterInfo, 26> kParameters = {{
      {"bonus_per_ply", "1/16384", 0, 2000, 180, "bonus of the best move, per ply of remaining depth"},
      {"bonus_offset", "1/16384", 0, 2000, 90, "subtracted from the bonus"},
      {"bonus_most", "1/16384", 100, 8000, 1800, "largest bonus"},
      {"malus_per_ply", "1/16384", 0, 2000, 180, "malus of the moves tried before it, per ply of remaining depth"},
      {"malus_offset", "1/16384", 0, 2000, 90, "subtracted from the malus"},
      {"malus_most", "1/16384", 100, 8000, 1800, "largest malus"},
      {"threats", "0 or 1", 0, 1, 0, "1: separate histories for moves from and to attacked squares"},
      {"after_reduction", "percent", 0, 300, 0,
       "share of the bonus or malus that a move gets when it is re-searched after a reduction"},
      {"eval_change", "1/16384", 0, 64, 0,
       "bonus of a quiet move for each centipawn by which it changed the static evaluation"},
      {"eval_change_most", "1/16384", 100, 8000, 1400, "largest bonus or malus of that kind"},
      {"prior_malus", "percent", 0, 300, 0,
       "share of the malus that one of the first two moves of a node gets when its reply causes a cutoff"},
      {"capture_divisor", "number", 1, 64, 8, "divides the capture history where captures are ordered"},
      {"capture_loss", "percent", 0, 100, 0,
       "share of a capture's score in the order that it may lose by SEE without being put behind the quiet moves"},
      {"by_kind", "0 or 1", 0, 1, 0, "1: separate continuation histories after captures and after evasions"},
      {"sixth_ply", "0 or 1", 0, 1, 0, "1: a continuation history of the move six plies earlier too"},
      {"in_check_plies", "plies", 1, 6, 6, "in check, only continuation histories of at most so many plies earlier"},
      {"tt_malus", "percent", 0, 300, 0, "share of the malus that a quiet TT move gets when the TT entry fails low"},
      {"tt_prior_malus", "percent", 0, 300, 0, "`prior_malus` where the cutoff comes from the TT"},
      {"prior_bonus_depth", "plies", 1, 20, 1,
       "least remaining depth at which a move gets a bonus because all its replies failed low"},
      {"checks", "1/16384", 0, 32000, 0, "added to the order of quiet checking moves that lose nothing by SEE"},
      {"escapes", "percent", 0, 200, 0,
       "share of 32768 (queen), 16384 (rook), 8192 (minor piece) added to the order of a quiet move that takes the "
       "piece from where a lesser one attacks it, subtracted if it goes to such a square"},
      {"prior_bonus_scale", "percent", 0, 300, 0,
       "how much larger the bonus of a move whose replies all failed low is, for each of: a remaining depth above 5, a "
       "node expected to cut, a move that came late in its node"},
      {"cousin_killers", "0 or 1", 0, 1, 0, "1: nodes share their killer moves with their cousins, not only siblings"},
      {"butterfly", "percent", 0, 400, 200, "weight of the butterfly history in the history of a quiet move"},
      {"previous", "percent", 0, 400, 100, "weight of the continuation history of the previous move"},
      {"earlier", "percent", 0, 400, 100, "weight of each continuation history of an earlier move"},
  }};
  static constexpr RuleInfo kInfo = {
      .name = "histories",
      .kind = RuleKind::SearchFeature,
      .condition = "a quiet move or capture was best at a node, or was tried in vain",
      .effect = "order it earlier or later, and reduce it less or more, in the whole tree",
      .source = "Schaeffer 1983; continuation histories: Stockfish 2016",
      .soundness = "skips nothing by itself",
      .may_be_off = false,
      .parameters = kParameters};
};

// Hindsight: adjusts the depth of a node if its static evaluation contradicts the reduction of the move that led to it.
struct Hindsight {
  enum class P { Deeper, Shallower, Margin };
  static constexpr std::array<ParameterInfo, 3> kParameters = {{
      {"deeper", "plies", 1, 20, 20,
       "one ply deeper if the last move was reduced by at least this and the opponent's static evaluation did not "
       "fall; 20: "
       "never"},
      {"shallower", "plies", 1, 20, 20,
       "one ply shallower if it was reduced by at least this and the two static evaluations add up to more than the "
       "margin; "
       "20: never"},
      {"margin", "centipawns", 0, 1000, 60, "the sum of both sides' static evaluations required for that"},
  }};
  static constexpr RuleInfo kInfo = {
      .name = "hindsight",
      .kind = RuleKind::SearchFeature,
      .condition = "the last move was reduced, and the static evaluation suggests that this was wrong",
      .effect = "search the node a ply deeper or shallower",
      .source = "Stockfish 2024",
      .soundness = "no",
      .parameters = kParameters};
};

// Fail-high blending: a value above beta is moved towards beta, the more the shallower its search. It is still a lower
// bound of the node's value, but one that deeper searches contradict less often.
struct FailHighBlend {
  enum class P { Search, Quiescence };
  static constexpr std::array<ParameterInfo, 2> kParameters = {{
      {"search", "percent", 0, 500, 100,
       "weight of beta in the value of a node that fails high; that of the value is 100 d"},
      {"quiescence", "percent", 0, 100, 50, "the same in quiescence, where the weight of the value is the rest"},
  }};
  static constexpr RuleInfo kInfo = {.name = "fail_high_blend",
                                     .kind = RuleKind::SearchFeature,
                                     .condition = "a move, or the static evaluation in quiescence, scores above beta",
                                     .effect = "return a weighted mean of that score and beta",
                                     .source = "Stockfish 2023 (quiescence), 2024",
                                     .soundness = "skips nothing; the value is still a lower bound",
                                     .off_unless_set = true,
                                     .parameters = kParameters};

  // Precondition: value >= beta.
  static constexpr Score mean(Score value, int value_weight, Score beta, int beta_weight) {
    if (beta_weight == 0 || is_decisive(value) || is_decisive(beta)) return value;
    return beta + Score{(value - beta).value() * value_weight / (value_weight + beta_weight)};
  }
  static constexpr Score of_search(const RuleSetting& setting, Score value, Score beta, Depth depth) {
    constexpr int kHundred = 100;
    if (!setting.enabled || value <= beta) return value;
    return mean(value, kHundred * depth.plies(), beta, setting[P::Search]);
  }
  static constexpr Score of_quiescence(const RuleSetting& setting, Score value, Score beta) {
    constexpr int kHundred = 100;
    if (!setting.enabled || value <= beta) return value;
    return mean(value, kHundred - setting[P::Quiescence], beta, setting[P::Quiescence]);
  }
};

// Upcoming repetition: if a move repeats an earlier position, the value of the node is at least a draw.
struct UpcomingRepetition {
  static constexpr RuleInfo kInfo = {.name = "upcoming_repetition",
                                     .kind = RuleKind::SearchFeature,
                                     .condition = "alpha < 0 and a move repeats an earlier position",
                                     .effect = "alpha is raised to the draw before any move is made",
                                     .source = "M. van Kervinck, Rookie 2.0, 2002",
                                     .soundness = "skips nothing"};
};

// Check extension: checking moves are searched one ply deeper, so that checks do not push a loss over the horizon.
struct CheckExtension {
  enum class P { MinDepth };
  static constexpr std::array<ParameterInfo, 1> kParameters = {{
      {"min_depth", "plies", 1, 30, 1, "least remaining depth at which checking moves are extended"},
  }};
  static constexpr RuleInfo kInfo = {.name = "check_extension",
                                     .kind = RuleKind::SearchFeature,
                                     .condition = "the move gives check, loses nothing by SEE, and d >= min_depth",
                                     .effect = "search one ply deeper",
                                     .source = "folklore; Slate and Atkin 1977",
                                     .soundness = "skips nothing",
                                     .parameters = kParameters};
};

// Aspiration windows: an iteration starts with a small window around the previous value and widens it when the search
// fails low or high.
struct AspirationWindow {
  enum class P { Delta, MinDepth, Growth, FailHigh, Average };
  static constexpr std::array<ParameterInfo, 5> kParameters = {{
      {"delta", "centipawns", 1, 1000, 20, "half the width of the first window"},
      {"min_depth", "plies", 1, 50, 5, "first iteration with a window"},
      {"growth", "percent", 10, 300, 100, "by how much that width grows after a fail low or a fail high"},
      {"fail_high", "plies", 0, 5, 0, "after a fail high, one ply less for each so far, up to this many"},
      {"average", "percent", 0, 100, 0,
       "share of the average of all earlier values, the later ones weighing more, in the middle of the first window"},
  }};
  static constexpr RuleInfo kInfo = {.name = "aspiration",
                                     .kind = RuleKind::SearchFeature,
                                     .condition = "iteration >= min_depth",
                                     .effect = "search with the window (last value - delta, last value + delta) first",
                                     .source = "Slate and Atkin 1977",
                                     .soundness = "skips nothing by itself",
                                     .parameters = kParameters};
};

// The transposition table. Without it, transpositions are searched again.
struct TranspositionTable {
  enum class P { NewMove, Agree, Deeper };
  static constexpr std::array<ParameterInfo, 3> kParameters = {{
      {"new_move", "0 or 1", 0, 1, 0, "1: a deeper entry that is kept still gets the new move"},
      {"agree", "plies", 0, 64, 0,
       "up to this remaining depth, an entry cuts only if it agrees with what is expected: a fail high at cut nodes, a "
       "fail low elsewhere; 0: no such condition"},
      {"deeper", "0 or 1", 0, 1, 0,
       "1: a bound cuts only if its search was deeper; an exact value may be of the same depth"},
  }};
  static constexpr RuleInfo kInfo = {.name = "transposition_table",
                                     .kind = RuleKind::SearchFeature,
                                     .condition = "the TT entry is deep enough, with a bound that cuts",
                                     .effect = "cut with the TT score; the TT move is searched first in any case",
                                     .source = "Greenblatt, Eastlake and Crocker 1967",
                                     .soundness = "except for the path: repetitions and the fifty-move clock",
                                     .parameters = kParameters};
};

}  // namespace oknos::pruning
