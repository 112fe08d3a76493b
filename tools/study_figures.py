#!/usr/bin/env python3
"""Draws the plots of docs/studies from the run stores that the studies' commands leave behind.

  tools/study_figures.py usual-margins modern10.db margin_sweep9.db judge.db judge-modern.db root_impact.db     (writes the page's tables and shared figures, too)
  tools/study_figures.py heinz-again ecm.db wac.db wcs.db
  tools/study_figures.py medians ecm-10.db        (prints; draws nothing)
  tools/study_figures.py distance modern10.db
  tools/study_figures.py exemptions exempt.db
  tools/study_figures.py prices prices/modern.json
  tools/study_figures.py worth prices/modern.json prices/modern-20000.json prices/modern-classical.json
                                                       (writes the page's tables; draws nothing)
  tools/study_figures.py four-engines glaurung.db toga.db ethereal.db stockfish-classical.db stockfish-network.db

oknos-lab is the one of build/release unless OKNOS_LAB names another. Vega-Lite draws (web/figures.mjs, Node.js); its
packages are those that the build has fetched (build/release/web, or the folder OKNOS_WEB).
"""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs/studies/images"
LAB = os.environ.get("OKNOS_LAB", ROOT / "build/release/bin/oknos-lab")
WEB = pathlib.Path(os.environ.get("OKNOS_WEB", ROOT / "build/release/web"))
NAMES = {"see_pruning": "SEE pruning", "quiescence_see": "quiescence SEE"}
ENOUGH = 1000  # cases; a point with fewer says little
FEW = 300  # with fewer, a cell of a table stays empty
DECADES = [n * 10.0**i for i in range(-4, 3) for n in (1, 2, 5)]
LOG = {"scale": {"type": "log", "nice": False}, "axis": {"values": DECADES, "format": "~g", "labelOverlap": True}}


def lab(*words):
    done = subprocess.run([str(LAB), *map(str, words), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    # `show` prints one value in many lines, the others print values of a line each.
    return json.loads(done.stdout if words[0] == "show" else done.stdout.splitlines()[-1])


def draw(name, spec):
    IMAGES.mkdir(parents=True, exist_ok=True)
    # Node looks for packages beside the script.
    shutil.copy(ROOT / "web/figures.mjs", WEB / "figures.mjs")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(spec, file)
        file.flush()
        subprocess.run(["node", WEB / "figures.mjs", file.name, IMAGES / f"{name}.svg"], check=True)
    print(IMAGES / f"{name}.svg")


def rule_name(rule):
    return NAMES.get(rule, rule.replace("_", " "))


def rate_row(cell, **more):
    return {"rate": 100 * cell["rate"], "low": 100 * cell["rate_low"], "high": 100 * cell["rate_high"], **more}


def rates_over(values, x, title, color="rule", y="wrong, percent"):
    """Lines of error rates with their intervals over an ordinal x."""
    value = {"type": "quantitative", "title": y, **LOG}
    return {
        "width": 520,
        "height": 300,
        "data": {"values": values},
        "encoding": {
            "x": {"field": x, "type": "ordinal", "title": title, "axis": {"labelAngle": 0}},
            "color": {"field": color, "type": "nominal", "title": None},
        },
        "layer": [
            {"mark": {"type": "line", "strokeWidth": 2}, "encoding": {"y": {**value, "field": "rate"}}},
            {"mark": {"type": "rule", "strokeWidth": 2},
             "encoding": {"y": {**value, "field": "low"}, "y2": {"field": "high"}}},
            {"mark": {"type": "point", "filled": True, "size": 50, "opacity": 1},
             "encoding": {"y": {**value, "field": "rate"}, "shape": {"field": color, "type": "nominal", "legend": None}}},
        ],
    }


def error_by_rule(audit):
    rules = sorted(audit["rules"], key=lambda r: -r["rate"])
    values = [rate_row(r, rule=rule_name(r["rule"])) for r in rules if r["wrong"] > 0]
    x = {"type": "quantitative", **LOG}
    return {
        "width": 520,
        "height": {"step": 26},
        "data": {"values": values},
        "encoding": {"y": {"field": "rule", "type": "nominal", "sort": [v["rule"] for v in values], "title": None}},
        "layer": [
            {"mark": {"type": "rule", "strokeWidth": 2, "color": "#0072b2"},
             "encoding": {"x": {**x, "field": "low", "title": "wrong, percent of what was left out, with the 95 % interval"},
                          "x2": {"field": "high"}}},
            {"mark": {"type": "point", "filled": True, "size": 60, "opacity": 1, "color": "#0072b2"},
             "encoding": {"x": {**x, "field": "rate"}}},
        ],
    }


def by_depth(audit):
    return [rate_row(c, rule=rule_name(r["rule"]), depth=c["depth"])
            for r in audit["rules"] for c in r["cells"] if c["checked"] >= ENOUGH and c["wrong"] > 0]


def margin_curves(sweep, rule):
    values = []
    for curve in sweep["margins"]:
        if curve["rule"] != rule or curve["improving"] or curve["tactical"] or curve["points"][0]["pruned"] < ENOUGH:
            continue
        for p in curve["points"]:
            if p["pruned"] >= 300 and p["wrong"] > 0:
                values.append({"depth": curve["depth"], "margin": p["margin"], "rate": 100 * p["rate"],
                               "share": 100 * p["pruned"] / curve["points"][0]["pruned"]})
    def half(field, title, more):
        return {
            "width": 260, "height": 220, "mark": {"type": "line", "strokeWidth": 2},
            "encoding": {"x": {"field": "margin", "type": "quantitative", "title": "margin, centipawns"},
                         "y": {"field": field, "type": "quantitative", "title": title, **more},
                         "color": {"field": "depth", "type": "nominal", "title": "depth"}},
        }
    return {"data": {"values": values},
            "hconcat": [half("rate", "wrong, percent", LOG), half("share", "left out, percent of no margin's", {})]}


def percent(rate):
    """Three digits, as the laboratory prints rates."""
    value = 100 * rate
    return f"{value:.0f} %" if value == 0 else f"{value:.3f} %" if value < 1 else f"{value:.2f} %"


def amount(n):
    for limit, unit in ((1e6, "M"), (1e3, "k")):
        if n >= limit:
            return f"{n / limit:.3g}{unit}"
    return str(n)


def replace_between(path, begin, end, text):
    page = path.read_text()
    if page.count(begin) == 0:
        sys.exit(f"{path}: {begin} is not there")
    parts = page.split(begin)
    path.write_text(begin.join([parts[0]] + [text + end + p.split(end, 1)[1] for p in parts[1:]]))


def write_section(page, name, lines):
    replace_between(ROOT / page, f"<!-- measured: {name} -->", "<!-- /measured -->", "\n\n" + "\n".join(lines) + "\n\n")


def write_figure(name, text):
    """On every page that has it."""
    mark = f"<!-- figure: {name} -->"
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        if mark in page.read_text():
            replace_between(page, mark, "<!-- /figure -->", text)


def write_box(page, store):
    """Says with what the study was measured; tests/lab/documented_figures_test.cpp holds the page to it."""
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as db:
        header = dict(db.execute("SELECT name, value FROM header"))
    version = subprocess.run([str(LAB), "--version"], capture_output=True, text=True, check=True).stdout
    commit, network = re.search(r"commit ([0-9a-f]+).*network ([0-9a-f]+)", version).groups()
    settings = re.search(r"settings ([0-9a-f]{16})", header["rules"])[1]
    box = (f"> **Current.** Measured on {header['finished'][:10]} with commit `{commit}`, network `{network}` "
           f"and `modern` `{settings}`.")
    path = ROOT / page
    path.write_text(re.sub(r"^> \*\*(Current|Historical)\.\*\*.*$", box, path.read_text(), count=1, flags=re.M))


def error_table(audit):
    lines = ["| rule | pruned | checked | wrong | 95 % interval | median regret, pawns | nodes saved each |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    for r in audit["rules"]:
        regret = f"{r['median_regret'] / 100:.2f}" if r["wrong"] else ""
        lines.append(f"| {rule_name(r['rule'])} | {amount(r['pruned'])} | {r['checked']:,} | {percent(r['rate'])} | "
                     f"{percent(r['rate_low'])} to {percent(r['rate_high'])} | {regret} | "
                     f"{r['nodes_saved'] / max(r['checked'], 1):.1f} |")
    return lines


def depth_table(audit):
    depths = sorted({c["depth"] for r in audit["rules"] for c in r["cells"] if c["depth"] > 0})
    cells = {(r["rule"], c["depth"]): c for r in audit["rules"] for c in r["cells"]}
    rules = [r["rule"] for r in audit["rules"] if any((r["rule"], d) in cells for d in depths)]

    def text(cell):
        if cell is None or cell["checked"] < FEW:
            return ""
        return percent(cell["rate"]) if cell["wrong"] else f"0 of {cell['checked']:,}"

    lines = ["| depth | " + " | ".join(map(rule_name, rules)) + " |", "| --- |" + " --- |" * len(rules)]
    for d in depths:
        row = [text(cells.get((r, d))) for r in rules]
        if any(row):
            lines.append(f"| {d} | " + " | ".join(row) + " |")
    return lines


def margin_table(sweep):
    lines = ["| rule, depth | preset | wrong | at most 1 % | at most 0.3 % | at most 0.1 % |",
             "| --- | --- | --- | --- | --- | --- |"]
    for c in sweep["margins"]:
        if c["unit"] != "centipawns" or c["points"][0]["pruned"] < ENOUGH or not c["preset"]:
            continue
        name = rule_name(c["rule"]) + (f", {c['depth']}" if c["depth"] else "") + (", improving" if c["improving"] else "")
        name += ", tactical" if c["tactical"] else ""
        least = [f"{r['point']['margin']}" if r["point"] else "-" for r in c["for_risks"]]
        lines.append(f"| {name} | {c['preset']['margin']} | {percent(c['preset']['rate'])} | " + " | ".join(least) + " |")
    return lines


def once_in(cells):
    """'once in 77 samples', of the rules' samples taken together."""
    return f"once in {round(sum(c['checked'] for c in cells) / sum(c['wrong'] for c in cells)):,} samples"


def interval(r):
    return f"{percent(r['rate'])} ({percent(r['rate_low'])} to {percent(r['rate_high'])})" if r else ""


def judge_table(judged, by_itself):
    own = {r["rule"]: r for r in by_itself["rules"]}
    lines = ["| rule | judged by `modern` itself | judged without the rules |", "| --- | --- | --- |"]
    return lines + [f"| {rule_name(r['rule'])} | {interval(own.get(r['rule']))} | {interval(r)} |" for r in judged["rules"]]


def root_impact_table(audit):
    lines = ["| rule | errors undone | other move | other value only |", "| --- | --- | --- | --- |"]
    for r in sorted(audit["rules"], key=lambda r: -r["undone"]):
        def part(n):
            return f"{n:,} ({n / r['undone']:.1%})".replace("%", " %") if r["undone"] >= 50 else f"{n}"
        lines.append(f"| {rule_name(r['rule'])} | {r['undone']:,} | {part(r['root_impact_move'])} | {part(r['root_impact_value'])} |")
    return lines


def usual_margins(audit_store, margin_sweep_store, judge_store, own_judge_store, root_impact_store):
    audit = lab("audit", "--show", audit_store, "--by", "depth")
    sweep = lab("audit", "--show", margin_sweep_store)
    page = "docs/studies/usual-margins.md"
    rule = {r["rule"]: r for r in audit["rules"]}
    write_box(page, audit_store)
    checked, wrong = f"{audit['checked'] / 1e6:.2f} million", f"{audit['wrong']:,}"
    write_figure("usual-checked", checked)
    write_figure("usual-wrong", wrong)
    write_figure("usual-futility", once_in([rule["frontier_futility"], rule["extended_futility"]]))
    write_figure("usual-late-moves", once_in([rule["late_move_pruning"]]))
    write_section(page, "error-by-rule", [
        f"<!-- figure: usual-checked -->{checked}<!-- /figure --> skipped moves and cut nodes ({audit['checked']:,}) from a search of "
        f"{audit['nodes']:,} nodes were searched after all; <!-- figure: usual-wrong -->{wrong}<!-- /figure --> were wrong: "
        f"{interval(audit)}.",
        "", *error_table(audit)])
    write_section(page, "error-by-depth", depth_table(audit))
    write_section(page, "margins", margin_table(sweep))
    write_section(page, "judges", judge_table(lab("audit", "--show", judge_store), lab("audit", "--show", own_judge_store)))
    write_section(page, "root-impact", root_impact_table(lab("audit", "--show", root_impact_store)))
    draw("error-by-rule", error_by_rule(audit))
    draw("error-by-depth", rates_over(by_depth(audit), "depth", "depth of the node, plies (0: quiescence)"))
    draw("margins-extended-futility", margin_curves(sweep, "extended_futility"))
    draw("margins-reverse-futility", margin_curves(sweep, "reverse_futility"))


def heinz_again(*stores):
    values = []
    for store in stores:
        run = lab("show", store)["result"]
        suite = pathlib.Path(store).stem.split("-")[0].upper()
        for limit in sorted({r["limit"] for r in run["results"]}):
            rows = [r for r in run["results"] if r["limit"] == limit]
            for r in rows[1:]:
                values.append({"suite": f"{suite}, depth {limit}", "player": r["player"],
                               "nodes": 100 * (r["nodes"] / rows[0]["nodes"] - 1), "solved": r["solved"] - rows[0]["solved"]})
    draw("heinz-again", {
        "data": {"values": values}, "width": 420, "height": {"step": 16},
        "mark": {"type": "bar", "cornerRadiusEnd": 2},
        "encoding": {
            "y": {"field": "suite", "type": "nominal", "title": None},
            "yOffset": {"field": "player", "sort": None},
            "x": {"field": "nodes", "type": "quantitative", "title": "nodes beside normal futility alone, percent"},
            "color": {"field": "player", "type": "nominal", "title": None, "sort": None},
        },
    })


def medians(*stores):
    """Positions differ a thousandfold; the median does not care for the few that make the sum."""
    for store in stores:
        nodes = {}
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as db:
            for item, player, n in db.execute("SELECT item, player, nodes FROM results"):
                nodes.setdefault(item, {})[player] = n
        whole = [n for n in nodes.values() if len(n) == max(map(len, nodes.values()))]
        largest = max(n[0] for n in whole) / sum(n[0] for n in whole)
        for player in sorted(whole[0])[1:]:
            change = statistics.median(n[player] / n[0] for n in whole) - 1
            print(f"{store}: player {player + 1}: median of {len(whole)} positions {change:+.1%} (the largest is {largest:.0%} of the sum)")


def distance(store):
    audit = lab("audit", "--show", store, "--by", "ply")
    values = [rate_row(c, rule=rule_name(r["rule"]), ply=c["ply"])
              for r in audit["rules"] for c in r["cells"] if c["checked"] >= ENOUGH and c["wrong"] > 0]
    draw("error-by-ply", rates_over(values, "ply", "distance from the root, plies"))


def exemptions(store):
    audit = lab("audit", "--show", store, "--by", "exemption")
    values = [rate_row(c, rule=rule_name(r["rule"]), exemption=c["exemption"])
              for r in audit["rules"] if r["rule"] in ("frontier_futility", "extended_futility")
              for c in r["cells"] if c["checked"] >= 90 and c["wrong"] > 0]
    spec = rates_over(values, "exemption", None)
    spec["layer"] = spec["layer"][1:]  # kinds have no order that a line could show
    frontier = {v["exemption"]: v["rate"] for v in values if v["rule"].startswith("frontier")}
    spec["encoding"]["x"].update(axis={"labelAngle": -35, "labelLimit": 0}, sort=sorted(frontier, key=lambda e: -frontier[e]))
    spec["encoding"]["xOffset"] = {"field": "rule"}
    draw("exemptions", spec)


# The engines' rules that do the same, under one heading.
FAMILIES = {
    "futility": ["futility", "futility_history"],
    "reverse futility": ["reverse_futility"],
    "move count": ["late_move_pruning"],
    "history": ["history_pruning"],
    "razoring": ["razoring"],
    "null move": ["null_move"],
    "late move reductions": ["late_move"],
    "SEE pruning": ["see_pruning", "quiet_see"],
}
# Okabe and Ito's colours.
ENGINES = {"Glaurung": "#009e73", "Toga": "#56b4e9", "Ethereal": "#e69f00",
           "Stockfish, classical": "#d55e00", "Stockfish, network": "#0072b2"}
ENOUGH_BY_DEPTH = 200  # cases of one engine's rule at one depth


def four_engines(*stores):
    if len(stores) != len(ENGINES):
        sys.exit(f"four-engines: {len(ENGINES)} run stores are expected, of {'; '.join(ENGINES)}; not {len(stores)}")
    values = []
    for number, (engine, store) in enumerate(zip(ENGINES, stores)):
        beside = 0.1 * (number - 2)  # so that intervals do not cover each other
        cells = {r["rule"]: r["cells"] for r in lab("audit", "--show", store, "--by", "depth")["rules"]}
        for family, rules in FAMILIES.items():
            # Of two rules of one engine, that with more cases.
            most = max((cells[r] for r in rules if r in cells), key=lambda c: sum(x["checked"] for x in c), default=[])
            values += [rate_row(c, engine=engine, rule=family, x=c["depth"] + beside)
                       for c in most if c["checked"] >= ENOUGH_BY_DEPTH and c["depth"] > 0]
    y = {"type": "quantitative", "title": "wrong, percent", "scale": {"type": "sqrt", "domain": [0, 15]},
         "axis": {"values": [0, 0.2, 1, 2, 5, 10, 15], "format": "~g"}}
    color = {"field": "engine", "type": "nominal", "title": None,
             "scale": {"domain": list(ENGINES), "range": list(ENGINES.values())}, "legend": {"orient": "top", "labelLimit": 0}}
    draw("four-engines", {
        "config": {"aria": False},  # a third of the size
        "data": {"values": values},
        "facet": {"field": "rule", "type": "nominal", "title": None, "sort": list(FAMILIES),
                  "header": {"labelFontSize": 12, "labelFontWeight": "bold"}},
        "columns": 2,
        "resolve": {"axis": {"x": "independent"}},
        "spec": {
            "width": 300,
            "height": 130,
            "encoding": {
                "x": {"field": "x", "type": "quantitative", "title": "depth, plies",
                      "scale": {"domain": [0.5, 11.5]}, "axis": {"values": list(range(1, 12)), "format": "d"}},
                "color": color,
            },
            "layer": [
                {"mark": {"type": "line", "strokeWidth": 1.5}, "encoding": {"y": {**y, "field": "rate"}}},
                {"mark": {"type": "rule", "strokeWidth": 1.5},
                 "encoding": {"y": {**y, "field": "low"}, "y2": {"field": "high"}}},
                {"mark": {"type": "point", "filled": True, "size": 40, "opacity": 1},
                 "encoding": {"y": {**y, "field": "rate"}}},
            ],
        },
    })


def prices(path):
    """Played and predicted Elo of each variant, by two models that did not see its rule."""
    fit = lab("predict", "fit", path)
    played = elo_in(path)
    panels = {"from nodes and errors": "by_errors", "from nodes and regret": "by_regret"}
    values = [{"panel": panel, "change": p["change"], "predicted": p[key], "played": played[p["change"]]["value"],
               "low": played[p["change"]]["low"], "high": played[p["change"]]["high"]}
              for p in fit["predictions"] for panel, key in panels.items() if key in p]
    ends = [min(v["low"] for v in values), max(v["high"] for v in values)]
    x = {"field": "predicted", "type": "quantitative", "title": "predicted Elo"}
    y = {"field": "played", "type": "quantitative", "title": "played Elo", "scale": {"domain": ends}}
    draw("prices", {
        "config": {"aria": False},
        "data": {"values": values},
        "facet": {"field": "panel", "type": "nominal", "title": None, "header": {"labelFontSize": 12, "labelFontWeight": "bold"}},
        "spec": {
            "width": 260,
            "height": 260,
            "layer": [
                {"data": {"values": [{"predicted": e, "played": e} for e in ends]},
                 "mark": {"type": "line", "color": "#999999", "strokeDash": [4, 4]}, "encoding": {"x": x, "y": y}},
                {"mark": {"type": "rule", "color": "#0072b2", "opacity": 0.35},
                 "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}}},
                {"mark": {"type": "point", "filled": True, "color": "#0072b2", "size": 24, "opacity": 1},
                 "encoding": {"x": x, "y": y}},
            ],
        },
    })


def elo_text(elo):
    return f"{elo['value']:+.1f} ({elo['low']:+.1f} to {elo['high']:+.1f})"


def elo_in(path):
    """The Elo of each change in a file that `predict fit --out` wrote."""
    with open(path, encoding="utf-8") as file:
        return {v["change"]: v["elo"] for v in json.load(file)["variants"] if v["games"]}


def worth(*paths):
    """What each rule is worth, by games with fewer and with more nodes and with the classical evaluation."""
    page = "docs/studies/worth.md"
    few, many, classical = (elo_in(path) for path in paths)
    switched = [c for c in many if c.endswith(("=on", "=off"))]
    lines = ["| change | 2,000 nodes | 20,000 nodes | classical, 2,000 nodes |", "| --- | --- | --- | --- |"]
    for change in sorted(switched, key=lambda c: many[c]["value"]):
        lines.append(f"| `{change}` | {elo_text(few[change])} | {elo_text(many[change])} | {elo_text(classical[change])} |")
    write_section(page, "rules", lines)


STUDIES = {"usual-margins": usual_margins, "heinz-again": heinz_again, "medians": medians, "distance": distance,
           "exemptions": exemptions, "four-engines": four_engines, "prices": prices, "worth": worth}


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in STUDIES:
        sys.exit(__doc__.strip())
    STUDIES[sys.argv[1]](*sys.argv[2:])


if __name__ == "__main__":
    main()
