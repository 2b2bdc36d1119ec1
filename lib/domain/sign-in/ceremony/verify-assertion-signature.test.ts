import { randomBytes, randomInt } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { describe, expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { type SignedAssertion, verifyAssertionSignature } from "./check-assertion";

const origin = "https://app.example.com";
const rpId = "app.example.com";
const assertionsPerAlgorithm = 150;
const algorithms = [-7, -8, -257] as const;

type Bytes = Uint8Array<ArrayBuffer>;
const bytes = (text: string): Bytes => new Uint8Array(Buffer.from(text, "base64url"));
const text = (value: Uint8Array) => Buffer.from(value).toString("base64url");
const changed = (value: Uint8Array, change: (copy: Buffer) => Buffer | void): Bytes => {
  const copy = Buffer.from(value);
  return new Uint8Array(change(copy) ?? copy);
};

interface Sample extends SignedAssertion {
  challenge: string;
  publicKey: Bytes;
}

async function registerDevice(algorithm: (typeof algorithms)[number]) {
  const device = createSoftwareAuthenticator({ origin, algorithm });
  const challenge = text(randomBytes(32));
  const response = device.register({
    rp: { id: rpId, name: "App" },
    user: { id: text(randomBytes(32)), name: "ada", displayName: "Ada" },
    challenge,
    pubKeyCredParams: [{ type: "public-key", alg: algorithm }],
  });
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    supportedAlgorithmIDs: [...algorithms],
  });
  if (registrationInfo === undefined) throw new Error("the registration must succeed");
  return { device, publicKey: registrationInfo.credential.publicKey };
}

async function sampleOf({
  device,
  publicKey,
}: Awaited<ReturnType<typeof registerDevice>>): Promise<Sample> {
  const challenge = text(randomBytes(32));
  const { response } = device.authenticate({ challenge, rpId });
  return {
    challenge,
    publicKey,
    authenticatorData: bytes(response.authenticatorData),
    clientDataJSON: bytes(response.clientDataJSON),
    signature: bytes(response.signature),
  };
}

/** Verifies the same bytes with SimpleWebAuthn. An error counts as a failed verification. */
async function verifyByLibrary({
  challenge,
  publicKey,
  authenticatorData,
  clientDataJSON,
  signature,
}: Sample): Promise<boolean> {
  const response = {
    id: "AA",
    rawId: "AA",
    type: "public-key",
    clientExtensionResults: {},
    response: {
      authenticatorData: text(authenticatorData),
      clientDataJSON: text(clientDataJSON),
      signature: text(signature),
    },
  };
  const expected = {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  };
  try {
    return (
      await verifyAuthenticationResponse({
        ...expected,
        response: response as AuthenticationResponseJSON,
        credential: { id: "AA", publicKey, counter: -1 },
      })
    ).verified;
  } catch {
    return false;
  }
}

const flipBit = (value: Uint8Array) =>
  changed(value, (copy) => void (copy[randomInt(copy.length)]! ^= 1 << randomInt(8)));
const order = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
const toBytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, "0"), "hex");
const derInteger = (value: Buffer, pad = 0) =>
  Buffer.concat([Buffer.from([2, value.length + pad]), Buffer.alloc(pad), value]);
const positive = (value: Buffer) =>
  value[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), value]) : value;
const derSequence = (...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return new Uint8Array(Buffer.concat([Buffer.from([0x30, body.length]), body]));
};
const strip = (value: Buffer) => value.subarray(value.findIndex((byte) => byte !== 0));
/** Reads r and s of a DER signature, without leading zeros. */
function integersOf(signature: Uint8Array): [Buffer, Buffer] {
  const der = Buffer.from(signature);
  const rEnd = 4 + (der[3] ?? 0);
  return [strip(der.subarray(4, rEnd)), strip(der.subarray(rEnd + 2))];
}

/**
 * Mutations of an assertion with any algorithm. The client data stays as the ceremony expects, so
 * only the signature decides.
 */
const mutations: Record<string, (sample: Sample, other: Sample) => Sample> = {
  "a bit of the signature": (sample) => ({ ...sample, signature: flipBit(sample.signature) }),
  "a truncated signature": (sample) => ({
    ...sample,
    signature: sample.signature.slice(0, randomInt(sample.signature.length)),
  }),
  "a signature with trailing bytes": (sample) => ({
    ...sample,
    signature: changed(sample.signature, (copy) =>
      Buffer.concat([copy, randomBytes(1 + randomInt(4))]),
    ),
  }),
  "an empty signature": (sample) => ({ ...sample, signature: new Uint8Array(0) }),
  "a random signature": (sample) => ({
    ...sample,
    signature: new Uint8Array(randomBytes(sample.signature.length)),
  }),
  "the signature of another assertion": (sample, other) => ({
    ...sample,
    signature: other.signature,
  }),
  "another counter": (sample) => ({
    ...sample,
    authenticatorData: changed(
      sample.authenticatorData,
      (copy) => void copy.writeUInt32BE(randomInt(2 ** 31), 33),
    ),
  }),
  "the user verification flag flipped": (sample) => ({
    ...sample,
    authenticatorData: changed(sample.authenticatorData, (copy) => void (copy[32]! ^= 0x04)),
  }),
  "client data with added spaces": (sample) => ({
    ...sample,
    clientDataJSON: new Uint8Array(
      Buffer.from(
        JSON.stringify(JSON.parse(Buffer.from(sample.clientDataJSON).toString()), null, 1),
      ),
    ),
  }),
  "another user's key": (sample, other) => ({ ...sample, publicKey: other.publicKey }),
  "a bit of the key": (sample) => ({ ...sample, publicKey: flipBit(sample.publicKey) }),
};
const ecdsaMutations: typeof mutations = {
  "s replaced by n - s, which ECDSA allows": (sample) => {
    const [r, s] = integersOf(sample.signature);
    return {
      ...sample,
      signature: derSequence(
        derInteger(positive(r)),
        derInteger(positive(strip(toBytes(order - BigInt(`0x${s.toString("hex")}`))))),
      ),
    };
  },
  "an integer padded with a zero": (sample) => {
    const [r, s] = integersOf(sample.signature);
    return {
      ...sample,
      signature: derSequence(derInteger(positive(r), 1), derInteger(positive(s))),
    };
  },
  "a negative integer": (sample) => {
    const [r, s] = integersOf(sample.signature);
    return { ...sample, signature: derSequence(derInteger(r), derInteger(s)) };
  },
  "r and s swapped": (sample) => {
    const [r, s] = integersOf(sample.signature);
    return { ...sample, signature: derSequence(derInteger(positive(s)), derInteger(positive(r))) };
  },
  "r of zero": (sample) => ({
    ...sample,
    signature: derSequence(
      derInteger(Buffer.from([0])),
      derInteger(positive(integersOf(sample.signature)[1])),
    ),
  }),
  "s plus the order": (sample) => {
    const [r, s] = integersOf(sample.signature);
    return {
      ...sample,
      signature: derSequence(
        derInteger(positive(r)),
        derInteger(
          positive(
            Buffer.from(
              (order + BigInt(`0x${s.toString("hex")}`)).toString(16).padStart(66, "0"),
              "hex",
            ),
          ),
        ),
      ),
    };
  },
  "raw r and s, not DER": (sample) => {
    const [r, s] = integersOf(sample.signature);
    return {
      ...sample,
      signature: new Uint8Array(
        Buffer.concat([
          toBytes(BigInt(`0x${r.toString("hex")}`)),
          toBytes(BigInt(`0x${s.toString("hex")}`)),
        ]),
      ),
    };
  },
  "a length in the long form": (sample) => ({
    ...sample,
    signature: changed(sample.signature, (copy) =>
      Buffer.concat([Buffer.from([0x30, 0x81]), copy.subarray(1)]),
    ),
  }),
};

// Mutations that SimpleWebAuthn may accept: it reads non-canonical DER (WebAuthn L3 §6.5.5 requires
// DER), and keys whose type, curve and algorithm don't match.
const stricter = [
  "a bit of the key",
  "a bit of the signature",
  "a signature with trailing bytes",
  "an integer padded with a zero",
  "a negative integer",
  "a length in the long form",
];

describe.each(algorithms)("algorithm %i, compared with SimpleWebAuthn", (algorithm) => {
  const all = { ...mutations, ...(algorithm === -7 ? ecdsaMutations : {}) };

  test(`${assertionsPerAlgorithm} assertions, each with ${Object.keys(all).length} mutations`, async () => {
    const one = await registerDevice(algorithm);
    const two = await registerDevice(algorithm);
    const disagreed: string[] = [];
    let passed = 0;
    for (let index = 0; index < assertionsPerAlgorithm; index++) {
      const sample = await sampleOf(one);
      const other = await sampleOf(two);
      expect([
        verifyAssertionSignature(sample.publicKey, sample),
        await verifyByLibrary(sample),
      ]).toEqual([true, true]);
      for (const [name, mutate] of Object.entries(all)) {
        const mutated = mutate(sample, other);
        const ours = verifyAssertionSignature(mutated.publicKey, mutated);
        const theirs = await verifyByLibrary(mutated);
        const isStricter = !ours && stricter.includes(name);
        if (ours !== theirs && !isStricter)
          disagreed.push(`${name}: ours ${ours}, theirs ${theirs}`);
        if (ours) passed++;
      }
    }
    expect([...new Set(disagreed)]).toEqual([]);
    // Only n - s, or a bit that the key ignores, leaves the signature valid.
    expect(passed).toBeLessThanOrEqual(
      algorithm === -7 ? assertionsPerAlgorithm * 2 : assertionsPerAlgorithm,
    );
  });
});
