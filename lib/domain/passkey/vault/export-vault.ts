import { z } from "zod";
import type { ExportVault, VaultExportLine } from "@/lib/contract/vault";
import { callerEnded, isCallerLive } from "@/lib/domain/access/api-key/is-caller-live";
import { requireScope } from "@/lib/domain/access/api-key/require-scope";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import {
  toVaultPasskey,
  toVaultUser,
  userColumns,
  UserRow,
  vaultColumns,
  VaultRow,
} from "./vault-row";

// Sorts after every id.
const maxId = "~";

const passkeysAfter = (ctx: TenancyContext, after: string) => Prisma.sql`
  SELECT ${vaultColumns}
  FROM (
    SELECT * FROM "Passkey" p
    WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" < ${after}
    ORDER BY p."id" DESC LIMIT ${limits.exportPageRows}
  ) p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"`;

const usersAfter = (ctx: TenancyContext, after: string) => Prisma.sql`
  SELECT ${userColumns} FROM "User" u
  WHERE u."tenancyId" = ${ctx.tenancy.id} AND u."sub" < ${after}
  ORDER BY u."sub" DESC LIMIT ${limits.exportPageRows}`;

/**
 * Yields all rows of a tenancy, newest first, by primary key. Reads each page only when the consumer
 * needs it. For a live caller a page has at least one row; after the last one its columns are null.
 */
async function* walk<Row extends { id: string }>(
  ctx: TenancyContext,
  schema: z.ZodType<Row>,
  pageAfter: (ctx: TenancyContext, after: string) => Prisma.Sql,
): AsyncGenerator<Row, void, undefined> {
  const PageRow = z.union([z.object({ id: z.null() }), schema]);
  for (let after = maxId; ;) {
    const rows = await ctx.db.query(PageRow)(Prisma.sql`
      SELECT page.* FROM (SELECT 1 WHERE ${isCallerLive(ctx)}) live
      LEFT JOIN LATERAL (${pageAfter(ctx, after)}) page ON true
      ORDER BY page."id" DESC`);
    if (rows.length === 0) throw callerEnded();
    const page = rows.filter((row): row is Row => row.id !== null);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < limits.exportPageRows) return;
    after = last.id;
  }
}

/**
 * Exports all passkeys of the tenancy with their users, newest first, then a line with their number.
 * With `users`, a line for each user comes first, so that an import creates a passkey's user with
 * everything that the user's own line says. Keyset pagination yields every row that exists
 * throughout the export exactly once. Audited before the first line, even if the consumer stops
 * early.
 * @throws Forbidden, possibly after some lines, if the key or the tenancy is no longer live; before
 * the first line without the scope to export users
 */
export async function* exportVault(
  ctx: TenancyContext,
  { users: withUsers }: ExportVault,
): AsyncGenerator<VaultExportLine, void, undefined> {
  if (withUsers) requireScope(ctx, "users:export");
  await recordAudit(ctx, ctx.db, {
    action: "vault.exported",
    target: { kind: "tenancy", id: ctx.tenancy.id },
    ...(withUsers ? { detail: "users" } : {}),
  });
  let users = 0;
  if (withUsers)
    for await (const row of walk(ctx, UserRow, usersAfter)) {
      yield toVaultUser(row);
      users += 1;
    }
  let passkeys = 0;
  for await (const row of walk(ctx, VaultRow, passkeysAfter)) {
    yield toVaultPasskey(row);
    passkeys += 1;
  }
  yield { _tag: "VaultExportEnd", passkeys, ...(withUsers ? { users } : {}) };
}
