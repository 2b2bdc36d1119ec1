import { parseUrl } from "@/lib/parse-url";
/** A value in the form that the settings require, and what was changed, for the operator. */
export interface NormalizedSite {
  value: string;
  note?: string;
}

interface Change {
  applies: boolean;
  words: string;
}

function normalized(typed: string, value: string, changes: Change[]): NormalizedSite {
  const words = changes.filter(({ applies }) => applies).map(({ words }) => words);
  return value === typed || words.length === 0
    ? { value }
    : { value, note: `Changed from “${typed}”: ${words.join(", ")}.` };
}

/** Parses an address that may lack its scheme. http is assumed for localhost, https for others. */
function parseAddress(text: string): URL | undefined {
  const isLocal = /^([a-z0-9-]+\.)*localhost(?=[:/]|$)/i.test(text);
  const address = text.includes("://") ? text : `${isLocal ? "http" : "https"}://${text}`;
  return parseUrl(address);
}

const hostOf = (text: string) => text.replace(/^.*:\/\//, "").replace(/[/?#].*$/, "");

const spellingChanges = (text: string): Change[] => [
  { applies: /[^\x00-\x7f]/.test(hostOf(text)), words: "converted the name to ASCII" },
  { applies: /[A-Z]/.test(hostOf(text)), words: "changed to lower case" },
];

/** Reduces a pasted URL to its origin. Returns app origins and what is no URL unchanged. */
export function normalizeOrigin(typed: string): NormalizedSite {
  const text = typed.trim();
  if (text === "" || /^(android|ios):/.test(text)) return { value: text };
  const url = parseAddress(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return { value: text };
  const path = url.pathname + url.search + url.hash;
  return normalized(text, url.origin, [
    { applies: !text.includes("://"), words: `added ${url.protocol}//` },
    { applies: url.username !== "" || url.password !== "", words: "removed the user name" },
    { applies: path === "/" && text.endsWith("/"), words: "removed the trailing slash" },
    { applies: path !== "/", words: "removed the path" },
    { applies: url.port === "" && /:\d+$/.test(hostOf(text)), words: "removed the default port" },
    ...spellingChanges(text),
  ]);
}

/** Reduces a pasted URL to its host, for an rpId. Returns what has no host unchanged. */
export function normalizeDomain(typed: string): NormalizedSite {
  const text = typed.trim();
  const url = text === "" ? undefined : parseAddress(text);
  if (url === undefined || url.hostname === "") return { value: text };
  return normalized(text, url.hostname.replace(/\.$/, ""), [
    { applies: /[:/@?#]/.test(text), words: "kept only the host" },
    { applies: url.hostname.endsWith("."), words: "removed the trailing dot" },
    ...spellingChanges(text),
  ]);
}
