import { z } from "zod";
import { lifetimes } from "@/lib/config";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import { authorizeRegistration } from "@/lib/domain/ceremony/authorize-registration";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { consumeToken, isLiveToken } from "@/lib/domain/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/one-time-token/issue-token";
import type { SpentCode } from "@/lib/domain/principal/consume-code";
import { requireEmail } from "@/lib/domain/user/email";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { openSession } from "./open-session";
import { asOperator } from "./operator-context";
import { provePasskey } from "./prove-passkey";
import { trustPasskey } from "./trusted-passkey";

/** What a link lets its holder do, once. */
const OperatorLink = z.discriminatedUnion("purpose", [z.object({ purpose: z.literal("set-up") }), z.object({ purpose: z.literal("recovery"), sub: z.string() })]);
export type OperatorLink = z.infer<typeof OperatorLink>;

const lifetimeOf = { "set-up": lifetimes.setUpLinkMs, recovery: lifetimes.recoveryLinkMs } as const;
const pathOf = { "set-up": "set-up", recovery: "recover" } as const;

/** An address whose secret stands behind the #, which browsers do not send; `expiresAt` in milliseconds. */
export async function createLink(ctx: TenancyContext, link: OperatorLink): Promise<{ link: string; expiresAt: number }> {
  const { token, expiresAt } = await issueToken(ctx, { kind: "operatorLink", payload: link, lifetimeMs: lifetimeOf[link.purpose], apiKeyId: null });
  return { link: `${ctx.baseUrl}/console/${pathOf[link.purpose]}#${token}`, expiresAt };
}

/** What a live link is for, unspent. @throws InvalidToken */
async function readLink(ctx: TenancyContext, token: string): Promise<OperatorLink> {
  const [row] = await ctx.run(Prisma.sql`SELECT o."payload" FROM "OneTimeToken" o WHERE ${isLiveToken({ tenancyId: ctx.tenancy.id, now: new Date(ctx.clock.now()) }, "operatorLink", token)}`);
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return OperatorLink.parse((row as { payload: unknown }).payload);
}

const hasOwner = async (ctx: TenancyContext, tx: Queryable) => (await tx.operator.count({ where: { tenancyId: ctx.tenancy.id } })) > 0;

/**
 * Asks for the passkey that the link is for; spends nothing, so that a cancelled prompt can be repeated.
 * @throws InvalidToken · InvalidEmail
 */
export async function beginLink(ctx: TenancyContext, token: string, typedEmail?: string): Promise<{ registrationToken: string }> {
  const link = await readLink(ctx, token);
  if (link.purpose === "set-up") {
    if (await hasOwner(ctx, ctx.db)) throw new ServiceError("@error/InvalidToken");
    const email = requireEmail(typedEmail ?? "").shown;
    return authorizeRegistration(ctx, { username: email, email, userVerification: "required" });
  }
  const { email } = await ctx.db.user.findUniqueOrThrow({ where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub: link.sub } } });
  return authorizeRegistration(ctx, { username: email, userId: link.sub, userVerification: "required" });
}

async function makeOwner(ctx: TenancyContext, tx: Queryable, sub: string): Promise<void> {
  if (await hasOwner(ctx, tx)) throw new ServiceError("@error/InvalidToken");
  await tx.operator.create({ data: { tenancyId: ctx.tenancy.id, sub, role: "owner", createdAt: new Date(ctx.clock.now()) } });
  await recordAudit(asOperator(ctx, sub), tx, { action: "operator.owner-made", target: { kind: "operator", id: sub } });
}

async function applyLink(ctx: TenancyContext, tx: Queryable, { link, spent }: { link: OperatorLink; spent: SpentCode }): Promise<void> {
  if (link.purpose === "set-up") await makeOwner(ctx, tx, spent.sub);
  else if (spent.sub !== link.sub) throw new ServiceError("@error/InvalidToken");
}

/**
 * Spends the link with the code of the passkey that was made for it, and signs in. Of any number at once one goes on.
 * @returns the cookie's value
 * @throws InvalidToken · InvalidCode · Forbidden
 */
export async function finishLink(ctx: TenancyContext, token: string, code: string): Promise<string> {
  return ctx.db.$transaction(async (tx) => {
    // Of two that would each make the first owner, the second finds one.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('operators', 0))`;
    const inTransaction = { ...ctx, run: (statement: Prisma.Sql) => tx.$queryRaw<unknown[]>(statement) };
    const link = OperatorLink.parse((await consumeToken(inTransaction, "operatorLink", token)).payload);
    const spent = await provePasskey(ctx, tx, code, { operation: "registration" });
    await applyLink(ctx, tx, { link, spent });
    await trustPasskey(ctx, tx, { passkeyId: spent.passkeyId, fromMs: ctx.clock.now() });
    return openSession(ctx, tx, { sub: spent.sub, signIn: "passkey", passkeyId: spent.passkeyId, isSteppedUp: true });
  });
}

/** The link that makes the installation's first owner; null when there is one. */
export async function createSetUpLink(ctx: TenancyContext): Promise<{ link: string; expiresAt: number } | null> {
  return (await hasOwner(ctx, ctx.db)) ? null : createLink(ctx, { purpose: "set-up" });
}
