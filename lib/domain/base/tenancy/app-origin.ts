/**
 * Origins of the web views of app frameworks. Every app has the same one, so they open the API to
 * pages (CORS), but no ceremony may run on them.
 */
export const webViewOrigins: ReadonlySet<string> = new Set([
  "capacitor://localhost",
  "ionic://localhost",
  "tauri://localhost",
  "https://localhost",
  "http://tauri.localhost",
]);

/** Whether the text is meant as an origin of an app, of an extension or of a web view. */
export const isAppOrigin = (origin: string) =>
  webViewOrigins.has(origin) ||
  /^(android|ios|chrome-extension|capacitor|ionic|tauri):/i.test(origin);

const androidPrefix = "android:apk-key-hash:";
const fromHex = (hex: string) =>
  btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((byte) => parseInt(byte, 16))));
const toBase64url = (base64: string) =>
  base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** Returns what is wrong with the SHA-256 of an app's signing certificate, as Android writes it. */
function issueOfKeyHash(hash: string): string | undefined {
  if (/^[\w-]{43}$/.test(hash)) return undefined;
  const hex = hash.replace(/:/g, "").toLowerCase();
  const isHex = /^[0-9a-f]+$/.test(hex);
  if (isHex && hex.length === 64)
    return `The key hash is in hexadecimal. Enter ${androidPrefix}${toBase64url(fromHex(hex))}`;
  if (/^[\w+/-]{43}=?$/.test(hash))
    return `The key hash is in Base64 with padding or with + and /. Enter ${androidPrefix}${toBase64url(hash)}`;
  if ((isHex && hex.length === 40) || /^[\w+/-]{27}=?$/.test(hash))
    return "The key hash is a SHA-1. Enter the SHA-256 of the app’s signing certificate, in base64url";
  return "A key hash has 43 characters: the SHA-256 of the app’s signing certificate, in base64url";
}

/** Returns what is wrong with an origin for which `isAppOrigin` is true. */
export function issueOfAppOrigin(origin: string): string | undefined {
  if (webViewOrigins.has(origin) || /^chrome-extension:\/\/[a-p]{32}$/.test(origin))
    return undefined;
  if (origin.startsWith(androidPrefix)) return issueOfKeyHash(origin.slice(androidPrefix.length));
  if (/^ios:/i.test(origin))
    return "On iOS, the origin is https:// and the relying party id. Enter that instead";
  if (/^chrome-extension:/i.test(origin))
    return `${origin} is not an extension’s origin: chrome-extension:// and its id, 32 letters from a to p`;
  return `${origin} is not an app’s origin, such as ${androidPrefix}… or capacitor://localhost`;
}
