#!/usr/bin/env python3
"""Compares speeds in nodes per second, by pairs of runs that take turns: a machine that grows slower or busier does so for both.

usage: bench/speed_pairs.py OKNOS --against COMMAND [--against-option NAME=VALUE ...]      another UCI engine, or another build of this one
       bench/speed_pairs.py OKNOS --threads 1,2[,...]                                      one engine with more and more threads
   both: [--option NAME=VALUE ...] [--depth PLIES | --movetime MS] [--positions FILE.epd] [--pairs N] [--hash MIB]

Each run is a new process that searches the same positions with an empty table. Nodes and time are those of the last `info` line of each search that has both, as the
engine reports them; engines do not all count the same things as a node, so a ratio between different engines tells little about either. Two builds of the same engine
that count different nodes at the same depth (one thread) are pointed out: they do not search the same tree.

Each ratio is the median over the pairs, with the least and the greatest behind it. Where /proc is there (Linux), nodes for each second of processor time are
compared too: on a busy machine this number is the steadier one, and with threads it shows what they lose to each other's memory traffic.

Example: bench/speed_pairs.py build/release/bin/oknos --against /usr/games/stockfish --against-option "Use NNUE=false" --movetime 500
Exit code: 0, 2 for a wrong argument, 3 when an engine fails.
"""

import argparse
import os
import re
import shlex
import statistics
import subprocess
import sys

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/2ppbppp/p1n2n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 b kq - 1 7",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2rq1rk1/pb1n1ppp/1p2pn2/3p4/1b1P4/1PNBPN2/PB3PPP/2RQ1RK1 w - - 4 13",
    "3r1rk1/p4ppp/1pq1pn2/2p5/2P5/1P2PB2/P1Q2PPP/3R1RK1 w - - 0 19",
    "8/2p2k2/1p3p2/p2Pp1p1/P1P1P1P1/1P3K2/8/8 w - - 0 40",
    "8/5pk1/6p1/R6p/5P1P/r5P1/6K1/8 b - - 4 45",
]
DEFAULT_MOVETIME = 500  # milliseconds
FEN_FIELDS = 4


class Failure(Exception):
    pass


class Contestant:
    def __init__(self, label, command, options):
        self.label, self.command, self.options = label, command, options


class Engine:
    """One process, for one run."""

    def __init__(self, contestant):
        self.name = contestant.label
        try:
            self.process = subprocess.Popen(shlex.split(contestant.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        except OSError as error:
            raise Failure(f"{contestant.command}: cannot be started: {error.strerror}") from error
        self.send("uci")
        known = set()
        self.says = ""  # its name
        for line in self.lines_until("uciok"):
            if line.startswith("id name "):
                self.says = line.strip()
            if match := re.match(r"option name (.*?) type ", line):
                known.add(match.group(1).lower())
        for name, value in contestant.options:
            if name.lower() not in known:
                raise Failure(f"{self.name}: it has no option \"{name}\"")
            self.send(f"setoption name {name} value {value}")
        self.ready()

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Failure(f"{self.name}: it has ended before \"{line}\"") from error

    def lines_until(self, first_word):
        for line in self.process.stdout:
            yield line
            if line.split()[:1] == [first_word]:
                return
        raise Failure(f"{self.name}: it ended without \"{first_word}\"")

    def ready(self):
        self.send("isready")
        for _ in self.lines_until("readyok"):
            pass

    def search(self, fen, limit):
        """Nodes and milliseconds, as reported."""
        self.send("ucinewgame")
        self.ready()
        self.send("position fen " + fen)
        self.send("go " + limit)
        nodes = milliseconds = 0
        for line in self.lines_until("bestmove"):
            words = line.split()
            if words[:1] == ["info"] and "nodes" in words and "time" in words and "string" not in words:
                nodes, milliseconds = (int(words[words.index(word) + 1]) for word in ("nodes", "time"))
        return nodes, milliseconds

    def cpu_seconds(self):
        """Of all its threads so far; nothing where the system does not tell."""
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            return None
        user, system = int(fields[11]), int(fields[12])
        return (user + system) / os.sysconf("SC_CLK_TCK")

    def quit(self):
        self.send("quit")
        self.process.communicate()

    def kill(self):
        self.process.kill()
        self.process.wait()


class Run:
    """What one process did over all positions."""

    def __init__(self, contestant, positions, limit):
        engine = Engine(contestant)
        try:
            self.nodes = self.milliseconds = 0
            before = engine.cpu_seconds()
            for fen in positions:
                nodes, milliseconds = engine.search(fen, limit)
                self.nodes += nodes
                self.milliseconds += milliseconds
            after = engine.cpu_seconds()
            engine.quit()
        except BaseException:
            engine.kill()
            raise
        if self.nodes == 0 or self.milliseconds == 0:
            raise Failure(f"{contestant.label}: no nodes or no time in its info lines; search longer")
        self.says = engine.says
        self.speed = self.nodes * 1000 / self.milliseconds
        self.cpu_speed = self.nodes / (after - before) if before is not None and after and after > before else None


def ratio_text(values):
    return f"{statistics.median(values):.3f}  ({min(values):.3f} to {max(values):.3f})"


def compare(contestants, runs, same_tree_expected):
    """`runs`: for each pair, the runs in the contestants' order."""
    first = contestants[0].label
    for i, contestant in enumerate(contestants):
        speed = statistics.median(pair[i].speed for pair in runs)
        print(f"{contestant.label}: {speed:,.0f} nodes/s, {statistics.median(pair[i].nodes for pair in runs):,.0f} nodes in a run (medians)")
        if i == 0:
            continue
        print(f"  nodes/s, {contestant.label} : {first} = {ratio_text([pair[i].speed / pair[0].speed for pair in runs])}")
        if all(pair[i].cpu_speed and pair[0].cpu_speed for pair in runs):
            print(f"  nodes per processor second, {contestant.label} : {first} = {ratio_text([pair[i].cpu_speed / pair[0].cpu_speed for pair in runs])}")
        if same_tree_expected and runs[0][i].says == runs[0][0].says and any(pair[i].nodes != pair[0].nodes for pair in runs):
            print("  the node counts differ: these two do not search the same tree")


def read_positions(path):
    try:
        with open(path, encoding="utf-8") as file:
            lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    except OSError as error:
        raise SystemExit(f"speed_pairs: {path}: {error.strerror}") from error
    for number, words in enumerate(lines, 1):
        if len(words) < FEN_FIELDS:
            raise SystemExit(f"speed_pairs: {path}: position {number} has {len(words)} fields; right is an EPD of at least {FEN_FIELDS}")
    return [" ".join(words[:FEN_FIELDS]) + " 0 1" for words in lines]


def option(text):
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"\"{text}\" should be NAME=VALUE")
    return name, value


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"\"{text}\" should be a whole number from 1")
    return int(text)


def thread_list(text):
    counts = [positive(word) for word in text.split(",")]
    if len(counts) < 2:
        raise argparse.ArgumentTypeError(f"\"{text}\" should be at least two numbers, as in 1,2")
    return counts


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog=__doc__.partition("\n\n")[2], formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", metavar="OKNOS", help="command of the first engine")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--against", metavar="COMMAND", help="the other engine")
    what.add_argument("--threads", type=thread_list, metavar="A,B", help="numbers of threads of the first engine, compared with the first of them")
    parser.add_argument("--option", type=option, action="append", default=[], metavar="NAME=VALUE", help="an option of the first engine")
    parser.add_argument("--against-option", type=option, action="append", default=[], metavar="NAME=VALUE", help="an option of the other engine")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--depth", type=positive, help="plies for each position")
    limit.add_argument("--movetime", type=positive, help=f"milliseconds for each position (default {DEFAULT_MOVETIME})")
    parser.add_argument("--positions", metavar="FILE.epd", help="default: eight positions of all stages of a game")
    parser.add_argument("--pairs", type=positive, default=5)
    parser.add_argument("--hash", type=positive, default=64, help="MiB, for both (default 64)")
    return parser.parse_args()


def main():
    args = arguments()
    positions = read_positions(args.positions) if args.positions else POSITIONS
    limit = f"depth {args.depth}" if args.depth else f"movetime {args.movetime or DEFAULT_MOVETIME}"
    common = [("Hash", args.hash)]
    if args.threads:
        contestants = [Contestant(f"{n} threads" if n > 1 else "1 thread", args.engine, common + args.option + [("Threads", n)]) for n in args.threads]
    else:
        contestants = [Contestant(args.engine, args.engine, common + args.option), Contestant(args.against, args.against, common + args.against_option)]

    runs = []
    try:
        for number in range(args.pairs):
            order = list(range(len(contestants)))
            if number % 2:
                order.reverse()  # whoever comes first finds another machine than who comes second
            done = {i: Run(contestants[i], positions, limit) for i in order}
            runs.append([done[i] for i in range(len(contestants))])
            print(f"pair {number + 1}: " + ", ".join(f"{run.speed:,.0f}" for run in runs[-1]) + " nodes/s", file=sys.stderr)
    except Failure as error:
        print(f"speed_pairs: {error}", file=sys.stderr)
        return 3
    print(f"{len(positions)} positions, {limit}, {args.pairs} interleaved pairs, load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    own_threads = any(name.lower() == "threads" for name, _ in args.option + args.against_option)
    compare(contestants, runs, bool(args.depth and args.against and not own_threads))
    return 0


if __name__ == "__main__":
    sys.exit(main())
