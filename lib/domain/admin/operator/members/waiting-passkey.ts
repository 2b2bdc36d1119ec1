import {
  isSystemOwner,
  type OperatorSession,
} from "@/lib/domain/admin/operator/session/find-session";
import type { TenancyContext } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";

/** An operator who may approve or refuse passkeys of others. */
export type Approver = Pick<OperatorSession, "sub" | "roles" | "systemId">;

const ownedBy = ({ roles }: Approver) =>
  roles.filter(({ role }) => role === "owner").map(({ tenancyId }) => tenancyId);

/**
 * SQL condition that the approver may decide about passkey `p`: it is another operator's, and the
 * approver owns the installation or every tenancy in which that operator has a role. Raw, because
 * operators have no relation to passkeys.
 */
export const mayDecide = (approver: Approver) => Prisma.sql`
  (p."sub" <> ${approver.sub} AND (${isSystemOwner(approver)} OR NOT EXISTS (
    SELECT 1 FROM "Operator" elsewhere
    WHERE elsewhere."sub" = p."sub"
      AND elsewhere."tenancyId" <> ALL (${ownedBy(approver)}::text[]))))`;

/**
 * SQL condition that passkey `p` (with its OperatorPasskey row `w`) is not trusted yet, and its
 * operator has a role in this tenancy.
 */
export const isWaitingHere = (ctx: TenancyContext, systemId: string) => Prisma.sql`
  w."tenancyId" = ${systemId} AND w."trustedFrom" > ${new Date(ctx.clock.now())}
  AND p."tenancyId" = w."tenancyId" AND p."id" = w."passkeyId"
  AND EXISTS (
    SELECT 1 FROM "Operator" here
    WHERE here."tenancyId" = ${ctx.tenancy.id} AND here."sub" = p."sub")`;
