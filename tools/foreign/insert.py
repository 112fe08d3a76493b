#!/usr/bin/env python3
"""Inserts calls of include/oknos/claims.h into the source of another engine.

usage: tools/foreign/insert.py ENGINE FOLDER

FOLDER holds the engine's source files. Each insertion names a file, the function in which to look, a short regular
expression that must match exactly once there (comments do not count), and what replaces the match, or its last group
without a name: in the replacement @ stands for the replaced code, $name for what the group of that name matched, or for
code that is borrowed from elsewhere in the file (Borrowed). Nothing is written unless all anchors are found.
"""

import pathlib
import re
import shutil
import sys
from typing import NamedTuple, Optional

HERE = pathlib.Path(__file__).resolve().parent


class Insertion(NamedTuple):
    name: str
    file: str
    function: Optional[str]  # expression for the head of its definition; None: the whole file
    anchor: str
    replacement: str


class Borrowed(NamedTuple):
    """Code of the engine that insertions use in another place, such as how it computes a reduction: what the anchor
    matches, without its comments."""
    name: str  # $name in replacements
    file: str
    function: Optional[str]
    anchor: str
    replacement: str = "@"


def traced(result, name, arguments, visit, unless="", template=""):
    """Where the tree is written, but not where `unless` holds, the function hands its call to another one, which calls it
    again between oknos_enter(visit) and oknos_leave(value). `template`: its one parameter, such as "NodeType nodeType"."""
    head, of, before = "", "", ""
    if template:
        head, of = f"template <{template}> ", f"<{template.split()[-1]}>"
        before = re.escape(head.strip()) + r"\s*"
    again = f"oknos_hand_over(); {result} oknosValue = {name}{of}({arguments});"
    body = f"oknos_enter({visit}); {again} oknos_leave(oknosValue); return oknosValue;"
    new = (f"{head}{result} {name}($list); {head}OKNOS_RARE {result} {name}_traced($list) {{ {body} }} "
           f"{head}{result} {name}($list) {{ "
           f"if (oknos_tracing() && !oknos_handed_over(){unless}) return {name}_traced{of}({arguments});")
    return f"{name}, traced", None, rf"{before}{result} {name}\((?P<list>[^;{{]*)\)\s*\{{", new


def glaurung():
    search = r"Value search\("
    quiescence = r"Value qsearch\("
    node = "pos, depth, ply, threadID, beta - 1, beta"
    late_anchor = r"ss\[\S+\]\.reduction = OnePly;"
    late = "oknos_late_move(pos, u, move, %sdepth, newDepth - OnePly, %sply, threadID, %s); @"
    skip_anchor = r"ok_to_prune\([^;]*\)\s*(continue;)"
    # Whether the move would be reduced at first, by the engine's own condition.
    first = "const bool oknosLate = %s; const Depth oknosFirst = oknosLate ? newDepth - OnePly : newDepth;"
    first_shared = first % "$late_shared"
    first = first % "$late"
    # Below one ply a search is quiescence, which has a visit of its own.
    shallow = " && depth >= OnePly"
    draw = r"is_draw\(\)\)\s*(return VALUE_DRAW;)"
    table = [
        ("header", None, r'#include "ucioption\.h"', '@\n#include "glaurung_claims.h"'),
        ("new search", r"void think\(", r"Idle = false;", "@ oknos_claims_new_search(); oknos_start_trace(pos);"),
        traced("Value", "root_search", "pos, ss, rml",
               "MOVE_NONE, 0, Depth(Iteration * OnePly), -VALUE_INFINITE, VALUE_INFINITE"),
        traced("Value", "search_pv", "pos, ss, alpha, beta, depth, ply, threadID",
               "ss[ply - 1].currentMove, ply, depth, alpha, beta", shallow),
        traced("Value", "search", "pos, ss, beta, depth, ply, allowNullmove, threadID",
               "ss[ply - 1].currentMove, ply, depth, beta - 1, beta", shallow),
        traced("Value", "qsearch", "pos, ss, alpha, beta, depth, ply, threadID",
               "ss[ply - 1].currentMove, ply, depth, alpha, beta"),
        ("table", search, r"return ttValue;", '{ oknos_ended("table"); @ }'),
        ("draw", search, draw, '{ oknos_ended("draw"); @ }'),
        ("draw", r"Value search_pv\(", draw, '{ oknos_ended("draw"); @ }'),
        ("draw", quiescence, draw, '{ oknos_ended("draw"); @ }'),
        ("stand pat", quiescence, r"if\(bestValue >= beta\)\s*(return bestValue;)", '{ oknos_ended("stand_pat"); @ }'),
        ("null move, verified", search, r"if\(v >= beta\)\s*(return beta;)", f"{{ oknos_null_move({node}); @ }}"),
        ("null move, not verified", search, r"else\s+(return beta;)", f"{{ oknos_null_move({node}); @ }}"),
        ("razoring", search, r"if\(v < beta\)\s*(return v;)", f"{{ oknos_razoring({node}, v); @ }}"),
        ("move count", search, skip_anchor,
         f'{{ if(oknos_claims_wanted("move_count")) {{ {first} oknos_move_count({node}, move, oknosFirst); }} @ }}'),
        ("futility", search, r"if\(futilityValue < beta\)",
         f'if(oknos_claims_wanted("futility")) {{ {first} oknos_futility({node}, move, futilityValue, oknosFirst); }} @'),
        ("late move", search, late_anchor, late % ("", "", "beta - 1, beta")),
        ("late move", r"Value search_pv\(", late_anchor, late % ("", "", "alpha, beta")),
        ("late move", r"void sp_search\(", late_anchor, late % ("sp->", "sp->", "sp->beta - 1, sp->beta")),
        ("late move", r"void sp_search_pv\(", late_anchor, late % ("sp->", "sp->", "sp->alpha, sp->beta")),
        ("move count", r"void sp_search\(", skip_anchor,
         f'{{ if(oknos_claims_wanted("move_count")) {{ {first_shared} '
         "oknos_move_count(pos, sp->depth, sp->ply, threadID, sp->beta - 1, sp->beta, move, oknosFirst); } @ }"),
        ("delta pruning", quiescence, r"if\(futilityValue < alpha\)",
         "oknos_delta_pruning(pos, ply, threadID, alpha, beta, move, futilityValue); @"),
        ("exchange", quiescence, r"see\(move\) < 0\)\s*(continue;)",
         "{ oknos_quiescence_see(pos, ply, threadID, alpha, beta, move); @ }"),
    ]
    condition = r"(?<=if\()%s(?:[^{;]*?)(?=\)\s*\{\s*ss\[\S+\]\.reduction = OnePly;)"
    return [
        Borrowed("late_shared", "search.cpp", r"void sp_search\(", condition % r"ext == Depth\(0\)"),
        Borrowed("late", "search.cpp", search, condition % r"depth >= 2\*OnePly"),
        *(Insertion(name, "search.cpp", *rest) for name, *rest in table),
    ]


def toga2():
    search = r"static int full_search\("
    quiescence = r"static int full_quiescence\("

    verification = r"static int full_no_null\("
    # Below one ply a search is quiescence, which has a visit of its own.
    visit = "alpha, beta, depth, height"
    shallow = " && depth > 0"

    def node(rule, depth="depth"):
        return f'{{"{rule}", board, {depth}, height, ThreadId, alpha, beta}}'

    # To which depth the move would be searched at first: the engine's own conditions and table, without its bookkeeping.
    first = ("const bool reduced = UseHistory && played_nb >= HistoryMoveNb && depth >= HistoryDepth "
             "&& !(good_cap && move_is_tactical(move, board)); "
             "const int oknosFirst = new_depth - (reduced ? $table : 0);")

    def skip(rule, anchor):
        return (rule.replace("_", " "), search, anchor,
                f'if (oknos_claims_wanted("{rule}")) {{ {first} oknos_write_skip({node(rule)}, move, oknosFirst); }} @')

    def leads(function, move="move", anchor=r"move_do\(board,"):
        return "move that leads on", function, anchor, f"oknos_lead(height, {move}); @"

    def draws(function):
        return [("draw", function, rf"{test}\([^)]*\)\)\s*(return ValueDraw;)", '{ oknos_ended("draw"); @ }')
                for test in ("board_is_repetition", "recog_draw")]

    table = [
        ("header", None, r'#include "probe\.h"', '@\n#include "toga2_claims.h"'),
        ("new search", r"void search_full_init\(", r"list_note\(list\);",
         "@ oknos_claims_new_search(); oknos_start_trace(board);"),
        traced("int", "full_root", "list, board, alpha, beta, depth, height, search_type, ThreadId", visit),
        traced("int", "full_search", "board, alpha, beta, depth, height, pv, node_type, extended, ThreadId", visit, shallow),
        traced("int", "full_no_null",
               "board, alpha, beta, depth, height, pv, node_type, trans_move, best_move, extended, ThreadId", visit),
        traced("int", "full_quiescence", "board, alpha, beta, depth, height, pv, ThreadId", visit),
        leads(r"static int full_root\("),
        leads(search),
        leads(search, "MoveNull", r"move_do_null\("),
        leads(verification),
        leads(quiescence),
        *draws(search),
        *draws(quiescence),
        ("table", search, r"return trans_value;", '{ oknos_ended("table"); @ }'),
        ("table", quiescence, r"return trans_value;", '{ oknos_ended("table"); @ }'),
        ("stand pat", quiescence, r"if \(value >= beta\)\s*(goto cut;)\s*\}\s*if \(UseDelta\)",
         '{ oknos_ended("stand_pat"); @ }'),
        ("null move, verified", search, r"pv_copy\(pv,new_pv\);", f"@ oknos_cut({node('null_move')}, value);"),
        ("null move, not verified", search, r"if \(value > \+ValueEvalInf\)[^;]*;",
         f"@ oknos_cut({node('null_move')}, value);"),
        ("razoring", search, r"if \(value < threshold\)\s*(return value;)",
         f"{{ oknos_cut({node('razoring')}, value); @ }}"),
        skip("history_pruning", r"!move_is_dangerous\(move,board\)\)\{\s*(continue;)"),
        ("futility", search, r"value = opt_value;",
         f'@ if (oknos_claims_wanted("futility")) {{ {first} '
         f"oknos_write_skip({node('futility')}, move, oknosFirst, value, alpha); }}"),
        ("late move", search, r"if \(reduction > 0\)\s*reduced = true;",
         f"@ if (reduced) oknos_reduce({node('late_move')}, move, new_depth - reduction);"),
        ("delta pruning", quiescence, r"if \(value <= alpha\) \{",
         f"oknos_margin({node('delta_pruning', 0)}, move, value); @"),
    ]
    return [
        Borrowed("table", "search_full.cpp", search, r"\bquietMoveReduction\[[^;)]*"),
        *(Insertion(name, "search_full.cpp", *rest) for name, *rest in table),
    ]


def ethereal():
    search = r"^int search\("
    quiescence = r"^int qsearch\("

    def node(rule, depth="depth"):
        return f'(OknosNode) {{"{rule}", thread, {depth}, height, alpha, beta, eval}}'

    # The engine's own code says how much the move would be reduced at first, if it were the next that is searched, and
    # whether it would be extended.
    first = ("const int oknosPlayed = played + 1; int oknosFull, oknosFirst; "
             "{ int R, played = oknosPlayed; $late oknosFull = depth - 1 + (($extended) && !RootNode); "
             "oknosFirst = oknosFull + 1 - R; }")

    def cut(name, rule, anchor, bound):
        return name, search, anchor, f"{{ oknos_cut({node(rule)}, {bound}); @ }}"

    def skip(rule, anchor):
        write = f"oknos_write_skip({node(rule)}, move, OKNOS_UNKNOWN, OKNOS_UNKNOWN, oknosFull, oknosFirst);"
        return rule, search, anchor + r"\s*(continue;)", f'{{ if (oknos_claims_wanted("{rule}")) {{ {first} {write} }} @ }}'

    def quiets(rule, bound, slack):
        """A claim for each quiet move that is left, with its own history, as if those before it had been searched."""
        write = f"oknos_write_skip({node(rule)}, move, {bound}, {slack}, oknosFull, oknosFirst);"
        histories = "int hist, cmhist, fmhist; getHistory(thread, move, height, &hist, &cmhist, &fmhist);"
        return (f"MovePicker oknosRest = movePicker; int oknosQuiets = 0; for (uint16_t oknosMove; "
                f"(oknosMove = selectNextMove(&oknosRest, board, 0)) != NONE_MOVE; ) "
                f"if (!moveIsTactical(board, oknosMove) && ++oknosQuiets && oknos_claims_wanted(\"{rule}\")) {{ "
                f"const uint16_t move = oknosMove; const int isQuiet = 1, oknosBefore = played, oknosSeen = quietsSeen; "
                f"{histories} {{ const int played = oknosBefore + oknosQuiets, quietsSeen = oknosSeen + oknosQuiets; "
                f"const int oknosStage = oknosRest.stage; const struct {{ int stage; }} movePicker = {{oknosStage}}; "
                f"{first} {write} }} }}")

    def skip_quiets(rule, anchor, number, asked, bound, also="1"):
        """Where the rule does not fire, what a smaller margin would skip: from the first move on that asks for it."""
        return (rule, search, anchor,
                f"if (oknos_claims_active() && !skipQuiets && ({asked}) && ({also})) {{ "
                f"const int oknosBound = {bound}, oknosSlack = alpha - oknosBound; "
                f"if (oknosSlack >= 0 || (oknos_near(oknosSlack, OknosUnit) && !(oknosAsked & {number}))) {{ "
                f"oknosAsked |= {number}; {quiets(rule, 'oknosBound', 'oknosSlack')} }} }} @")

    ends = r"ttValue <= alpha\)\)\s*(return ttValue;)"
    draw = r"boardIsDrawn\([^)]*\)\)\s*(return [^;]*;)"
    table = [
        ("header", None, r'#include "windows\.h"', '@\n#include "ethereal_claims.h"'),
        ("new search", r"^void getBestMove\(", r"updateTT\(\);",
         "@ oknos_claims_new_search(); oknos_start_trace(board);"),
        # Below one ply a search is quiescence, which has a visit of its own.
        traced("int", "search", "thread, pv, alpha, beta, depth, height", "thread, alpha, beta, depth, height",
               " && (depth > 0 || thread->board.kingAttackers)"),
        traced("int", "qsearch", "thread, pv, alpha, beta, height", "thread, alpha, beta, 0, height"),
        ("table", search, ends, '{ oknos_ended("table"); @ }'),
        ("table", quiescence, ends, '{ oknos_ended("table"); @ }'),
        ("draw", search, draw, '{ oknos_ended("draw"); @ }'),
        ("draw", quiescence, draw, '{ oknos_ended("draw"); @ }'),
        ("stand pat", quiescence, r"if \(alpha >= beta\)\s*(return eval;)", '{ oknos_ended("stand_pat"); @ }'),
        ("asked", search, r"MovePicker movePicker;", "@ int oknosAsked = 0;"),
        ("reverse futility", search,
         r"if \((?P<asked>\s*!PvNode\s*&& !inCheck\s*&&\s*depth <= BetaPruningDepth\s*)&&\s*"
         r"(?P<value>eval - BetaMargin \* depth) > beta\)\s*return eval;",
         f"if (oknos_claims_active() && ($asked)) "
         f"oknos_cut_by_margin({node('reverse_futility')}, ($value) > beta ? eval : beta, ($value) - beta - 1); @"),
        cut("null move", "null_move", r"if \(value >= beta\)\s*(return beta;)", "beta"),
        cut("probcut", "probcut", r"if \(value >= rBeta\)\s*(return value;)", "value"),
        skip_quiets("futility_history",
                    r"if \((?P<asked>\s*depth <= FutilityPruningDepth\s*)&&\s*"
                    r"(?P<bound>eval \+ futilityMargin) <= alpha\s*&&\s*"
                    r"(?P<also>hist [^;]*FutilityPruningHistoryLimit\[improving\])\)\s*skipQuiets = 1;",
                    1, "$asked", "$bound", "$also"),
        skip_quiets("futility",
                    r"if \((?P<asked>\s*depth <= FutilityPruningDepth\s*)&&\s*"
                    r"(?P<bound>eval \+ futilityMargin \+ FutilityMarginNoHistory) <= alpha\)\s*skipQuiets = 1;",
                    2, "$asked", "$bound"),
        ("move_count", search, r"LateMovePruningCounts\[improving\]\[depth\]\)\s*(skipQuiets = 1;)",
         f"{{ if (oknos_claims_active() && !skipQuiets) {{ {quiets('move_count', 'OKNOS_UNKNOWN', 'OKNOS_UNKNOWN')} }} @ }}"),
        skip("counter_move", r"cmhist < CounterMoveHistoryLimit\[improving\]\)"),
        skip("follow_up_move", r"fmhist < FollowUpMoveHistoryLimit\[improving\]\)"),
        skip("see_pruning", r"seeMargin\[isQuiet\]\)\)"),
        ("late move", search, r"(if \(R != 1\)) value = -search",
         f"if (R != 1) oknos_reduce({node('late_move')}, move, newDepth - 1, newDepth - R); @"),
        ("multi-cut", search, r"return MAX\(ttValue - depth", f"oknos_cut({node('multi_cut')}, ttValue - depth); @"),
        ("delta pruning", quiescence, r"if \((?P<best>moveBestCaseValue\(board\)) < margin\)\s*return eval;",
         f"if (oknos_claims_active()) oknos_cut_by_margin({node('delta_pruning', 0)}, $best < margin ? eval : alpha, "
         f"margin - 1 - $best); @"),
        ("exchange", quiescence, r"\}\s*(return best;)",
         f"oknos_skip_exchanges({node('quiescence_see', 0)}, &movePicker); @"),
    ]
    return [
        Borrowed("late", "search.c", search, r"(?s:if \(isQuiet && depth > 2 && played > 1\).*?else R = 1;)"),
        Borrowed("extended", "search.c", search, r"(?<=extension =)\s*\(inCheck\)\s*\|\| \(isQuiet[^)]*\)"),
        *(Insertion(name, "search.c", *rest) for name, *rest in table),
    ]


def stockfish():
    search = r"^  Value search\("
    quiescence = r"^  Value qsearch\("
    picker = r"^Move MovePicker::next_move\("
    # The engine's own code says to which depth it would search the move first. It stores a number for the node's
    # children, which is put back. $late ends within a block.
    first = ("Depth oknosFirst = depth - 1; "
             "{ const int oknosScore = ss->statScore; const Depth newDepth = depth - 1; "
             "$late oknosFirst = std::min(d, newDepth); ss->statScore = oknosScore; } }")

    def node(rule, depth="depth"):
        return f'{{"{rule}", pos, ss, {depth}, alpha, beta}}'

    def cut(rule, anchor, bound):
        return rule, search, anchor, f"{{ oknos_cut({node(rule)}, {bound}); @ }}"

    def skip(rule, anchor):
        write = f'if (oknos_claims_wanted("{rule}")) {{ {first} oknos_write_skip({node(rule)}, move, oknosFirst); }}'
        return rule, search, anchor + r"\s*(continue;)", f"{{ {write} @ }}"

    def quiescence_skip(rule, anchor):
        return rule, quiescence, anchor + r"\s*(continue;)", f"{{ oknos_skip({node(rule, 0)}, move); @ }}"

    def margin(rule, asked, test, most):
        """The rule skips the move where a bound is at most `most`."""
        write = f"{first} oknos_write_skip({node(rule)}, move, oknosFirst, oknosBound, {most});"
        return (rule, search, rf"if \((?P<asked>{asked})&&\s*(?P<bound>ss->staticEval [^<]*){test}\)\s*continue;",
                f"if ($asked) {{ const int oknosBound = $bound; "
                f'if (oknos_claims_active() && oknos_near({most} - oknosBound, OknosUnit) && oknos_claims_wanted("{rule}")) '
                f"{{ {write} }} if (oknosBound {test}) continue; }}")

    def quiescence_margin(rule, anchor, asked, bound):
        return (rule, quiescence, anchor,
                f"if (oknos_claims_active() && {asked}) oknos_margin({node(rule, 0)}, move, {bound}, alpha); @")

    def draw(function):
        return ("draw", function, r"return \(ss->ply[^;]*;",
                '{ if (oknos_tracing() && pos.is_draw(ss->ply)) oknos_trace_end("draw"); @ }')

    # What the move picker leaves out once moveCount is high enough, in the order in which it would have come.
    left_out = ('for (int oknosCount = moveCount; Move oknosMove = mp.oknos_next_skipped(); ) '
                'if (oknosMove != excludedMove && pos.legal(oknosMove)) { ++oknosCount; '
                'if (oknos_claims_wanted("move_count")) { '
                'const Move move = oknosMove; const int moveCount = oknosCount; const bool capture = false; '
                'const Value delta = beta - alpha; const Piece movedPiece = pos.moved_piece(move); '
                f'{first} oknos_write_skip({node("move_count")}, move, oknosFirst); }} }}')
    table = [
        ("header", None, r'#include "syzygy/tbprobe\.h"', '@\n#include "stockfish_claims.h"'),
        ("new search", r"void MainThread::search\(", r"TT\.new_search\(\);",
         "@ oknos_claims_new_search(); oknos_start_trace(rootPos);"),
        traced("Value", "search", "pos, ss, alpha, beta, depth, cutNode", "pos, ss, alpha, beta, depth", " && depth > 0",
               "NodeType nodeType"),
        traced("Value", "qsearch", "pos, ss, alpha, beta, depth", "pos, ss, alpha, beta, depth",
               template="NodeType nodeType"),
        ("table", search, r"return ttValue;", '{ oknos_ended("table"); @ }'),
        ("table", quiescence, r"return ttValue;", '{ oknos_ended("table"); @ }'),
        draw(search),
        draw(quiescence),
        ("stand pat", quiescence, r"DEPTH_NONE, MOVE_NONE, ss->staticEval\);\s*(return bestValue;)",
         '{ oknos_ended("stand_pat"); @ }'),
        cut("razoring", r"if \(value < alpha\)\s*(return value;)", "value"),
        ("reverse_futility", search,
         r"if \((?P<asked>\s*!ss->ttPv\s*&&\s*depth < 8\s*)&&\s*(?P<value>eval - futility_margin[^;]*?/ 303)\s*>= beta"
         r"(?P<also>\s*&&\s*eval >= beta\s*&&\s*eval < 28031)\)\s*return eval;",
         f"if ($asked $also) {{ const int oknosValue = $value; "
         f"if (oknos_claims_active()) oknos_cut_by_margin({node('reverse_futility')}, eval, oknosValue - beta); "
         f"if (oknosValue >= beta) return eval; }}"),
        ("null_move", search, r"depth < 14\)\)\s*(return nullValue;)",
         f"{{ oknos_cut({node('null_move')}, nullValue); @ }}"),
        ("null_move, verified", search, r"if \(v >= beta\)\s*(return nullValue;)",
         f"{{ oknos_cut({node('null_move')}, nullValue); @ }}"),
        ("probcut", search, r"depth - 3, move, ss->staticEval\);\s*(return value;)",
         f"oknos_cut({node('probcut')}, value); @"),
        cut("probcut_in_check", r"return probCutBeta;", "probCutBeta"),
        ("move_count", search, r"while \((?P<pick>\(move = mp\.next_move\(moveCountPruning\)\)) != MOVE_NONE\)",
         f"while ($pick, __extension__ ({{ if (moveCountPruning && oknos_claims_active()) {{ {left_out} }} 0; }}), "
         "move != MOVE_NONE)"),
        margin("capture_futility", r"\s*!givesCheck\s*&& !PvNode\s*&& lmrDepth < 7\s*&& !ss->inCheck\s*",
               "< alpha", "alpha - 1"),
        skip("capture_see", r"Value\(-222\) \* depth\)\)"),
        skip("history_pruning", r"history < -3875 \* \(depth - 1\)\)"),
        margin("futility", r"\s*!ss->inCheck\s*&& lmrDepth < 13\s*", "<= alpha", "alpha"),
        skip("quiet_see", r"15 \* lmrDepth\)\)\)"),
        ("multi_cut", search, r"else if \(singularBeta >= beta\)\s*(return singularBeta;)",
         f"{{ oknos_cut({node('multi_cut')}, singularBeta); @ }}"),
        ("late_move", search, r"Depth d = std::clamp\([^;]*;",
         f"@ if (d < newDepth) oknos_reduce({node('late_move')}, move, newDepth, d, st, givesCheck);"),
        quiescence_skip("quiescence_move_count", r"if \(moveCount > 2\)"),
        quiescence_margin("delta_pruning", r"if \(futilityValue <= alpha\)", "true", "futilityValue"),
        quiescence_margin("delta_exchange", r"if \(futilityBase <= alpha && (?P<loses>!pos\.see_ge\([^;{]*\))\)\s*\{",
                          "$loses", "futilityBase"),
        quiescence_skip("quiescence_see", r"!pos\.see_ge\(move\)\)"),
        quiescence_skip("quiescence_history", r"contHist\[1\]\)\[[^;]*< 0\)"),
    ]
    # The picker leaves quiet moves out where it goes on to the bad captures; it may not even have generated them.
    not_generated = "(endMoves == std::end(refutations) || endMoves == std::end(refutations) - 1)"
    generate = (f"if ({not_generated}) {{ const Bitboard oknosThreatened = threatenedPieces; "
                "$quiets } threatenedPieces = oknosThreatened; }")
    picking = [
        ("header", None, r'#include "movepick\.h"', '@\n#include "claims.h"'),
        ("left out", picker, r"cur = moves;\s*endMoves = endBadCaptures;",
         f"if (skipQuiets && oknos_claims_active()) {{ {generate} "
         "oknosNoted = this; oknosFrom = cur; oknosTo = endMoves; } @"),
    ]
    return [
        Borrowed("late", "search.cpp", search, r"(?s:if \(\s*depth >= 2\s*&&\s*moveCount > .*?Depth d = std::clamp\([^;]*;)"),
        *(Insertion(name, "search.cpp", *rest) for name, *rest in table),
        Borrowed("quiets", "movepick.cpp", picker, r"(?<=if \(!skipQuiets\))\s*\{[^}]*"),
        *(Insertion(name, "movepick.cpp", *rest) for name, *rest in picking),
        Insertion("left out", "movepick.h", None, r"Bitboard threatenedPieces;",
                  # Of the last picker that left moves out; asked at once.
                  "@ inline static thread_local MovePicker *oknosNoted = nullptr; "
                  "inline static thread_local const ExtMove *oknosFrom, *oknosTo; "
                  "Move oknos_next_skipped() { while (oknosNoted == this && oknosFrom != oknosTo) { "
                  "const Move m = *oknosFrom++; "
                  "if (m != ttMove && m != refutations[0] && m != refutations[1] && m != refutations[2]) return m; } "
                  "oknosNoted = nullptr; return MOVE_NONE; }"),
    ]


ENGINES = {"glaurung": glaurung, "toga2": toga2, "ethereal": ethereal, "stockfish": stockfish}


def without_comments(text):
    """The same text, as long, with blanks for comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.DOTALL)


def closing_brace(code, start):
    depth = 0
    for at in range(start, len(code)):
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        if depth == 0:
            return at + 1
    return len(code)


def extents(code, head):
    """Where the definitions of that function begin and end."""
    for match in re.finditer(head, code, re.MULTILINE):
        opening = re.compile(r"[{;]").search(code, match.end())
        if opening and opening[0] == "{":
            yield match.start(), closing_brace(code, opening.start())


def place(insertion, code):
    """The match of the anchor; a text where it is not found exactly once."""
    start, end = 0, len(code)
    if insertion.function:
        found = list(extents(code, insertion.function))
        if len(found) != 1:
            return f"the function {insertion.function} is defined {len(found)} times, not once"
        start, end = found[0]
    found = list(re.compile(insertion.anchor).finditer(code, start, end))
    if len(found) != 1:
        where = f" in {insertion.function}" if insertion.function else ""
        return f"the anchor {insertion.anchor}{where} is found {len(found)} times, not once"
    return found[0]


def insert(text, insertions):
    """The new text, and a line for each anchor that does not fit."""
    code = without_comments(text)
    places, errors, borrowed = [], [], {}
    for insertion in sorted(insertions, key=lambda i: not isinstance(i, Borrowed)):
        found = place(insertion, code)
        if isinstance(found, str):
            errors.append(f"{insertion.file}: {insertion.name}: {found}")
        elif isinstance(insertion, Borrowed):
            borrowed[insertion.name] = " ".join(found[0].split())
        else:
            new = insertion.replacement
            names = {**borrowed, **found.groupdict()}
            new = re.sub(r"\$(\w+)", lambda name: names.get(name[1], "").strip(), new)
            unnamed = set(range(1, found.re.groups + 1)) - set(found.re.groupindex.values())
            places.append((*found.span(max(unnamed, default=0)), new))
    for start, end, replacement in sorted(places, reverse=True):
        text = text[:start] + replacement.replace("@", text[start:end]) + text[end:]
    return text, errors


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ENGINES:
        sys.exit(f"usage: {sys.argv[0]} {'|'.join(ENGINES)} FOLDER")
    engine, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    insertions = ENGINES[engine]()
    texts, errors = {}, []
    for file in dict.fromkeys(insertion.file for insertion in insertions):
        try:
            text = (folder / file).read_bytes().decode("latin-1")
        except OSError as error:
            sys.exit(f"{sys.argv[0]}: {folder / file}: {error.strerror}; expected the source files of {engine}")
        texts[file], found = insert(text, [i for i in insertions if i.file == file])
        errors += found
    if errors:
        sys.exit("\n".join(f"{sys.argv[0]}: {engine}: {error}" for error in errors))

    for file, text in texts.items():
        (folder / file).write_bytes(text.encode("latin-1"))
    for header in (HERE.parents[1] / "include/oknos/claims.h", HERE / "engine_scores.h", HERE / f"{engine}_claims.h"):
        shutil.copy(header, folder)


if __name__ == "__main__":
    main()
