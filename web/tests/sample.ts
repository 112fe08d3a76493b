// A small tree as bytes, as the laboratory writes them.
export interface Entry {
  kind: number;
  move?: number;
  depth?: number;
  alpha?: number;
  beta?: number;
  score?: number;
  rule?: number;
  end?: number;
  flags?: number;
  spare?: number;
  children?: Entry[];
}

const kTypes = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array, u32: Uint32Array } as const;
const kColumns: [string, keyof typeof kTypes][] = [
  ["size", "u32"],
  ["move", "u16"],
  ["kind", "u8"],
  ["depth", "i8"],
  ["of_a_later_version", "u8"],
  ["alpha", "i16"],
  ["beta", "i16"],
  ["score", "i16"],
  ["rule", "u8"],
  ["end", "u8"],
  ["flags", "u16"],
  ["static_value", "i16"],
  ["spare", "i16"],
  ["rule_set", "u16"],
];

export const square = (name: string): number => name.charCodeAt(0) - 97 + 8 * (Number(name.charAt(1)) - 1);
export const move = (text: string): number => square(text.slice(2, 4)) | (square(text.slice(0, 2)) << 6);

export function traceBytes(root: Entry, header: Record<string, unknown> = {}): Uint8Array<ArrayBuffer> {
  const rows: Record<string, number>[] = [];
  const add = (e: Entry): void => {
    const { children = [], ...rest } = e;
    const row: Record<string, number> = { size: 1, move: 0, depth: 1, alpha: -10, beta: 10, score: 0, rule: 255, end: 0, flags: 0, static_value: 0, spare: -32768, rule_set: 0, of_a_later_version: 7, ...rest };
    const at = rows.push(row) - 1;
    children.forEach(add);
    row["size"] = rows.length - at;
  };
  add(root);
  const up8 = (n: number): number => Math.ceil(n / 8) * 8;
  const head = { fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", rules: ["frontier_futility", "reverse_futility"], families: ["futility", "holds"], rule_sets: [[]], count: rows.length, columns: kColumns.map(([name, type]) => ({ name, type })), ...header };
  let text = JSON.stringify(head);
  while ((16 + text.length) % 8 !== 0) text += " ";
  const columns = kColumns.map(([name, type]) => kTypes[type].from(rows.map((r) => r[name] ?? 0)));
  const bytes = new Uint8Array(16 + text.length + columns.reduce((sum, c) => sum + up8(c.byteLength), 0));
  bytes.set(new TextEncoder().encode("OKNOTREE"));
  const view = new DataView(bytes.buffer);
  view.setUint32(8, 1, true);
  view.setUint32(12, text.length, true);
  bytes.set(new TextEncoder().encode(text), 16);
  let at = 16 + text.length;
  for (const c of columns) {
    bytes.set(new Uint8Array(c.buffer), at);
    at += up8(c.byteLength);
  }
  return bytes;
}

// 1. e4 (e5 2. Nf3, and two moves left out) (c5) and 1. d4 left out.
export const sample = (): Uint8Array<ArrayBuffer> =>
  traceBytes({
    kind: 0,
    children: [
      {
        kind: 1,
        depth: 3,
        flags: 1,
        children: [
          {
            kind: 1,
            move: move("e2e4"),
            depth: 2,
            children: [
              { kind: 1, move: move("e7e5"), depth: 1, children: [{ kind: 1, move: move("g1f3"), depth: 0, flags: 2 }, { kind: 2, move: move("a2a3"), rule: 0, score: -40, spare: 30 }, { kind: 2, move: move("h2h3"), rule: 0, score: -110, spare: 100 }] },
              { kind: 1, move: move("c7c5"), depth: 1, rule: 1, end: 4 },
            ],
          },
          { kind: 2, move: move("d2d4"), depth: 3, rule: 0, score: -15, spare: 5 },
        ],
      },
    ],
  });
