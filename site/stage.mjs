// node stage.mjs REPOSITORY SITE: puts the pages of the site together in the folder SITE.
//
// The documentation is written to be read in the repository. Here it gets what a site needs: a title and a description
// of each page for search engines, and links that lead to pages of the site. A link to a file that is not part of the
// site (a source file, a preset) becomes its text.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { pageOf, sections } from "./sections.mjs";

const [repository, site] = process.argv.slice(2);
if (!repository || !site) {
  console.error("stage.mjs: the folders of the repository and of the site are expected");
  process.exit(2);
}

const kDescriptionLength = 160; // characters; search engines show no more

function filesBelow(folder) {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

// Files of the repository and what they are in the site.
const pages = new Map(sections.flatMap((section) => section.pages.map(([path]) => [path, pageOf(section, path)])));
const pictures = new Map();
const complain = (text) => {
  console.error(`stage.mjs: ${text}`);
  process.exit(1);
};
for (const path of filesBelow("docs")) {
  if (path.endsWith(".md") && !pages.has(path)) complain(`${path} is in no section: site/sections.mjs lists the pages`);
  if (/\.(svg|png)$/.test(path)) pictures.set(path, path.slice("docs/".length));
}
for (const path of pages.keys()) if (!existsSync(join(repository, path))) complain(`site/sections.mjs lists ${path}, which is not there`);
// Pages that only the site has.
const own = new Map(sections.flatMap((section) => (section.own ?? []).map(([path]) => [`site/${path}`, path])));
// A folder means its README.
const targetOf = (path) => own.get(path) ?? pages.get(path) ?? pages.get(posix.join(path, "README.md")) ?? pictures.get(path);

const plainText = (markdown) =>
  markdown
    .replace(/<!--.*?-->/g, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]/g, "")
    .replace(/\s+/g, " ")
    .trim();

// The first paragraph of the page, cut at the end of a word.
function descriptionOf(markdown) {
  const paragraph = markdown.split(/\n\s*\n/).find((p) => /^[A-Za-z(*`[]/.test(p.trim()) && !p.trim().startsWith("<"));
  const text = plainText(paragraph ?? "");
  return text.length <= kDescriptionLength ? text : `${text.slice(0, text.lastIndexOf(" ", kDescriptionLength - 2))} …`;
}

function relink(markdown, from) {
  const link = (whole, mark, text, target) => {
    if (/^(https?:|mailto:|#)/.test(target)) return whole;
    const [path, anchor] = target.split("#");
    const found = targetOf(posix.normalize(posix.join(dirname(from), path)).replace(/\/$/, ""));
    if (found === undefined) return mark === "!" ? whole : text;
    const way = posix.relative(dirname(own.get(from) ?? pages.get(from)), found);
    return `${mark}[${text}](${way.startsWith(".") ? way : `./${way}`}${anchor ? `#${anchor}` : ""})`;
  };
  return markdown.replace(/(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g, link);
}

// Applies f outside of fenced code.
const outsideCode = (markdown, f) =>
  markdown
    .split(/(^```[\s\S]*?^```)/m)
    .map((part, i) => (i % 2 === 0 ? f(part) : part))
    .join("");

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
const source = join(repository, "site");
cpSync(source, site, { recursive: true, filter: (path) => !relative(source, path).split("/").includes("node_modules") });
for (const [from, to] of pages) {
  const markdown = readFileSync(join(repository, from), "utf8");
  const body = outsideCode(markdown, (part) => relink(part.replace(/<!-- \/?figure[^>]*-->/g, ""), from));
  mkdirSync(join(site, dirname(to)), { recursive: true });
  writeFileSync(join(site, to), `---\ndescription: ${JSON.stringify(descriptionOf(body.replace(/^# .*$/m, "")))}\n---\n\n${body}`);
}
for (const [from, to] of own) {
  const markdown = readFileSync(join(repository, from), "utf8");
  writeFileSync(join(site, to), outsideCode(markdown, (part) => relink(part, from)));
}
for (const [from, to] of pictures) {
  mkdirSync(join(site, dirname(to)), { recursive: true });
  cpSync(join(repository, from), join(site, to));
  // A page may link to a picture, and the cards of search engines show one: those keep their names.
  cpSync(join(repository, from), join(site, "public", to));
}
// The explorer's code for the figures of the pages that teach.
cpSync(join(repository, "web/src"), join(site, "web"), { recursive: true });
// The code of a rule, for the figure that shows it.
for (const path of ["rules/frontier_futility.h", "parts/specific_futility.h"]) cpSync(join(repository, "src/engine/pruning", path), join(site, "code", posix.basename(path)));
console.log(`${pages.size} pages, ${pictures.size} pictures`);
