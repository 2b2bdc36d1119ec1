import { createHash } from "node:crypto";
import { imageSize } from "image-size";
import type { brandingSettings } from "@/lib/domain/base/tenancy/setting/branding-settings";
import { badRequest } from "@/lib/errors";
import type { SettingsChange } from "./settings";

const maxBytes = 256 * 1024;
const maxPixelsPerSide = 2_000;

// Recognized by their first bytes. No SVG, because it can contain scripts.
const signatures: [type: string, matches: (bytes: Buffer) => boolean][] = [
  ["image/png", (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))],
  [
    "image/webp",
    (bytes) =>
      bytes.subarray(0, 4).toString("latin1") === "RIFF" &&
      bytes.subarray(8, 12).toString("latin1") === "WEBP",
  ],
];

function sizeOf(bytes: Buffer): { width: number; height: number } {
  try {
    return imageSize(bytes);
  } catch {
    throw badRequest("brandLogo", "must be an undamaged image: its width and height can’t be read");
  }
}

/**
 * Validates a logo: PNG, JPEG or WebP, at most 256 KiB and 2,000 pixels a side.
 * @returns its media type and a hash that identifies this version
 * @throws BadRequest
 */
export function checkLogo(logo: Uint8Array): { type: string; hash: string } {
  const bytes = Buffer.from(logo);
  const type = signatures.find(([, matches]) => matches(bytes))?.[0];
  if (type === undefined) throw badRequest("brandLogo", "must be a PNG, JPEG or WebP image");
  if (bytes.length > maxBytes) throw badRequest("brandLogo", "must have at most 256 KiB");
  const { width, height } = sizeOf(bytes);
  // A small file can decompress to many pixels in every viewer.
  if (Math.max(width, height) > maxPixelsPerSide)
    throw badRequest(
      "brandLogo",
      `must be at most 2,000 pixels wide and high. This one is ${width} × ${height}`,
    );
  if (Math.min(width, height) < 1) throw badRequest("brandLogo", "must have at least one pixel");
  return { type, hash: createHash("sha256").update(bytes).digest("hex").slice(0, 16) };
}

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
