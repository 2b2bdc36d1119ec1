import { randomBytes } from "node:crypto";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { DeviceCredential } from "@/lib/testing/authenticator/device-credential";
import type { Lies } from "@/lib/testing/authenticator/lies";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "@/lib/testing/authenticator/software-authenticator";
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

/** Signs in with the device of a registration that has no lies. */
export function sampleSignIn(
  lies?: Lies,
  settings?: Partial<SoftwareAuthenticatorOptions>,
): Pick<ConformanceCase, "registration" | "authentication"> {
  const { device, registration } = sampleRegistration({}, settings);
  const challenge = randomChallenge();
  const response = device.authenticate({ challenge, rpId }, lies);
  return { registration, authentication: { challenge, response } };
}

/** Replaces a registration's response. */
export const withResponse = (
  { registration }: SampleRegistration,
  change: (response: RegistrationResponseJSON) => RegistrationResponseJSON,
): ConformanceCase["registration"] => ({
  ...registration,
  response: change(registration.response),
});
