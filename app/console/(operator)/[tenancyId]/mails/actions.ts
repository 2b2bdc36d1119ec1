"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { previewedPurposes, type PreviewedEmail } from "@/lib/domain/email/preview-email";
import { sendTestEmail } from "@/lib/domain/email/send-test-email";

const input = z.object({
  mail: z.enum(Object.keys(previewedPurposes) as PreviewedEmail[]),
  locale: z.string().max(35),
});

/** Sends a mail, marked as a test, to the operator's own address and no other. */
export const sendTest = consoleAction("mail.test", input, (ctx, { mail, locale }) =>
  sendTestEmail(ctx, { mail, locale, to: ctx.session }),
);
