import { writeAddress } from "../explore/address";
import type { Question } from "../explore/api";
import type { RunSearch, WorstCase } from "./run";

// How a case is opened in the explorer.
export interface ExplorerSearch {
  question: Question;
  line: string[]; // from there to the case, in UCI notation
}

// Where a run does not say what it searched with.
const kPreset = "modern";
const kLeastDepth = 2; // plies, of a search of the node itself

// The node by itself, one ply deeper, so that its own moves are searched to the depth at which one was left out.
function ofNode(c: WorstCase, preset: string): ExplorerSearch {
  return { question: { fen: c.fen, moves: [], preset, set: {}, depth: Math.max(kLeastDepth, c.depth + 1) }, line: c.move === "" ? [] : [c.move] };
}

// The run's own search, in which the ordinal number names what was left out; or where the store cannot say what that was,
// a search of the node.
export function explorerSearch(c: WorstCase, search: RunSearch): ExplorerSearch {
  const { preset, ...settings } = search;
  if (preset === undefined || c.root === "" || (settings.depth === undefined && settings.nodes === undefined)) return ofNode(c, preset ?? kPreset);
  return { question: { fen: c.root, moves: [], preset, ...settings, ordinal: c.ordinal }, line: [] };
}

// As a shell reads it.
const quoted = (word: string): string => (/^[\w./=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

// What serves the case's search. The program searches to a depth; of a run with a limit of nodes, the node by itself.
export function exploreCommand(c: WorstCase, search: RunSearch): string {
  const { question } = search.nodes === undefined ? explorerSearch(c, search) : ofNode(c, search.preset ?? kPreset);
  const { preset, set, depth, fen } = question;
  const settings = Object.entries(set).flatMap(([name, value]) => ["--set", quoted(`${name}=${value}`)]);
  return ["oknos-lab", "explore", `"${fen}"`, "--preset", quoted(preset), ...settings, "--depth", String(depth)].join(" ");
}

// null: that is no address of a page.
export function explorerLink(base: string, { question, line }: ExplorerSearch): string | null {
  if (!URL.canParse(base) || !["http:", "https:"].includes(new URL(base).protocol)) return null;
  const at = new URL(base);
  at.hash = writeAddress({ question, compare: "", line, node: null });
  return at.href;
}
