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

/** Names browser and system. The order matters, because most browsers also claim to be others. */
export const partsOf = (
  userAgent: string,
): { browser: string | undefined; system: string | undefined } => ({
  browser: find(browsers, userAgent),
  system: find(systems, userAgent),
});

/** Returns browser and system in any language, such as "Chrome, macOS". Null if both are unknown. */
export function browserAndSystem(userAgent: string): string | null {
  const { browser, system } = partsOf(userAgent);
  return [browser, system].filter((part) => part !== undefined).join(", ") || null;
}

/** Returns a browser's name from its user agent. */
export function describeBrowser(userAgent: string | null): { name: string; isPhone: boolean } {
  const { browser, system } = partsOf(userAgent ?? "");
  const name =
    browser === undefined
      ? (system ?? "Unknown browser")
      : system === undefined
        ? browser
        : `${browser} on ${system}`;
  return { name, isPhone: system !== undefined && phones.has(system) };
}
