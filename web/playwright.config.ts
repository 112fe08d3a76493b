import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

// The tests of the explorer's page. Those of its arithmetic need nothing. Those in a browser need the program that serves
// the page, OKNOS_LAB=build/release/bin/oknos-lab, and a Chromium, where Playwright's own is not installed CHROMIUM=/usr/bin/chromium.
const lab = process.env["OKNOS_LAB"];
const chromium = process.env["CHROMIUM"];

// A port that nobody listens on, so that two runs on one machine do not meet. Every process of a run reads this file; they
// must agree, and those that are started later inherit what the first one found.
const kFreePort = 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })';
const port = (process.env["OKNOS_TEST_PORT"] ??= execFileSync(process.execPath, ["-e", kFreePort], { encoding: "utf8" }).trim());

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  reporter: "line",
  workers: 1,
  ...(lab ? {} : { testIgnore: ["foreign.spec.ts", "page.spec.ts", "store.spec.ts", "why.spec.ts"] }),
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    launchOptions: { args: ["--no-sandbox"], ...(chromium ? { executablePath: chromium } : {}) },
  },
  ...(lab ? { webServer: { command: `${lab} explore startpos --preset heinz --depth 5 --port ${port}`, url: `http://127.0.0.1:${port}/api/info` } } : {}),
});
