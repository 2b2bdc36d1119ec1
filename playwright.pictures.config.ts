import { defineConfig } from "@playwright/test";
import base from "./playwright.config";

/** Takes the pictures in docs/pictures. Run it with `npm run pictures`. */
export default defineConfig({
  ...base,
  testDir: "e2e/pictures",
  testMatch: "**/take-pictures.ts",
  fullyParallel: false,
  workers: 1,
});
