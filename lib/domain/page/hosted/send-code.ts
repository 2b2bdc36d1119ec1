import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { createVisitorChallenge } from "@/lib/domain/sign-in/challenge/create-challenge";
import { deleteChallenge } from "@/lib/domain/sign-in/challenge/delete-challenge";
import { findVisitor } from "@/lib/domain/sign-in/known-browser";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { ServiceError } from "@/lib/errors";
import type { HostedContext } from "./hosted-request";

/**
 * The state that the page stores between sending and checking a code. Sealed, so that the page
 * doesn't see the challenge's secret.
 */
const PendingCode = z.object({
  tenancyId: z.string(),
  codeChallenge: z.string(),
  challengeId: z.string(),
  secret: z.string(),
  givenName: z.string().optional(),
  familyName: z.string().optional(),
});
export type PendingCode = z.infer<typeof PendingCode>;

export interface CodeRequest {
  page: "sign-in" | "register";
  email: string;
  /** For a new account. Only the register page asks for names. */
  givenName?: string | undefined;
  familyName?: string | undefined;
  /** The code that this one replaces. */
  pending?: string | undefined;
  /** The sealed cookie of a known browser. */
  browserCookie?: string | undefined;
}

export interface SentCode {
  pending: string;
  email: string;
  digits: number;
  lifetimeSeconds: number;
}

/** Opens a pending code. @throws InvalidToken when it belongs to another request or tenancy */
export async function openPendingCode(ctx: HostedContext, pending: string): Promise<PendingCode> {
  const opened = await ctx.secrets.open("hosted-code", pending).catch(() => null);
  const read = opened === null ? null : PendingCode.parse(JSON.parse(opened));
  if (
    read === null ||
    read.tenancyId !== ctx.tenancy.id ||
    read.codeChallenge !== ctx.request.codeChallenge
  )
    throw new ServiceError("@error/InvalidToken");
  return read;
}

/** @throws Forbidden when self-service registration is disabled */
export function requireRegistration({ tenancy }: TenancyContext): void {
  if (!tenancy.selfServiceRegistration || tenancy.isSystem)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "Self-service registration is disabled for this tenancy.",
    );
}

/**
 * Sends a code, whether or not the mailbox has a user: only a visitor who verifies the mailbox
 * learns that. It goes to the owner's stored spelling, because a mail server may distinguish case
 * where we don't. Earlier codes for the mailbox stay valid. Otherwise a stranger could lock out its
 * owner by requesting another one. Only the visitor's own `pending` code is deleted. The email has no
 * text of the visitor: anyone could send it to anyone, in the tenancy's name.
 * @throws InvalidEmail · ChallengeRateLimited · InvalidToken · Forbidden on the register page when
 * self-service registration is disabled
 */
export async function sendCode(
  ctx: HostedContext,
  { page, email: typed, pending, browserCookie, ...names }: CodeRequest,
): Promise<SentCode> {
  if (page === "register") requireRegistration(ctx);
  const replaced = pending === undefined ? undefined : await openPendingCode(ctx, pending);
  const { shown, normalized } = requireEmail(typed);
  const owner = await findEmailOwner(ctx, ctx.db, normalized);
  const { challenge } = await createVisitorChallenge(ctx, {
    purpose: page === "register" ? "sign-up" : "sign-in",
    email: owner?.email ?? shown,
    locale: ctx.request.locale,
    sendEmail: true,
    visitor: await findVisitor(ctx, normalized, browserCookie),
  });
  if (replaced !== undefined) await deleteChallenge(ctx, replaced.challengeId);
  const { challengeId, secret } = challenge;
  const state: PendingCode = {
    tenancyId: ctx.tenancy.id,
    codeChallenge: ctx.request.codeChallenge,
    challengeId,
    secret,
    ...(page === "register" ? names : {}),
  };
  return {
    pending: await ctx.secrets.seal("hosted-code", JSON.stringify(state)),
    // As typed: the stored spelling would reveal that there is an account.
    email: shown,
    digits: challenge.code.length,
    lifetimeSeconds: Math.floor((challenge.expiresAt - challenge.createdAt) / 1_000),
  };
}
