import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { inTurns } from "@/lib/domain/base/in-turns";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import { ServiceError } from "@/lib/errors";
import { findPolicy } from "./find-policy";
import { judge, type Policy, refusesSignIns } from "./judge";
import { factsColumns, FactsRow, isAnchored, toFacts } from "./stored-facts";

interface Leaving {
  /** The owner who leaves. */
  sub?: string;
  /** Passkeys that are deleted or disabled. */
  passkeyIds?: readonly string[];
}

/**
 * Locks the installation's owners until the transaction ends, so that a policy and a removal that
 * run at once see each other: the second one judges what the first one left.
 */
async function lockOwners(ctx: TenancyContext, tx: Queryable): Promise<void> {
  // Raw, because Prisma takes no row locks.
  await tx.$executeRaw`
    SELECT 1 FROM "Operator" WHERE "tenancyId" = ${ctx.tenancy.id} AND "role" = 'owner'
    ORDER BY "sub" FOR UPDATE`;
}

/** The passkeys with which owners can sign in to the console, without those that leave. */
const ownersPasskeys = (
  ctx: TenancyContext,
  tx: Queryable,
  { sub = "", passkeyIds = [] }: Leaving,
) => tx.query(FactsRow)`
  SELECT ${factsColumns}
  FROM "Passkey" p
  JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
  JOIN "Operator" o ON o."tenancyId" = p."tenancyId" AND o."sub" = p."sub"
  JOIN "OperatorPasskey" t ON t."tenancyId" = p."tenancyId" AND t."passkeyId" = p."id"
  WHERE p."tenancyId" = ${ctx.tenancy.id} AND o."role" = 'owner' AND p."sub" <> ${sub}
    AND p."disabledAt" IS NULL AND u."disabledAt" IS NULL
    AND NOT (p."id" = ANY (${[...passkeyIds]}))`;

/**
 * Refuses, in the system tenancy, a policy that none of the owners' passkeys passes. Only a policy
 * that judges sign-ins can shut owners out.
 * @throws BadRequest
 */
export async function requireAdmittedOwner(
  ctx: TenancyContext,
  tx: Queryable,
  policy: Policy,
): Promise<void> {
  if (!ctx.tenancy.isSystem) return;
  await lockOwners(ctx, tx);
  if (await isOwnerAdmitted(ctx, tx, policy, {})) return;
  const message = "No owner of the installation could sign in under these rules";
  throw new ServiceError("@error/BadRequest", { issues: [{ path: "rules", message }] }, message);
}

async function isOwnerAdmitted(
  ctx: TenancyContext,
  tx: Queryable,
  policy: Policy,
  leaving: Leaving,
): Promise<boolean> {
  if (!refusesSignIns(policy)) return true;
  const metadata = policy.rules.metadata ? await findMetadata({ ...ctx, db: tx }) : null;
  const now = new Date(ctx.clock.now());
  for await (const row of inTurns(await ownersPasskeys(ctx, tx, leaving))) {
    const passkey = toFacts(policy, row);
    if (judge(policy, { passkey }, { metadata, now, isAnchored }).length === 0) return true;
  }
  return false;
}

/**
 * Refuses to take away the last passkey that lets an owner of the installation sign in under the
 * policy. Does nothing in other tenancies. Call it before locking users or passkeys.
 * @throws Forbidden
 */
export async function keepAnOwnerAdmitted(
  ctx: TenancyContext,
  tx: Queryable,
  leaving: Leaving,
): Promise<void> {
  if (!ctx.tenancy.isSystem) return;
  await lockOwners(ctx, tx);
  const { passkeyPolicyVersion } = await tx.tenancy.findUniqueOrThrow({
    where: { id: ctx.tenancy.id },
    select: { passkeyPolicyVersion: true },
  });
  const policy = await findPolicy({ tenancy: { id: ctx.tenancy.id, passkeyPolicyVersion } }, tx);
  if (!(await isOwnerAdmitted(ctx, tx, policy, leaving)))
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "No other owner could sign in under the passkey policy. Change the policy first.",
    );
}
