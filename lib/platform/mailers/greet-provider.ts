import { createTransport } from "nodemailer";
import { Resend } from "resend";
import type { EmailProvider } from "@/lib/config";
import { toOptions } from "./smtp-mailer";

/** `accepted`: it accepts our credentials. `unknown`: it answered, but not whether it does. */
export type Greeting = { outcome: "accepted" } | { outcome: "unknown" | "refused"; reason: string };

/** Connects, upgrades to TLS as a delivery does, signs in and disconnects. */
async function greetSmtp(url: string, waitMs: number): Promise<Greeting> {
  const transport = createTransport(toOptions({ url, waitMs }));
  try {
    await transport.verify();
    return { outcome: "accepted" };
  } catch (error) {
    const { message, response } = error as { message?: string; response?: string };
    return { outcome: "refused", reason: response ?? message ?? "unknown reason" };
  } finally {
    transport.close();
  }
}

/** Lists the domains. A key that may only send is refused by name, which proves it. */
async function greetResend(
  { apiKey, baseUrl }: Extract<EmailProvider, { kind: "resend" }>,
  waitMs: number,
): Promise<Greeting> {
  const resend = new Resend(
    apiKey,
    baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, "") },
  );
  const { error } = await resend.domains.list(undefined, { signal: AbortSignal.timeout(waitMs) });
  if (error === null || String(error.name) === "restricted_api_key") return { outcome: "accepted" };
  const reason = `${error.statusCode ?? "no response"} ${error.name}: ${error.message}`;
  return { outcome: error.statusCode === 404 ? "unknown" : "refused", reason };
}

/**
 * Connects to an email provider, and sends nothing.
 * @param waitMs timeout for each step
 */
export const greetProvider = (provider: EmailProvider, waitMs: number): Promise<Greeting> =>
  provider.kind === "smtp" ? greetSmtp(provider.url, waitMs) : greetResend(provider, waitMs);
