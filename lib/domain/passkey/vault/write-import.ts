import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { auditRows, eventsAbout, insertAudit } from "@/lib/domain/record/audit/record-audit";
import { dropClaimsOf } from "@/lib/domain/user/drop-other-claims";
import { Prisma } from "@/prisma/generated/client";
import type { Decision } from "./plan-import";

interface Rows {
  User: Prisma.UserCreateManyInput;
  Passkey: Prisma.PasskeyCreateManyInput;
  UserHandle: Prisma.UserHandleCreateManyInput;
}

/** Returns a field's column. One is older than the field's name. */
const columnOf = (field: string) => (field === "emailOwned" ? "emailVouched" : field);

function toJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  // Truncated text can end in half a surrogate pair, which jsonb refuses.
  return typeof value === "string" ? value.toWellFormed() : value;
}

/**
 * Inserts rows with the same columns and skips those that conflict. All rows are one parameter,
 * because Prisma's createMany compiles one per value, which blocks this process for longer than the
 * insert takes.
 * @returns the number of inserted rows
 */
async function insertNew<T extends keyof Rows>(
  tx: Queryable,
  table: T,
  rows: Rows[T][],
): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  const columns = Prisma.raw(
    Object.keys(first)
      .map((field) => `"${columnOf(field)}"`)
      .join(", "),
  );
  const encoded = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [columnOf(field), toJson(value)]),
    ),
  );
  const name = Prisma.raw(`"${table}"`);
  return tx.$executeRaw`
    INSERT INTO ${name} (${columns})
    SELECT ${columns}
    FROM jsonb_populate_recordset(NULL::${name}, ${JSON.stringify(encoded)}::jsonb)
    ON CONFLICT DO NOTHING`;
}

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
