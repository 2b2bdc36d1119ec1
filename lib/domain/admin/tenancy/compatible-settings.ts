import type { SettingsChange } from "@/lib/domain/base/tenancy/settings";

/**
 * What a client expects that was written for an older generation of this API. It compares `iss` with
 * a fixed string, starts ceremonies from the page, looks credentials up without a key, adds passkeys by
 * email, and sends all emails itself.
 */
export const compatibleSettings = {
  issuer: "passlock.dev",
  selfServiceRegistration: true,
  selfServiceAuthentication: true,
  legacyLookups: true,
  sendEmailByDefault: false,
  linkByEmail: true,
  notifyOfNewPasskeys: false,
} as const satisfies SettingsChange;

/** Of new tenancies. The columns' defaults are what tenancies of older releases have. */
const saferSettings = {
  issuer: null,
  selfServiceAuthentication: true,
  legacyLookups: false,
  sendEmailByDefault: true,
  linkByEmail: false,
  notifyOfNewPasskeys: true,
} as const satisfies SettingsChange;

/**
 * Returns the settings that a new tenancy starts with, as far as they depend on its client. Anyone
 * can register in development; elsewhere, the backend authorizes each registration.
 */
export const settingsOfNew = ({
  environment,
  isCompatible,
}: {
  environment: SettingsChange["environment"];
  isCompatible: boolean;
}) => ({
  ...saferSettings,
  selfServiceRegistration: environment === "development",
  ...(isCompatible ? compatibleSettings : {}),
});
