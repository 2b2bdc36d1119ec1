import { z } from "zod";
import { VerifyAuthentication } from "@/lib/contract/authentication";
import { EmailInput, Mediation, PersonName } from "@/lib/contract/fields";
import { ReportOutcome } from "@/lib/contract/prompt-outcome";
import { VerifyRegistration } from "@/lib/contract/registration";
import {
  type AccountContext,
  findErasureOfOwner,
  findErasureOfRefused,
  sealTicket,
} from "@/lib/domain/page/account/account-request";
import {
  addAccountPasskey,
  createAccountPasskeyOptions,
} from "@/lib/domain/page/account/add-account-passkey";
import { changeAccountProfile } from "@/lib/domain/page/account/change-account-profile";
import { downloadAccountData } from "@/lib/domain/page/account/download-account-data";
import {
  closeAccountSession,
  openByCode,
  openByPasskey,
  type OpenedSession,
} from "@/lib/domain/page/account/open-account-session";
import {
  checkMailboxProof,
  sendMailboxProof,
} from "@/lib/domain/page/account/prove-account-mailbox";
import { removeAccountPasskey } from "@/lib/domain/page/account/remove-account-passkey";
import { renameAccountPasskey } from "@/lib/domain/page/account/rename-account-passkey";
import { reportAccountPasskey } from "@/lib/domain/page/account/report-account-passkey";
import { checkCode } from "@/lib/domain/page/hosted/check-code";
import { sendCode } from "@/lib/domain/page/hosted/send-code";
import { createSignInOptions } from "@/lib/domain/page/hosted/sign-in-by-passkey";
import { reportOutcome } from "@/lib/domain/sign-in/ceremony/report-outcome";
import { browserCookies, readBrowserCookie } from "@/lib/hosted/known-browser-cookie";
import { accountCookie } from "./account-cookie";
import { accountStep, signedInStep } from "./account-step";
import { downloadResponse } from "./download-response";

const Sealed = z.string().min(1).max(8_192);
const PasskeyId = z.string().min(1).max(64);
const codeErrors = [
  "@error/InvalidChallenge",
  "@error/InvalidChallengeCode",
  "@error/ChallengeExpired",
  "@error/ChallengeAttemptsExceeded",
] as const;

/** The cookies of a new session, and the ticket of its page. The page shows its sign-in at once. */
async function started(
  ctx: AccountContext,
  request: Request,
  { sub, cookie, hash }: OpenedSession,
) {
  const { locale } = ctx.request;
  await ctx.timeline.flush();
  return {
    // An empty address is the page's own: the sign-in opens it again.
    reply: { returnTo: "", ticket: await sealTicket(ctx, { locale, session: hash }) },
    cookies: [accountCookie(ctx, cookie), ...(await browserCookies(ctx, request, sub))],
  };
}

/** account/steps/passkey-options: returns the options of a sign-in, or of a confirmation. */
export const accountPasskeyOptions = accountStep({
  label: "account-passkey-options",
  limit: "options",
  isCoalesced: true,
  body: { mediation: Mediation },
  errors: [],
  handle: async (ctx, { mediation }, { uncounted }) => ({
    reply: await createSignInOptions(ctx, uncounted, mediation),
  }),
});

const passkeyErrors = [
  "@error/VerificationFailed",
  "@error/PasskeyNotFound",
  "@error/PasskeyDisabled",
  "@error/InvalidCode",
] as const;

/**
 * account/steps/passkey-sign-in: verifies the assertion and opens a session. Returns `erasesAt` to a user
 * who has deleted the account.
 */
export const accountSignIn = accountStep({
  label: "account-passkey-sign-in",
  limit: "verification",
  isCoalesced: true,
  body: VerifyAuthentication.shape,
  errors: [...passkeyErrors],
  async handle(ctx, body, { uncounted, request }) {
    try {
      return await started(ctx, request, await openByPasskey(ctx, uncounted, body));
    } catch (error) {
      const erasesAt = await findErasureOfRefused(ctx, error);
      if (erasesAt === undefined) throw error;
      return { reply: { erasesAt } };
    }
  },
});

/** account/steps/confirm: verifies the assertion of the session's own user, and replaces the session. */
export const accountConfirm = signedInStep({
  label: "account-confirm",
  limit: "verification",
  body: VerifyAuthentication.shape,
  errors: [...passkeyErrors],
  handle: async (ctx, body, { uncounted, request, session }) =>
    started(ctx, request, await openByPasskey(ctx, uncounted, { ...body, confirmed: session })),
});

/** account/steps/outcome: takes the report of the page that a prompt ended without a passkey. */
export const accountOutcome = accountStep({
  label: "account-outcome",
  limit: "verification",
  isCoalesced: true,
  body: ReportOutcome.shape,
  errors: [],
  async handle(ctx, body, { uncounted }) {
    await reportOutcome(ctx, uncounted, body);
    return {};
  },
});

/** account/steps/send-code: emails a code for a sign-in. */
export const accountSendCode = accountStep({
  label: "account-send-code",
  limit: "options",
  body: { email: EmailInput, pending: Sealed.optional() },
  errors: ["@error/InvalidEmail", "@error/ChallengeRateLimited"],
  handle: async (ctx, body, { request }) => ({
    reply: await sendCode(ctx, {
      ...body,
      page: "sign-in",
      browserCookie: readBrowserCookie(request),
    }),
  }),
});

/** account/steps/check-code: checks the code, and opens a session of the mailbox's owner. */
export const accountCheckCode = accountStep({
  label: "account-check-code",
  limit: "verification",
  body: { pending: Sealed, code: z.string() },
  errors: [...codeErrors],
  async handle(ctx, body, { request }) {
    // Also where codes only recover: the session changes nothing of an account with a passkey.
    const { proof, email, account } = await checkCode(ctx, { ...body, opensAccount: true });
    if (account.kind === "disabled") {
      const erasesAt = await findErasureOfOwner(ctx, email);
      return { reply: erasesAt === undefined ? { account: "disabled", email } : { erasesAt } };
    }
    if (account.kind !== "known") return { reply: { account: "none", email } };
    return started(ctx, request, await openByCode(ctx, proof));
  },
});

/** account/steps/sign-out: ends the session. */
export const accountSignOut = signedInStep({
  label: "account-sign-out",
  limit: "verification",
  body: {},
  errors: [],
  async handle(ctx, _body, { session }) {
    await closeAccountSession(ctx, session);
    return { reply: {}, cookies: [accountCookie(ctx, "")] };
  },
});

/** account/steps/new-passkey-options: returns creation options for the signed-in user. */
export const accountNewPasskeyOptions = signedInStep({
  label: "account-new-passkey-options",
  limit: "options",
  body: {},
  errors: ["@error/ProofRequired"],
  handle: async (ctx, _body, { session }) => ({
    reply: await createAccountPasskeyOptions(ctx, session),
  }),
});

/** account/steps/new-passkey: adds the passkey. */
export const accountNewPasskey = signedInStep({
  label: "account-new-passkey",
  limit: "verification",
  body: VerifyRegistration.shape,
  errors: ["@error/VerificationFailed", "@error/DuplicatePasskey", "@error/ProofRequired"],
  async handle(ctx, body, { request, session }) {
    const { opened, ...added } = await addAccountPasskey(ctx, session, body);
    // The page, which another process may render, shows the new passkey at once.
    await ctx.timeline.flush();
    if (opened === undefined) return { reply: added };
    const { reply, cookies } = await started(ctx, request, opened);
    return { reply: { ...added, ...reply }, cookies };
  },
});

/** account/steps/send-proof: emails a code to the user's mailbox, before they add a passkey. */
export const accountSendProof = signedInStep({
  label: "account-send-proof",
  limit: "options",
  body: { pending: Sealed.optional() },
  errors: ["@error/InvalidEmail", "@error/ChallengeRateLimited"],
  handle: async (ctx, body, { request, session }) => ({
    reply: await sendMailboxProof(ctx, session, {
      ...body,
      browserCookie: readBrowserCookie(request),
    }),
  }),
});

/** account/steps/check-proof: checks that code. */
export const accountCheckProof = signedInStep({
  label: "account-check-proof",
  limit: "verification",
  body: { pending: Sealed, code: z.string() },
  errors: [...codeErrors],
  async handle(ctx, body, { session }) {
    await checkMailboxProof(ctx, session, body);
    return { reply: {} };
  },
});

/** account/steps/rename-passkey: stores how the user calls a passkey. */
export const accountRenamePasskey = signedInStep({
  label: "account-rename-passkey",
  limit: "verification",
  body: { passkeyId: PasskeyId, label: z.string().max(500) },
  errors: ["@error/NotFound"],
  async handle(ctx, body, { session }) {
    await renameAccountPasskey(ctx, session, body);
    return { reply: {} };
  },
});

/** account/steps/remove-passkey: removes a passkey, and returns what to tell the device. */
export const accountRemovePasskey = signedInStep({
  label: "account-remove-passkey",
  limit: "verification",
  body: { passkeyId: PasskeyId },
  errors: ["@error/NotFound"],
  handle: async (ctx, { passkeyId }, { session }) => ({
    reply: await removeAccountPasskey(ctx, session, passkeyId),
  }),
});

/** account/steps/change-profile: stores the user's names and language. */
export const accountChangeProfile = signedInStep({
  label: "account-change-profile",
  limit: "verification",
  body: {
    givenName: PersonName,
    familyName: PersonName,
    // Null for the browser's.
    locale: z.string().max(35).nullable(),
  },
  errors: [],
  async handle(ctx, body, { session }) {
    await changeAccountProfile(ctx, session, body);
    return { reply: {} };
  },
});

/**
 * account/steps/report-passkey: reports a passkey that the user didn't use. Returns `outcome`: `disabled`
 * ends their sessions, and returns a code to enter if it was the last one; `recorded` changes nothing here.
 */
export const accountReportPasskey = signedInStep({
  label: "account-report-passkey",
  limit: "verification",
  body: { passkeyId: PasskeyId },
  errors: ["@error/NotFound"],
  async handle(ctx, { passkeyId }, { request, session }) {
    const browserCookie = readBrowserCookie(request);
    const reply = await reportAccountPasskey(ctx, session, { passkeyId, browserCookie });
    return { reply, cookies: reply.outcome === "disabled" ? [accountCookie(ctx, "")] : [] };
  },
});

/** account/steps/download: returns everything stored about the user. */
export const accountDownload = signedInStep({
  label: "account-download",
  limit: "verification",
  body: {},
  errors: ["@error/NotFound"],
  handle: async (ctx, _body, { session }) => ({
    reply: await downloadResponse(downloadAccountData(ctx, session)),
  }),
});
