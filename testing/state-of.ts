import type { TestTenancy } from "./test-tenancy";

/** Returns the tenancy's users, passkeys, user handles and audit events as JSON. */
export async function stateOf({ id: tenancyId, ctx: { db } }: TestTenancy): Promise<string> {
  const where = { tenancyId };
  const rows: unknown[] = [
    await db.user.findMany({ where, orderBy: { sub: "asc" } }),
    await db.passkey.findMany({ where, orderBy: { id: "asc" } }),
    await db.userHandle.findMany({ where, orderBy: { sub: "asc" } }),
    await db.auditEvent.findMany({ where, orderBy: { id: "asc" } }),
  ];
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
