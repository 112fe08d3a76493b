import { defineConfig } from "@playwright/test";

// The tests of the explorer's page. Those of its arithmetic need nothing. Those in a browser need the program that serves
// the page, OKNOS_LAB=build/release/bin/oknos-lab, and a Chromium, where Playwright's own is not installed CHROMIUM=/usr/bin/chromium.
const lab = process.env["OKNOS_LAB"];
const chromium = process.env["CHROMIUM"];
const port = 8019;

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
