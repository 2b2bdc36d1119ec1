import { expect, test } from "vitest";
import { isWebPage } from "./web-address";

test.each([
  "https://example.com/terms",
  "https://example.com",
  "https://bücher.example/größe?lang=de#top",
  "http://localhost:3000/terms",
  "http://127.0.0.1/terms",
  "http://[::1]:3000/terms",
  "http://app.localhost/terms",
])("links to %s", (text) => {
  expect(isWebPage(text)).toBe(true);
});

test.each([
  "",
  "example.com/terms",
  "/terms",
  "//example.com/terms",
  "http://example.com/terms",
  "http://localhost.example.com/terms",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "JAVASCRIPT://example.com/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "com.example.app:/terms",
  "https://keystead.example@evil.example/terms",
  "https://:secret@example.com/terms",
  "https://example.com/te rms",
  "https://example.com/te\trms",
  "https://example.com/\u202eterms",
  "https://",
  `https://example.com/${"x".repeat(2_000)}`,
])("refuses %j", (text) => {
  expect(isWebPage(text)).toBe(false);
});
