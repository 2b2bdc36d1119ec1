import { randomBytes } from "node:crypto";
import {
  decodeClientDataJSON,
  isoBase64URL,
  parseAuthenticatorData,
} from "@simplewebauthn/server/helpers";
import { describe, expect, it } from "vitest";
import { violationsOf } from "@/testing/violations";
import { oneBitOff, padded, respelt, truncated } from "./distorted-base64url";
import { deeplyNestedCbor, hugeCbor, overstatedCbor } from "./hostile-cbor";
import type { Lies } from "./lies";
import {
  authenticate,
  creationOptions,
  enrol,
  register,
  requestOptions,
  sampleChallenge,
  sampleOrigin,
} from "./sample-relying-party";
import { createSoftwareAuthenticator } from "./software-authenticator";

type Refused = [lie: string, lies: Lies, refusal: RegExp];
type Passed = [lie: string, lies: Lies];

const origin = sampleOrigin;
const extensions = new Map([["credProtect", 2]]);
const unverified = /^verified: false$/;

const refusedInBothCeremonies: Refused[] = [
  ["challenge one bit off", { challenge: oneBitOff(sampleChallenge) }, /response challenge/],
  ["challenge truncated", { challenge: truncated(sampleChallenge) }, /response challenge/],
  ["challenge padded", { challenge: padded(sampleChallenge) }, /response challenge/],
  ["challenge respelt", { challenge: respelt(sampleChallenge) }, /response challenge/],
  ["another origin", { origin: `${origin}.evil.example` }, /response origin/],
  ["no origin", { extraClientData: { origin: null } }, /response origin/],
  ["client data that is not JSON", { clientDataBytes: Buffer.from("{") }, /JSON/],
  ["another RP ID", { rpId: "evil.example" }, /RP ID hash/],
  ["UP clear", { flags: { up: false } }, /not present/],
  ["UV clear", { flags: { uv: false } }, /could not be verified/],
  ["BS without BE", { flags: { be: false, bs: true } }, /backed up/],
  ["ED without extensions", { flags: { ed: true } }, /No data/],
  ["extensions without ED", { flags: { ed: false }, extensions }, /Leftover bytes/],
  [
    "nested extensions",
    { flags: { ed: true }, trailingAuthenticatorData: deeplyNestedCbor(20_000) },
    /call stack/,
  ],
  ["trailing bytes", { trailingAuthenticatorData: new Uint8Array(1) }, /Leftover bytes/],
  ["short authenticator data", { authenticatorData: new Uint8Array(36) }, /at least 37 bytes/],
  ["rawId that is not id", { rawId: "AAAA" }, /not base64url-encoded/],
];

describe("SimpleWebAuthn refuses", () => {
  it("at registration", async () => {
    const violations = await violationsOf<Refused>(
      [
        ...refusedInBothCeremonies,
        ["type of the other ceremony", { type: "webauthn.get" }, /response type/],
        ["AT clear before attested data", { flags: { at: false } }, /Leftover bytes/],
        ["attested data left out", { withoutAttestedData: true }, /No credential ID/],
        ["key nobody offered", { algorithm: -35 }, /public key alg/],
        ["label nobody offered", { algorithmLabel: -35 }, /public key alg/],
        ["invented format", { attestationFormat: "invented" }, /Unsupported Attestation Format/],
        [
          "none with a statement",
          { attestationStatement: new Map([["sig", 1]]) },
          /unexpected attestation statement/,
        ],
        [
          "nested attestation object",
          { attestationObject: deeplyNestedCbor(20_000) },
          /call stack/,
        ],
        ["huge attestation object", { attestationObject: hugeCbor(100_000) }, /byteLength/],
        ["overstated attestation object", { attestationObject: overstatedCbor(70_000) }, /array/],
      ],
      async (_lie, lies, refusal) => {
        const device = createSoftwareAuthenticator({ origin });
        expect(await verdict(register(device, lies))).toMatch(refusal);
      },
    );
    expect(violations).toEqual([]);
  });

  it.each(["other-data", "other-key", "empty", "malformed"] as const)(
    "at self attestation: %s",
    async (signature) => {
      const device = createSoftwareAuthenticator({
        origin,
        algorithm: -8,
        attestation: "packed-self",
      });
      expect(await verdict(register(device, { signature }))).toMatch(unverified);
    },
  );

  it("at authentication", async () => {
    const violations = await violationsOf<Refused>(
      [
        ...refusedInBothCeremonies,
        ["type of the other ceremony", { type: "webauthn.create" }, /response type/],
        ["top origin alone", { topOrigin: origin }, /top origin/],
        ["signature over other data", { signature: "other-data" }, unverified],
        ["signature by another key", { signature: "other-key" }, unverified],
        ["signature empty", { signature: "empty" }, /zero length/],
        ["signature malformed", { signature: "malformed" }, /fully decoded/],
        ["signature of zeros", { signature: new Uint8Array(70) }, /ASN1/],
      ],
      async (_lie, lies, refusal) => {
        const device = createSoftwareAuthenticator({ origin });
        const credential = await enrol(device);
        expect(await verdict(authenticate(device, credential, lies))).toMatch(refusal);
      },
    );
    expect(violations).toEqual([]);
  });
});

/** The service must reject these itself or accept them deliberately. */
describe("SimpleWebAuthn lets pass", () => {
  it("at registration", async () => {
    const violations = await violationsOf<Passed>(
      [
        ["id that is not the attested one", { id: "AAAA" }],
        ["crossOrigin", { crossOrigin: true, topOrigin: "https://evil.example" }],
        ["credential id of 2000 bytes", { credentialId: randomBytes(2_000).toString("base64url") }],
        ["label that does not fit the key", { algorithmLabel: -257 }],
        [
          "trailing bytes after the attestation object",
          { trailingAttestationObject: new Uint8Array(8) },
        ],
        ["unknown transports", { transports: ["pigeon"] }],
        ["extensions nobody asked for", { extensions }],
      ],
      async (_lie, lies) => {
        const device = createSoftwareAuthenticator({ origin });
        expect((await register(device, lies)).verified).toBe(true);
      },
    );
    expect(violations).toEqual([]);
  });

  it("at authentication", async () => {
    const violations = await violationsOf<Passed>(
      [
        ["id of another credential", { id: "AAAA" }],
        ["crossOrigin", { crossOrigin: true }],
        ["no user handle", { userHandle: null }],
        ["user handle of another user", { userHandle: "AAAA" }],
        ["BE changed since registration", { flags: { be: true } }],
        ["extensions nobody asked for", { extensions }],
      ],
      async (_lie, lies) => {
        const device = createSoftwareAuthenticator({ origin });
        const credential = await enrol(device);
        expect((await authenticate(device, credential, lies)).verified).toBe(true);
      },
    );
    expect(violations).toEqual([]);
  });
});

describe("a lie", () => {
  it("is told about this response only: the device stays honest", async () => {
    const device = createSoftwareAuthenticator({ origin, signCounts: false });
    await enrol(device);
    const lying = device.authenticate(await requestOptions(), {
      counter: 9,
      userHandle: "AAAA",
      crossOrigin: true,
    });
    const honest = device.authenticate(await requestOptions());
    expect(told(lying)).toMatchObject({ counter: 9, crossOrigin: true, userHandle: "AAAA" });
    expect(told(honest)).toMatchObject({
      counter: 0,
      crossOrigin: false,
      userHandle: device.credentials[0]?.userHandle,
    });
  });

  it("about the id leaves the attested credential id as it is", async () => {
    const device = createSoftwareAuthenticator({ origin });
    const { id, rawId, response } = device.register(await creationOptions(), {
      id: "AAAA",
      credentialId: "BBBB",
    });
    const { credentialID } = parseAuthenticatorData(
      isoBase64URL.toBuffer(response.authenticatorData!),
    );
    expect([id, rawId, isoBase64URL.fromBuffer(credentialID!)]).toEqual(["AAAA", "AAAA", "BBBB"]);
  });
});

function told({
  response,
}: ReturnType<ReturnType<typeof createSoftwareAuthenticator>["authenticate"]>) {
  const { counter } = parseAuthenticatorData(isoBase64URL.toBuffer(response.authenticatorData));
  return {
    ...decodeClientDataJSON(response.clientDataJSON),
    counter,
    userHandle: response.userHandle,
  };
}

/** SimpleWebAuthn either returns `verified: false` or throws. */
async function verdict(answer: Promise<{ verified: boolean }>): Promise<string> {
  return answer
    .then(({ verified }) => `verified: ${verified}`)
    .catch((error: Error) => error.message);
}
