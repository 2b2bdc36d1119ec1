import { z } from "zod";
import { type SettingName, settingNames, type SettingsChange } from "./settings";

/** Settings that share a permission. All sections except `appearance` affect security. */
export type SettingsSection = "appearance" | "sites" | "sign-in" | "limits" | "sender";

/** The section of each setting. Complete by its type. */
const sectionOf: Record<SettingName, SettingsSection> = {
  name: "appearance",
  rpName: "appearance",
  brandName: "appearance",
  brandColor: "appearance",
  locale: "appearance",
  // A development tenancy allows pages on http://localhost.
  environment: "sites",
  rpId: "sites",
  rpIds: "sites",
  allowedOrigins: "sites",
  redirectUris: "sites",
  requireClientId: "sites",
  selfServiceRegistration: "sign-in",
  selfServiceAuthentication: "sign-in",
  userVerification: "sign-in",
  attestation: "sign-in",
  algorithms: "sign-in",
  topOrigins: "sites",
  allowCrossOriginWithoutTopOrigin: "sites",
  hints: "sign-in",
  signalsAfterSignIn: "sign-in",
  signatureCounter: "sign-in",
  passkeysPerUser: "sign-in",
  requireProofToAddPasskey: "sign-in",
  notifyOfNewPasskeys: "sign-in",
  quarantineHours: "sign-in",
  legacyLookups: "sign-in",
  issuer: "sign-in",
  sendEmailByDefault: "sign-in",
  codeDigits: "limits",
  codeMs: "limits",
  codeAttempts: "limits",
  challengesPerTenMinutes: "limits",
  challengesPerDay: "limits",
  challengesPerHourCeiling: "limits",
  optionsPerMinutePerAddress: "limits",
  optionsPerMinute: "limits",
  verificationsPerMinutePerAddress: "limits",
  exchangesPerMinutePerAddress: "limits",
  timelineDays: "limits",
  mailSender: "sender",
  mailReplyTo: "sender",
};

/** Whether the section's permission covers the setting. Every section includes `appearance`. */
const isWithin = (name: SettingName, section: SettingsSection) =>
  [section, "appearance"].includes(sectionOf[name]);

/** Returns `appearance` if only its settings changed, else the form's section. */
export const sectionFor = (
  changed: readonly SettingName[],
  section: SettingsSection,
): SettingsSection =>
  changed.every((name) => isWithin(name, "appearance")) ? "appearance" : section;

const isSettingName = (name: string): name is SettingName =>
  (settingNames as string[]).includes(name);

const isChanges = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Creates the schema of a section's changes. It checks only names; `updateSettings` parses the
 * values, so that its issues name the fields.
 */
export const changesWithin = (section: SettingsSection) =>
  z
    .custom<SettingsChange>(isChanges, "must be an object")
    // Copy own properties only: inherited ones would skip this check and still be saved.
    .transform((changes, { addIssue }) => {
      const own = Object.entries(changes);
      for (const [name] of own)
        if (!isSettingName(name) || !isWithin(name, section))
          addIssue({ code: "custom", path: [name], message: "is not part of this section" });
      return Object.fromEntries(own);
    });
