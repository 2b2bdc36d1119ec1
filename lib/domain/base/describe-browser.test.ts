import { expect, test } from "vitest";
import { browserAndSystem, describeBrowser } from "./describe-browser";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
      "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge on Windows",
    false,
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, " +
      "like Gecko) Version/18.4 Safari/605.1.15",
    "Safari on macOS",
    false,
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 " +
      "(KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
    true,
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
    true,
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
    "Firefox on Linux",
    false,
  ],
  ["curl/8.5.0", "Unknown browser", false],
  ["", "Unknown browser", false],
])("%s is told as %s", (userAgent, name, isPhone) => {
  expect(describeBrowser(userAgent)).toEqual({ name, isPhone });
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox, Linux"],
  ["Mozilla/5.0 (Windows NT 10.0)", "Windows"],
  ["curl/8.5.0", null],
])("%s is %s in any language", (userAgent, words) => {
  expect(browserAndSystem(userAgent)).toBe(words);
});
