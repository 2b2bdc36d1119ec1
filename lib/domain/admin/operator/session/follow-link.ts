import { consumeToken } from "@/lib/domain/access/one-time-token/consume-token";
import { acceptInvitation } from "@/lib/domain/admin/operator/members/accept-invitation";
import { findInvitation } from "@/lib/domain/admin/operator/members/find-invitation";
import { asOperator } from "@/lib/domain/admin/operator/system-tenancy";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { authorizeAuthentication } from "@/lib/domain/sign-in/ceremony/authorize-authentication";
import { authorizeRegistration } from "@/lib/domain/sign-in/ceremony/authorize-registration";
import { ServiceError } from "@/lib/errors";
import { type NewSession, openSession, provePasskey, trustPasskey } from "./open-session";
import { OperatorLink, readLink } from "./operator-link";

const hasOwner = async (ctx: TenancyContext, tx: Queryable) =>
  (await tx.operator.count({ where: { tenancyId: ctx.tenancy.id } })) > 0;

/** The token for the browser library: to register a passkey, or to use an existing one. */
export type LinkCeremony = { registrationToken: string } | { authenticationToken: string };

async function authorizeNewPasskey(
  ctx: TenancyContext,
  { email, sub }: { email: string; sub?: string },
): Promise<LinkCeremony> {
  const { registrationToken } = await authorizeRegistration(ctx, {
    username: email,
    ...(sub === undefined ? { email } : { userId: sub }),
    userVerification: "required",
  });
  return { registrationToken };
}

/**
 * Authorizes the passkey ceremony of a link. It does not consume the link, so the user can cancel
 * the browser's prompt and try again.
 * @param typedEmail required for a set-up link
 * @throws InvalidToken · InvalidEmail · BadRequest if an invited existing account has no passkey
 */
export async function beginLink(
  ctx: TenancyContext,
  token: string,
  typedEmail?: string,
): Promise<LinkCeremony> {
  const link = await readLink(ctx, token);
  if (link.purpose === "set-up") {
    if (await hasOwner(ctx, ctx.db)) throw new ServiceError("@error/InvalidToken");
    return authorizeNewPasskey(ctx, { email: requireEmail(typedEmail ?? "").shown });
  }
  if (link.purpose === "recovery") {
    const { email } = await ctx.db.user.findUniqueOrThrow({
      where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub: link.sub } },
    });
    return authorizeNewPasskey(ctx, { email, sub: link.sub });
  }
  const { email, accountSub } = await findInvitation(ctx, link);
  if (accountSub === null) return authorizeNewPasskey(ctx, { email });
  // Access to the mailbox alone must not add a passkey to an existing account.
  const { authenticationToken } = await authorizeAuthentication(ctx, {
    userId: accountSub,
    userVerification: "required",
  });
  return { authenticationToken };
}

async function createFirstOwner(ctx: TenancyContext, tx: Queryable, sub: string): Promise<void> {
  if (await hasOwner(ctx, tx)) throw new ServiceError("@error/InvalidToken");
  await tx.operator.create({
    data: { tenancyId: ctx.tenancy.id, sub, role: "owner", createdAt: new Date(ctx.clock.now()) },
  });
  await recordAudit(asOperator(ctx, sub), tx, {
    action: "operator.owner-made",
    target: { kind: "operator", id: sub },
  });
}

async function acceptNewPasskey(
  ctx: TenancyContext,
  tx: Queryable,
  { link, code }: { link: Exclude<OperatorLink, { purpose: "invitation" }>; code: string },
): Promise<NewSession> {
  const { sub, passkeyId } = await provePasskey(ctx, tx, code, { operation: "registration" });
  if (link.purpose === "set-up") await createFirstOwner(ctx, tx, sub);
  else if (sub !== link.sub) throw new ServiceError("@error/InvalidToken");
  await trustPasskey(ctx, tx, { passkeyId, fromMs: ctx.clock.now() });
  return { sub, signIn: "passkey", passkeyId, isSteppedUp: true };
}

/**
 * Consumes a link and the code of its passkey ceremony, and signs the operator in. One of any number
 * of concurrent calls succeeds, the others get `InvalidToken`.
 * @returns the session cookie's value
 * @throws InvalidToken · InvalidCode · Forbidden
 */
export async function finishLink(
  ctx: TenancyContext,
  token: string,
  code: string,
): Promise<string> {
  return ctx.db.$transaction(async (tx) => {
    // Serialize link sign-ins: the second of two finds the first owner, or the account of the
    // mailbox, that the other one created.
    await takeLocks(tx, "operators");
    const link = OperatorLink.parse((await consumeToken(ctx, "operatorLink", token, tx)).payload);
    const session =
      link.purpose === "invitation"
        ? await acceptInvitation(ctx, tx, { link, code })
        : await acceptNewPasskey(ctx, tx, { link, code });
    return openSession(ctx, tx, session);
  });
}
