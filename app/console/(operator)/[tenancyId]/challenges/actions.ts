"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { deleteChallenge } from "@/lib/domain/challenge/delete-challenge";
import { retryMail } from "@/lib/domain/challenge/retry-mail";

const input = z.object({ challengeId: z.string().regex(/^[0-9a-z]{26}$/) });

/** Puts a waiting mail forward. */
export const retryChallengeMail = consoleAction("mail.retry", input, (ctx, { challengeId }) =>
  retryMail(ctx, challengeId),
);

/** Makes a pending code worthless. */
export const removeChallenge = consoleAction(
  "challenge.delete",
  input,
  async (ctx, { challengeId }) => {
    await deleteChallenge(ctx, challengeId);
  },
);
