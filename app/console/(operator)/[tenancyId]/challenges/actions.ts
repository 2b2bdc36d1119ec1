"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { deleteChallenge } from "@/lib/domain/sign-in/challenge/delete-challenge";
import { retryDelivery, sendNewCode } from "@/lib/domain/sign-in/challenge/send-new-code";
import { unblockMailbox } from "@/lib/domain/user/mailbox-problem/mailbox-problem";

const input = z.object({ challengeId: z.string().regex(/^[0-9a-z]{26}$/) });

/** Retries a queued email immediately. */
export const retryChallengeDelivery = consoleAction("email.retry", input, (ctx, { challengeId }) =>
  retryDelivery(ctx, challengeId),
);

/** Emails a new code for a pending challenge. */
export const replaceCode = consoleAction("email.retry", input, (ctx, { challengeId }) =>
  sendNewCode(ctx, challengeId),
);

/** Sends emails to a bounced mailbox again. */
export const resumeEmails = consoleAction(
  "email.retry",
  z.object({ email: z.string().max(320) }),
  (ctx, { email }) => unblockMailbox(ctx, email),
);

/** Deletes a pending challenge, so that its code no longer works. */
export const removeChallenge = consoleAction(
  "challenge.delete",
  input,
  async (ctx, { challengeId }) => {
    await deleteChallenge(ctx, challengeId);
  },
);
