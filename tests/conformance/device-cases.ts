import { createPublicKey } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { cose, isoBase64URL, isoCBOR, isoUint8Array } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import { chainOf } from "@/lib/domain/passkey/attestation/attestation-object";
import { parseUrl } from "@/lib/parse-url";
import { type Bytes, type CborValue, sha256 } from "@/testing/authenticator/bytes";
import { bytesOf, type ConformanceCase, type RelyingParty } from "./conformance-case";
import file from "./devices.json" with { type: "json" };
import { randomChallenge, sampleRelyingParty } from "./sample-ceremony";

const DeviceRegistration = z.object({
  title: z.string(),
  rpId: z.string(),
  response: z.custom<RegistrationResponseJSON>(),
  /** A root, or "last": the last certificate of the statement, as an operator configures it. */
  root: z.string().optional(),
  /** Why Keystead refuses it. */
  refusal: z.string().optional(),
});
type DeviceRegistration = z.infer<typeof DeviceRegistration>;

const DeviceAuthentication = z.object({
  title: z.string(),
  rpId: z.string(),
  /** DER SubjectPublicKeyInfo of the credential, base64url. */
  publicKey: z.string(),
  response: z.custom<AuthenticationResponseJSON>(),
});
type DeviceAuthentication = z.infer<typeof DeviceAuthentication>;

/** Real challenges are in the client data, as the server that recorded it expected them. */
const ClientData = z.object({ challenge: z.string(), origin: z.string() });
const clientDataOf = (clientDataJSON: string) =>
  ClientData.parse(JSON.parse(isoBase64URL.toUTF8String(clientDataJSON)));

const relyingPartyOf = (rpId: string, origin: string): RelyingParty => ({
  ...sampleRelyingParty,
  rpId,
  origin,
});

function trustOf({ response, root }: DeviceRegistration): Pick<ConformanceCase, "trust"> {
  if (root === undefined) return {};
  const certificates = chainOf(bytesOf(response.response.attestationObject, "base64url"));
  const roots = root === "last" ? certificates.slice(-1) : [bytesOf(root, "base64url")];
  return { trust: { roots } };
}

function registrationCaseOf(device: DeviceRegistration): ConformanceCase {
  const { title, rpId, response, refusal } = device;
  const { challenge, origin } = clientDataOf(response.response.clientDataJSON);
  return {
    group: "Device, registration",
    title,
    ...(refusal === undefined ? { expected: "pass" } : { expected: "refuse", refusal }),
    relyingParty: relyingPartyOf(rpId, parseUrl(origin) ? origin : `https://${rpId}`),
    registration: { challenge, response },
    ...trustOf(device),
  };
}

const { COSEKEYS, COSEKTY, COSEALG, COSECRV } = cose;

function coseKeyOf(spki: Bytes): Bytes {
  const jwk = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" }).export({
    format: "jwk",
  });
  const member = (value = "") => bytesOf(value, "base64url");
  return isoCBOR.encode(
    new Map<number, CborValue>(
      jwk.kty === "RSA"
        ? [
            [COSEKEYS.kty, COSEKTY.RSA],
            [COSEKEYS.alg, COSEALG.RS256],
            [COSEKEYS.n, member(jwk.n)],
            [COSEKEYS.e, member(jwk.e)],
          ]
        : [
            [COSEKEYS.kty, COSEKTY.EC2],
            [COSEKEYS.alg, COSEALG.ES256],
            [COSEKEYS.crv, COSECRV.P256],
            [COSEKEYS.x, member(jwk.x)],
            [COSEKEYS.y, member(jwk.y)],
          ],
    ),
  );
}

/** Creates the registration that a recorded sign-in lacks, without attestation. */
function registrationFor(device: DeviceAuthentication, origin: string) {
  const { response, rpId, publicKey } = device;
  const challenge = randomChallenge();
  const credentialId = bytesOf(response.id, "base64url");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  const authData = isoUint8Array.concat([
    sha256(rpId),
    Uint8Array.of(0x41, 0, 0, 0, 0),
    new Uint8Array(16),
    length,
    credentialId,
    coseKeyOf(bytesOf(publicKey, "base64url")),
  ]);
  const object = new Map<string, CborValue>([
    ["fmt", "none"],
    ["attStmt", new Map<string, CborValue>()],
    ["authData", authData],
  ]);
  const clientData = JSON.stringify({ type: "webauthn.create", challenge, origin });
  return {
    challenge,
    userHandle: response.response.userHandle,
    response: {
      id: response.id,
      rawId: response.id,
      type: "public-key" as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: isoBase64URL.fromUTF8String(clientData),
        attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(object)),
      },
    },
  };
}

function authenticationCaseOf(device: DeviceAuthentication): ConformanceCase {
  const { title, rpId, response } = device;
  const { challenge, origin } = clientDataOf(response.response.clientDataJSON);
  return {
    group: "Device, sign-in",
    title,
    expected: "pass",
    relyingParty: relyingPartyOf(rpId, origin),
    registration: registrationFor(device, origin),
    authentication: { challenge, response },
  };
}

/** Responses of real devices, published as test data of two libraries. */
export const deviceCases: ConformanceCase[] = [
  ...z.array(DeviceRegistration).parse(file.registrations).map(registrationCaseOf),
  ...z.array(DeviceAuthentication).parse(file.authentications).map(authenticationCaseOf),
];
