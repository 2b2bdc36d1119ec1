import { renderChallengeEmail, type Brand, type RenderedEmail } from "./render-challenge-email";

/** The kinds of email, each with a purpose that selects it. */
export const previewedPurposes = {
  "sign-up": "signup",
  login: "login",
  "email-change": "email-change",
  recovery: "recovery",
  other: "confirm-order",
} as const;
export type PreviewedEmail = keyof typeof previewedPurposes;

/** Shown in place of a code, in previews and test emails. */
export const sampleCode = "4820193756";

/** Renders an email as this tenancy sends it, with a sample name and code. */
export function previewEmail(
  brand: Brand & { tenancy: { codeDigits: number; codeMs: number } },
  { mail, locale }: { mail: PreviewedEmail; locale: string },
): RenderedEmail {
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
