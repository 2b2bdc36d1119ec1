const browsers = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
] as const;

const phones = new Set<string>(["iPhone", "Android"]);

const find = (names: readonly (readonly [string, RegExp])[], userAgent: string) =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0];

/**
 * Returns a browser's name from its user agent. The order matters, because most browsers also claim
 * to be others.
 */
export function describeBrowser(userAgent: string | null): { name: string; isPhone: boolean } {
  const browser = find(browsers, userAgent ?? "");
  const system = find(systems, userAgent ?? "");
  const name =
    browser === undefined
      ? (system ?? "Unknown browser")
      : system === undefined
        ? browser
        : `${browser} on ${system}`;
  return { name, isPhone: system !== undefined && phones.has(system) };
}
