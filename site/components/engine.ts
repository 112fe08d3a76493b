// The engine in the page: loaded once, when the first figure needs it.
import { withBase } from "vitepress";
import { Api, type Question } from "../web/explore/api";
import { Replay } from "../web/explore/replay";
import { growTree, type Tree } from "../web/explore/tree";
import { pageBackend } from "../web/explore/wasm_page";

let api: Api | undefined;
function theApi(): Api {
  api ??= new Api(pageBackend(withBase("/explore/oknos.wasm")));
  return api;
}

export interface Searched {
  id: string | number;
  nodes: number;
  tree: Tree;
  replay: Replay;
}

export async function search(question: Omit<Question, "moves">, signal: AbortSignal): Promise<Searched> {
  const done = await theApi().search({ moves: [], ...question }, signal, () => undefined);
  const tree = growTree(await theApi().tree(done.id));
  return { id: done.id, nodes: done.nodes, tree, replay: new Replay(tree) };
}

export const check: Api["check"] = (id, entry, signal) => theApi().check(id, entry, signal);

export const audit: Api["audit"] = (id, sample, signal, onProgress) => theApi().audit(id, sample, signal, onProgress);
export const node: Api["node"] = (id, entry) => theApi().node(id, entry);

export const info: Api["info"] = () => theApi().info();
