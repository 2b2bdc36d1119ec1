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

/** Origin of the sample relying party. */
export const sampleOrigin = `https://${rpID}`;
/** Its constant challenge, as base64url. */
export const sampleChallenge = challenge.toString("base64url");

const expected = {
  expectedChallenge: sampleChallenge,
  expectedOrigin: sampleOrigin,
  expectedRPID: rpID,
};

/** Returns creation options for a new user. */
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

/** Registers a new user. Returns SimpleWebAuthn's verdict. */
export async function register(device: SoftwareAuthenticator, lies?: Lies) {
  return verifyRegistrationResponse({
    ...expected,
    response: device.register(await creationOptions(), lies),
  });
}

/** Registers without lies. Returns the credential that a server would store. */
export async function enrol(device: SoftwareAuthenticator): Promise<WebAuthnCredential> {
  const { registrationInfo } = await register(device);
  if (!registrationInfo) throw new Error("The registration was not verified.");
  return registrationInfo.credential;
}

/** Signs in without an allow list. Returns SimpleWebAuthn's verdict for the stored credential. */
export async function authenticate(
  device: SoftwareAuthenticator,
  credential: WebAuthnCredential,
  lies?: Lies,
) {
  const response = device.authenticate(await requestOptions(), lies);
  return verifyAuthenticationResponse({ ...expected, response, credential });
}
