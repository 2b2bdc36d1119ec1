import { z } from "zod";
import type { SettingsSection } from "./setting/setting-kinds";
import { findSetting, type SettingName, settings, type SettingsChange } from "./settings";

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
