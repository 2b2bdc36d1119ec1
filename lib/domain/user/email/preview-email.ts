import { lifetimes } from "@/lib/limits";
import { type Brand, renderChallengeEmail, type RenderedEmail } from "./render-challenge-email";
import { type NoticeEmail, renderNoticeEmail } from "./render-notice-email";

/** The emails with a code, each with a purpose that selects it. */
export const previewedPurposes = {
  "sign-up": "signup",
  login: "login",
  "verify-email": "verify-email",
  "email-change": "email-change",
  recovery: "recovery",
  "add-passkey": "add-passkey",
  other: "confirm-order",
} as const;

/** The emails of a tenancy: those with a code, and the notice of a new passkey. */
export const previewedEmails = [
  "login",
  "sign-up",
  "verify-email",
  "email-change",
  "recovery",
  "add-passkey",
  "other",
  "passkey-added",
] as const;
export type PreviewedEmail = (typeof previewedEmails)[number];

/** Shown in place of a code, in previews and test emails. */
export const sampleCode = "4820193756";

/** A notice of a new passkey whose link reports nothing, for previews and test emails. */
export const sampleNotice = (
  { baseUrl, tenancy }: Brand,
  now: number,
): Extract<NoticeEmail, { kind: "passkey-added" }> => ({
  kind: "passkey-added",
  provider: "iCloud Keychain",
  browser: "Safari, macOS",
  createdMs: now,
  link: `${baseUrl}/auth/${tenancy.id}/report-passkey?token=sample`,
  untilMs: now + lifetimes.passkeyReportMs,
});

/** Renders an email as this tenancy sends it, with sample values. `now` is in ms. */
export function previewEmail(
  brand: Brand & { tenancy: { codeDigits: number; codeMs: number } },
  { mail, locale, now }: { mail: PreviewedEmail; locale: string; now: number },
): RenderedEmail {
  if (mail === "passkey-added") return renderNoticeEmail(brand, sampleNotice(brand, now), locale);
  const { codeDigits: digits, codeMs: lifetimeMs } = brand.tenancy;
  return renderChallengeEmail(brand, {
    purpose: previewedPurposes[mail],
    name: "Ada",
    longCode: sampleCode,
    digits,
    locale,
    lifetimeMs,
  });
}
