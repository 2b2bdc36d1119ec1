import { z } from "zod";
import type { VaultExportLine } from "@/lib/contract/vault";
import { limits } from "@/lib/limits";
import { isCallerLive } from "@/lib/domain/api-key/is-caller-live";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { toVaultPasskey, vaultColumns, VaultRow } from "./vault-row";

// Sorts after every id.
const maxId = "~";

/**
 * Builds the statement of one page after the id `after`, newest first, by primary key. For a live
 * caller it returns at least one row; at the end of the vault that row's columns are null.
 */
function exportStatement(ctx: TenancyContext, after: string): Prisma.Sql {
  return Prisma.sql`
    SELECT page.* FROM (SELECT 1 WHERE ${isCallerLive(ctx)}) live LEFT JOIN LATERAL (
      SELECT ${vaultColumns}
      FROM (
        SELECT * FROM "Passkey" p
        WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" < ${after}
        ORDER BY p."id" DESC LIMIT ${limits.exportPageRows}
      ) p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    ) page ON true
    ORDER BY page."id" DESC`;
}

const Row = z.union([z.object({ id: z.null() }), VaultRow]);

/**
 * Exports all passkeys of the tenancy with their users, newest first, then a line with their number.
 * It reads each page only when the consumer needs it. Keyset pagination yields every passkey that
 * exists throughout the export exactly once. Audited before the first line, even if the consumer
 * stops early.
 * @throws Forbidden, possibly after some lines, if the key or the tenancy is no longer live
 */
export async function* exportVault(
  ctx: TenancyContext,
): AsyncGenerator<VaultExportLine, void, undefined> {
  await recordAudit(ctx, ctx.db, {
    action: "vault.exported",
    target: { kind: "tenancy", id: ctx.tenancy.id },
  });
  let passkeys = 0;
  for (let after = maxId; ;) {
    const rows = await ctx.db.query(Row)(exportStatement(ctx, after));
    if (rows.length === 0)
      throw new ServiceError(
        "@error/Forbidden",
        undefined,
        "The API key or its tenancy is no longer live.",
      );
    const page = rows.filter((row) => row.id !== null);
    for (const row of page) yield toVaultPasskey(row);
    passkeys += page.length;
    const last = page.at(-1);
    if (last === undefined || page.length < limits.exportPageRows) break;
    after = last.id;
  }
  yield { _tag: "VaultExportEnd", passkeys };
}
