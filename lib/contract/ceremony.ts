import { z } from "zod";
import { AuthenticatorAttachment, Base64Url, Hint, UserVerification } from "./fields";
import { passkeyTransports } from "./passkey-transports";
import { BrowserPrincipal, browserPrincipalExample } from "./principal";
import { sample } from "./sample";

const descriptor = z.object({
  id: Base64Url,
  type: z.literal("public-key"),
  transports: z.array(z.enum(passkeyTransports)).optional(),
});

/** The only extension that options request (WebAuthn L3 §10.1.3). */
const extensions = z.object({ credProps: z.boolean().optional() });

/** WebAuthn L3 PublicKeyCredentialCreationOptionsJSON. */
export const CreationOptionsJSON = z
  .object({
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: Base64Url, name: z.string(), displayName: z.string() }),
    challenge: Base64Url,
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
    timeout: z.number().optional(),
    excludeCredentials: z.array(descriptor).optional(),
    authenticatorSelection: z
      .object({
        authenticatorAttachment: AuthenticatorAttachment.optional(),
        residentKey: z.enum(["discouraged", "preferred", "required"]).optional(),
        requireResidentKey: z.boolean().optional(),
        userVerification: UserVerification.optional(),
      })
      .optional(),
    hints: z.array(Hint).optional(),
    attestation: z.enum(["none", "indirect", "direct", "enterprise"]).optional(),
    extensions: extensions.optional(),
  })
  .meta({ id: "PublicKeyCredentialCreationOptionsJSON" });

/** WebAuthn L3 PublicKeyCredentialRequestOptionsJSON. */
export const RequestOptionsJSON = z
  .object({
    challenge: Base64Url,
    timeout: z.number().optional(),
    rpId: z.string().optional(),
    allowCredentials: z.array(descriptor).optional(),
    userVerification: UserVerification.optional(),
    hints: z.array(Hint).optional(),
    extensions: extensions.optional(),
  })
  .meta({ id: "PublicKeyCredentialRequestOptionsJSON" });

/** Members of both responses. Some serializers write null for an optional one that is absent. */
const credential = {
  id: Base64Url.min(1),
  rawId: Base64Url.min(1),
  type: z.literal("public-key"),
  authenticatorAttachment: z.string().nullish(),
  // Not a loose object: its generated type would have an index signature, which the type of the
  // browser's outputs lacks.
  clientExtensionResults: z.object({ credProps: z.unknown().optional() }).nullish(),
};

/** Verification reads only `credProps.rk` of the extension outputs (WebAuthn L3 §10.1.3). */
const registrationExtensions = z.object({
  credProps: z.object({ rk: z.boolean().nullish() }).nullish(),
});

/** WebAuthn L3 RegistrationResponseJSON. Members that verification does not read are ignored. */
export const RegistrationResponseJSON = z
  .object({
    ...credential,
    clientExtensionResults: registrationExtensions.nullish(),
    response: z.object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: z.array(z.string().max(64)).max(32).nullish(),
    }),
  })
  .meta({ id: "RegistrationResponseJSON" });
/** A device's response to creation options. Shortened: it parses but does not verify. */
export const attestationExample = {
  id: sample.credentialId,
  rawId: sample.credentialId,
  type: "public-key",
  authenticatorAttachment: "platform",
  clientExtensionResults: { credProps: { rk: true } },
  response: {
    clientDataJSON: sample.clientDataJSON,
    attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ",
    transports: ["internal", "hybrid"],
  },
};
export type RegistrationResponseJSON = z.infer<typeof RegistrationResponseJSON>;

/** WebAuthn L3 AuthenticationResponseJSON. */
export const AuthenticationResponseJSON = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Base64Url.nullish(),
    }),
  })
  .meta({ id: "AuthenticationResponseJSON" });
/** A device's response to request options. Shortened: it parses but does not verify. */
export const assertionExample = {
  id: sample.credentialId,
  rawId: sample.credentialId,
  type: "public-key",
  authenticatorAttachment: "platform",
  clientExtensionResults: {},
  response: {
    clientDataJSON: sample.clientDataJSON,
    authenticatorData: "o3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISWYbOGUcdAAAAAA",
    signature: "MEUCIQDx",
    userHandle: sample.userHandle,
  },
};
export type AuthenticationResponseJSON = z.infer<typeof AuthenticationResponseJSON>;

/** Fields of both verification responses, besides the tag. */
export const ceremonySuccess = {
  code: z.string().meta({
    description:
      "Single-use code that your backend exchanges for the principal; same as principal.token",
    example: sample.token,
  }),
  id_token: z.string().meta({
    description:
      "JWT signed with ES256; expires after 5 minutes. Empty after the registration of a passkey " +
      "that is in quarantine",
    example: sample.idToken,
  }),
  principal: BrowserPrincipal,
};

export const successExample = {
  code: sample.token,
  id_token: sample.idToken,
  principal: browserPrincipalExample,
};
