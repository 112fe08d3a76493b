import { h } from "../shared/dom";
import type { NodePanel } from "./node_panel";
import { phone } from "./phone";
import type { SearchForm } from "./search_form";
import type { Tabs } from "./tabs";
import { themeSwitch } from "./theme";
import type { Tour } from "./tour";
import { kNear } from "./walk";

// Where the parts of the page lie: what is asked, the tree, the selected entry. On a phone the tree comes first, the entry is a
// sheet at the lower edge, and what is asked lies in tabs.
export interface Parts {
  searches: boolean; // the page has an engine
  version: string;
  tour: Tour;
  form: SearchForm;
  lines: HTMLElement;
  filters: HTMLElement;
  stale: HTMLElement;
  trees: HTMLElement;
  scale: HTMLElement;
  legend: HTMLElement;
  node: NodePanel;
  tabs: Tabs;
  // Places of the tabs for what lies elsewhere where there is room.
  searchTab: HTMLElement;
  findTab: HTMLElement;
  step: (what: "pruned" | "near miss") => void;
  room: (room: boolean) => void;
}

const kKeys = "Arrows: parent, first child, siblings. Enter: go in. Escape: go out. + and −: zoom. Home: root. /: find a line. n: next pruned entry. m: next near miss. e: next error. With Shift: the one before.";
const kReading =
  "A box is as wide as the number of visits below it. A node that was searched again (a re-search, with another window or depth) has a box for each search. Hatched boxes were skipped; their width is an estimate: the mean of their searched siblings, all together at most half of their parent's visits. Scores of the position are from White's view, the numbers of a node from the view of the side to move there.";

function steps(go: Parts["step"]): HTMLElement {
  const step = (text: string, what: "pruned" | "near miss", title: string): HTMLButtonElement => {
    const button = h("button", { type: "button", class: "small", title }, text);
    button.addEventListener("click", () => go(what));
    return button;
  };
  return h(
    "div",
    { class: "row steps", role: "group", "aria-label": "Go to" },
    step("Next pruned", "pruned", "The next entry that was skipped or cut by a rule"),
    step("Next near miss", "near miss", `The next one that a margin ${kNear} centipawns larger would not have pruned`),
  );
}

function top(p: Parts): HTMLElement {
  const tour = h("button", { type: "button" }, "Guided tour");
  tour.addEventListener("click", () => p.tour.start());
  return h("header", { class: "top" }, h("p", { class: "brand" }, "Oknos"), h("h1", {}, "Tree explorer"), h("div", { class: "top-tools" }, p.searches ? tour : null, themeSwitch()));
}

function foot(version: string): HTMLElement {
  return h("footer", {}, `Oknos ${version}. Chess pieces by Colin M. L. Burnett, `, h("a", { href: "https://creativecommons.org/licenses/by-sa/3.0/" }, "CC BY-SA 3.0"), ".");
}

export function drawPage(page: HTMLElement, p: Parts): void {
  const room = h("input", { type: "checkbox", checked: "" });
  room.addEventListener("change", () => p.room(room.checked));
  const tools = h("div", { class: "tools" });
  const reading = h("details", { class: "reading" }, h("summary", {}, "How to read the tree, and keys"), h("p", { class: "note", id: "keys" }, kKeys), h("p", { class: "note" }, kReading));
  const middle = h(
    "div",
    { class: "middle" },
    tools,
    p.stale,
    p.trees,
    h("div", { class: "row under" }, steps(p.step), h("label", { class: "room" }, room, " Give room to pruned moves"), p.scale),
    p.legend,
    reading,
  );
  const desk = h("div", { class: "desk" }, middle, p.node.element);
  page.classList.toggle("offline", !p.searches);
  page.replaceChildren(top(p), h("main", {}, p.tour.element, desk, p.tabs.element), foot(p.version));

  const arrange = (): void => {
    const small = phone.matches;
    if (p.searches && small) p.searchTab.replaceChildren(p.form.element);
    else if (p.searches) desk.prepend(p.form.element);
    (small ? p.findTab : tools).replaceChildren(p.lines, p.filters);
    p.tabs.offer("search", small && p.searches);
    p.tabs.offer("find", small);
    reading.open = !small;
    p.node.sheet.use(small);
  };
  phone.addEventListener("change", arrange);
  arrange();
}
