import { createHash } from "node:crypto";
import { locales } from "@/lib/domain/email/choose-locale";
import { parseEmail } from "@/lib/domain/user/email";
import { badRequest } from "@/lib/errors";
import { Name } from "./name";

/** How a tenancy's mails and pages look and where they come from; null takes a setting back, absence leaves it. */
export interface Branding {
  brandName?: string | null;
  /** #rrggbb. */
  brandColor?: string | null;
  /** PNG, JPEG or WebP. */
  brandLogo?: Uint8Array<ArrayBuffer> | null;
  mailSender?: string | null;
  mailReplyTo?: string | null;
  /** A language that mails are written in. */
  locale?: string;
}

const maxLogoBytes = 256 * 1024;

// By their first bytes, whatever they are called. Never SVG: that can hold scripts.
const signatures: [type: string, isOne: (bytes: Buffer) => boolean][] = [
  ["image/png", (bytes) => bytes.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))],
  ["image/webp", (bytes) => bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP"],
];

function logoColumns(logo: Uint8Array<ArrayBuffer> | null) {
  if (logo === null) return { brandLogo: null, brandLogoType: null, brandLogoHash: null };
  const bytes = Buffer.from(logo);
  const type = signatures.find(([, isOne]) => isOne(bytes))?.[0];
  if (type === undefined) throw badRequest("brandLogo", "must be a PNG, JPEG or WebP picture");
  if (bytes.length > maxLogoBytes) throw badRequest("brandLogo", "must have at most 256 KiB");
  return { brandLogo: logo, brandLogoType: type, brandLogoHash: createHash("sha256").update(bytes).digest("hex").slice(0, 16) };
}

function requireAddress(field: "mailSender" | "mailReplyTo", value: string | null | undefined): void {
  if (value !== undefined && value !== null && parseEmail(value) === null) throw badRequest(field, "must be an address such as no-reply@example.com");
}

/** The columns that a branding sets. @throws BadRequest that names the field */
export function brandingColumns({ brandLogo, ...branding }: Branding) {
  const { brandName, brandColor, mailSender, mailReplyTo, locale } = branding;
  if (typeof brandName === "string" && !Name.safeParse(brandName).success) throw badRequest("brandName", "takes 1 to 100 characters, none of them a control character");
  if (typeof brandColor === "string" && !/^#[0-9a-f]{6}$/i.test(brandColor)) throw badRequest("brandColor", "must look like #0e6a4e");
  requireAddress("mailSender", mailSender);
  requireAddress("mailReplyTo", mailReplyTo);
  if (locale !== undefined && !locales.includes(locale)) throw badRequest("locale", `must be one of ${locales.join(", ")}`);
  return { ...branding, ...(brandLogo === undefined ? {} : logoColumns(brandLogo)) };
}
