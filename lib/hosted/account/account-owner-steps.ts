import { z } from "zod";
import { EmailInput } from "@/lib/contract/fields";
import {
  checkEmailChangeCode,
  sendEmailChangeCode,
} from "@/lib/domain/page/account/change-account-email";
import { deleteAccount } from "@/lib/domain/page/account/delete-account";
import { deletionReasons } from "@/lib/domain/user/deletion/request-deletion";
import { readBrowserCookie } from "@/lib/hosted/known-browser-cookie";
import { accountCookie } from "./account-cookie";
import { signedInStep } from "./account-step";

// Steps that change who owns the account.

const Sealed = z.string().min(1).max(8_192);

/** account/steps/send-email-code: emails a code to the mailbox that the user changes to. */
export const accountSendEmailCode = signedInStep({
  label: "account-send-email-code",
  limit: "options",
  body: { email: EmailInput, pending: Sealed.optional() },
  errors: ["@error/InvalidEmail", "@error/ChallengeRateLimited"],
  handle: async (ctx, body, { request, session }) => ({
    reply: await sendEmailChangeCode(ctx, session, {
      ...body,
      browserCookie: readBrowserCookie(request),
    }),
  }),
});

/** account/steps/check-email-code: checks the code, and changes the email. */
export const accountCheckEmailCode = signedInStep({
  label: "account-check-email-code",
  limit: "verification",
  body: { pending: Sealed, code: z.string() },
  errors: [
    "@error/InvalidChallenge",
    "@error/InvalidChallengeCode",
    "@error/ChallengeExpired",
    "@error/ChallengeAttemptsExceeded",
    "@error/DuplicateEmail",
  ],
  handle: async (ctx, body, { session }) => ({
    reply: await checkEmailChangeCode(ctx, session, body),
  }),
});

/**
 * account/steps/delete: deletes the account, and ends the session. ProofRequired with a `proofToken`:
 * the page runs the passkey prompt, and sends the call again with it as `proof`.
 */
export const accountDelete = signedInStep({
  label: "account-delete",
  limit: "verification",
  body: { reason: z.enum(deletionReasons).optional(), proof: Sealed.optional() },
  errors: ["@error/ProofRequired"],
  handle: async (ctx, body, { session }) => ({
    reply: await deleteAccount(ctx, session, body),
    cookies: [accountCookie(ctx, "")],
  }),
});
