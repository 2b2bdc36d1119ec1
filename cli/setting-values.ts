import { InvalidArgumentError } from "commander";
import { locales } from "@/lib/domain/email/choose-locale";
import type { SettingName } from "@/lib/domain/tenancy/settings";
import { parseDuration } from "./option-values";

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
  redirectUris: list("addresses that the hosted pages can return to"),
  requireClientId: onOff("refuse browsers that don't send the client id"),
  selfServiceRegistration: onOff("let pages register users without your backend"),
  selfServiceAuthentication: onOff("let pages start sign-ins without your backend"),
  userVerification: oneOf("the least user verification that ceremonies ask for", [
    "required",
    "preferred",
    "discouraged",
  ]),
  attestation: oneOf("attestation that registrations ask for", ["none", "direct"]),
  passkeysPerUser: count("passkeys that a user can have"),
  codeDigits: count("digits of an emailed code"),
  codeMs: {
    placeholder: "<duration>",
    description: "lifetime of an emailed code, such as 10m",
    parse: parseDuration,
  },
  codeAttempts: count("wrong codes until a challenge ends"),
  challengesPerTenMinutes: count("codes per mailbox in ten minutes"),
  challengesPerDay: count("codes per mailbox and day"),
  challengesPerHourCeiling: count("codes per hour in the whole tenancy"),
  optionsPerMinutePerAddress: count("option requests per minute and address"),
  optionsPerMinute: count("option requests per minute in the whole tenancy"),
  verificationsPerMinutePerAddress: count("verifications per minute and address"),
  exchangesPerMinutePerAddress: count("exchanges of prepared tokens per minute and address"),
  timelineDays: count("days that the activity of users and mailboxes is kept"),
  brandName: optionalText("brand name that users see"),
  brandColor: optionalText("brand color, such as #0e6a4e"),
  mailSender: optionalText("sender address of emails; also confirms its domain"),
  mailReplyTo: optionalText("Reply-To address of emails"),
  locale: oneOf("language of emails when the request names none", locales),
  legacyLookups: onOff("answer the unauthenticated look-ups of older clients"),
};
