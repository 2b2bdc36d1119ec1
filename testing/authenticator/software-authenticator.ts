import { randomBytes } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { isoBase64URL } from "@simplewebauthn/server/helpers";
import { type Attestation, encodeAttestationObject } from "./attestation";
import { encodeAuthenticatorData } from "./authenticator-data";
import { encodeClientData } from "./client-data";
import type { DeviceCredential } from "./device-credential";
import { type Algorithm, generateCredentialKey } from "./keys";
import type { Lies } from "./lies";
import { AlgorithmNotOffered, CredentialNotOnDevice, DuplicateOnDevice } from "./refusals";
import { signCeremony } from "./signature";

export interface SoftwareAuthenticatorOptions {
  /**
   * Origin of the page that runs the ceremonies, such as "https://app.example.com". Its host is the
   * default RP ID.
   */
  origin: string;
  /** Default ES256 (-7). */
  algorithm?: Algorithm;
  /** UUID of the model, default all zeros. */
  aaguid?: string;
  /** Flag BE of new credentials. Defaults to `backedUp`. */
  backupEligible?: boolean;
  /** Flag BS of new credentials, default false. */
  backedUp?: boolean;
  /**
   * Flag UV, default true. If false, the device still answers a `required` request, so the server
   * must reject it.
   */
  userVerified?: boolean;
  /** The counter that registrations report, default 0. */
  counter?: number;
  /** Increments the counter per assertion, default true. Synced passkeys don't count. */
  signCounts?: boolean;
  /** Length of new credential ids, default 32. */
  credentialIdBytes?: number;
  /** Attestation of registrations regardless of the options, default `none`. */
  attestation?: Attestation;
}

/**
 * A client and authenticator in one, without a user. It accepts every request or throws a refusal.
 */
export interface SoftwareAuthenticator {
  /** Resident credentials, oldest first. Removing one makes the device forget it. */
  readonly credentials: DeviceCredential[];
  /**
   * `navigator.credentials.create()` (WebAuthn L3 §5.1.3, §6.3.2). Stores a resident credential and
   * replaces the user's previous one.
   */
  register: (
    options: PublicKeyCredentialCreationOptionsJSON,
    lies?: Lies,
  ) => RegistrationResponseJSON;
  /**
   * `navigator.credentials.get()` (WebAuthn L3 §5.1.4, §6.3.3). Uses the newest matching
   * credential.
   */
  authenticate: (
    options: PublicKeyCredentialRequestOptionsJSON,
    lies?: Lies,
  ) => AuthenticationResponseJSON;
}

export function createSoftwareAuthenticator(
  settings: SoftwareAuthenticatorOptions,
): SoftwareAuthenticator {
  const {
    origin,
    algorithm = -7,
    aaguid = "00000000-0000-0000-0000-000000000000",
    attestation = "none",
  } = settings;
  const { userVerified = true, signCounts = true, credentialIdBytes = 32 } = settings;
  const host = new URL(origin).hostname;
  const credentials: DeviceCredential[] = [];

  function register(
    options: PublicKeyCredentialCreationOptionsJSON,
    lies: Lies = {},
  ): RegistrationResponseJSON {
    const rpId = options.rp.id ?? host;
    const isHere = ({ id }: { id: string }) =>
      credentials.some((held) => held.rpId === rpId && held.id === id);
    if (!lies.algorithm && !options.pubKeyCredParams.some(({ alg }) => alg === algorithm)) {
      throw new AlgorithmNotOffered(`The options do not offer algorithm ${algorithm}.`);
    }
    if (!lies.ignoreExcludeCredentials && options.excludeCredentials?.some(isHere)) {
      throw new DuplicateOnDevice(`The device already holds an excluded credential for ${rpId}.`);
    }
    const key = generateCredentialKey(lies.algorithm ?? algorithm);
    const credential: DeviceCredential = {
      id: lies.credentialId ?? isoBase64URL.fromBuffer(randomBytes(credentialIdBytes)),
      rpId,
      key,
      userHandle: options.user.id,
      counter: settings.counter ?? 0,
      backupEligible: settings.backupEligible ?? settings.backedUp ?? false,
      backedUp: settings.backedUp ?? false,
    };
    store(credential);
    const attested = { aaguid, credentialId: credential.id, key };
    const authenticatorData = encodeAuthenticatorData(
      { ...credential, userVerified, attested },
      lies,
    );
    const clientData = encodeClientData(
      { type: "webauthn.create", challenge: options.challenge, origin },
      lies,
    );
    const attestationObject = encodeAttestationObject(
      { attestation, authenticatorData, clientData, key },
      lies,
    );
    return {
      ...envelope(credential, lies),
      response: {
        clientDataJSON: isoBase64URL.fromBuffer(clientData),
        attestationObject: isoBase64URL.fromBuffer(attestationObject),
        authenticatorData: isoBase64URL.fromBuffer(authenticatorData),
        transports: lies.transports ?? ["internal", "hybrid"],
        publicKeyAlgorithm: lies.algorithmLabel ?? key.algorithm,
        publicKey: isoBase64URL.fromBuffer(key.spki),
      },
      clientExtensionResults: options.extensions?.credProps
        ? { credProps: { rk: lies.residentKey ?? true } }
        : {},
    };
  }

  function authenticate(
    options: PublicKeyCredentialRequestOptionsJSON,
    lies: Lies = {},
  ): AuthenticationResponseJSON {
    const credential = lies.answerWith ?? pick(options);
    if (signCounts) credential.counter += 1;
    const authenticatorData = encodeAuthenticatorData({ ...credential, userVerified }, lies);
    const clientData = encodeClientData(
      { type: "webauthn.get", challenge: options.challenge, origin },
      lies,
    );
    const signature = signCeremony({ authenticatorData, clientData, key: credential.key }, lies);
    const userHandle = lies.userHandle === undefined ? credential.userHandle : lies.userHandle;
    return {
      ...envelope(credential, lies),
      response: {
        clientDataJSON: isoBase64URL.fromBuffer(clientData),
        authenticatorData: isoBase64URL.fromBuffer(authenticatorData),
        signature: isoBase64URL.fromBuffer(signature),
        ...(userHandle === null ? {} : { userHandle }),
      },
      clientExtensionResults: {},
    };
  }

  function pick({
    rpId = host,
    allowCredentials = [],
  }: PublicKeyCredentialRequestOptionsJSON): DeviceCredential {
    const allowed = new Set(allowCredentials.map(({ id }) => id));
    const found = credentials.findLast(
      (held) => held.rpId === rpId && (allowed.size === 0 || allowed.has(held.id)),
    );
    if (!found)
      throw new CredentialNotOnDevice(
        `The device holds no credential for ${rpId} that was asked for.`,
      );
    return found;
  }

  /** Stores one credential per RP ID and user handle (WebAuthn L3 §6.3.2 step 7). */
  function store(credential: DeviceCredential): void {
    const { rpId, userHandle } = credential;
    const replaced = credentials.findIndex(
      (held) => held.rpId === rpId && held.userHandle === userHandle,
    );
    if (replaced >= 0) credentials.splice(replaced, 1);
    credentials.push(credential);
  }

  return { credentials, register, authenticate };
}

function envelope(credential: DeviceCredential, lies: Lies) {
  const id = lies.id ?? credential.id;
  return {
    id,
    rawId: lies.rawId ?? id,
    type: "public-key",
    authenticatorAttachment: "platform",
  } as const;
}
