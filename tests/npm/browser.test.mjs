// The package in a browser: CHROMIUM=/usr/bin/chromium node --test browser.test.mjs
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import createOknos from "oknos";
import { build, createServer as createViteServer } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const kTypes = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" };
const kIsolation = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const kTimeout = 180_000; // milliseconds; the machine may be busy

let browser;
let nodes; // of the same search in Node.js
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  const oknos = await createOknos();
  ({ nodes } = await oknos.analyse({ depth: 7 }));
});
after(() => browser?.close());

// A static host.
async function serve(t, folder, headers) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname;
    const type = kTypes[extname(name)] ?? "application/octet-stream";
    readFile(join(folder, name)).then(
      (bytes) => response.writeHead(200, { "Content-Type": type, ...headers }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

async function check(address, isolated) {
  const page = await browser.newPage();
  try {
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(address);
    await page.waitForFunction("window.done", undefined, { timeout: kTimeout });
    const done = await page.evaluate("window.done");
    assert.equal(done.error, undefined);
    assert.deepEqual(problems, []);
    assert.equal(done.isolated, isolated);
    assert.equal(done.nodes, nodes);
    assert.match(done.text, /^Frontier futility skipped \S+ .*: .* <= /);
    assert.notEqual(done.verdict, "");
    assert.match(done.best, /^bestmove [a-h][78]/);
    assert.equal(done.lines.filter((line) => line.startsWith("bestmove")).length, 1);
  } finally {
    await page.close();
  }
}

test("without a bundler", async (t) => check(`${await serve(t, here, {})}/plain.html`, false));
test("without a bundler, where memory may be shared", async (t) => check(`${await serve(t, here, kIsolation)}/plain.html`, true));

test("built by Vite", async (t) => {
  const out = join(here, "vite-out");
  await build({ root: join(here, "vite"), base: "./", logLevel: "warn", build: { outDir: out, emptyOutDir: true, target: "es2022" } });
  await check(`${await serve(t, out, {})}/index.html`, false);
});

test("served by Vite while one develops", async (t) => {
  const server = await createViteServer({ root: join(here, "vite"), logLevel: "warn", optimizeDeps: { exclude: ["oknos"] }, server: { host: "127.0.0.1", port: 0, fs: { strict: false } } });
  await server.listen();
  t.after(() => server.close());
  await check(`${server.resolvedUrls.local[0]}index.html`, false);
});
