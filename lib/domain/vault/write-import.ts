import { recordAudit, type AuditEvent } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { dropClaimsOf } from "@/lib/domain/user/drop-other-claims";
import type { Decision } from "./plan-import";

type Creation = Extract<Decision, { outcome: "created" }>;

/** Something of the plan was made by somebody else between reading and writing; planned anew, it exists. */
export class Overtaken extends Error {}

/** Writes what is new, in the transaction that planned it. @throws Overtaken */
export async function writeImport(ctx: TenancyContext, tx: Queryable, decisions: Decision[]): Promise<void> {
  const creations = decisions.filter((decision): decision is Creation => decision.outcome === "created");
  if (creations.length === 0) return;
  const users = creations.flatMap(({ newUser }) => newUser ?? []);
  const passkeys = creations.map(({ passkey }) => passkey);
  const writtenUsers = await tx.user.createMany({ data: users, skipDuplicates: true });
  if (writtenUsers.count < users.length) throw new Overtaken();
  const writtenPasskeys = await tx.passkey.createMany({ data: passkeys, skipDuplicates: true });
  if (writtenPasskeys.count < passkeys.length) throw new Overtaken();
  // Whoever registers another passkey later gets it under the handle that their devices know.
  const handles = passkeys.map(({ tenancyId, sub, rpId, userHandle, updatedAt }) => ({ tenancyId, sub, rpId, userHandle, createdAt: updatedAt }));
  await tx.userHandle.createMany({ data: handles, skipDuplicates: true });
  const made = users.map(({ sub }): AuditEvent => ({ action: "user.created", target: { kind: "user", id: sub } }));
  const imported = passkeys.map(({ id }): AuditEvent => ({ action: "passkey.imported", target: { kind: "passkey", id } }));
  await recordAudit(ctx, tx, ...made, ...imported);
  const holders = users.flatMap(({ sub, emailNormalized, emailVerified, emailVouched }) => (emailNormalized && (emailVerified || emailVouched) ? [{ sub, emailNormalized }] : []));
  if (holders.length > 0) await dropClaimsOf(ctx, tx, holders);
}
