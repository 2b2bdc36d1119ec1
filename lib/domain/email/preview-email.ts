import type { TenancyContext } from "@/lib/domain/context";
import { renderChallengeMail, type RenderedEmail } from "./render-challenge-email";

/** The mails that there are, each by a purpose that gets it. */
export const previewedPurposes = {
  "sign-up": "signup",
  login: "login",
  "email-change": "email-change",
  recovery: "recovery",
  other: "confirm-order",
} as const;
export type PreviewedEmail = keyof typeof previewedPurposes;

/** Of nobody's: what a preview and a test show in the place of a code. */
export const sampleCode = "4820193756";

/** A mail as this tenancy would send it, with a made-up name and code. */
export function previewEmail(
  ctx: Pick<TenancyContext, "baseUrl" | "tenancy">,
  { mail, locale }: { mail: PreviewedEmail; locale: string },
): RenderedEmail {
  const { codeDigits: digits, codeMs: lifetimeMs } = ctx.tenancy;
  return renderChallengeMail(ctx, {
    purpose: previewedPurposes[mail],
    name: "Ada",
    longCode: sampleCode,
    digits,
    locale,
    lifetimeMs,
  });
}

/**
 * The HTML as a reader in that theme sees it, whatever the theme of whoever looks at the preview.
 */
export const inTheme = (html: string, theme: "light" | "dark"): string =>
  html
    .replaceAll("(prefers-color-scheme: dark)", theme === "dark" ? "all" : "not all")
    .replaceAll(/(color-schemes?(?:: |" content="))light dark/g, `$1${theme}`);
