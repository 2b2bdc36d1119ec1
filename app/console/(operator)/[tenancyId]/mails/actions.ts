"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { previewedPurposes, type PreviewedMail } from "@/lib/domain/email/preview-mail";
import { sendTestMail } from "@/lib/domain/email/send-test-mail";

const input = z.object({
  mail: z.enum(Object.keys(previewedPurposes) as PreviewedMail[]),
  locale: z.string().max(35),
});

/** Sends a mail, marked as a test, to the operator's own address and no other. */
export const sendTest = consoleAction("mail.test", input, (ctx, { mail, locale }) =>
  sendTestMail(ctx, { mail, locale, to: ctx.session }),
);
