import type { Lies } from "@/testing/authenticator/lies";
import type { SoftwareAuthenticatorOptions } from "@/testing/authenticator/software-authenticator";
import type { ConformanceCase, RelyingParty } from "./conformance-case";

/** A ceremony that passes or is refused because of one detail. */
export interface Detail {
  title: string;
  expected: ConformanceCase["expected"];
  lies?: Lies;
  /** Lies of the registration before a sign-in. */
  registered?: Lies;
  device?: Partial<SoftwareAuthenticatorOptions>;
  relyingParty?: Partial<RelyingParty>;
  /** Whether an integer of the ES256 signature fits in 31 bytes. */
  hasShortInteger?: boolean;
}

const pass = (title: string, rest: Omit<Detail, "title" | "expected">): Detail => ({
  title,
  expected: "pass",
  ...rest,
});
const refuse = (title: string, lies: Lies, rest?: Partial<Detail>): Detail => ({
  title,
  expected: "refuse",
  lies,
  ...rest,
});
export const details = { pass, refuse };

const text = (value: string) => new Uint8Array(Buffer.from(value));
const prefixed = (bytes: number[]) => ({
  changeClientData: (honest: Uint8Array) => Uint8Array.of(...bytes, ...honest),
});
const unreadableByte = {
  extraClientData: { extra: "~" },
  changeClientData: (honest: Uint8Array) =>
    honest.map((byte) => (byte === "~".charCodeAt(0) ? 0xff : byte)),
};
const top = "https://portal.example.net";
const listed = { relyingParty: { topOrigins: [top] } };

/** No client sends them any more: the member is reserved (WebAuthn L3 §5.8.1). */
const tokenBindings: [title: string, value: unknown][] = [
  ["was negotiated", { status: "present", id: "AAAA" }],
  ["is only supported", { status: "supported" }],
  ["has an unknown status", { status: "unknown" }],
  ["has no status", {}],
  ["is a text", "present"],
  ["is a number", 1],
  ["is a list", []],
  ["is null", null],
];

/** Client data of both ceremonies (WebAuthn L3 §5.8.1). */
export const clientDataDetails: Detail[] = [
  pass("as it should be", {}),
  pass("a member that no one knows", { lies: { extraClientData: { extra: 1 } } }),
  pass("a byte order mark", { lies: prefixed([0xef, 0xbb, 0xbf]) }),
  refuse("two byte order marks", prefixed([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf])),
  refuse("a byte order mark of UTF-16", prefixed([0xfe, 0xff])),
  pass("a member that is not UTF-8", { lies: unreadableByte }),
  ...tokenBindings.map(([title, tokenBinding]) =>
    pass(`a token binding that ${title}`, { lies: { extraClientData: { tokenBinding } } }),
  ),
  pass("crossOrigin null", { lies: { extraClientData: { crossOrigin: null } } }),
  pass("topOrigin null", { lies: { extraClientData: { topOrigin: null } } }),
  refuse("crossOrigin null, but a top origin", {
    topOrigin: top,
    extraClientData: { crossOrigin: null },
  }),
  refuse("crossOrigin as text", { extraClientData: { crossOrigin: "false" } }),
  refuse("another type", { type: "payment.get" }),
  refuse("no type", { extraClientData: { type: undefined } }),
  refuse("another challenge", { challenge: "AAAA" }),
  refuse("no challenge", { extraClientData: { challenge: undefined } }),
  refuse("another site", { origin: "https://evil.example.net" }),
  refuse("a subdomain that is not allowed", { origin: "https://evil.app.example.com" }),
  refuse("http instead of https", { origin: "http://app.example.com" }),
  refuse("another port", { origin: "https://app.example.com:8443" }),
  refuse("no origin", { extraClientData: { origin: undefined } }),
  refuse("inside another site", { crossOrigin: true }),
  pass("inside a listed site", { ...listed, lies: { crossOrigin: true, topOrigin: top } }),
  refuse(
    "inside a site that is not listed",
    { crossOrigin: true, topOrigin: "https://x.test" },
    listed,
  ),
  refuse("a top origin, but not inside a site", { topOrigin: top }, listed),
  refuse("an empty text", { clientDataBytes: text("") }),
  refuse("no JSON", { clientDataBytes: text("client data") }),
  refuse("an array", { clientDataBytes: text("[]") }),
];

const withExtensions = (encoded: number[]) => ({
  lies: { flags: { ed: true }, trailingAuthenticatorData: Uint8Array.from(encoded) },
});
/** A map with the member `x`, whose value is encoded. */
const member = (...value: number[]) => [0xa1, 0x61, 0x78, ...value];
const repeated = (length: number, byte: number) => Array.from({ length }, () => byte);

/** Well-formed CBOR (RFC 8949) that an encoder in CTAP2's canonical form may or may not write. */
const extensionOutputs: [title: string, encoded: number[]][] = [
  ["an empty map", [0xa0]],
  ["text outside ASCII", member(0x78, 26, ...text("ü".repeat(13)))],
  ["a name outside ASCII", [0xa1, 0x64, ...text("🔑"), 0xf5]],
  ["a float of 16 bits", member(0xf9, 0x3c, 0x00)],
  ["a float of 32 bits", member(0xfa, 0x3f, 0x80, 0, 0)],
  ["a float of 64 bits", member(0xfb, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0)],
  ["an integer of 64 bits", member(0x1b, ...repeated(8, 0xff))],
  ["a negative integer of 64 bits", member(0x3b, ...repeated(8, 0xff))],
  ["an integer that fits in fewer bytes", member(0x1b, 0, 0, 0, 0, 0, 0, 0, 1)],
  ["a length that fits in fewer bytes", member(0x58, 1, 0)],
  ["a map whose size fits in fewer bytes", [0xb8, 1, 0x61, 0x78, 0xf5]],
  ["undefined", member(0xf7)],
  ["a simple value without a meaning", member(0xf8, 0xff)],
  ["a tagged time", member(0xc1, 0x1a, 0x65, 0, 0, 0)],
  ["numbers as names", member(0xa1, 0x01, 0xa1, 0x20, 0x41, 0)],
  ["bytes as a name", member(0xa1, 0x41, 0, 0xf6)],
  ["texts in pieces", member(0x7f, 0x61, 0x78, 0x61, 0x79, 0xff)],
  ["a list and a map without a length", member(0x9f, 0xbf, 0x61, 0x78, 0x01, 0xff, 0xff)],
  ["nested as deep as CTAP2 allows", member(0x81, 0x81, 0x81, 0x01)],
];

/** What is not one well-formed map, or nests without end. */
const malformedExtensions: [title: string, encoded: number[]][] = [
  ["a list instead of a map", [0x80]],
  ["a number instead of a map", [0x01]],
  ["a map that lacks a member", [0xa2, 0x61, 0x78, 0x01]],
  ["a name without a value", [0xa1, 0x61, 0x78]],
  ["a text that is too short", member(0x65, 0x78)],
  ["a length beyond all memory", member(0x5b, ...repeated(8, 0xff))],
  ["a list that is longer than the data", member(0x9a, ...repeated(4, 0xff))],
  ["an integer that is cut off", member(0x1b, 0)],
  ["a reserved length", member(0x1c)],
  ["a simple value in the long form", member(0xf8, 0x14)],
  ["an end of nothing", member(0xff)],
  ["a text in pieces of another kind", member(0x7f, 0x41, 0, 0xff)],
  ["a text in pieces without an end", member(0x7f, 0x61, 0x78)],
  ["an integer without a length", member(0x1f)],
  ["a map of one half", [0xbf, 0x61, 0x78, 0xff]],
  ["a second map", [0xa0, 0xa0]],
  ["nested a thousand times", member(...repeated(1_000, 0x81), 0x01)],
];

/** Authenticator data of both ceremonies (WebAuthn L3 §6.1). */
export const authenticatorDataDetails: Detail[] = [
  pass("user verified", { relyingParty: { userVerification: "required" } }),
  pass("not verified, when that is only preferred", { device: { userVerified: false } }),
  refuse(
    "not verified, when that is required",
    { flags: { uv: false } },
    {
      relyingParty: { userVerification: "required" },
    },
  ),
  refuse("user not present", { flags: { up: false } }),
  refuse("another RP ID", { rpId: "evil.example.net" }),
  pass("backed up", { device: { backupEligible: true, backedUp: true } }),
  refuse("backed up, but not eligible", { flags: { be: false, bs: true } }),
  pass("with extensions", { lies: { extensions: new Map([["credProtect", 2]]) } }),
  ...extensionOutputs.map(([title, bytes]) => pass(`extensions: ${title}`, withExtensions(bytes))),
  ...malformedExtensions.map(([title, bytes]) =>
    refuse(`extensions: ${title}`, withExtensions(bytes).lies),
  ),
  refuse("a flag for extensions that are missing", { flags: { ed: true } }),
  refuse("trailing bytes", { trailingAuthenticatorData: new Uint8Array(4) }),
  refuse("one byte", { authenticatorData: new Uint8Array(1) }),
];
