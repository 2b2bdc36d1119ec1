import { z } from "zod";
import { createVisitorChallenge } from "@/lib/domain/challenge/create-challenge";
import { deleteChallenge } from "@/lib/domain/challenge/delete-challenge";
import type { TenancyContext } from "@/lib/domain/context";
import { findVisitor } from "@/lib/domain/known-browser/known-browser";
import { requireEmail } from "@/lib/domain/user/email";
import { findEmailOwner } from "@/lib/domain/user/find-registrant";
import { ServiceError } from "@/lib/errors";
import type { HostedContext } from "./hosted-request";

/**
 * What the page keeps between sending and checking, sealed: the challenge's secret is the service's
 * business alone.
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
  givenName?: string | undefined;
  familyName?: string | undefined;
  /** The one that this one takes the place of, when another was asked for. */
  pending?: string | undefined;
  /** The sealed cookie of a browser that signed in before. */
  browserCookie?: string | undefined;
}

export interface SentCode {
  pending: string;
  email: string;
  digits: number;
  lifetimeSeconds: number;
}

/** @throws InvalidToken when it is not of this request */
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

/** @throws Forbidden where nobody may register */
export function requireRegistration({ tenancy }: TenancyContext): void {
  if (!tenancy.selfServiceRegistration || tenancy.isSystem)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This tenancy has no self-service registration.",
    );
}

/**
 * Sends a code, whether or not the mailbox has a user: only a visitor who proves the mailbox is
 * told that. Goes to the address that its owner is stored with, because mailboxes may differ by
 * case where we compare without it. Earlier codes for the mailbox stay valid, or a stranger could
 * lock its owner out by requesting another.
 * @throws InvalidEmail · ChallengeRateLimited · Forbidden on the register page where nobody may
 * register · InvalidToken
 */
export async function sendCode(
  ctx: HostedContext,
  { page, email: typed, givenName, familyName, pending, browserCookie }: CodeRequest,
): Promise<SentCode> {
  if (page === "register") requireRegistration(ctx);
  const before = pending === undefined ? undefined : await openPendingCode(ctx, pending);
  const { shown, normalized } = requireEmail(typed);
  const owner = await findEmailOwner(ctx, ctx.db, normalized);
  const { challenge } = await createVisitorChallenge(ctx, {
    purpose: page === "register" ? "sign-up" : "sign-in",
    email: owner?.email ?? shown,
    ...(givenName === undefined || givenName === "" ? {} : { name: givenName }),
    locale: ctx.request.locale,
    sendEmail: true,
    visitor: await findVisitor(ctx, normalized, browserCookie),
  });
  if (before !== undefined) await deleteChallenge(ctx, before.challengeId);
  const { challengeId, secret } = challenge;
  const kept: PendingCode = {
    tenancyId: ctx.tenancy.id,
    codeChallenge: ctx.request.codeChallenge,
    challengeId,
    secret,
    givenName,
    familyName,
  };
  return {
    pending: await ctx.secrets.seal("hosted-code", JSON.stringify(kept)),
    // As typed: the stored spelling would tell a stranger that there is an account.
    email: shown,
    digits: challenge.code.length,
    lifetimeSeconds: Math.floor((challenge.expiresAt - challenge.createdAt) / 1_000),
  };
}
