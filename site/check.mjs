// node check.mjs SITE: every link of a built site leads to a page, and to a heading that is there; every page has a title
// and a description of its own. OKNOS_SITE_BASE is that of the build.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const [site] = process.argv.slice(2);
if (!site) {
  console.error("check.mjs: the folder of the site is expected");
  process.exit(2);
}
const base = process.env["OKNOS_SITE_BASE"] ?? "/"; // as for tools/site.sh
const filesBelow = (folder, path = "") =>
  readdirSync(join(folder, path)).flatMap((name) => {
    const here = path === "" ? name : `${path}/${name}`;
    return statSync(join(folder, here)).isDirectory() ? filesBelow(folder, here) : [here];
  });

const files = filesBelow(site);
const pages = files.filter((f) => f.endsWith(".html") && !f.startsWith("explore/") && f !== "404.html");
const text = new Map(pages.map((p) => [p, readFileSync(join(site, p), "utf8")]));
const plain = (s) => s.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
const anchors = new Map(pages.map((p) => [p, new Set([...text.get(p).matchAll(/\sid="([^"]+)"/g)].map((m) => plain(m[1])))]));

const problems = [];
const described = new Map();
for (const page of pages) {
  const html = text.get(page);
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
  if (!/<h1/.test(html)) problems.push(`${page}: no heading of the first level`);
  for (const [what, said] of [["title", title], ["description", description]]) {
    if (said === "") problems.push(`${page}: no ${what}`);
    else if (described.has(what + said)) problems.push(`${page}: the ${what} of ${described.get(what + said)}, too`);
    described.set(what + said, page);
  }
  if (!/<meta property="og:image"/.test(html)) problems.push(`${page}: no picture`);
  for (const [, given] of html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
    if (/^(https?:|mailto:)/.test(given)) continue;
    const [path, anchor] = plain(given).split("#").map(decodeURIComponent);
    let target = path === "" ? page : path.startsWith(base) ? path.slice(base.length) : posix.join(dirname(page), path);
    target = posix.normalize(target);
    if (target === "." || target === "" || target.endsWith("/")) target = posix.join(target, "index.html");
    if (!files.includes(target)) problems.push(`${page}: ${given}: no such page`);
    else if (anchor && anchors.has(target) && !anchors.get(target).has(anchor)) problems.push(`${page}: ${given}: no such heading`);
  }
}
for (const problem of problems) console.error(`check.mjs: ${problem}`);
console.log(`${pages.length} pages, ${problems.length} problems`);
process.exit(problems.length > 0 || pages.length === 0 ? 1 : 0);
