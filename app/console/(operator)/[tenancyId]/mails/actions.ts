"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { previewedPurposes, type PreviewedEmail } from "@/lib/domain/email/preview-email";
import { sendTestEmail } from "@/lib/domain/email/send-test-email";

const input = z.object({
  mail: z.enum(Object.keys(previewedPurposes) as PreviewedEmail[]),
  locale: z.string().max(35),
});

/** Sends an email, marked as a test, only to the operator's own address. */
export const sendTest = consoleAction("mail.test", input, (ctx, { mail, locale }) =>
  sendTestEmail(ctx, { mail, locale, to: ctx.session }),
);
