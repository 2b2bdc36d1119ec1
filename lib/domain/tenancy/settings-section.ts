import { z } from "zod";
import { settingNames, type SettingName, type SettingsChange } from "./settings";

/**
 * Settings that share a permission. `appearance` is cosmetic; the others decide who gets in, and
 * how often.
 */
export type SettingsSection = "appearance" | "sites" | "sign-in" | "limits" | "sender";

/** The section of each setting: a new one has to choose. */
const sectionOf: Record<SettingName, SettingsSection> = {
  name: "appearance",
  rpName: "appearance",
  brandName: "appearance",
  brandColor: "appearance",
  locale: "appearance",
  // A development tenancy admits pages on http://localhost.
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
  passkeysPerUser: "sign-in",
  legacyLookups: "sign-in",
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
  mailSender: "sender",
  mailReplyTo: "sender",
};

/**
 * Whether the section's permission is enough for the setting; `appearance` is part of every
 * section.
 */
const isWithin = (name: SettingName, section: SettingsSection) =>
  [section, "appearance"].includes(sectionOf[name]);

/** The section that a form needs for what was edited: `appearance` when nothing else was. */
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
 * Changes of a section. Only names are checked here: `updateSettings` parses the values, so that
 * its issues name the fields.
 */
export const changesWithin = (section: SettingsSection) =>
  z
    .custom<SettingsChange>(isChanges, "must be an object")
    // Own properties only: what a prototype brings along would pass unseen, and be saved.
    .transform((changes, { addIssue }) => {
      const own = Object.entries(changes);
      for (const [name] of own)
        if (!isSettingName(name) || !isWithin(name, section))
          addIssue({ code: "custom", path: [name], message: "is not part of this section" });
      return Object.fromEntries(own);
    });
