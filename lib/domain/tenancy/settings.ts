import { z } from "zod";
import { Hint, maxPasskeysPerUser } from "@/lib/contract/fields";
import { algorithmIds } from "@/lib/domain/passkey/credential-algorithms";
import { limits } from "@/lib/limits";
import { isRedirectUri } from "./is-redirect-uri";
import { Name } from "./name";
import { isWebOrigin } from "./origin";

/** Minimum and maximum of each numeric setting (contract §2). */
export const settingBounds = {
  passkeysPerUser: [1, maxPasskeysPerUser],
  quarantineHours: [0, 168],
  codeDigits: [6, 10],
  codeMs: [60_000, 600_000],
  codeAttempts: [3, 10],
  challengesPerTenMinutes: [1, 1_000],
  challengesPerDay: [1, 10_000],
  challengesPerHourCeiling: [1, 10_000_000],
  optionsPerMinutePerAddress: [1, 100_000],
  optionsPerMinute: [1, 10_000_000],
  verificationsPerMinutePerAddress: [1, 100_000],
  exchangesPerMinutePerAddress: [1, 100_000],
  timelineDays: [1, limits.timelineDaysMax],
} as const satisfies Record<string, readonly [min: number, max: number]>;

export type NumericSetting = keyof typeof settingBounds;

/** The value of each numeric setting in a new tenancy. Equal to the defaults of its columns. */
export const settingDefaults: Record<NumericSetting, number> = {
  passkeysPerUser: 20,
  quarantineHours: 0,
  codeDigits: 6,
  codeMs: 600_000,
  codeAttempts: 5,
  challengesPerTenMinutes: 5,
  challengesPerDay: 20,
  challengesPerHourCeiling: 10_000,
  optionsPerMinutePerAddress: 30,
  optionsPerMinute: 1_200,
  verificationsPerMinutePerAddress: 60,
  exchangesPerMinutePerAddress: 60,
  timelineDays: 30,
};

function bounded(name: NumericSetting) {
  const [min, max] = settingBounds[name];
  const message =
    name === "codeMs" ? "Enter 1 to 10 minutes" : `Enter a whole number from ${min} to ${max}`;
  return z.int({ error: message }).min(min, message).max(max, message);
}

const maxEntries = 50;
const maxCharacters = 2_000;
const maxIssuerCharacters = 255;

/** A list without blank and duplicate entries. */
function list(entry: z.ZodType<string, string>) {
  const whole = z.array(z.union([z.literal(""), entry])).max(maxEntries, `At most ${maxEntries}`);
  return whole.transform((entries) => [...new Set(entries.filter((one) => one !== ""))]);
}
const line = z.string().trim().max(maxCharacters, `At most ${maxCharacters} characters`);
const redirectUri = line.refine(
  (uri) => uri === "" || isRedirectUri(uri),
  "Enter an https:// or http://localhost address, or an app scheme such as " +
    "com.example.app:/done, without a user name and a fragment",
);

const issuer = z
  .string()
  .trim()
  .min(1, "Enter an issuer, such as https://id.example.com")
  .max(maxIssuerCharacters, `At most ${maxIssuerCharacters} characters`)
  .regex(/^\P{Cc}*$/u, "Remove the control characters");

const topOrigin = line.refine(
  (origin) => origin === "" || isWebOrigin(origin),
  "Enter an origin such as https://www.example.com",
);

/** In order of preference, whatever the order of the input. */
const algorithms = z
  .array(z.int().refine((id) => algorithmIds.includes(id), "Not a supported COSE algorithm"))
  .min(1, "Choose at least one algorithm")
  .transform((chosen) => algorithmIds.filter((id) => chosen.includes(id)));

const hints = z
  .array(z.union([z.literal(""), Hint]))
  .transform((chosen) => [...new Set(chosen.filter((hint) => hint !== ""))]);

const color = z.string().regex(/^#[0-9a-f]{6}$/i, "Enter a color such as #0e6a4e");

/**
 * The settings that a form or a command can change. This schema checks each value on its own;
 * `updateSettings` checks them against each other.
 */
export const SettingsChange = z
  .object({
    name: Name,
    environment: z.enum(["development", "staging", "production"]),
    rpId: line.toLowerCase(),
    rpIds: list(line.toLowerCase()),
    rpName: Name,
    allowedOrigins: list(line),
    redirectUris: list(redirectUri),
    requireClientId: z.boolean(),
    selfServiceRegistration: z.boolean(),
    selfServiceAuthentication: z.boolean(),
    userVerification: z.enum(["required", "preferred", "discouraged"]),
    attestation: z.enum(["none", "direct"]),
    algorithms,
    hints,
    signalsAfterSignIn: z.boolean(),
    topOrigins: list(topOrigin),
    allowCrossOriginWithoutTopOrigin: z.boolean(),
    signatureCounter: z.enum(["record", "refuse"]),
    passkeysPerUser: bounded("passkeysPerUser"),
    requireProofToAddPasskey: z.boolean(),
    notifyOfNewPasskeys: z.boolean(),
    quarantineHours: bounded("quarantineHours"),
    codeDigits: bounded("codeDigits"),
    codeMs: bounded("codeMs"),
    codeAttempts: bounded("codeAttempts"),
    challengesPerTenMinutes: bounded("challengesPerTenMinutes"),
    challengesPerDay: bounded("challengesPerDay"),
    challengesPerHourCeiling: bounded("challengesPerHourCeiling"),
    optionsPerMinutePerAddress: bounded("optionsPerMinutePerAddress"),
    optionsPerMinute: bounded("optionsPerMinute"),
    verificationsPerMinutePerAddress: bounded("verificationsPerMinutePerAddress"),
    exchangesPerMinutePerAddress: bounded("exchangesPerMinutePerAddress"),
    timelineDays: bounded("timelineDays"),
    brandName: Name.nullable(),
    brandColor: color.nullable(),
    mailSender: line.nullable(),
    mailReplyTo: line.nullable(),
    locale: line,
    legacyLookups: z.boolean(),
    issuer: issuer.nullable(),
    sendEmailByDefault: z.boolean(),
  })
  .partial();
export type SettingsChange = z.output<typeof SettingsChange>;

export type SettingName = keyof SettingsChange;

export const settingNames = Object.keys(SettingsChange.shape) as SettingName[];
