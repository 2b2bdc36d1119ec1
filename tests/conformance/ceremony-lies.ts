import type { Lies } from "@/lib/testing/authenticator/lies";
import type { SoftwareAuthenticatorOptions } from "@/lib/testing/authenticator/software-authenticator";
import type { ConformanceCase, RelyingParty } from "./conformance-case";

/** A ceremony that passes or is refused because of one detail. */
export interface Detail {
  title: string;
  expected: ConformanceCase["expected"];
  lies?: Lies;
  device?: Partial<SoftwareAuthenticatorOptions>;
  relyingParty?: Partial<RelyingParty>;
  /** Whether an integer of the ES256 signature fits in 31 bytes. */
  hasShortInteger?: boolean;
}

const pass = (title: string, rest: Omit<Detail, "title" | "expected">): Detail => ({
  ...{ title, expected: "pass" },
  ...rest,
});
const refuse = (title: string, lies: Lies, rest?: Partial<Detail>): Detail => ({
  ...{ title, expected: "refuse", lies },
  ...rest,
});
export const details = { pass, refuse };

const text = (value: string) => new Uint8Array(Buffer.from(value));
const top = "https://portal.example.net";
const listed = { relyingParty: { topOrigins: [top] } };

/** Client data of both ceremonies (WebAuthn L3 §5.8.1). */
export const clientDataDetails: Detail[] = [
  pass("as it should be", {}),
  pass("a member that no one knows", { lies: { extraClientData: { extra: 1 } } }),
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
  refuse("a flag for extensions that are missing", { flags: { ed: true } }),
  refuse("trailing bytes", { trailingAuthenticatorData: new Uint8Array(4) }),
  refuse("one byte", { authenticatorData: new Uint8Array(1) }),
];
