import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.mjs";

const executablePath = findChromium();
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.test.ts",
  globalSetup: "./e2e/serve.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // The runner names each retried journey, and the stress test fails on one.
  retries: 1,
  // A machine ten times slower passes: waits are for states.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [["list"]],
  use: {
    launchOptions: { args: flags, ...(executablePath === undefined ? {} : { executablePath }) },
    // Nothing waits for a movement to end.
    contextOptions: { reducedMotion: "reduce" },
    trace: "off",
  },
});
