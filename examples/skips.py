"""What do the pruning rules skip? Oknos from Python, with nothing but ctypes (docs/c-interface.md).

    OKNOS_LIBRARY=PREFIX/lib/liboknos.so.1 python3 skips.py [FEN [DEPTH]]
"""
import collections
import ctypes
import ctypes.util
import os
import sys

INTERFACE = 1  # OKNOS_C_INTERFACE of oknos/c.h, whose structures these are


class Skip(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in
                "ply depth alpha beta has_static_eval static_eval bound slack searched history".split()]
    _fields_ += [("rule", ctypes.c_char_p), ("move", ctypes.c_char_p), ("position", ctypes.c_void_p)]


class Result(ctypes.Structure):
    _fields_ = [(name, ctypes.c_char_p) for name in ("best_move", "expected_reply", "moves")]
    _fields_ += [(name, ctypes.c_int32) for name in ("score", "mate", "depth")]
    _fields_ += [("nodes", ctypes.c_uint64), ("milliseconds", ctypes.c_int64),
                 ("moves_made", ctypes.c_uint64), ("moves_skipped", ctypes.c_uint64)]


OnSkip = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Skip), ctypes.c_void_p)


class Search(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("depth", ctypes.c_int32), ("lines", ctypes.c_int32),
                ("nodes", ctypes.c_uint64), ("milliseconds", ctypes.c_int64), ("count_rules", ctypes.c_int32),
                ("on_line", ctypes.c_void_p), ("on_skip", OnSkip), ("user", ctypes.c_void_p)]


def load():
    path = os.environ.get("OKNOS_LIBRARY") or ctypes.util.find_library("oknos")
    if not path:
        raise SystemExit("skips.py: liboknos is not installed; OKNOS_LIBRARY names the file")
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise SystemExit(f"skips.py: {error}")
    if library.oknos_c_interface() != INTERFACE:
        raise SystemExit(f"skips.py: {path} has interface {library.oknos_c_interface()}; {INTERFACE} is needed")
    library.oknos_create.restype = ctypes.c_void_p
    library.oknos_error.restype = library.oknos_skip_fen.restype = ctypes.c_char_p
    library.oknos_search.restype = ctypes.POINTER(Result)
    return library


def main():
    fen = sys.argv[1] if len(sys.argv) > 1 else "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
    depth = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    library = load()
    engine = ctypes.c_void_p(library.oknos_create())

    def check(done):
        if not done:
            raise SystemExit("skips.py: " + library.oknos_error(engine).decode())

    check(library.oknos_set_position(engine, fen.encode(), None) == 0)
    skips = collections.Counter()
    example = {}

    def hear(skip, _):
        rule = skip.contents.rule.decode()
        skips[rule] += 1
        if rule not in example:
            example[rule] = f"{skip.contents.move.decode()} in {library.oknos_skip_fen(engine, skip).decode()}"
        return 0

    search = Search(size=ctypes.sizeof(Search), depth=depth, on_skip=OnSkip(hear))
    result = library.oknos_search(engine, ctypes.byref(search))
    check(result)
    found = result.contents
    print(f"{found.best_move.decode()}, {found.score} centipawns, {found.nodes} nodes")
    for rule, count in skips.most_common():
        print(f"{rule} skipped {count} moves, first {example[rule]}")
    library.oknos_destroy(engine)


if __name__ == "__main__":
    main()
