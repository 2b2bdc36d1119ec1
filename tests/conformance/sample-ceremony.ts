import { randomBytes } from "node:crypto";
import { ECDSASigValue } from "@peculiar/asn1-ecc";
import { AsnConvert } from "@peculiar/asn1-schema";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { DeviceCredential } from "@/testing/authenticator/device-credential";
import type { Lies } from "@/testing/authenticator/lies";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "@/testing/authenticator/software-authenticator";
import type { Detail } from "./ceremony-lies";
import type { ConformanceCase, RelyingParty } from "./conformance-case";

export const sampleRelyingParty: RelyingParty = {
  rpId: "app.example.com",
  origin: "https://app.example.com",
  userVerification: "preferred",
  algorithms: [-8, -7, -257, -35, -36, -53],
  topOrigins: [],
  allowCrossOriginWithoutTopOrigin: false,
};
const { rpId, origin, algorithms } = sampleRelyingParty;

export const randomChallenge = () => randomBytes(32).toString("base64url");

const optionsWith = (challenge: string): PublicKeyCredentialCreationOptionsJSON => ({
  challenge,
  rp: { id: rpId, name: "Sample" },
  user: { id: randomChallenge(), name: "ada", displayName: "Ada" },
  pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
});

interface SampleRegistration {
  device: SoftwareAuthenticator;
  credential: DeviceCredential;
  registration: ConformanceCase["registration"];
}

/** Registers at the sample relying party with a new device. */
export function sampleRegistration(
  lies?: Lies,
  settings?: Partial<SoftwareAuthenticatorOptions>,
): SampleRegistration {
  const challenge = randomChallenge();
  const device = createSoftwareAuthenticator({ origin, ...settings });
  const options = optionsWith(challenge);
  const response = device.register(options, lies);
  const registration = { challenge, response, userHandle: options.user.id };
  return { device, credential: device.credentials[0]!, registration };
}

type SampleSignIn = Pick<ConformanceCase, "registration" | "authentication">;

type SignInSettings = Pick<Detail, "lies" | "registered" | "device" | "hasShortInteger">;

function signIn({ lies, device: settings, registered = {} }: SignInSettings) {
  const { device, registration } = sampleRegistration(registered, settings);
  const challenge = randomChallenge();
  const response = device.authenticate({ challenge, rpId }, lies);
  return { registration, authentication: { challenge, response } };
}

const significantBytes = (integer: ArrayBuffer) => {
  const bytes = new Uint8Array(integer);
  return bytes[0] === 0 ? bytes.length - 1 : bytes.length;
};

/** Whether an integer of a signature with P-256 fits in 31 bytes (about 1 signature of 128). */
function needsFewerBytes(signature: Buffer): boolean {
  const { r, s } = AsnConvert.parse(signature, ECDSASigValue);
  return significantBytes(r) < 32 || significantBytes(s) < 32;
}

/**
 * Registers and signs in with a device. With ES256, both integers of the signature need 32 bytes, or,
 * if `hasShortInteger`, one needs fewer: not every verifier reads that.
 */
export function sampleSignIn(settings: SignInSettings = {}): SampleSignIn {
  const { lies, device, hasShortInteger = false } = settings;
  for (;;) {
    const sample = signIn(settings);
    if ((device?.algorithm ?? -7) !== -7 || lies?.signature !== undefined) return sample;
    const signature = Buffer.from(sample.authentication.response.response.signature, "base64url");
    if (needsFewerBytes(signature) === hasShortInteger) return sample;
  }
}

/** Replaces a registration's response. */
export const withResponse = (
  { registration }: SampleRegistration,
  change: (response: RegistrationResponseJSON) => RegistrationResponseJSON,
): ConformanceCase["registration"] => ({
  ...registration,
  response: change(registration.response),
});
