import type { TenancyContext } from "@/lib/domain/context";
import { renderChallengeEmail, type RenderedEmail } from "./render-challenge-email";

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
  ctx: Pick<TenancyContext, "baseUrl" | "tenancy">,
  { mail, locale }: { mail: PreviewedEmail; locale: string },
): RenderedEmail {
  const { codeDigits: digits, codeMs: lifetimeMs } = ctx.tenancy;
  return renderChallengeEmail(ctx, {
    purpose: previewedPurposes[mail],
    name: "Ada",
    longCode: sampleCode,
    digits,
    locale,
    lifetimeMs,
  });
}

/** Returns the HTML fixed to one theme, regardless of the theme of the viewer. */
export const inTheme = (html: string, theme: "light" | "dark"): string =>
  html
    .replaceAll("(prefers-color-scheme: dark)", theme === "dark" ? "all" : "not all")
    .replaceAll(/(color-schemes?(?:: |" content="))light dark/g, `$1${theme}`);
