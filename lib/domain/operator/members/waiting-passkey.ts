import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import { isSystemOwner, type OperatorSession } from "@/lib/domain/operator/session/find-session";

/** An operator who looks at the passkeys of others. */
export type Approver = Pick<OperatorSession, "sub" | "roles" | "systemId">;

const ownedBy = ({ roles }: Approver) =>
  roles.filter(({ role }) => role === "owner").map(({ tenancyId }) => tenancyId);

/**
 * Whether the approver decides on passkey `p`: never on their own, and, since it counts wherever
 * its owner has a role, only as an owner of all those tenancies.
 */
export const mayDecide = (approver: Approver) => Prisma.sql`
  (p."sub" <> ${approver.sub} AND (${isSystemOwner(approver)} OR NOT EXISTS (
    SELECT 1 FROM "Operator" elsewhere WHERE elsewhere."sub" = p."sub" AND elsewhere."tenancyId" <> ALL (${ownedBy(approver)}::text[]))))`;

/**
 * Passkey `p` with row `w` in the system tenancy waits, and its owner has a role in the tenancy at
 * hand.
 */
export const isWaitingHere = (ctx: TenancyContext, systemId: string) => Prisma.sql`
  w."tenancyId" = ${systemId} AND w."trustedFrom" > ${new Date(ctx.clock.now())} AND p."tenancyId" = w."tenancyId" AND p."id" = w."passkeyId"
  AND EXISTS (SELECT 1 FROM "Operator" here WHERE here."tenancyId" = ${ctx.tenancy.id} AND here."sub" = p."sub")`;
