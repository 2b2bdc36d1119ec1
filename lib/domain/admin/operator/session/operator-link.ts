import { z } from "zod";
import { isLiveToken } from "@/lib/domain/access/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

/** The purpose of a single-use link. */
export const OperatorLink = z.discriminatedUnion("purpose", [
  z.object({ purpose: z.literal("set-up") }),
  z.object({ purpose: z.literal("recovery"), sub: z.string() }),
  z.object({ purpose: z.literal("invitation"), tenancyId: z.string(), invitationId: z.string() }),
]);
export type OperatorLink = z.infer<typeof OperatorLink>;

const lifetimeOf = {
  "set-up": lifetimes.setUpLinkMs,
  recovery: lifetimes.recoveryLinkMs,
  invitation: lifetimes.invitationMs,
} as const;
const pathOf = { "set-up": "set-up", recovery: "recover", invitation: "invitation" } as const;

/**
 * Creates a link with its token in the URL fragment, which browsers do not send to servers.
 * @returns the link and its expiry (ms)
 */
export async function createLink(
  ctx: TenancyContext,
  link: OperatorLink,
  tx: Queryable = ctx.db,
): Promise<{ link: string; expiresAt: number }> {
  const { token, expiresAt } = await issueToken(ctx, {
    kind: "operatorLink",
    payload: link,
    lifetimeMs: lifetimeOf[link.purpose],
    apiKeyId: null,
    tx,
  });
  return { link: `${ctx.baseUrl}/console/${pathOf[link.purpose]}#${token}`, expiresAt };
}

/** Reads a live link's purpose without consuming it. @throws InvalidToken */
export async function readLink(ctx: TenancyContext, token: string): Promise<OperatorLink> {
  const at = { tenancyId: ctx.tenancy.id, now: new Date(ctx.clock.now()) };
  const [row] = await ctx.db.query(z.object({ payload: OperatorLink }))`
    SELECT o."payload" FROM "OneTimeToken" o WHERE ${isLiveToken(at, "operatorLink", token)}`;
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return row.payload;
}

/** Whether the installation has an operator. Without one, it needs a set-up link. */
export async function hasOperators(ctx: TenancyContext): Promise<boolean> {
  return (await ctx.db.operator.count({ where: { tenancyId: ctx.tenancy.id } })) > 0;
}

/** Creates the link that sets up the first owner. Null if the installation has operators. */
export async function createSetUpLink(
  ctx: TenancyContext,
): Promise<{ link: string; expiresAt: number } | null> {
  return (await hasOperators(ctx)) ? null : createLink(ctx, { purpose: "set-up" });
}
