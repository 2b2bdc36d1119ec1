import { recordAudit } from "@/lib/domain/audit/record-audit";
import { authorizeAuthentication } from "@/lib/domain/ceremony/authorize-authentication";
import { authorizeRegistration } from "@/lib/domain/ceremony/authorize-registration";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { consumeToken } from "@/lib/domain/one-time-token/consume-token";
import { takeLocks } from "@/lib/domain/take-locks";
import { requireEmail } from "@/lib/domain/user/email";
import { ServiceError } from "@/lib/errors";
import type { Prisma } from "@/prisma/generated/client";
import { acceptInvitation } from "@/lib/domain/operator/members/accept-invitation";
import { findInvitation } from "@/lib/domain/operator/members/find-invitation";
import { openSession, type NewSession } from "./open-session";
import { asOperator } from "@/lib/domain/operator/operator-context";
import { OperatorLink, readLink } from "./operator-link";
import { provePasskey } from "./prove-passkey";
import { trustPasskey } from "./trusted-passkey";

const hasOwner = async (ctx: TenancyContext, tx: Queryable) =>
  (await tx.operator.count({ where: { tenancyId: ctx.tenancy.id } })) > 0;

/**
 * What the browser library is to be called with: to make a passkey, or to use the one that there
 * is.
 */
export type LinkCeremony = { registrationToken: string } | { authenticationToken: string };

async function makePasskey(
  ctx: TenancyContext,
  whose: { email: string; sub?: string },
): Promise<LinkCeremony> {
  const { email, sub } = whose;
  const { registrationToken } = await authorizeRegistration(ctx, {
    username: email,
    ...(sub === undefined ? { email } : { userId: sub }),
    userVerification: "required",
  });
  return { registrationToken };
}

/**
 * Asks for the passkey that the link is for; spends nothing, so that a cancelled prompt can be
 * repeated.
 * @throws InvalidToken · InvalidEmail · BadRequest when somebody known has no passkey to accept an
 * invitation with
 */
export async function beginLink(
  ctx: TenancyContext,
  token: string,
  typedEmail?: string,
): Promise<LinkCeremony> {
  const link = await readLink(ctx, token);
  if (link.purpose === "set-up") {
    if (await hasOwner(ctx, ctx.db)) throw new ServiceError("@error/InvalidToken");
    return makePasskey(ctx, { email: requireEmail(typedEmail ?? "").shown });
  }
  if (link.purpose === "recovery") {
    const { email } = await ctx.db.user.findUniqueOrThrow({
      where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub: link.sub } },
    });
    return makePasskey(ctx, { email, sub: link.sub });
  }
  const { email, accountSub } = await findInvitation(ctx, link);
  if (accountSub === null) return makePasskey(ctx, { email });
  // Whoever reads a mailbox must not get a passkey into an account that has its own.
  const { authenticationToken } = await authorizeAuthentication(ctx, {
    userId: accountSub,
    userVerification: "required",
  });
  return { authenticationToken };
}

async function makeOwner(ctx: TenancyContext, tx: Queryable, sub: string): Promise<void> {
  if (await hasOwner(ctx, tx)) throw new ServiceError("@error/InvalidToken");
  await tx.operator.create({
    data: { tenancyId: ctx.tenancy.id, sub, role: "owner", createdAt: new Date(ctx.clock.now()) },
  });
  await recordAudit(asOperator(ctx, sub), tx, {
    action: "operator.owner-made",
    target: { kind: "operator", id: sub },
  });
}

async function withNewPasskey(
  ctx: TenancyContext,
  tx: Queryable,
  { link, code }: { link: Exclude<OperatorLink, { purpose: "invitation" }>; code: string },
): Promise<NewSession> {
  const { sub, passkeyId } = await provePasskey(ctx, tx, code, { operation: "registration" });
  if (link.purpose === "set-up") await makeOwner(ctx, tx, sub);
  else if (sub !== link.sub) throw new ServiceError("@error/InvalidToken");
  await trustPasskey(ctx, tx, { passkeyId, fromMs: ctx.clock.now() });
  return { sub, signIn: "passkey", passkeyId, isSteppedUp: true };
}

/**
 * Spends the link with the code of the passkey that was made or used for it, and signs in. Of any
 * number at once one goes on.
 * @returns the cookie's value
 * @throws InvalidToken · InvalidCode · Forbidden
 */
export async function finishLink(
  ctx: TenancyContext,
  token: string,
  code: string,
): Promise<string> {
  return ctx.db.$transaction(async (tx) => {
    // Of two that would each make the first owner, or an account of one mailbox, the second finds
    // what the first made.
    await takeLocks(tx, "operators");
    const inTransaction = {
      ...ctx,
      run: (statement: Prisma.Sql) => tx.$queryRaw<unknown[]>(statement),
    };
    const link = OperatorLink.parse(
      (await consumeToken(inTransaction, "operatorLink", token)).payload,
    );
    const session =
      link.purpose === "invitation"
        ? await acceptInvitation(ctx, tx, { link, code })
        : await withNewPasskey(ctx, tx, { link, code });
    return openSession(ctx, tx, session);
  });
}
