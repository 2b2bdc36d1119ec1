import { randomUUID } from "node:crypto";
import type { Config, EmailProvider } from "@/lib/config";
import { createProviderMailer } from "@/lib/platform/mailers/create-mailer";
import { greetProvider } from "@/lib/platform/mailers/greet-provider";
import { type Finding, findingsOf } from "./finding";

const { good, warning, problem, skipped } = findingsOf("email");

/** Connects to a provider and signs in. Sends nothing. */
async function checkProvider(provider: EmailProvider, waitMs: number): Promise<Finding> {
  const greeting = await greetProvider(provider, waitMs);
  if (greeting.outcome === "accepted") return good(`${provider.name} accepts our credentials.`);
  if (greeting.outcome === "unknown")
    return warning(
      `${provider.name} doesn't say whether it accepts our credentials: ${greeting.reason}`,
      "Send a test with --send-to.",
    );
  return problem(
    `${provider.name}: ${greeting.reason}`,
    "Check the address, user and password, and that a firewall lets this machine connect.",
  );
}

/** Checks each provider, in the order in which they are tried. */
export async function checkEmail(
  { mode, emailProviders }: Pick<Config, "mode" | "emailProviders">,
  waitMs: number,
): Promise<Finding[]> {
  if (emailProviders.length > 0)
    return Promise.all(emailProviders.map((provider) => checkProvider(provider, waitMs)));
  return [
    mode === "local"
      ? good("Local mode shows emails at /inbox.")
      : warning(
          "No email provider is configured, so no code is sent.",
          "Set SMTP_URL or RESEND_API_KEY.",
        ),
  ];
}

interface TestEmail {
  from: string;
  to: string;
  text: string;
}

async function sendThrough(
  provider: EmailProvider,
  { from, to, text }: TestEmail,
  waitMs: number,
): Promise<Finding> {
  const mailer = createProviderMailer(provider, waitMs);
  try {
    const outcome = await mailer.send(
      {
        id: randomUUID(),
        tenancyId: "",
        from: { name: "Keystead", address: from },
        to,
        subject: "[Test] Keystead",
        html: `<p>${text}</p>`,
        text,
      },
      AbortSignal.timeout(waitMs),
    );
    return outcome.outcome === "sent"
      ? good(`${provider.name} accepted a test email from ${from}: ${outcome.answer ?? "sent"}`)
      : problem(
          `${provider.name} didn't accept a test email from ${from}: ${outcome.reason}`,
          "Check MAIL_FROM, and that the account may send from it.",
        );
  } finally {
    mailer.close();
  }
}

/** Sends a test email through each provider. */
export async function sendTest(
  { emailProviders, mailFrom, baseUrl }: Pick<Config, "emailProviders" | "mailFrom" | "baseUrl">,
  to: string,
  waitMs: number,
): Promise<Finding[]> {
  if (emailProviders.length === 0) return [skipped("Without an email provider, no test is sent.")];
  const text = `This is a test email of Keystead at ${baseUrl}.`;
  return Promise.all(
    emailProviders.map((provider) => sendThrough(provider, { from: mailFrom, to, text }, waitMs)),
  );
}
