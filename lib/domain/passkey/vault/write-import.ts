import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { insertAudit } from "@/lib/domain/record/audit/insert-audit";
import { auditRows, eventsAbout } from "@/lib/domain/record/audit/record-audit";
import { dropClaimsOf } from "@/lib/domain/user/drop-other-claims";
import { Prisma } from "@/prisma/generated/client";
import { insertNew } from "./insert-new";
import type { Decision } from "./plan-import";

type Creation = Extract<Decision, { outcome: "created" }>;

/** Another transaction created a planned row between reading and writing. Plan again. */
export class PlanOutdated extends Error {}

/** Writes the planned new rows, in the transaction that planned them. @throws PlanOutdated */
export async function writeImport(
  ctx: TenancyContext,
  tx: Queryable,
  decisions: Decision[],
): Promise<void> {
  const creations = decisions.filter(
    (decision): decision is Creation => decision.outcome === "created",
  );
  if (creations.length === 0) return;
  const users = creations.flatMap(({ newUser }) => newUser ?? []);
  const passkeys = creations.flatMap(({ passkey }) => passkey ?? []);
  if ((await insertNew(tx, "User", users)) < users.length) throw new PlanOutdated();
  if ((await insertNew(tx, "Passkey", passkeys)) < passkeys.length) throw new PlanOutdated();
  // Later registrations of a user must use the user handle that their devices already have.
  const handles = passkeys.map(({ tenancyId, sub, rpId, userHandle, updatedAt }) => ({
    tenancyId,
    sub,
    rpId,
    userHandle,
    createdAt: updatedAt,
  }));
  await insertNew(tx, "UserHandle", handles);
  const subs = users.map(({ sub }) => sub);
  const passkeyIds = passkeys.map(({ id }) => id);
  const events = [
    ...eventsAbout("user", subs, "user.created"),
    ...eventsAbout("passkey", passkeyIds, "passkey.imported"),
  ];
  await tx.$executeRaw(insertAudit(auditRows(ctx, events), Prisma.sql`(SELECT 1) once`));
  const owners = users.flatMap(({ sub, emailNormalized, emailVerified, emailOwned }) =>
    emailNormalized && (emailVerified || emailOwned) ? [{ sub, emailNormalized }] : [],
  );
  if (owners.length > 0) await dropClaimsOf(ctx, tx, owners);
}
