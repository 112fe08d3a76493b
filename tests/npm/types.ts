// What a program in TypeScript may write; it is compiled, not run.
import createOknos, { type Analysis, type Oknos, type Score, type Skip, type Tree, type TreeNode } from "oknos";

const oknos: Oknos = await createOknos({ wasm: new URL("oknos.wasm", "https://example.org") });
const analysis: Analysis = await oknos.analyse({ moves: ["e2e4"], nodes: 1000, set: { "frontier_futility.margin": 100 } });
const score: Score | null = analysis.score;
if (score?.mate !== undefined) {
  const moves: number = score.mate;
  console.log(moves);
} else if (score) {
  const centipawns: number = score.cp;
  console.log(centipawns);
}
const tree: Tree = await oknos.tree({ depth: 4 });
const node: TreeNode | null = tree.root.children[0]?.parent ?? null;
const skip: Skip = await oknos.whySkipped(tree, node ?? "e4");
const wrong: boolean | undefined = skip.check?.wrong;
console.log(wrong);
oknos.listen = (line: string) => console.log(line);
oknos.uci("uci");
// @ts-expect-error a search needs a number
await oknos.analyse({ depth: "12" });
// @ts-expect-error a tree cannot be changed
tree.root = tree.root;
