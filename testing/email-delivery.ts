import { type EmailProvider, getConfig, type RunningConfig } from "@/lib/config";
import { claimDeliveries, type ClaimedDelivery } from "@/lib/domain/user/email/claim-deliveries";
import { deliverEmail, type Delivery } from "@/lib/domain/user/email/deliver-email";
import { lifetimes } from "@/lib/limits";
import { createMailer } from "@/lib/platform/mailers/create-mailer";
import type { Mailer } from "@/lib/platform/mailers/mailer";
import type { ResendReceiver } from "./resend-receiver";
import type { SmtpReceiver } from "./smtp-receiver";
import type { TestService } from "./test-service";

interface Receivers {
  smtp?: SmtpReceiver;
  resend?: ResendReceiver;
  /** Whether to use local mode, which has an inbox. */
  local?: boolean;
}

const toResend = ({ baseUrl }: ResendReceiver): EmailProvider => ({
  id: "resend",
  kind: "resend",
  name: "Resend",
  apiKey: "re_test_123",
  baseUrl,
});

/** Returns this process's configuration with these receivers as providers, Resend first. */
export const configFor = ({ smtp, resend, local = false }: Receivers): RunningConfig => ({
  ...getConfig(),
  mode: local ? "local" : "production",
  emailProviders: [
    ...(resend === undefined ? [] : [toResend(resend)]),
    ...(smtp === undefined
      ? []
      : [{ id: "smtp", kind: "smtp", name: "SMTP", url: smtp.url } as const]),
  ],
});

const ignore = { onAttempt: () => undefined, onSkipped: () => undefined };

/** Creates the mailer that the service would create. */
export const mailerTo = (service: TestService, receivers: Receivers): Mailer =>
  createMailer(configFor(receivers), { ...service, observer: ignore });

/**
 * Claims one email, as a worker would.
 * @throws unless exactly one is due
 */
export async function claimOne(service: TestService): Promise<ClaimedDelivery> {
  const [mail, ...others] = (await claimDeliveries(service, { room: 2 })).items;
  if (mail === undefined || others.length > 0)
    throw new Error(`${mail === undefined ? "no mail is" : "more than one mail is"} due`);
  return mail;
}

/** Claims and delivers due emails, at most `most` at the same time, until none is due. */
export async function deliverDue(
  service: TestService,
  mailer: Mailer,
  most = 3,
): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  const claim = async () => (await claimDeliveries(service, { room: most })).items;
  for (let mails = await claim(); mails.length > 0; mails = await claim()) {
    deliveries.push(
      ...(await Promise.all(mails.map((mail) => deliverEmail(service, mailer, mail)))),
    );
  }
  return deliveries;
}

/** Moves the clock to the end of a claimed email's lease. */
export const endLease = ({ clock }: TestService) => clock.advance(lifetimes.deliveryLeaseMs);
