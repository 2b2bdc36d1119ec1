import { locales } from "@/lib/domain/email/choose-locale";
import { parseEmail } from "@/lib/domain/user/email";
import { badRequest } from "@/lib/errors";
import { checkLogo } from "./check-logo";
import { Name } from "./name";

/**
 * The look and the sender of a tenancy's emails and pages. Null resets a setting; an absent setting
 * stays unchanged.
 */
export interface Branding {
  brandName?: string | null;
  /** #rrggbb. */
  brandColor?: string | null;
  /** PNG, JPEG or WebP, at most 256 KiB and 2,000 pixels a side. */
  brandLogo?: Uint8Array<ArrayBuffer> | null;
  mailSender?: string | null;
  mailReplyTo?: string | null;
  /** One of `locales`, the languages of emails. */
  locale?: string;
}

/** Validates a logo and returns its columns. @throws BadRequest (brandLogo) */
export function logoColumns(logo: Uint8Array<ArrayBuffer> | null) {
  if (logo === null) return { brandLogo: null, brandLogoType: null, brandLogoHash: null };
  const { type, hash } = checkLogo(logo);
  return { brandLogo: logo, brandLogoType: type, brandLogoHash: hash };
}

function requireAddress(
  field: "mailSender" | "mailReplyTo",
  value: string | null | undefined,
): void {
  if (value === undefined || value === null) return;
  if (parseEmail(value) === null)
    throw badRequest(field, "must be an email address such as no-reply@example.com");
  // Mail servers without SMTPUTF8 refuse such an address, in the headers of every email.
  if (/[^\x00-\x7f]/.test(value.slice(0, value.lastIndexOf("@"))))
    throw badRequest(field, "must have only ASCII characters before the @");
}

/** Validates a branding and returns its columns. @throws BadRequest naming the field */
export function brandingColumns({ brandLogo, ...branding }: Branding) {
  const { brandName, brandColor, mailSender, mailReplyTo, locale } = branding;
  if (typeof brandName === "string" && !Name.safeParse(brandName).success)
    throw badRequest("brandName", "must have 1 to 100 characters and no control characters");
  if (typeof brandColor === "string" && !/^#[0-9a-f]{6}$/i.test(brandColor))
    throw badRequest("brandColor", "must look like #0e6a4e");
  requireAddress("mailSender", mailSender);
  requireAddress("mailReplyTo", mailReplyTo);
  if (locale !== undefined && !locales.includes(locale))
    throw badRequest("locale", `must be one of ${locales.join(", ")}`);
  return { ...branding, ...(brandLogo === undefined ? {} : logoColumns(brandLogo)) };
}
