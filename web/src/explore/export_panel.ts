import { h } from "../shared/dom";
import { message, type Api, type Info, type TreeId } from "./api";
import { download } from "./download";
import { png, svgText } from "./export_image";
import { offlinePage } from "./export_page";
import { collapsedStacks, dot, json } from "./export_text";
import { currentPalette } from "./theme";
import type { TreeView } from "./tree_view";

const kDotNodes = 200;

interface Way {
  title: string;
  what: string;
  make: (view: TreeView, id: TreeId) => Promise<void> | void;
}

// Take it with you.
export function exportPanel(api: Api, info: Info, target: () => { view: TreeView; id: TreeId } | null): HTMLElement {
  const ways: Way[] = [
    {
      title: "Page",
      what: "this page including the tree; opens offline, without a server",
      make: async (view, id) => download("oknos-tree.html", [await offlinePage(info, await api.file(id), view.verdicts)], "text/html"),
    },
    { title: "Trace", what: "the whole tree as a file that oknos-lab explore opens again", make: async (_view, id) => download("oknos-tree.oktree", [await api.file(id)], "application/octet-stream") },
    { title: "PNG", what: "the visible part of the tree as an image", make: async (view) => download("oknos-tree.png", [await png(view.canvas, currentPalette())], "image/png") },
    {
      title: "SVG",
      what: "the visible part of the tree, with all its rows, as vector graphics",
      make: (view) => {
        const scene = view.scene();
        if (scene) download("oknos-tree.svg", [svgText(scene, view.window, currentPalette(), `Tree of ${scene.layout.tree.trace.header.fen}`)], "image/svg+xml");
      },
    },
    { title: "Stacks", what: "collapsed stacks for speedscope and other flame graph viewers", make: (view) => view.tree && download("oknos-tree.stacks.txt", [collapsedStacks(view.tree, view.verdicts)], "text/plain") },
    { title: "DOT", what: `the largest ${kDotNodes} nodes as a graph for Graphviz`, make: (view) => view.tree && view.replay && download("oknos-tree.dot", [dot(view.tree, view.replay, kDotNodes)], "text/plain") },
    { title: "JSON", what: "the entries, for your own programs", make: (view) => view.tree && download("oknos-tree.json", [json(view.tree, view.verdicts)], "application/json") },
  ] as Way[];
  const status = h("p", { class: "note", role: "status" });
  const items = ways.map(({ title, what, make }) => {
    const button = h("button", { type: "button" }, title);
    button.addEventListener("click", () => {
      const now = target();
      if (!now) return void (status.textContent = "There is no tree yet.");
      status.textContent = "";
      Promise.resolve()
        .then(() => make(now.view, now.id))
        .catch((error: unknown) => (status.textContent = message(error)));
    });
    return h("li", {}, button, ` ${what}`);
  });
  return h("div", { class: "exports" }, h("ul", {}, ...items), status);
}
