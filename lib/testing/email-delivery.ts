import { getConfig, type RunningConfig } from "@/lib/config";
import { lifetimes } from "@/lib/limits";
import { claimDeliveries, type ClaimedDelivery } from "@/lib/domain/email/claim-deliveries";
import { deliverEmail, type Delivery } from "@/lib/domain/email/deliver-email";
import { createMailer } from "@/lib/platform/mailers/create-mailer";
import type { Mailer } from "@/lib/platform/mailers/mailer";
import type { ResendReceiver } from "./resend-receiver";
import type { SmtpReceiver } from "./smtp-receiver";
import type { TestService } from "./test-service";

interface Receivers {
  smtp?: SmtpReceiver;
  resend?: ResendReceiver;
  /** Whether it is local mode, which has an inbox. */
  local?: boolean;
}

/** The configuration of this process with these receivers as its providers. */
export const configFor = ({ smtp, resend, local = false }: Receivers): RunningConfig => ({
  ...getConfig(),
  mode: local ? "local" : "production",
  smtpUrl: smtp?.url,
  resend: resend === undefined ? undefined : { apiKey: "re_test_123", baseUrl: resend.baseUrl },
});

/** A mailer as the service makes it. */
export const mailerTo = (service: TestService, receivers: Receivers): Mailer =>
  createMailer(configFor(receivers), service);

/** Takes one mail, as a worker would. @throws when there is not exactly one due */
export async function claimOne(service: TestService): Promise<ClaimedDelivery> {
  const [mail, ...others] = (await claimDeliveries(service, { room: 2 })).emails;
  if (mail === undefined || others.length > 0)
    throw new Error(`${mail === undefined ? "no mail is" : "more than one mail is"} due`);
  return mail;
}

/** One worker: takes and delivers what is due, `most` at once, until nothing is. */
export async function deliverDue(
  service: TestService,
  mailer: Mailer,
  most = 3,
): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  const claim = async () => (await claimDeliveries(service, { room: most })).emails;
  for (let mails = await claim(); mails.length > 0; mails = await claim()) {
    deliveries.push(
      ...(await Promise.all(mails.map((mail) => deliverEmail(service, mailer, mail)))),
    );
  }
  return deliveries;
}

/** Moves the clock to when the lease of a claimed mail is over. */
export const endLease = ({ clock }: TestService) => clock.advance(lifetimes.deliveryLeaseMs);
