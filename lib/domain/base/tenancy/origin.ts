import { badRequest } from "@/lib/errors";
import type { Tenancy } from "./tenancy";
import { localhostOrigin } from "./web-address";

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

/**
 * Returns the host of an http localhost origin, which development tenancies accept on any port. Null
 * for other origins and tenancies.
 */
export function localhostOf(tenancy: Pick<Tenancy, "environment">, origin: string): string | null {
  if (tenancy.environment !== "development") return null;
  return localhostOrigin.exec(origin)?.[1] ?? null;
}

/** Returns a refused origin if it can be logged and shown: a stranger chooses it. */
export const printableOrigin = (origin: string): string | undefined =>
  /^[\x21-\x7e]{1,255}$/.test(origin) ? origin : undefined;

/** Whether pages of this origin may call the tenancy's browser endpoints (contract §2). */
export function isAllowedOrigin(
  tenancy: Pick<Tenancy, "environment" | "allowedOrigins">,
  origin: string,
): boolean {
  return tenancy.allowedOrigins.includes(origin) || localhostOf(tenancy, origin) !== null;
}

/**
 * Whether a ceremony for this rpId may run on this origin. A localhost origin allows only its own
 * host and `localhost`. Origins of web views never match, because any app can have them.
 */
export function isCeremonyOrigin(
  tenancy: Pick<Tenancy, "environment" | "allowedOrigins">,
  origin: string,
  rpId: string,
): boolean {
  const localhost = localhostOf(tenancy, origin);
  if (localhost !== null) return rpId === "localhost" || rpId === localhost;
  return tenancy.allowedOrigins.includes(origin) && !webViewOrigins.has(origin);
}

const isLocalhost = (rpId: string) => rpId === "localhost" || rpId.endsWith(".localhost");

/**
 * Returns the rpId of a ceremony: the requested one, else the tenancy's. In a development tenancy a
 * localhost page gets its own host, because browsers refuse any other there.
 * @throws BadRequest (rpId) if the tenancy does not have the requested rpId
 */
export function resolveRpId(
  tenancy: Tenancy,
  requested: string | undefined,
  origin?: string,
): string {
  if (requested === undefined)
    return (origin === undefined ? null : localhostOf(tenancy, origin)) ?? tenancy.rpId;
  const known = requested === tenancy.rpId || tenancy.rpIds.includes(requested);
  if (known || (tenancy.environment === "development" && isLocalhost(requested))) return requested;
  throw badRequest("rpId", "is not a relying party id of this tenancy");
}
