import { z } from "zod";
import { VerifyAuthentication } from "@/lib/contract/authentication";
import { EmailInput, Mediation, PersonName, Token } from "@/lib/contract/fields";
import { ReportOutcome } from "@/lib/contract/prompt-outcome";
import { VerifyRegistration } from "@/lib/contract/registration";
import { checkCode } from "@/lib/domain/page/hosted/check-code";
import {
  createDevicePasskeyOptions,
  declineDevicePasskey,
  offerDevicePasskey,
  registerDevicePasskey,
} from "@/lib/domain/page/hosted/device-passkey";
import { createPasskeyOptions, registerPasskey } from "@/lib/domain/page/hosted/register-passkey";
import { sendCode } from "@/lib/domain/page/hosted/send-code";
import { signInByCode } from "@/lib/domain/page/hosted/sign-in-by-code";
import { createSignInOptions, signInByPasskey } from "@/lib/domain/page/hosted/sign-in-by-passkey";
import { reportOutcome } from "@/lib/domain/sign-in/ceremony/report-outcome";
import { isCodeSignIn } from "@/lib/domain/sign-in/require-code-sign-in";
import { hostedStep } from "./hosted-step";
import { browserCookies, readBrowserCookie } from "./known-browser-cookie";
import { hasSaidLater, laterCookie } from "./later-cookie";

const Sealed = z.string().min(1).max(8_192);

/** steps/passkey-options: returns the options of a passkey sign-in. */
export const passkeyOptions = hostedStep({
  label: "hosted-passkey-options",
  limit: "options",
  isCoalesced: true,
  body: { mediation: Mediation },
  errors: [],
  handle: async (ctx, { mediation }, { uncounted }) => ({
    reply: await createSignInOptions(ctx, uncounted, mediation),
  }),
});

/**
 * steps/passkey-sign-in: verifies the assertion and returns the redirect. After a sign-in with a phone
 * or a security key, also the proof that lets the visitor create a passkey on this device, unless they
 * chose "not now".
 */
export const passkeySignIn = hostedStep({
  label: "hosted-passkey-sign-in",
  limit: "verification",
  isCoalesced: true,
  body: VerifyAuthentication.shape,
  errors: ["@error/VerificationFailed", "@error/PasskeyNotFound", "@error/PasskeyDisabled"],
  async handle(ctx, body, { uncounted, request }) {
    const { sub, passkeyId, isElsewhere, ...reply } = await signInByPasskey(ctx, uncounted, body);
    const deviceProof =
      isElsewhere && !hasSaidLater(ctx, request, sub)
        ? await offerDevicePasskey(ctx, { sub, passkeyId })
        : undefined;
    return {
      reply: { ...reply, ...(deviceProof === undefined ? {} : { deviceProof }) },
      cookies: await browserCookies(ctx, request, sub),
    };
  },
});

/** steps/outcome: takes the report of the page that a prompt ended without a passkey. */
export const outcomeStep = hostedStep({
  label: "hosted-outcome",
  limit: "verification",
  isCoalesced: true,
  body: ReportOutcome.shape,
  errors: [],
  async handle(ctx, body, { uncounted }) {
    await reportOutcome(ctx, uncounted, body);
    return {};
  },
});

/** steps/send-code: emails the first code, or a replacement. */
export const sendCodeStep = hostedStep({
  label: "hosted-send-code",
  limit: "options",
  body: {
    page: z.enum(["sign-in", "register"]),
    email: EmailInput,
    givenName: PersonName.optional(),
    familyName: PersonName.optional(),
    pending: Sealed.optional(),
  },
  errors: ["@error/InvalidEmail", "@error/ChallengeRateLimited"],
  handle: async (ctx, body, { request }) => ({
    reply: await sendCode(ctx, { ...body, browserCookie: readBrowserCookie(request) }),
  }),
});

/** steps/check-code: checks the code and returns the redirect, or the offer to create a passkey. */
export const checkCodeStep = hostedStep({
  label: "hosted-check-code",
  limit: "verification",
  // Users may type spaces between the digits.
  body: { pending: Sealed, code: z.string() },
  errors: [
    "@error/InvalidChallenge",
    "@error/InvalidChallengeCode",
    "@error/ChallengeExpired",
    "@error/ChallengeAttemptsExceeded",
  ],
  async handle(ctx, body, { request }) {
    const { proof, email, account } = await checkCode(ctx, body);
    const isDone =
      isCodeSignIn(ctx) &&
      account.kind === "known" &&
      (!account.hasRoom || hasSaidLater(ctx, request, account.sub));
    if (isDone) {
      const { returnTo, sub } = await signInByCode(ctx, proof);
      return { reply: { returnTo }, cookies: await browserCookies(ctx, request, sub) };
    }
    return {
      reply:
        account.kind === "known" || account.kind === "new"
          ? { account: account.kind, email, proof }
          : { account: account.kind, email },
    };
  },
});

/**
 * steps/new-passkey-options: returns registration options after the mailbox is verified, or for this
 * device after a sign-in with another one.
 */
export const newPasskeyOptions = hostedStep({
  label: "hosted-new-passkey-options",
  limit: "options",
  body: { proof: Token.optional(), deviceProof: Token.optional() },
  errors: ["@error/ProofRequired"],
  handle: async (ctx, { proof = "", deviceProof }) => ({
    reply:
      deviceProof === undefined
        ? await createPasskeyOptions(ctx, proof)
        : await createDevicePasskeyOptions(ctx, deviceProof),
  }),
});

/**
 * steps/new-passkey: registers the passkey and returns the redirect. A passkey for this device returns
 * none: the visitor has the one of the sign-in.
 */
export const newPasskey = hostedStep({
  label: "hosted-new-passkey",
  limit: "verification",
  body: {
    ...VerifyRegistration.shape,
    proof: Token.optional(),
    deviceProof: Token.optional(),
  },
  errors: ["@error/VerificationFailed", "@error/DuplicatePasskey", "@error/ProofRequired"],
  async handle(ctx, { proof = "", deviceProof, ...body }, { request }) {
    if (deviceProof !== undefined) {
      await registerDevicePasskey(ctx, { ...body, deviceProof });
      return { reply: {} };
    }
    const { returnTo, sub } = await registerPasskey(ctx, { ...body, proof });
    return { reply: { returnTo }, cookies: await browserCookies(ctx, request, sub) };
  },
});

/**
 * steps/without-passkey: signs in without a passkey and returns the redirect. `later` stores that an
 * existing user chose "not now".
 */
export const withoutPasskey = hostedStep({
  label: "hosted-without-passkey",
  limit: "verification",
  body: { proof: Token, later: z.boolean() },
  errors: [],
  async handle(ctx, { proof, later }, { request }) {
    const { returnTo, sub } = await signInByCode(ctx, proof);
    return {
      reply: { returnTo },
      cookies: [
        ...(later ? [laterCookie(ctx, sub)] : []),
        ...(await browserCookies(ctx, request, sub)),
      ],
    };
  },
});

/** steps/decline-device-passkey: stores that a signed-in user wants no passkey on this device. */
export const declineStep = hostedStep({
  label: "hosted-decline-device-passkey",
  limit: "verification",
  body: { deviceProof: Token },
  errors: [],
  handle: async (ctx, { deviceProof }) => ({
    reply: {},
    cookies: [laterCookie(ctx, await declineDevicePasskey(ctx, deviceProof))],
  }),
});
