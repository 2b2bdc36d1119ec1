import { checkLogo } from "./check-logo";
import type { brandingSettings } from "./setting/branding-settings";
import type { SettingsChange } from "./settings";

/**
 * The look and the sender of a tenancy's emails and pages. Null resets a setting; an absent setting
 * stays unchanged.
 */
export interface Branding extends Pick<SettingsChange, keyof typeof brandingSettings> {
  /** PNG, JPEG or WebP, at most 256 KiB and 2,000 pixels a side. */
  brandLogo?: Uint8Array<ArrayBuffer> | null | undefined;
}

/** Validates a logo and returns its columns. @throws BadRequest (brandLogo) */
export function logoColumns(logo: Uint8Array<ArrayBuffer> | null | undefined) {
  if (logo === undefined) return {};
  if (logo === null) return { brandLogo: null, brandLogoType: null, brandLogoHash: null };
  const { type, hash } = checkLogo(logo);
  return { brandLogo: logo, brandLogoType: type, brandLogoHash: hash };
}
