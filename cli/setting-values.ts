import { InvalidArgumentError } from "commander";
import { locales } from "@/lib/domain/email/choose-locale";
import { credentialAlgorithms } from "@/lib/domain/passkey/credential-algorithms";
import type { Settings } from "@/lib/domain/tenancy/get-settings";
import { settingBounds, type SettingName } from "@/lib/domain/tenancy/settings";
import { durationUpTo, showDuration } from "./option-values";

/** The option of `tenancy set` that changes a setting. A lifetime has its unit in the value. */
export const optionOf = (name: string): string =>
  name === "codeMs"
    ? "--code-lifetime"
    : `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The only numbers in lists are algorithms. */
const nameOfAlgorithm = (value: string | number) =>
  credentialAlgorithms.find(({ id }) => id === value)?.name ?? String(value);

/** Formats a setting as `tenancy set` reads it. */
export function showSetting(name: string, value: Settings[SettingName]): string {
  if (name === "codeMs") return showDuration(Number(value));
  if (Array.isArray(value)) return value.map(nameOfAlgorithm).join(" ") || "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === null || value === "" ? "none" : String(value);
}

interface SettingValue {
  placeholder: string;
  description: string;
  parse: (value: string, previous: unknown) => unknown;
  choices?: readonly string[];
  /** An empty value means none. Commander can't pass null on. */
  emptyIsNull?: true;
}

function parseSwitch(value: string): boolean {
  if (value !== "on" && value !== "off") throw new InvalidArgumentError("Must be on or off.");
  return value === "on";
}

function parseCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("Must be a whole number.");
  return Number(value);
}

function algorithmNamed(name: string): number {
  const found = credentialAlgorithms.find(
    (algorithm) => algorithm.name.toLowerCase() === name.toLowerCase(),
  );
  if (found === undefined)
    throw new InvalidArgumentError(
      `Must be one of ${credentialAlgorithms.map((algorithm) => algorithm.name).join(", ")}.`,
    );
  return found.id;
}

const text = (description: string): SettingValue => ({
  placeholder: "<text>",
  description,
  parse: (value) => value,
});
const optionalText = (description: string): SettingValue => ({
  placeholder: "<text>",
  description: `${description}; empty for none`,
  parse: (value) => value,
  emptyIsNull: true,
});
const list = (description: string): SettingValue => ({
  placeholder: "<value...>",
  description: `${description}; replaces the list, an empty value empties it`,
  // Commander passes one value at a time.
  parse: (value, previous) => [...(Array.isArray(previous) ? (previous as string[]) : []), value],
});
const count = (description: string): SettingValue => ({
  placeholder: "<number>",
  description,
  parse: parseCount,
});
const onOff = (description: string): SettingValue => ({
  placeholder: "<on|off>",
  description,
  parse: parseSwitch,
});
const oneOf = (description: string, choices: readonly string[]): SettingValue => ({
  placeholder: "<choice>",
  description,
  parse: (value) => value,
  choices,
});

/** How the command line reads each setting. Complete by its type. */
export const settingValues: Record<SettingName, SettingValue> = {
  name: text("name in the console"),
  environment: oneOf("development also allows pages on http://localhost", [
    "development",
    "staging",
    "production",
  ]),
  rpId: text("WebAuthn relying party id, such as example.com"),
  rpIds: list("further relying party ids"),
  rpName: text("name that devices show"),
  allowedOrigins: list("origins whose pages can call the API"),
  redirectUris: list("redirect URIs of the hosted pages"),
  requireClientId: onOff("reject browser requests without the client id"),
  selfServiceRegistration: onOff("let pages register users without your backend"),
  selfServiceAuthentication: onOff("let pages start sign-ins without your backend"),
  userVerification: oneOf("minimum user verification", ["required", "preferred", "discouraged"]),
  attestation: oneOf("attestation that registrations request", ["none", "direct"]),
  algorithms: {
    placeholder: "<name...>",
    description: "algorithms that registrations offer, such as ES256 EdDSA; replaces the list",
    parse: (value, previous) => [
      ...(Array.isArray(previous) ? (previous as number[]) : []),
      algorithmNamed(value),
    ],
  },
  hints: list("hints to browsers: security-key, client-device, hybrid; most preferred first"),
  signalsAfterSignIn: onOff("tell devices after a sign-in which passkeys still exist"),
  topOrigins: list("origins of sites that can embed your pages’ ceremonies"),
  allowCrossOriginWithoutTopOrigin: onOff(
    "allow embedded ceremonies in browsers that don't report the embedding site",
  ),
  signatureCounter: oneOf("what happens when a passkey's signature counter has not increased", [
    "record",
    "refuse",
  ]),
  passkeysPerUser: count("maximum passkeys per user"),
  requireProofToAddPasskey: onOff("require an emailed code to add a passkey to a user who has one"),
  notifyOfNewPasskeys: onOff("email users about each new passkey"),
  quarantineHours: count("hours until a user's further passkeys can sign in; 0 for none"),
  codeDigits: count("digits of an emailed code"),
  codeMs: {
    placeholder: "<duration>",
    description: "lifetime of an emailed code, 1m to 10m",
    parse: durationUpTo(settingBounds.codeMs[1]),
  },
  codeAttempts: count("attempts per emailed code"),
  challengesPerTenMinutes: count("emailed codes per mailbox in 10 minutes"),
  challengesPerDay: count("emailed codes per mailbox in 24 hours"),
  challengesPerHourCeiling: count("emailed codes per hour in the tenancy"),
  optionsPerMinutePerAddress: count("option requests per minute and IP address"),
  optionsPerMinute: count("option requests per minute in the tenancy"),
  verificationsPerMinutePerAddress: count("verifications per minute and IP address"),
  exchangesPerMinutePerAddress: count("exchanges of prepared tokens per minute and IP address"),
  timelineDays: count("days to keep the activity of users and mailboxes"),
  brandName: optionalText("brand name that users see"),
  brandColor: optionalText("brand color, such as #0e6a4e"),
  mailSender: optionalText("sender address of emails; also confirms its domain"),
  mailReplyTo: optionalText("Reply-To address of emails"),
  locale: oneOf("default language of emails", locales),
  legacyLookups: onOff("serve look-ups without an API key to older clients"),
  issuer: optionalText("iss claim of tokens, instead of the installation's issuer"),
  sendEmailByDefault: onOff("send codes by email if the request has no sendEmail"),
};
