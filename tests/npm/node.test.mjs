// The package in Node.js, as a program that has installed it sees it: node --test node.test.mjs
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import createOknos from "oknos";

const kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const kMateInTwo = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";

// An engine for one test, and what it says.
async function opened(t) {
  const oknos = await createOknos();
  t.after(() => oknos.close());
  const lines = [];
  let heard = () => undefined;
  oknos.listen = (line) => {
    lines.push(line);
    heard();
  };
  oknos.onError = (message) => assert.fail(message);
  // Waits for the line with that beginning behind those that were waited for.
  let at = 0;
  const until = async (prefix) => {
    for (;;) {
      for (; at < lines.length; ++at) if (lines[at].startsWith(prefix)) return lines[at++];
      await new Promise((resolve) => (heard = resolve));
    }
  };
  return { oknos, lines, until, send: (...commands) => commands.forEach((command) => oknos.uci(command)) };
}

test("speaks UCI", async (t) => {
  const { send, until, lines } = await opened(t);
  send("uci", "isready", "position startpos moves e2e4", "go depth 8");
  assert.match(await until("id name"), /^id name Oknos \d/);
  await until("uciok");
  await until("readyok");
  assert.match(await until("info depth 8 "), / score (cp|mate) -?\d+ nodes \d+ .* pv [a-h][1-8]/);
  assert.match(await until("bestmove"), /^bestmove [a-h][1-8][a-h][1-8]/);
  assert.equal(lines.filter((line) => line.startsWith("bestmove")).length, 1);
});

test("keeps the answer to go infinite back until stop, and answers isready meanwhile", async (t) => {
  const { send, until, lines } = await opened(t);
  send(`position fen ${kMateInTwo}`, "go infinite");
  await until("info depth 3 ");
  send("isready");
  await until("readyok");
  assert.ok(!lines.some((line) => line.startsWith("bestmove")));
  send("stop");
  assert.match(await until("bestmove"), /^bestmove (a2|b1)/);
});

test("stops a search with a limit, and searches that wait", async (t) => {
  const { send, until } = await opened(t);
  send("go depth 90", "position startpos moves d2d4", "go depth 90");
  await until("info depth 5 ");
  send("stop");
  assert.match(await until("bestmove"), /^bestmove [a-h][12]/);
  assert.match(await until("bestmove"), /^bestmove [a-h][78]/);
});

test("goes on with the clock after ponderhit", async (t) => {
  const { send, until, lines } = await opened(t);
  send("position startpos moves e2e4 e7e5", "go ponder wtime 2000 btime 2000");
  await until("info depth 4 ");
  assert.ok(!lines.some((line) => line.startsWith("bestmove")));
  send("ponderhit");
  await until("bestmove");
});

// As a page that may not share memory, where a search can only be stopped with its worker.
test("stops without shared memory, and keeps options and position", async (t) => {
  const shared = globalThis.SharedArrayBuffer;
  globalThis.SharedArrayBuffer = undefined;
  t.after(() => (globalThis.SharedArrayBuffer = shared));
  const { send, until } = await opened(t);
  send("setoption name MultiPV value 2", "position startpos moves e2e4", "go infinite");
  await until("info depth 6 ");
  send("stop");
  assert.match(await until("bestmove"), /^bestmove [a-h][78]/);
  send("go infinite", "stop");
  assert.match(await until("bestmove"), /^bestmove [a-h][78]/, "stopped before anything was found");
  send("d", "go depth 3");
  assert.match(await until("Fen: "), / b KQkq /);
  await until("info depth 3 seldepth 3 multipv 2 ").catch(() => undefined);
  await until("bestmove");
  send("perft 9");
  send("stop", "isready");
  await until("readyok");
});

test("complaints are info strings", async (t) => {
  const { send, until } = await opened(t);
  send("setoption name Threads value 4", "setoption name Hash value 4000", "position fen rubbish", "nonsense", "bench 1 2 1");
  assert.match(await until("info string Threads"), /it stays 1/);
  assert.match(await until("info string Hash"), /it stays 16/);
  await until("info string position");
  await until("info string");
  assert.match(await until("info string 2 threads"), /right is 1/);
});

test("analyses", async (t) => {
  const { oknos } = await opened(t);
  const infos = [];
  const question = { fen: kKiwipete, depth: 7, multipv: 2, preset: "heinz" };
  const analysis = await oknos.analyse({ ...question, onInfo: (info) => infos.push(info) });
  assert.equal(analysis.lines.length, 2);
  assert.equal(analysis.depth, 7);
  assert.equal(analysis.pv[0], analysis.best.uci);
  assert.deepEqual(analysis.score, analysis.lines[0].score);
  assert.equal(typeof analysis.score.cp, "number");
  assert.equal(infos[0].depth, 1);
  assert.ok(infos.every((info) => info.pv.length > 0 && info.pv.length === info.san.length && info.timeMs >= 0));
  assert.ok(analysis.rules.some(({ rule, movesSkipped }) => rule === "frontier_futility" && movesSkipped > 0));
  assert.equal(analysis.rules.reduce((sum, { movesSkipped }) => sum + movesSkipped, 0), analysis.movesSkipped);
  const again = await oknos.analyse(question);
  assert.equal(again.nodes, analysis.nodes);
  const without = await oknos.analyse({ ...question, set: { frontier_futility: "off" } });
  assert.ok(!without.rules.some(({ rule }) => rule === "frontier_futility"));
  assert.notEqual(without.nodes, analysis.nodes);
});

test("scores mates in moves, from the view of the side to move", async (t) => {
  const { oknos } = await opened(t);
  assert.deepEqual((await oknos.analyse({ fen: kMateInTwo, depth: 6 })).score, { mate: 2 });
  assert.deepEqual((await oknos.analyse({ fen: kMateInTwo, moves: ["a2a7"], depth: 4 })).score, { mate: -1 });
  const over = await oknos.analyse({ fen: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", depth: 4 });
  assert.deepEqual([over.best, over.score, over.pv], [null, null, []]);
});

test("aborts, and goes on afterwards", async (t) => {
  const { oknos } = await opened(t);
  const controller = new AbortController();
  const long = oknos.analyse({ depth: 60, signal: controller.signal, onInfo: () => controller.abort() });
  await assert.rejects(long, { name: "AbortError" });
  await assert.rejects(oknos.tree({ depth: 60, nodes: 1e9, signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal((await oknos.analyse({ depth: 3 })).depth, 3);
});

test("gives the tree", async (t) => {
  const { oknos } = await opened(t);
  const progress = [];
  const tree = await oknos.tree({ fen: kKiwipete, preset: "heinz", depth: 6, onProgress: (p) => progress.push(p) });
  assert.equal(tree.preset, "heinz");
  assert.equal(tree.depth, 6);
  assert.equal(tree.fen, kKiwipete);
  assert.ok(tree.complete && progress.length > 0);
  assert.equal(tree.root.move, null);
  assert.equal(tree.root.kind, "node");
  assert.ok(tree.root.children.some(({ move }) => move === tree.best));
  assert.equal([...tree.entries()].length, tree.size);
  const frontier = [...tree.skipped("frontier_futility")];
  assert.ok(frontier.length > 0 && frontier.length < [...tree.skipped()].length);
  for (const node of frontier.slice(0, 100)) {
    assert.equal(node.rule, "frontier_futility");
    assert.equal(node.end, null);
    assert.ok(node.score <= node.alpha);
    assert.equal(node.line.at(-1), node.move);
    assert.ok(node.parent.children.some(({ entry }) => entry === node.entry));
  }
});

test("says why a move was skipped", async (t) => {
  const { oknos } = await opened(t);
  const tree = await oknos.tree({ fen: kKiwipete, preset: "heinz", depth: 5, set: { "frontier_futility.margin": 123 } });
  const [node] = tree.skipped("frontier_futility");
  const skip = await oknos.whySkipped(tree, node, { check: true });
  assert.equal(skip.rule, "frontier_futility");
  assert.equal(skip.margin, 123);
  assert.equal(skip.marginUnit, "centipawns");
  assert.equal(skip.move.uci, node.move);
  assert.deepEqual([...skip.line, skip.move].map(({ uci }) => uci), node.line);
  assert.equal(skip.bound, node.score);
  assert.equal(skip.alpha, node.alpha);
  assert.match(skip.formula, new RegExp(`\\+ 123 <= ${node.alpha} `));
  assert.ok(skip.text.includes(skip.formula) && skip.text.includes(skip.move.san), skip.text);
  assert.equal(typeof skip.check.wrong, "boolean");
  assert.equal(skip.check.wrong, skip.check.value > node.alpha);

  // The same by its line, in both notations.
  const uci = await oknos.whySkipped(tree, node.line);
  const san = await oknos.whySkipped(tree, [...skip.line, skip.move].map((move) => move.san).join(" "));
  assert.equal(uci.node.entry, san.node.entry);
  assert.equal(uci.node.move, node.move);
  assert.equal(uci.check, undefined);

});

test("says why a node was cut", async (t) => {
  const { oknos } = await opened(t);
  const tree = await oknos.tree({ fen: kKiwipete, depth: 6 });
  const cut = [...tree.entries()].find(({ end, line }) => end === "rule cut" && line.length > 1);
  const skip = await oknos.whySkipped(tree, cut);
  assert.equal(skip.move, null);
  assert.equal(skip.rule, cut.rule);
  assert.deepEqual(skip.line.map(({ uci }) => uci), cut.line);
  assert.match(skip.text, / cut the node after /);
});

// A line that goes on behind a skipped move ends there.
test("explains a line by the move of it that was skipped", async (t) => {
  const { oknos } = await opened(t);
  const tree = await oknos.tree({ preset: "heinz", depth: 5 });
  const once = new Map();
  for (const { kind, line } of tree.entries()) once.set(line.join(" "), (once.get(line.join(" ")) ?? "skipped") === "skipped" ? kind : "node");
  const [line] = [...once].find(([text, kind]) => kind === "skipped" && text.endsWith(" a2a3")) ?? [...once].find(([text, kind]) => kind === "skipped" && text.endsWith(" a7a6"));
  const further = line.endsWith(" a2a3") ? "h7h5" : "h2h4";
  const skip = await oknos.whySkipped(tree, `${line} ${further}`);
  assert.equal([...skip.line, skip.move].map(({ uci }) => uci).join(" "), line);
});

test("bad input is named", async (t) => {
  const { oknos } = await opened(t);
  await assert.rejects(oknos.analyse({ fen: "rubbish", depth: 3 }), /rubbish/);
  await assert.rejects(oknos.analyse({ moves: ["e2e5"], depth: 3 }), /"moves": "e2e5" is not legal/);
  await assert.rejects(oknos.analyse({}), /"depth", "nodes" or "movetime" is expected/);
  await assert.rejects(oknos.analyse({ depth: 3, preset: "moderm" }), /"preset".*moderm/);
  await assert.rejects(oknos.analyse({ depth: 0 }), /"depth": a whole number from 1 to 64/);
  await assert.rejects(oknos.tree({ fen: "startpos" }), /"depth" or "nodes"/);
  await assert.rejects(oknos.tree({ depth: 3, set: { nonsense: 1 } }), /nonsense/);
  await assert.rejects(oknos.tree({ fen: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", depth: 3 }), /stalemate/);
  const tree = await oknos.tree({ depth: 4 });
  await assert.rejects(oknos.whySkipped(tree, "e5"), /move 1: "e5"/);
  await assert.rejects(oknos.whySkipped(tree, ""), /empty/);
  await assert.rejects(oknos.whySkipped(tree, tree.best), /was not skipped but searched/);
  await assert.rejects(oknos.whySkipped(tree, tree.root), /nothing was skipped here/);
  await assert.rejects(oknos.whySkipped({}, "e4"), /tree: expected a tree/);
  await assert.rejects(oknos.whySkipped(tree, undefined), /where: expected an entry/);
  assert.throws(() => tree.at(tree.size), /the tree has the entries 0 to/);
  assert.throws(() => [...tree.skipped("nonsense")], /rule "nonsense"/);
  await assert.rejects(createOknos({ wasm: "nowhere.wasm" }), /nowhere\.wasm/);
  const closed = await createOknos();
  closed.close();
  await assert.rejects(closed.analyse({ depth: 3 }), /closed/);
});

test("tells what it offers", async (t) => {
  const { oknos } = await opened(t);
  const about = await oknos.about();
  assert.match(about.version, /^\d+\.\d+\.\d+$/);
  assert.ok(about.presets.some(({ name }) => name === about.defaultPreset));
  assert.ok(about.rules.find(({ name }) => name === "frontier_futility").parameters.length > 0);
});

test("a program ends without close()", async () => {
  const program = 'import { createOknos } from "oknos"; const oknos = await createOknos(); console.log((await oknos.analyse({ depth: 4 })).best.uci); oknos.listen = console.log; oknos.uci("go depth 2");';
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  assert.match(stdout, /^[a-h][1-8][a-h][1-8]\n[^]*bestmove /);
});
