import { z } from "zod";
import { optional } from "@/lib/config.optional";
import { resendUrl, smtpUrl } from "@/lib/config.urls";

const providerIds = ["resend", "smtp", "smtp2"] as const;
/** How EMAIL_PROVIDERS, the email log and metrics name a provider. */
type EmailProviderId = (typeof providerIds)[number];

const list = "EMAIL_PROVIDERS must be a list of resend, smtp and smtp2, such as resend,smtp.";

export const emailVariables = {
  EMAIL_PROVIDERS: optional(
    z
      .string()
      .transform((text) => text.split(",").map((id) => id.trim()))
      .pipe(z.array(z.enum(providerIds, { error: list })))
      .refine((ids) => new Set(ids).size === ids.length, "EMAIL_PROVIDERS repeats a provider."),
  ),
  RESEND_API_KEY: optional(z.string()),
  RESEND_BASE_URL: optional(resendUrl),
  EMAIL_WEBHOOK_SECRET: optional(
    z
      .string()
      .regex(
        /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
        "EMAIL_WEBHOOK_SECRET must be the signing secret of a webhook of Resend: whsec_ and base64.",
      ),
  ),
  SMTP_URL: optional(smtpUrl("SMTP_URL")),
  SMTP2_URL: optional(smtpUrl("SMTP2_URL")),
  MAIL_FROM: optional(
    z
      .string()
      .regex(
        /^[^@\s<>,;"]+@[^@\s<>,;"]+$/,
        "MAIL_FROM must be an address such as no-reply@example.com.",
      ),
  ),
};

type EmailVariables = z.output<z.ZodObject<typeof emailVariables>>;

/** `name` is shown at start. */
export type EmailProvider = { id: EmailProviderId; name: string } & (
  { kind: "resend"; apiKey: string; baseUrl: string | undefined } | { kind: "smtp"; url: string }
);

const variableOf: Record<EmailProviderId, "RESEND_API_KEY" | "SMTP_URL" | "SMTP2_URL"> = {
  resend: "RESEND_API_KEY",
  smtp: "SMTP_URL",
  smtp2: "SMTP2_URL",
};

function providerOf(id: EmailProviderId, env: EmailVariables): EmailProvider[] {
  const value = env[variableOf[id]];
  if (value === undefined) return [];
  if (id === "resend")
    return [{ id, kind: "resend", name: "Resend", apiKey: value, baseUrl: env.RESEND_BASE_URL }];
  return [{ id, kind: "smtp", name: new URL(value).host, url: value }];
}

/**
 * Returns the configured providers in the order in which they are tried. Without EMAIL_PROVIDERS, one
 * sends: Resend if it is configured.
 */
export function emailProvidersOf(env: EmailVariables): EmailProvider[] {
  if (env.EMAIL_PROVIDERS !== undefined)
    return env.EMAIL_PROVIDERS.flatMap((id) => providerOf(id, env));
  return (["resend", "smtp"] as const).flatMap((id) => providerOf(id, env)).slice(0, 1);
}

/** Returns what is wrong with the variables together; undefined if nothing is. */
export function faultOfEmail(env: EmailVariables): string | undefined {
  const missing = (env.EMAIL_PROVIDERS ?? []).find((id) => env[variableOf[id]] === undefined);
  if (missing !== undefined)
    return `EMAIL_PROVIDERS names ${missing}, which needs ${variableOf[missing]}.`;
  return env.SMTP2_URL !== undefined && env.EMAIL_PROVIDERS?.includes("smtp2") !== true
    ? "SMTP2_URL has no effect until EMAIL_PROVIDERS names smtp2, such as smtp,smtp2."
    : undefined;
}

/**
 * Returns the default sender address: MAIL_FROM, or the SMTP user, because many SMTP servers accept
 * only the address that signs in.
 */
export function senderOf(env: EmailVariables, baseUrl: string): string {
  const url = env.SMTP_URL ?? env.SMTP2_URL;
  const user = url === undefined ? "" : decodeURIComponent(new URL(url).username);
  return env.MAIL_FROM ?? (user.includes("@") ? user : `no-reply@${new URL(baseUrl).hostname}`);
}
