import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Mailer } from "@/lib/platform/mailers/mailer";
import { deliverDue, mailerTo } from "./email-delivery";
import { type ResendReceiver, startResendReceiver } from "./resend-receiver";
import { type SmtpReceiver, startSmtpReceiver } from "./smtp-receiver";
import type { TestService } from "./test-service";
import type { TestTenancy } from "./test-tenancy";

export const second = 1_000;
export const minute = 60 * second;

export const serverError = { status: 500, name: "internal_server_error", message: "No." };

/**
 * Starts an SMTP server and a Resend API with a mailer for each, for all tests of a file. Read them
 * inside a test. Before each test, the outbox is emptied and both providers accept emails.
 */
export function provideEmailProviders(run: { readonly current: TestService }) {
  let smtp: SmtpReceiver;
  let resend: ResendReceiver;
  let bySmtp: Mailer;
  let byResend: Mailer;

  beforeAll(async () => {
    [smtp, resend] = [await startSmtpReceiver(), await startResendReceiver()];
    [bySmtp, byResend] = [mailerTo(run.current, { smtp }), mailerTo(run.current, { resend })];
  });
  afterAll(async () => {
    bySmtp.close();
    await Promise.all([smtp.goDown(), resend.close()]);
  });
  beforeEach(async () => {
    // Emails that other tests left behind would be delivered as well.
    await run.current.db.outboxEmail.deleteMany();
    smtp.behaviour = resend.behaviour = "accept";
    for (const list of [smtp.mails, resend.mails, resend.keys]) list.length = 0;
  });

  return {
    get smtp() {
      return smtp;
    },
    get resend() {
      return resend;
    },
    get bySmtp() {
      return bySmtp;
    },
    get byResend() {
      return byResend;
    },
    deliver: (mailer = bySmtp) => deliverDue(run.current, mailer),
    rowOf: ({ id: tenancyId }: TestTenancy) =>
      run.current.db.outboxEmail.findFirstOrThrow({ where: { tenancyId } }),
    rowsOf: ({ id: tenancyId }: TestTenancy) =>
      run.current.db.outboxEmail.findMany({ where: { tenancyId } }),
  };
}
