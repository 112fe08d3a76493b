#!/usr/bin/env python3
"""Draws the pictures of docs/rules: for each rule a small tree with the place where it acts, and its sum in numbers.

  tools/rule_pictures.py            # writes docs/rules/images/*.svg

The condition under a picture is the one that `oknos-lab rules --json` tells; a rule without a drawing below gets a plain
one. The numbers are those of the example on the
rule's page.
"""
import argparse
import html
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "docs/rules/images"
RULES = {}  # as `oknos-lab rules --json` tells of them, by name

WIDTH = 760
LEFT = 132  # where the tree begins; left of it stand the depths
RIGHT = 744
LEVEL = 64  # from one depth to the next
RADIUS = 8
LETTER = 6.6  # about the width of a small letter
PAPER, INK, GREY, ACT, FORESEEN = "#f6f4ee", "#2a2e35", "#8f949b", "#c2410c", "#1d6fa5"

HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-label="{title}"
 font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif" font-size="12" fill="{ink}">
<defs><pattern id="h" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="6" height="6" fill="{paper}"/><path d="M0 0V6" stroke="{grey}" stroke-width="1.6"/></pattern></defs>
<rect width="{w}" height="{h}" rx="8" fill="{paper}"/>"""


def text(x, y, words, anchor="start", fill=None, size=None, bold=False, mono=False, halo=False):
    style = f' text-anchor="{anchor}"' if anchor != "start" else ""
    style += f' fill="{fill}"' if fill else ""
    style += f' font-size="{size}"' if size else ""
    style += ' font-weight="bold"' if bold else ""
    style += ' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace"' if mono else ""
    style += f' paint-order="stroke" stroke="{PAPER}" stroke-width="4"' if halo else ""  # over a line
    return f'<text x="{x:.0f}" y="{y:.0f}"{style}>{html.escape(words)}</text>'


def line(a, b, stroke, dash="", width=1.6):
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<line x1="{a[0]:.0f}" y1="{a[1]:.0f}" x2="{b[0]:.0f}" y2="{b[1]:.0f}" stroke="{stroke}"'
            f' stroke-width="{width}"{dashes}/>')


class Node:
    """kind: plain, act (the rule answers here), gone (not searched), see (foreseen, not searched), tree (searched on),
    cut (a whole branch that is not searched), short (searched a ply less)."""

    def __init__(self, kind, label="", *moves):
        self.kind, self.label, self.moves = kind, label.split("\n") if label else [], moves

    def width(self):
        own = max((len(part) * LETTER for part in self.label), default=0) + 14
        return max(own if not self.moves else 0, 44, sum(m.to.width() for m in self.moves))

    def height(self):
        return 1 + max((m.to.height() for m in self.moves), default=0)


class Move:
    """kind: plain, act (the rule acts on this move), gone, see, null (a null move, foreseen), far (some plies)."""

    def __init__(self, kind, label, to):
        self.kind, self.label, self.to = kind, label, to


def place(node, left, width, top):
    node.x, node.y = left + width / 2, top
    whole = sum(m.to.width() for m in node.moves)
    for m in node.moves:
        share = width * m.to.width() / whole
        place(m.to, left, share, top + LEVEL)
        left += share
    if node.moves:
        node.x = (node.moves[0].to.x + node.moves[-1].to.x) / 2


def draw_move(a, m):
    b = m.to
    start, end = (a.x, a.y), (b.x, b.y)
    middle = ((a.x + b.x) / 2, (a.y + b.y) / 2)
    stroke = {"plain": INK, "act": ACT, "gone": GREY, "see": FORESEEN, "null": FORESEEN, "far": INK}[m.kind]
    dash = {"gone": "4 4", "act": "7 4", "see": "2 4", "null": "9 3 2 3", "far": "2 5"}.get(m.kind, "")
    yield line(start, end, stroke, dash)
    if m.kind == "act":
        x, y = middle
        yield f'<path d="M{x - 6:.0f} {y - 6:.0f}l12 12m0 -12l-12 12" stroke="{ACT}" stroke-width="3"/>'
    if m.label:
        right = b.x >= a.x
        yield text(middle[0] + (9 if right else -9), middle[1] + (-4 if m.kind == "act" else 2),
                   m.label, "start" if right else "end", stroke if m.kind != "plain" else None, halo=True)


def draw_node(n):
    fill = {"act": ACT, "gone": "url(#h)", "see": PAPER, "plain": PAPER}.get(n.kind)
    stroke = {"act": ACT, "gone": GREY, "see": FORESEEN}.get(n.kind, INK)
    x, y, low = n.x, n.y, n.y + RADIUS + 14
    if n.kind in ("tree", "cut", "short"):
        height = 34 if n.kind != "short" else 20
        hatch, edge = ('fill="url(#h)"', f'stroke="{GREY}" stroke-dasharray="4 4"') if n.kind == "cut" else ('fill="#ffffff"', f'stroke="{INK}"')
        yield f'<path d="M{x:.0f} {y - 4:.0f}l-16 {height}h32z" {hatch} {edge} stroke-width="1.6"/>'
        if n.kind == "short":
            yield f'<path d="M{x - 16:.0f} {y + 18:.0f}h32v14h-32z" fill="url(#h)" stroke="{GREY}" stroke-dasharray="4 4"/>'
            height = 34
        low = y + height + 10
    else:
        dashes = ' stroke-dasharray="3 3"' if n.kind in ("gone", "see") else ""
        yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{RADIUS + 2 if n.kind == "act" else RADIUS}" fill="{fill}" stroke="{stroke}" stroke-width="1.6"{dashes}/>'
    colour = {"act": ACT, "gone": "#6b7078", "cut": "#6b7078", "see": FORESEEN}.get(n.kind)
    for i, words in enumerate(n.label):
        if n.moves:  # beside it, for below are its moves
            yield text(x + RADIUS + 8, y + 4 + 15 * (i - (len(n.label) - 1) / 2) - 2, words, fill=colour, bold=n.kind == "act", halo=True)
        else:
            yield text(x, low + 14 * i, words, "middle", colour)


def walk(node):
    yield node
    for m in node.moves:
        yield from walk(m.to)


def draw_sum(top, rows, limit, verdict):
    """The terms, each beginning where the one before ended, and the limit as a line."""
    name, at = limit
    ends, value = [], 0
    for _, change in rows:
        value += change
        ends.append(value)
    low, high = min(ends + [at]), max(ends + [at])
    left, right = 250, 640
    scale = (right - left) / ((high - low) or 1)
    x_of = lambda v: left + (v - low) * scale
    bottom = top + 20 + 22 * len(rows)
    yield line((x_of(at), top + 8), (x_of(at), bottom), ACT, width=2)
    yield text(x_of(at), top + 4, f"{name} = {at}", "middle", ACT, bold=True)
    before = None
    for i, ((label, change), end) in enumerate(zip(rows, ends)):
        y = top + 22 + 22 * i
        yield text(16, y + 10, label)
        yield text(222, y + 10, f"{change:+d}" if i and change else str(change), "end")
        if before is None:
            yield f'<circle cx="{x_of(end):.0f}" cy="{y + 6}" r="5" fill="{INK}"/>'
        else:
            yield line((x_of(before), y - 14), (x_of(before), y + 2), GREY, "2 3", 1)
            a, b = sorted((x_of(before), x_of(end)))
            yield f'<rect x="{a:.0f}" y="{y + 2}" width="{max(b - a, 2):.0f}" height="9" fill="{INK}" opacity="0.75"/>'
        before = end
    yield text(16, bottom + 18, verdict, fill=ACT, bold=True)


def rules_of(lab):
    run = subprocess.run([lab, "rules", "--json"], capture_output=True, text=True, check=True)
    return {r["name"]: r for r in json.loads(run.stdout)["rules"] if r["kind"] == "family"}


def wrapped(words, columns):
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) >= columns and lines[-1]:
            lines.append("")
        lines[-1] = (lines[-1] + " " + word).strip()
    return lines


def legend(y):
    x = 16
    for kind, words in (("act", "the rule acts"), ("plain", "searched"), ("gone", "not searched"), ("see", "foreseen, not searched")):
        sample = Node(kind)
        sample.x, sample.y = x + 8, y - 4
        yield from draw_node(sample)
        yield text(x + 24, y, words, fill="#5c6169", size=11)
        x += 44 + len(words) * 7


def picture(rule, title, depths, tree, rows=(), limit=None, verdict=""):
    """`depths`: what stands at the left of each level below the root."""
    whole = Node("plain", "", Move("far", "", tree))
    place(whole, LEFT, RIGHT - LEFT, 60)
    whole.x = tree.x
    caption = wrapped(RULES[rule]["condition"], 92)
    lowest = 60 + (whole.height() - 1) * LEVEL
    below = max((34 if n.kind in ("tree", "cut", "short") else RADIUS) + 16 * len(n.label) + 8
                for n in walk(tree) if n.y == lowest)
    out = [text(16, 26, title, size=16, bold=True)]
    for i, depth in enumerate(["root"] + depths):
        y = 60 + LEVEL * i
        out.append(text(16, y + 4, depth, fill="#5c6169"))
        out.append(line((LEFT - 26, y), (RIGHT, y), "#dedad0", width=1))
    for n in walk(whole):
        for m in n.moves:
            out += draw_move(n, m)
    for n in walk(whole):
        out += draw_node(n)
    y = lowest + below + 20
    if rows:
        out += draw_sum(y + 6, rows, limit, verdict)
        y += 22 * len(rows) + 70
    for words in caption:
        out.append(text(16, y, words, mono=True, size=12))
        y += 18
    out += legend(y + 8)
    return rule, finished(out, y + 24, title)


def finished(out, height, title):
    head = HEAD.format(w=WIDTH, h=round(height), title=html.escape(title), ink=INK, paper=PAPER, grey=GREY)
    return "\n".join([head, *out, "</svg>"]) + "\n"


def gone(*labels):
    return [Move("gone", "", Node("gone", label)) for label in labels]


def pictures():
    N, M = Node, Move
    yield picture("stand_pat", "Stand pat", ["d = 0", ""],
                  N("act", "E >= beta: what I have is enough", *gone("a capture", "a capture", "a promotion")),
                  [("E", 334)], ("beta", 1), "334 >= 1: cut")
    yield picture("lazy_evaluation", "Lazy evaluation", ["d = 0", ""],
                  N("act", "M + P - W decides: E is not computed", *gone("a capture", "a capture")),
                  [("M + P", 334), ("- W", -60)], ("beta", 1), "274 >= 1: beta is held whatever the other terms say")
    yield picture("delta_pruning", "Delta pruning", ["d = 0", "d = 0, the reply"],
                  N("plain", "", M("plain", "a better capture", N("tree", "searched")), M("act", "Bxa7", N("see", "stands pat")),
                    M("act", "Bxg7", N("see", "stands pat"))),
                  [("E", 4), ("gain(Bxa7)", 100), ("margin", 180)], ("alpha", 350), "284 <= 350: skip Bxa7")
    yield picture("frontier_futility", "Frontier futility", ["d = 1", "d = 0"],
                  N("plain", "", M("plain", "a check", N("tree", "searched")), M("act", "a4", N("see", "stands pat")),
                    M("act", "Kf1", N("see", "stands pat")), M("act", "g3", N("see", "stands pat"))),
                  [("E", -334), ("gain(a4)", 0), ("margin", 100)], ("alpha", 0), "-234 <= 0: skip a4")
    yield picture("general_futility", "General futility", ["d = 1 or 0", ""],
                  N("act", "nothing to take: fails low", *gone("a4", "Kf1", "g3", "h4", "...")),
                  [("M + P", -334), ("V1(them), attacked", 0), ("prom(us)", 0), ("PM(us)", 34)], ("alpha", 0),
                  "-300 <= 0: no move is generated")
    yield picture("over_kill", "Over-kill", ["d = 2", "d = 1", "d = 0"],
                  N("plain", "", M("act", "Rxd8+", N("see", "", M("see", "their best reply", N("see", "takes V1 at most:\nnothing here")))),
                    M("gone", "", N("cut", "other\nmoves")), M("gone", "", N("cut", "other\nmoves"))),
                  [("M + P", -452), ("gain(Rxd8)", 950), ("piece-square terms of the move", 2), ("- V1(n.m, us), attacked", 0), ("- PM(n.m, them)", -24)],
                  ("beta", 1), "476 >= 1: cut, and Rxd8 itself is not searched")
    yield picture("super_stand_pat", "Super stand pat", ["d = 2 + R = 4", "d = 1", "d = 0"],
                  N("act", "", M("null", "null move", N("see", "", M("see", "their best move", N("see", "takes V1\nat most")))),
                    M("gone", "", N("cut", "all\nmoves")), M("gone", "", N("cut", "..."))),
                  [("M + P", 657), ("- V1(us), a rook", -500), ("- prom(them)", 0), ("- PM(them)", -10)], ("beta", 1),
                  "147 >= 1: cut, as the null move would")
    yield picture("plain_super", "Plain super", ["d = 2", "d = 1", "d = 0"],
                  N("act", "", M("see", "any move", N("see", "", M("see", "their best reply", N("see", "takes V1\nat most")))),
                    M("gone", "", N("cut", "all\nmoves")), M("gone", "", N("cut", "..."))),
                  [("M + P", 657), ("- V1(us), a rook", -500), ("- prom(them)", 0), ("- PM2(us) - PM(them)", -30)], ("beta", 1),
                  "127 >= 1: cut")
    yield picture("deep_futility", "Deep futility", ["d = 3 + R = 5", "d = 4", "d = 1", "d = 0"],
                  N("plain", "", M("act", "a6", N("see", "n.m", M("null", "null move", N("see", "", M("see", "our best move", N("see", "takes V1\nat most")))))),
                    M("plain", "a check", N("tree", "searched")), M("plain", "a better capture", N("tree", "searched"))),
                  [("M + P after a6", -652), ("V1(n.m, them), a rook", 500), ("prom(n.m, us)", 0), ("PM(n.m, us)", 9)], ("alpha", 0),
                  "-143 <= 0: skip a6")
    yield picture("plain_deep", "Plain deep", ["d = 3", "d = 2", "d = 1", "d = 0"],
                  N("plain", "", M("act", "a6", N("see", "n.m", M("see", "any reply", N("see", "", M("see", "our best move", N("see", "takes V1\nat most")))))),
                    M("plain", "mate", N("tree", "searched")), M("plain", "a better capture", N("tree", "searched"))),
                  [("M + P after a6", -652), ("V1(n.m, them), a rook", 500), ("prom(n.m, us)", 0), ("PM2(them) + PM(us)", 29)],
                  ("alpha", 0), "-123 <= 0: skip a6")
    yield picture("general_deep_futility", "General deep futility", ["d = 3 + R = 5", ""],
                  N("act", "only checks are generated", M("plain", "a check", N("tree", "searched:\nnone here")),
                    *[M("gone", "", N("cut", w)) for w in ("a6", "g6", "Nb4", "...")]),
                  [("M + P", -655), ("V1 (attacked) + V2", 500), ("prom2(us)", 0), ("2 PM(us)", 35)], ("alpha", 0),
                  "-120 <= 0: every move but a check is futile")
    yield picture("weak_general_futility", "Weak general futility", ["d = 3 or 2", ""],
                  N("act", "only checks and captures of the queen", M("plain", "x queen", N("tree", "searched")),
                    M("plain", "a check", N("tree", "searched")), *[M("gone", "", N("cut", w)) for w in ("a6", "Rd8", "...")]),
                  [("E", -1285), ("V2(them), a rook", 500), ("V3(them), a knight", 320), ("margin", 300)], ("alpha", 0),
                  "-165 <= 0: the rest is not generated")
    yield picture("weak_deep_futility", "Weak deep futility", ["d = 3", "d = 2", "d = 1"],
                  N("plain", "", M("act", "a6", N("see", "n.m", M("see", "the queen gets away", N("see", "we take their second\npiece at best")))),
                    M("plain", "x queen", N("tree", "searched")), M("plain", "a check", N("tree", "searched"))),
                  [("E", -664), ("gain(a6)", 0), ("V2(n.m, them), a knight", 320), ("margin", 300)], ("alpha", 150),
                  "-44 <= 150: skip a6")
    yield picture("extended_futility", "Extended futility", ["d = 3", "d = 2"],
                  N("plain", "", M("plain", "a check", N("tree", "searched")), M("act", "a4", N("cut", "the whole\nbranch")),
                    M("act", "Kf1", N("cut", "the whole\nbranch"))),
                  [("E", -334), ("gain(a4)", 0), ("margin", 160), ("slope (d - 2)", 80)], ("alpha", 0), "-94 <= 0: skip a4")
    yield picture("limited_razoring", "Limited razoring", ["d = 3, now 2", ""],
                  N("act", "searched one ply shallower", *[M("plain", "", N("short", w)) for w in ("a4", "Nd4", "...")]),
                  [("M", -950), ("margin", 950)], ("alpha", 0), "0 <= 0: the last ply is left out")
    yield picture("frontier_node", "Frontier node", ["d = 1", "d = 0"],
                  N("act", "left with its static evaluation", *[M("gone", "", N("cut", w)) for w in ("a4", "Kf1", "g3", "...")]),
                  [("E", -334), ("margin", 320)], ("alpha", 0), "-14 <= 0: no move is looked at")
    yield picture("razoring", "Razoring", ["d = 1 to 3", ""],
                  N("act", "handed to quiescence", M("plain", "", N("tree", "captures")), M("plain", "", N("tree", "promotions")),
                    M("gone", "", N("cut", "quiet\nmoves")), M("gone", "", N("cut", "quiet\nmoves"))),
                  [("E", -334), ("margin", 300), ("slope (d - 1)", 0)], ("alpha", 0), "-34 <= 0: ask quiescence instead")
    yield picture("reverse_futility", "Reverse futility", ["d = 2", ""],
                  N("act", "far enough above beta", *[M("gone", "", N("cut", w)) for w in ("", "all moves", "")]),
                  [("E", 334), ("- margin d", -240)], ("beta", 1), "94 >= 1: cut")
    yield picture("late_move_pruning", "Late move pruning", ["d = 3", ""],
                  N("plain", "", *[M("plain", "", N("tree", w)) for w in ("1", "2", "3", "4", "5", "6")],
                    M("act", "", N("cut", "7, quiet")), *[M("gone", "", N("cut", w)) for w in ("8, quiet", "9, ...")]),
                  [("moves searched", 6)], ("(3 + 9) / 2", 6), "6 >= 6: all remaining quiet moves are skipped")
    yield picture("history_pruning", "History pruning", ["d = 2", ""],
                  N("plain", "", M("plain", "", N("tree", "a4:\n+2100")), M("act", "", N("cut", "Kf1:\n-9300")),
                    M("plain", "", N("tree", "g3:\n-700")), M("act", "", N("cut", "h4:\n-12000"))),
                  [("history(Kf1)", -9300)], ("-threshold d", -8000), "-9300 < -8000: skip Kf1")
    yield picture("fitted_futility", "Fitted futility", ["d = 2", ""],
                  N("plain", "", M("plain", "", N("tree", "Nd4:\n1 in 12")), M("act", "", N("cut", "Kf1:\n1 in 180")),
                    M("plain", "", N("tree", "g3:\n1 in 60")), M("act", "", N("cut", "h4:\n1 in 300"))),
                  [("log odds(Kf1)", -519), ("margin", 460)], ("even odds", 0), "-59 <= 0: skip Kf1")
    yield picture("see_pruning", "SEE pruning", ["d = 2", ""],
                  N("plain", "", M("plain", "h3", N("tree", "searched")), M("act", "Qxb7", N("cut", "Bxb7 wins\nthe queen")),
                    M("plain", "Qb5", N("tree", "searched"))),
                  [("SEE(Qxb7)", -850)], ("-capture_margin d", -200), "-850 < -200: skip Qxb7")
    yield picture("capture_futility", "Capture futility", ["d = 2", "d = 1"],
                  N("plain", "", M("plain", "a check", N("tree", "searched")), M("act", "Bxa7", N("cut", "the whole\nbranch")),
                    M("plain", "quiet moves", N("tree", "other rules\nask"))),
                  [("E", -944), ("gain(Bxa7)", 100), ("margin", 200), ("slope d", 400)], ("alpha", 0), "-244 <= 0: skip Bxa7")


R = 2  # reduction of the null move, in the picture of all depths


def reach(info):
    """The depths that the rule's condition allows: the least and the largest. Parameters have the values of `modern`, or of
    the first preset that has the rule on if modern has not."""
    presets = info["on_in"]
    preset = "modern" if "modern" in presets or not presets else presets[0]
    values = {p["name"]: p["values"][preset] for p in info["parameters"]}
    number = lambda word: values[word] if word in values else sum(R if part == "R" else int(part) for part in word.split(" + "))
    depths = []
    for low, less, high in re.findall(r"(?:^|or )(?:(\d) (<=?) )?d <= (\d \+ R|\w+)", info["condition"]):
        first = 0 if "quiescence" in info["place"] else 1
        depths += [int(low) + (less == "<") if low else first, number(high)]
    for words in re.findall(r"(?:^|or )d = (\w+(?:, \d)*)", info["condition"]):
        depths += [number(word) for word in words.split(", ")]
    return min(depths), max(depths)


def reaches():
    """What holds beta, what fails low at a node, what skips a move: (title, [(rule, least depth, largest depth)])."""
    groups = {"holds beta": [], "ends or narrows a node below alpha": [], "skips a move": []}
    for rule, info in RULES.items():
        title = {"holds": "holds beta", "node": "ends or narrows a node below alpha"}.get(info["family"], "skips a move")
        groups[title].append((rule, *reach(info)))
    return groups.items()


def is_sound(rule):
    return RULES[rule]["is_sound"]


def plain_picture(rule):
    """Of a rule without a drawing of its own: what happens at its place."""
    info = RULES[rule]
    title = rule.replace("_", " ").capitalize()
    if info["place"].startswith("move"):
        return picture(rule, title, ["d", "d - 1"],
                       Node("plain", "", Move("plain", "", Node("tree", "searched")), Move("act", "m", Node("cut", "not searched"))))
    return picture(rule, title, ["d", ""], Node("act", info["effect"], *gone("", "", "")))


def overview():
    top, step, deepest = 190, 30, 8
    y_of = lambda d: top + (deepest - d) * step
    bottom = y_of(0) + step
    out = [text(16, 26, "Where the rules act", size=16, bold=True)]
    for d in range(deepest, -1, -1):
        y = y_of(d)
        name = {0: "0  horizon", 1: "1  frontier", 4: "4 = 2 + R", 5: "5 = 3 + R"}.get(d, str(d))
        out.append(text(16, y + step / 2 + 4, f"d = {name}", fill="#5c6169"))
        out.append(line((16, y), (RIGHT, y), "#dedad0", width=1))
    out.append(line((16, bottom), (RIGHT, bottom), "#dedad0", width=1))
    x = 116
    for title, rules in reaches():
        first = x
        for rule, low, high in rules:
            colour = FORESEEN if is_sound(rule) else ACT
            y = y_of(high)
            fill = f'fill="{colour}"' if is_sound(rule) else f'fill="{colour}" fill-opacity="0.55"'
            out.append(f'<rect x="{x + 4}" y="{y + 3}" width="18" height="{(high - low + 1) * step - 6}" rx="4" {fill}/>')
            out.append(f'<text transform="translate({x + 17} {top - 12}) rotate(-60)" font-size="11.5" fill="{colour}">{rule}</text>')
            x += 26
        parts = wrapped(title, (x - first) // 7)
        out.append(line((first + 4, bottom + 10), (x - 6, bottom + 10), INK))
        out += [text((first + x) / 2, bottom + 26 + 14 * i, part, "middle") for i, part in enumerate(parts)]
        x += 10
    y = bottom + 72
    out.append(f'<rect x="16" y="{y - 10}" width="12" height="12" rx="3" fill="{FORESEEN}"/>')
    out.append(text(34, y, "sound under the settings that its page names", size=11))
    out.append(f'<rect x="330" y="{y - 10}" width="12" height="12" rx="3" fill="{ACT}" fill-opacity="0.55"/>')
    out.append(text(348, y, "a guess; how often it errs is measured", size=11))
    return finished(out, y + 16, "Where the rules act, by remaining depth")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lab", default=ROOT / "build/release/bin/oknos-lab", help="the program oknos-lab")
    RULES.update(rules_of(str(pathlib.Path(parser.parse_args().lab).resolve())))
    OUT.mkdir(parents=True, exist_ok=True)
    drawn = dict(pictures())
    for rule in RULES:
        (OUT / f"{rule}.svg").write_text(drawn.get(rule) or plain_picture(rule)[1])
    (OUT / "overview.svg").write_text(overview())


if __name__ == "__main__":
    main()
