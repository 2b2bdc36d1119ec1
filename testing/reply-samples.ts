import type { z } from "zod";
import {
  AuthenticationOptions,
  AuthenticationSuccess,
  AuthorizedPasskeyAuthentication,
  PreparedPasskeyAuthentication,
} from "@/lib/contract/authentication";
import {
  Challenge,
  ChallengeCreated,
  ChallengeDeleted,
  ChallengeVerified,
} from "@/lib/contract/challenge";
import { Health, KeySet, RelatedOrigins } from "@/lib/contract/key-set";
import {
  DeletedPasskeys,
  FindAllPasskeys,
  LegacyCredential,
  LegacyCredentials,
  Passkey,
  UpdatedPasskeys,
} from "@/lib/contract/passkey";
import {
  PasskeyDeletionInstructions,
  PasskeyPruningInstructions,
  PasskeyUpdateInstructions,
  PreparedPasskeyDeletion,
  PreparedPasskeyPruning,
  PreparedPasskeyUpdate,
} from "@/lib/contract/prepared-token";
import { ExtendedPrincipal, Principal } from "@/lib/contract/principal";
import {
  AuthorizedPasskeyRegistration,
  PreparedPasskeyRegistration,
  RegistrationOptions,
  RegistrationSuccess,
} from "@/lib/contract/registration";
import { TaggedUserReply, UserReply } from "@/lib/contract/user";
import { VaultExportEnd, VaultExportLine } from "@/lib/contract/vault";
import { VaultImport } from "@/lib/contract/vault-import";
import {
  challenge,
  counts,
  doubts,
  id,
  ms,
  onDevice,
  passkey,
  problems,
  seconds,
  success,
  summary,
  token,
  user,
  vaultPasskey,
  warnings,
} from "./sample-values";

/** A sample of each successful reply in contract §3–6 and §9, with exactly the fields it lists. */
export const replySamples: [name: string, schema: z.ZodType, sample: object][] = [
  [
    "AuthorizedPasskeyRegistration",
    AuthorizedPasskeyRegistration,
    { _tag: "AuthorizedPasskeyRegistration", registrationToken: token, expiresAt: ms },
  ],
  [
    "PreparedPasskeyRegistration",
    PreparedPasskeyRegistration,
    { _tag: "PreparedPasskeyRegistration", registrationToken: token, expiresAt: ms },
  ],
  [
    "RegistrationOptions",
    RegistrationOptions,
    {
      _tag: "RegistrationOptions",
      sessionToken: token,
      optionsJSON: {
        rp: { id: "example.com", name: "Example" },
        user: { id: token, name: "ada", displayName: "Ada" },
        challenge: token,
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
        timeout: 300_000,
        excludeCredentials: [{ id: "AQ", type: "public-key", transports: ["internal"] }],
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "preferred",
        },
        attestation: "none",
        extensions: { credProps: true },
      },
    },
  ],
  ["RegistrationSuccess", RegistrationSuccess, { _tag: "RegistrationSuccess", ...success }],
  [
    "AuthorizedPasskeyAuthentication",
    AuthorizedPasskeyAuthentication,
    { _tag: "AuthorizedPasskeyAuthentication", authenticationToken: token, expiresAt: ms },
  ],
  [
    "PreparedPasskeyAuthentication",
    PreparedPasskeyAuthentication,
    { _tag: "PreparedPasskeyAuthentication", authenticationToken: token, expiresAt: ms },
  ],
  [
    "AuthenticationOptions",
    AuthenticationOptions,
    {
      _tag: "AuthenticationOptions",
      sessionToken: token,
      optionsJSON: {
        challenge: token,
        timeout: 300_000,
        rpId: "example.com",
        allowCredentials: [{ id: "AQ", type: "public-key" }],
        userVerification: "preferred",
      },
      mediation: "required",
    },
  ],
  ["AuthenticationSuccess", AuthenticationSuccess, { _tag: "AuthenticationSuccess", ...success }],
  [
    "FindAllPasskeys",
    FindAllPasskeys,
    { _tag: "FindAllPasskeys", cursor: null, records: [summary] },
  ],
  ["Passkey", Passkey, passkey],
  ["UpdatedPasskeys", UpdatedPasskeys, { _tag: "UpdatedPasskeys", updated: [passkey] }],
  ["DeletedPasskeys", DeletedPasskeys, { _tag: "DeletedPasskeys", deleted: [passkey] }],
  [
    "PreparedPasskeyUpdate",
    PreparedPasskeyUpdate,
    { _tag: "PreparedPasskeyUpdate", updatePasskeysToken: token, expiresAt: ms, warnings },
  ],
  [
    "PreparedPasskeyDeletion",
    PreparedPasskeyDeletion,
    { _tag: "PreparedPasskeyDeletion", deletePasskeysToken: token, expiresAt: ms, warnings },
  ],
  [
    "PreparedPasskeyPruning",
    PreparedPasskeyPruning,
    { _tag: "PreparedPasskeyPruning", prunePasskeysToken: token, expiresAt: ms, warnings },
  ],
  [
    "PasskeyUpdateInstructions",
    PasskeyUpdateInstructions,
    {
      _tag: "PasskeyUpdateInstructions",
      instructions: [{ ...onDevice, username: "ada", displayName: "Ada" }],
      warnings,
    },
  ],
  [
    "PasskeyDeletionInstructions",
    PasskeyDeletionInstructions,
    {
      _tag: "PasskeyDeletionInstructions",
      instructions: [{ ...onDevice, credentialId: token }],
      warnings,
    },
  ],
  [
    "PasskeyPruningInstructions",
    PasskeyPruningInstructions,
    {
      _tag: "PasskeyPruningInstructions",
      instructions: [{ ...onDevice, allAcceptedCredentialIds: [token] }],
      warnings,
    },
  ],
  ["VaultPasskey", VaultExportLine, vaultPasskey],
  [
    "VaultUser",
    VaultExportLine,
    { _tag: "VaultUser", ...vaultPasskey.user, disabledReason: "left", createdAt: ms },
  ],
  ["VaultExportEnd", VaultExportEnd, { _tag: "VaultExportEnd", passkeys: 1 }],
  [
    "VaultImport",
    VaultImport,
    {
      _tag: "VaultImport",
      dryRun: true,
      ...counts,
      existingLines: [2],
      problems,
      warnings: doubts,
    },
  ],
  ["LegacyCredential", LegacyCredential, { credentialId: token, ...onDevice }],
  ["LegacyCredentials", LegacyCredentials, { ...onDevice, allAcceptedCredentialIds: [token] }],
  [
    "ChallengeCreated",
    ChallengeCreated,
    {
      _tag: "ChallengeCreated",
      challenge: {
        ...challenge,
        secret: token,
        code: "048213",
        message: { html: "<p>", text: "" },
      },
    },
  ],
  ["Challenge", Challenge, { _tag: "Challenge", ...challenge }],
  [
    "ChallengeVerified",
    ChallengeVerified,
    { _tag: "ChallengeVerified", challenge: { _tag: "Challenge", ...challenge } },
  ],
  ["ChallengeDeleted", ChallengeDeleted, { _tag: "ChallengeDeleted" }],
  [
    "Principal",
    Principal,
    {
      token,
      ...user,
      authType: "passkey",
      userVerified: true,
      authId: id,
      iss: "https://id.example.com",
      aud: id,
      iat: seconds,
      nbf: seconds,
      exp: seconds + 300,
      jti: id,
    },
  ],
  [
    "ExtendedPrincipal",
    ExtendedPrincipal,
    {
      _tag: "ExtendedPrincipal",
      id,
      authenticatorId: id,
      authenticatorType: "passkey",
      assurance: "aal2",
      userId: "user-42",
      sub: id,
      operation: "authentication",
      purpose: "pay.transfer",
      passkey: { verified: true, userVerified: true, platformName: "iCloud Keychain" },
      user,
      createdAt: ms,
      expiresAt: ms + 300_000,
      metadata: { ipAddress: "203.0.113.7", userAgent: "x" },
    },
  ],
  [
    "Principal of a mailbox code",
    Principal,
    {
      token,
      ...user,
      authType: "email",
      userVerified: false,
      authId: id,
      iss: "https://id.example.com",
      aud: id,
      iat: seconds,
      nbf: seconds,
      exp: seconds + 300,
      jti: id,
    },
  ],
  [
    "ExtendedPrincipal of a mailbox code",
    ExtendedPrincipal,
    {
      _tag: "ExtendedPrincipal",
      id,
      authenticatorId: id,
      authenticatorType: "email",
      assurance: "none",
      userId: "user-42",
      sub: id,
      operation: "authentication",
      user,
      createdAt: ms,
      expiresAt: ms + 300_000,
      metadata: { ipAddress: "203.0.113.7", userAgent: "x" },
    },
  ],
  ["User of the unversioned mount", UserReply, { user: { ...user, enabled: true } }],
  ["User of the v2 mount", TaggedUserReply, { _tag: "User", user: { ...user, enabled: true } }],
  [
    "key set",
    KeySet,
    { keys: [{ kty: "EC", crv: "P-256", x: token, y: token, kid: id, alg: "ES256", use: "sig" }] },
  ],
  ["related origins", RelatedOrigins, { origins: ["https://example.com"] }],
  ["health", Health, { status: "ok" }],
];
