import { randomBytes } from "node:crypto";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from "@simplewebauthn/server";
import type { Lies } from "./lies";
import type { SoftwareAuthenticator } from "./software-authenticator";

const rpID = "app.example.com";
const challenge = randomBytes(32);

/** Where the sample relying party lives. */
export const sampleOrigin = `https://${rpID}`;
/** The one challenge it ever sets, as base64url. */
export const sampleChallenge = challenge.toString("base64url");

const expected = {
  expectedChallenge: sampleChallenge,
  expectedOrigin: sampleOrigin,
  expectedRPID: rpID,
};

/** The options of a new user. */
export function creationOptions(excludeCredentials: { id: string }[] = []) {
  return generateRegistrationOptions({
    rpName: "Sample",
    rpID,
    userName: "ada",
    challenge,
    excludeCredentials,
  });
}

export function requestOptions(allowCredentials: { id: string }[] = []) {
  return generateAuthenticationOptions({ rpID, challenge, allowCredentials });
}

/** Registers a new user with the device: SimpleWebAuthn's verdict. */
export async function register(device: SoftwareAuthenticator, lies?: Lies) {
  return verifyRegistrationResponse({
    ...expected,
    response: device.register(await creationOptions(), lies),
  });
}

/** Registers honestly: what a server would keep. */
export async function enrol(device: SoftwareAuthenticator): Promise<WebAuthnCredential> {
  const { registrationInfo } = await register(device);
  if (!registrationInfo) throw new Error("The registration was not verified.");
  return registrationInfo.credential;
}

/**
 * Signs in without an allow list: SimpleWebAuthn's verdict against the credential that the server
 * keeps.
 */
export async function authenticate(
  device: SoftwareAuthenticator,
  credential: WebAuthnCredential,
  lies?: Lies,
) {
  const response = device.authenticate(await requestOptions(), lies);
  return verifyAuthenticationResponse({ ...expected, response, credential });
}
