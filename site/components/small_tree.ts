// The small tree of the first figures: White to move at the root, Black below, White again, then twelve leaves with their
// values in pawns, from White's view.
export interface SmallNode {
  name: string; // "root", "1", "1.2", "1.2.1"
  side: "White" | "Black" | ""; // to move; "" for a leaf
  value: number; // of a leaf; of the others, what minimax gives
  children: SmallNode[];
  x: number; // place in the drawing, 0 to 11
  row: number; // 0 for the root
}

const kLeaves = [3, 5, 6, 9, 2, 4, 1, 8, 6, 4, 7, 8];
const kBranches = [3, 2, 2]; // moves at the root, below it, and below that

function grow(row: number, name: string, leaves: Iterator<number>, place: { next: number }): SmallNode {
  const branches = kBranches[row];
  if (branches === undefined) return { name, side: "", value: leaves.next().value as number, children: [], x: place.next++, row };
  const side = row % 2 === 0 ? "White" : "Black";
  const children = Array.from({ length: branches }, (_, i) => grow(row + 1, row === 0 ? String(i + 1) : `${name}.${i + 1}`, leaves, place));
  const values = children.map((c) => c.value);
  const value = side === "White" ? Math.max(...values) : Math.min(...values);
  return { name, side, value, children, x: (children[0]!.x + children.at(-1)!.x) / 2, row };
}

export const smallTree = (): SmallNode => grow(0, "root", kLeaves[Symbol.iterator](), { next: 0 });

export function allNodes(node: SmallNode): SmallNode[] {
  return [node, ...node.children.flatMap(allNodes)];
}

// What alpha-beta does, one step after the other. `value`: of the node so far.
export interface Step {
  kind: "enter" | "leaf" | "back" | "cut" | "done";
  node: SmallNode;
  alpha: number;
  beta: number;
  value: number;
  skipped: SmallNode[]; // by a cut
}

export function alphaBeta(root: SmallNode): Step[] {
  const steps: Step[] = [];
  const search = (node: SmallNode, alpha: number, beta: number): number => {
    if (node.side === "") {
      steps.push({ kind: "leaf", node, alpha, beta, value: node.value, skipped: [] });
      return node.value;
    }
    const white = node.side === "White";
    let value = white ? -Infinity : Infinity;
    steps.push({ kind: "enter", node, alpha, beta, value, skipped: [] });
    for (const [i, child] of node.children.entries()) {
      const of = search(child, alpha, beta);
      value = white ? Math.max(value, of) : Math.min(value, of);
      if (white) alpha = Math.max(alpha, value);
      else beta = Math.min(beta, value);
      const skipped = node.children.slice(i + 1);
      if (alpha >= beta && skipped.length > 0) {
        steps.push({ kind: "cut", node, alpha, beta, value, skipped });
        return value;
      }
      steps.push({ kind: "back", node, alpha, beta, value, skipped: [] });
    }
    return value;
  };
  const value = search(root, -Infinity, Infinity);
  steps.push({ kind: "done", node: root, alpha: value, beta: value, value, skipped: [] });
  return steps;
}
