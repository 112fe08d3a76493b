import { defineConfig } from "@playwright/test";

// The tests of the explorer's page. Those of its arithmetic need nothing. Those in a browser need the program that serves
// the page, OKNOS_LAB=build/release/bin/oknos-lab, and a Chromium, where Playwright's own is not installed CHROMIUM=/usr/bin/chromium.
const lab = process.env["OKNOS_LAB"];
const chromium = process.env["CHROMIUM"];

// The program takes a free port and says which; a port chosen beforehand might be somebody else's by the time it starts.
const kAddress = /http:\/\/127\.0\.0\.1:(?<oknos_test_port>\d+)/;

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  reporter: "line",
  workers: 1,
  // No test measures speed, and the machine may be busy: under heavy load axe alone needs twenty seconds.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  ...(lab ? {} : { testIgnore: ["any_kind.spec.ts", "foreign.spec.ts", "margins.spec.ts", "page.spec.ts", "phone.spec.ts", "report_page.spec.ts", "store.spec.ts", "why.spec.ts"] }),
  use: {
    baseURL: `http://127.0.0.1:${process.env["OKNOS_TEST_PORT"] ?? ""}/`,
    launchOptions: { args: ["--no-sandbox"], ...(chromium ? { executablePath: chromium } : {}) },
  },
  ...(lab ? { webServer: { command: `${lab} explore startpos --preset heinz --depth 5 --port 0`, wait: { stdout: kAddress }, timeout: 180_000 } } : {}),
});
