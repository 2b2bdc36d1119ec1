import type { SettingsChange } from "./settings";

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
