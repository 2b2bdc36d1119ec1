import { locales } from "@/lib/domain/email/choose-locale";
import { parseEmail } from "@/lib/domain/user/email";
import { badRequest } from "@/lib/errors";
import { checkLogo } from "./logo-picture";
import { Name } from "./name";

/**
 * How a tenancy's mails and pages look and where they come from; null takes a setting back, absence
 * leaves it.
 */
export interface Branding {
  brandName?: string | null;
  /** #rrggbb. */
  brandColor?: string | null;
  /** PNG, JPEG or WebP, at most 256 KiB and 2 000 pixels a side. */
  brandLogo?: Uint8Array<ArrayBuffer> | null;
  mailSender?: string | null;
  mailReplyTo?: string | null;
  /** A language that mails are written in. */
  locale?: string;
}

function logoColumns(logo: Uint8Array<ArrayBuffer> | null) {
  if (logo === null) return { brandLogo: null, brandLogoType: null, brandLogoHash: null };
  const { type, hash } = checkLogo(logo);
  return { brandLogo: logo, brandLogoType: type, brandLogoHash: hash };
}

function requireAddress(
  field: "mailSender" | "mailReplyTo",
  value: string | null | undefined,
): void {
  if (value !== undefined && value !== null && parseEmail(value) === null)
    throw badRequest(field, "must be an address such as no-reply@example.com");
}

/** The columns that a branding sets. @throws BadRequest that names the field */
export function brandingColumns({ brandLogo, ...branding }: Branding) {
  const { brandName, brandColor, mailSender, mailReplyTo, locale } = branding;
  if (typeof brandName === "string" && !Name.safeParse(brandName).success)
    throw badRequest("brandName", "takes 1 to 100 characters, none of them a control character");
  if (typeof brandColor === "string" && !/^#[0-9a-f]{6}$/i.test(brandColor))
    throw badRequest("brandColor", "must look like #0e6a4e");
  requireAddress("mailSender", mailSender);
  requireAddress("mailReplyTo", mailReplyTo);
  if (locale !== undefined && !locales.includes(locale))
    throw badRequest("locale", `must be one of ${locales.join(", ")}`);
  return { ...branding, ...(brandLogo === undefined ? {} : logoColumns(brandLogo)) };
}
