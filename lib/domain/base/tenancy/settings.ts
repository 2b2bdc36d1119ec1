import { z } from "zod";
import { brandingSettings } from "./setting/branding-settings";
import { generalSettings } from "./setting/general-settings";
import { hostedSettings } from "./setting/hosted-settings";
import { limitSettings } from "./setting/limit-settings";
import type { Setting } from "./setting/setting-kinds";
import { signInSettings } from "./setting/sign-in-settings";
import { siteSettings } from "./setting/site-settings";

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
