import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { findEmailOwner } from "@/lib/domain/user/find-registrant";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { readLink } from "@/lib/domain/operator/session/operator-link";
import { operatorRoles, type OperatorRole } from "@/lib/domain/operator/permission";

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  tenancyName: string;
  email: string;
  role: OperatorRole;
  /** The inviter's email, "" if their account no longer exists. */
  inviter: string;
  /** The address's existing console account. Null if accepting creates one. */
  accountSub: string | null;
}

const Row = z.object({
  tenancyName: z.string(),
  email: z.string(),
  emailNormalized: z.string(),
  role: z.enum(operatorRoles),
  inviter: z.string(),
});

/**
 * Whether a user has a role or a console passkey. An invitation link never adds a passkey to such an
 * account.
 */
export async function hasAccount(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<boolean> {
  const tenancyId = ctx.tenancy.id;
  if ((await tx.operator.count({ where: { sub } })) > 0) return true;
  return (
    (await tx.operatorPasskey.count({ where: { tenancyId, passkey: { tenancyId, sub } } })) > 0
  );
}

/**
 * Finds an open invitation.
 * @param ctx of the system tenancy
 * @throws InvalidToken if the invitation was accepted, was revoked or expired
 */
export async function findInvitation(
  ctx: TenancyContext,
  { tenancyId, invitationId }: { tenancyId: string; invitationId: string },
): Promise<OpenInvitation> {
  const [found] = await ctx.run(Prisma.sql`
    SELECT t."name" AS "tenancyName", i."email", i."emailNormalized", i."role",
      COALESCE(u."email", '') AS "inviter"
    FROM "OperatorInvitation" i JOIN "Tenancy" t ON t."id" = i."tenancyId"
    LEFT JOIN "User" u ON u."tenancyId" = ${ctx.tenancy.id} AND u."sub" = i."invitedBy"
    WHERE i."tenancyId" = ${tenancyId} AND i."id" = ${invitationId}
      AND i."acceptedAt" IS NULL AND i."revokedAt" IS NULL
      AND i."expiresAt" > ${new Date(ctx.clock.now())}`);
  if (found === undefined) throw new ServiceError("@error/InvalidToken");
  const { emailNormalized, ...invitation } = Row.parse(found);
  const owner = await findEmailOwner(ctx, ctx.db, emailNormalized);
  return {
    ...invitation,
    accountSub: owner !== null && (await hasAccount(ctx, ctx.db, owner.sub)) ? owner.sub : null,
  };
}

/**
 * Reads the invitation that a link's page shows. It does not reveal the account's id.
 * @throws InvalidToken, also for a link with another purpose
 */
export async function readInvitation(
  ctx: TenancyContext,
  token: string,
): Promise<Omit<OpenInvitation, "accountSub"> & { hasAccount: boolean }> {
  const link = await readLink(ctx, token);
  if (link.purpose !== "invitation") throw new ServiceError("@error/InvalidToken");
  const { accountSub, ...invitation } = await findInvitation(ctx, link);
  return { ...invitation, hasAccount: accountSub !== null };
}
