import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type DefaultTheme } from "vitepress";
import { pageOf, sections as listed } from "../sections.mjs";

// The address below which the site lies on its host, with a slash at both ends.
const base = process.env["OKNOS_SITE_BASE"] ?? "/";

interface Section {
  title: string;
  folder: string;
  own?: [string, string][];
  pages: [string, string][];
}
const sections = listed as Section[];

// Each section has a menu of its own: the address of a page says which.
const linkOf = (path: string): string => `/${path.replace(/index\.md$/, "").replace(/\.md$/, "")}`;
const menuOf = (section: Section): DefaultTheme.SidebarItem[] => [
  { text: section.title, items: [...(section.own ?? []).map(([path, text]) => ({ text, link: linkOf(path) })), ...section.pages.map(([path, text]) => ({ text, link: linkOf(pageOf(section, path)) }))] },
];
// The bar of a window 1,024 pixels wide has no room for all sections; the others are below "More".
const kOnTheBar = 5;
const entryOf = (section: Section): DefaultTheme.NavItemWithLink => ({ text: section.title, link: `/${section.folder}/` });
const sidebar: DefaultTheme.SidebarMulti = Object.fromEntries(sections.map((s) => [`/${s.folder}/`, menuOf(s)]));

function filesBelow(folder: string, path = ""): string[] {
  return readdirSync(join(folder, path)).flatMap((name) => {
    const here = path === "" ? name : `${path}/${name}`;
    return statSync(join(folder, here)).isDirectory() ? filesBelow(folder, here) : [here];
  });
}

// The service worker keeps every file of the site, so that it works without a network once it was opened. Its name for
// the files' cache changes with any of them.
function writeServiceWorker(folder: string): void {
  const files = filesBelow(folder).filter((f) => f !== "sw.js").sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  const worker = readFileSync(join(folder, "sw.js"), "utf8");
  writeFileSync(join(folder, "sw.js"), worker.replace('"@version"', JSON.stringify(hash.digest("hex").slice(0, 16))).replace('["@files"]', JSON.stringify(files)));
}

export default defineConfig({
  base,
  lang: "en",
  title: "Oknos",
  description: "Futility pruning in chess engines: every rule explained, measured, and shown in the search tree.",
  cleanUrls: false, // any static host
  lastUpdated: false,
  srcExclude: ["web/**"],
  head: [
    ["link", { rel: "icon", href: `${base}icon.svg`, type: "image/svg+xml" }],
    ["meta", { name: "color-scheme", content: "light dark" }],
    ["script", {}, `if ("serviceWorker" in navigator && location.protocol !== "file:") addEventListener("load", () => navigator.serviceWorker.register("${base}sw.js").catch(() => undefined));`],
  ],
  transformPageData(data) {
    data.frontmatter.head ??= [];
    data.frontmatter.head.push(["meta", { property: "og:title", content: data.title }], ["meta", { property: "og:description", content: data.description }], ["meta", { property: "og:image", content: `${base}images/explorer.png` }], ["meta", { property: "og:type", content: "article" }]);
  },
  themeConfig: {
    logo: "/icon.svg",
    nav: [...sections.slice(0, kOnTheBar).map(entryOf), { text: "More", items: sections.slice(kOnTheBar).map(entryOf) }, { text: "Explorer", link: "/explore/index.html", target: "_self" }],
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: "local" },
    docFooter: { prev: "Before", next: "Next" },
  },
  // Anchors as the repository's host makes them, so that links work in both places.
  markdown: {
    // The usual light theme is too faint to read on the grey of a listing.
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
    anchor: { slugify: (title) => title.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-") },
  },
  vite: {
    build: { target: "es2022", chunkSizeWarningLimit: 1500 },
    worker: { format: "es" },
  },
  // The home page: see the theme.
  transformHtml: (code) => (code.includes("<main") ? code : code.replace('id="VPContent"', 'id="VPContent" role="main"')),
  buildEnd: ({ outDir }) => writeServiceWorker(outDir),
});
