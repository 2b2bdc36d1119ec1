import { z } from "zod";
import { Prisma } from "@/prisma/generated/client";

/**
 * A tenancy with the settings of contract §2 that requests read. The logo's bytes are left out to
 * keep hot paths fast.
 */
export const Tenancy = z.object({
  id: z.string(),
  name: z.string(),
  isSystem: z.boolean(),
  environment: z.enum(["development", "staging", "production"]),
  rpId: z.string(),
  rpIds: z.array(z.string()),
  rpName: z.string(),
  allowedOrigins: z.array(z.string()),
  redirectUris: z.array(z.string()),
  clientId: z.string(),
  requireClientId: z.boolean(),
  selfServiceRegistration: z.boolean(),
  selfServiceAuthentication: z.boolean(),
  userVerification: z.enum(["required", "preferred", "discouraged"]),
  attestation: z.enum(["none", "direct"]),
  algorithms: z.array(z.int()),
  hints: z.array(z.string()),
  signalsAfterSignIn: z.boolean(),
  topOrigins: z.array(z.string()),
  allowCrossOriginWithoutTopOrigin: z.boolean(),
  signatureCounter: z.enum(["record", "refuse"]),
  passkeysPerUser: z.int(),
  /** 0: no passkey policy was saved. */
  passkeyPolicyVersion: z.int(),
  requireProofToAddPasskey: z.boolean(),
  notifyOfNewPasskeys: z.boolean(),
  quarantineHours: z.int(),
  codeDigits: z.int(),
  codeMs: z.int(),
  codeAttempts: z.int(),
  challengesPerTenMinutes: z.int(),
  challengesPerDay: z.int(),
  challengesPerHourCeiling: z.int(),
  optionsPerMinutePerAddress: z.int(),
  optionsPerMinute: z.int(),
  verificationsPerMinutePerAddress: z.int(),
  exchangesPerMinutePerAddress: z.int(),
  brandName: z.string().nullable(),
  brandColor: z.string().nullable(),
  brandLogoHash: z.string().nullable(),
  locale: z.string(),
  legacyLookups: z.boolean(),
  issuer: z.string().nullable(),
  sendEmailByDefault: z.boolean(),
  hostedPages: z.boolean(),
  suspendedAt: z.date().nullable(),
});
export type Tenancy = z.infer<typeof Tenancy>;

/** The select list of `"Tenancy" t`. */
export const tenancyColumns = Prisma.raw(
  Object.keys(Tenancy.shape)
    .map((column) => `t."${column}"`)
    .join(", "),
);
