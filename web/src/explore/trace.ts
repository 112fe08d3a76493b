// A searched tree as the laboratory writes it: a header in JSON, then columns of numbers, one number an entry, the
// entries in preorder. The columns are read where they lie; nothing is copied.

export const kNoRule = 255;
export const kNoValue = -32768;

export const enum Kind {
  Tree = 0, // the first entry; its children are the visits of the root, one for each window that was tried
  Visit = 1,
  Skipped = 2,
}

export const enum End {
  Searched = 0,
  Draw = 1,
  TableCut = 2,
  MateDistance = 3,
  RuleCut = 4,
  NullMoveCut = 5,
  ProbCut = 6,
  MultiCut = 7,
  StandPat = 8,
  NoMoves = 9,
  Stopped = 10,
  Horizon = 11,
  Tablebase = 12,
}

export const enum Flag {
  OpenWindow = 1,
  Quiescence = 2,
  InCheck = 4,
  CutExpected = 8,
  BulkSkipped = 16,
  SameNode = 32,
  NullMove = 64,
  Again = 128,
  FullyReduced = 256,
  ReducedByRule = 512,
  Resolved = 1024,
  Improving = 2048,
  HoldsBeta = 4096,
}

export interface Header {
  engine: string;
  fen: string;
  chess960: boolean;
  moves: string[];
  preset: string;
  settings: Record<string, string>;
  depth: number;
  nodes: number;
  time_ms: number;
  best: string;
  score: number;
  rules: string[];
  families: string[]; // of the rules
  guards: string[];
  rule_sets: number[][];
  count: number;
  id?: string;
}

// Written by another engine: what we know about our rules does not hold for its own, whatever their names.
export const isForeign = (header: Header): boolean => Object.keys(header.settings).length === 0;

export interface Columns {
  size: Uint32Array;
  move: Uint16Array;
  kind: Uint8Array;
  depth: Int8Array;
  alpha: Int16Array;
  beta: Int16Array;
  score: Int16Array;
  rule: Uint8Array;
  end: Uint8Array;
  flags: Uint16Array;
  static_value: Int16Array;
  rule_set: Uint16Array;
}
// Of traces that have them.
export interface OptionalColumns {
  spare?: Int16Array; // kNoValue: not known, or the rule has no margin
}

export interface Trace extends Columns, OptionalColumns {
  header: Header;
  count: number;
  bytes: Uint8Array<ArrayBuffer>; // the file itself, to keep
}

const kMagic = "OKNOTREE";
const kVersion = 1;
const kTypes = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array, u32: Uint32Array } as const;
type TypeName = keyof typeof kTypes;

const kWanted: Record<keyof Columns, TypeName> = {
  size: "u32",
  move: "u16",
  kind: "u8",
  depth: "i8",
  alpha: "i16",
  beta: "i16",
  score: "i16",
  rule: "u8",
  end: "u8",
  flags: "u16",
  static_value: "i16",
  rule_set: "u16",
};

const kOptional: Record<keyof OptionalColumns, TypeName> = { spare: "i16" };

const up8 = (n: number): number => Math.ceil(n / 8) * 8;

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`This is not a tree that can be read: ${what}.`);
}

interface ColumnName {
  name: string;
  type: string;
}
type RawHeader = Partial<Omit<Header, "id">> & { id?: string | number; columns?: ColumnName[] };

function header(raw: RawHeader): Header {
  check(typeof raw.count === "number" && raw.count >= 1, "it has no entries");
  return {
    engine: raw.engine ?? "",
    fen: raw.fen ?? "",
    chess960: raw.chess960 ?? false,
    moves: raw.moves ?? [],
    preset: raw.preset ?? "",
    settings: raw.settings ?? {},
    depth: raw.depth ?? 0,
    nodes: raw.nodes ?? 0,
    time_ms: raw.time_ms ?? 0,
    best: raw.best ?? "",
    score: raw.score ?? 0,
    rules: raw.rules ?? [],
    families: raw.families ?? [],
    guards: raw.guards ?? [],
    rule_sets: raw.rule_sets ?? [[]],
    count: raw.count,
    ...(raw.id === undefined ? {} : { id: String(raw.id) }),
  };
}

export function parseTrace(given: Uint8Array<ArrayBuffer>): Trace {
  // Columns are looked at in place, so they must lie on the boundaries of their numbers.
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  check(bytes.length >= 16, "it is too short");
  check(String.fromCharCode(...bytes.subarray(0, 8)) === kMagic, "it does not begin like one");
  const version = view.getUint32(8, true);
  check(version === kVersion, `its version is ${version}, this page reads ${kVersion}`);
  const headerLength = view.getUint32(12, true);
  check(16 + headerLength <= bytes.length, "its header is cut off");
  const raw = JSON.parse(new TextDecoder().decode(bytes.subarray(16, 16 + headerLength))) as RawHeader;
  const head = header(raw);

  const found = new Map<string, ArrayBufferView>();
  let at = up8(16 + headerLength);
  for (const { name, type } of raw.columns ?? []) {
    check(type in kTypes, `column ${name} has the unknown type ${type}`);
    const Type = kTypes[type as TypeName];
    const length = head.count * Type.BYTES_PER_ELEMENT;
    check(at + length <= bytes.length, `column ${name} is cut off`);
    if ((name in kWanted && kWanted[name as keyof Columns] === type) || (name in kOptional && kOptional[name as keyof OptionalColumns] === type)) found.set(name, new Type(bytes.buffer, bytes.byteOffset + at, head.count));
    at += up8(length);
  }
  for (const name of Object.keys(kWanted)) check(found.has(name), `it has no column ${name}`);
  const columns = Object.fromEntries(found) as unknown as Columns & OptionalColumns; // each was checked for its name and type above
  return { ...columns, header: head, count: head.count, bytes };
}
