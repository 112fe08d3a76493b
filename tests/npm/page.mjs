// What the pages of the test do with the engine; window.done holds what came of it.
export async function use(createOknos) {
  try {
    const oknos = await createOknos();
    const analysis = await oknos.analyse({ depth: 7 });
    const tree = await oknos.tree({ preset: "heinz", depth: 5 });
    const [node] = tree.skipped("frontier_futility");
    const skip = await oknos.whySkipped(tree, node, { check: true });
    const lines = [];
    const best = await new Promise((resolve) => {
      oknos.listen = (line) => {
        lines.push(line);
        if (line.startsWith("info depth 5 ")) oknos.uci("stop");
        if (line.startsWith("bestmove")) resolve(line);
      };
      oknos.uci("position startpos moves e2e4");
      oknos.uci("go infinite");
    });
    window.done = { nodes: analysis.nodes, text: skip.text, verdict: skip.check.text, best, isolated: crossOriginIsolated, lines };
  } catch (error) {
    window.done = { error: String(error) };
  }
}
