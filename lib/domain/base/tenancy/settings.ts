import { z } from "zod";
import { brandingSettings } from "@/lib/domain/base/tenancy/setting/branding-settings";
import { generalSettings } from "@/lib/domain/base/tenancy/setting/general-settings";
import { hostedSettings } from "@/lib/domain/base/tenancy/setting/hosted-settings";
import { limitSettings } from "@/lib/domain/base/tenancy/setting/limit-settings";
import type { Setting, SettingsSection } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import { signInSettings } from "@/lib/domain/base/tenancy/setting/sign-in-settings";
import { siteSettings } from "@/lib/domain/base/tenancy/setting/site-settings";

/**
 * Every setting that a form or a command can change, except the logo, which is a file. Console,
 * command line, audit log and documentation derive from these records.
 */
export const settings = {
  ...generalSettings,
  ...siteSettings,
  ...hostedSettings,
  ...signInSettings,
  ...limitSettings,
  ...brandingSettings,
};

type Settings = typeof settings;
export type SettingName = keyof Settings;
/** The cards of the console that show settings. */
export type SettingsCardTitle = Settings[SettingName]["card"];

export const settingNames = Object.keys(settings) as SettingName[];

/** Returns a setting, or undefined for any other name. */
export const findSetting = (name: string): Setting | undefined =>
  Object.hasOwn(settings, name) ? settings[name as SettingName] : undefined;

/** Returns the schema of each setting as a function chooses it. */
const schemasOf = <Kind extends "schema" | "stored">(schemaOf: (setting: Setting) => z.ZodType) =>
  Object.fromEntries(settingNames.map((name) => [name, schemaOf(settings[name])])) as {
    [Name in SettingName]: Settings[Name][Kind];
  };

/**
 * Changes of settings. This schema checks each value on its own; `updateSettings` checks them
 * against each other.
 */
export const SettingsChange = z.object(schemasOf<"schema">(({ schema }) => schema)).partial();
export type SettingsChange = z.output<typeof SettingsChange>;

/**
 * The same for requests and configuration files. Messages about numbers are those of `issueMessage`,
 * in stored units: the others speak of what forms show, such as minutes.
 */
export const WrittenSettings = z.object(
  schemasOf<"schema">((setting) =>
    setting.kind === "number"
      ? z.int().min(setting.bounds[0]).max(setting.bounds[1])
      : setting.schema,
  ),
);

/** The settings as columns of the tenancy. */
export const StoredSettings = z.object(schemasOf<"stored">(({ stored }) => stored));

/** Whether the section's permission covers the setting. Every section includes `appearance`. */
const isWithin = (name: string, section: SettingsSection): boolean => {
  const setting = findSetting(name);
  return setting !== undefined && [section, "appearance"].includes(setting.section);
};

/** Returns the section of the settings that changed on a card: its own, or `appearance`. */
export const sectionOf = (changed: readonly SettingName[]): SettingsSection =>
  changed.map((name) => settings[name].section).find((section) => section !== "appearance") ??
  "appearance";

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
        if (!isWithin(name, section))
          addIssue({ code: "custom", path: [name], message: "is not part of this section" });
      return Object.fromEntries(own);
    });
