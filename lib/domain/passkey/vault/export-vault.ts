import { z } from "zod";
import type { ExportVault, VaultExportLine, VaultPasskey, VaultUser } from "@/lib/contract/vault";
import {
  callerEnded,
  isCallerLive,
  requireScope,
} from "@/lib/domain/access/api-key/is-caller-live";
import type { TenancyContext } from "@/lib/domain/base/context";
import { shownPasskeyId } from "@/lib/domain/passkey/passkey-id";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

const nameColumns = Prisma.sql`
  u."sub", u."userId", u."email", u."emailVerified", u."emailVouched" AS "emailOwned", u."givenName",
  u."familyName", u."disabledAt" AS "userDisabledAt"`;

/** The exported columns of passkey `p` and its user `u`. */
const vaultColumns = Prisma.sql`
  p."id", p."formerId", p."credentialId", p."publicKey", p."algorithm", p."signCount", p."transports",
  p."backupEligible", p."backupAssumed", p."backedUp", p."userVerified", p."aaguid",
  p."attestationFormat", p."userHandle", p."rpId", p."username", p."displayName", p."namedAt",
  p."disabledAt", p."disabledReason", p."quarantinedUntil", p."createdAt", p."lastUsedAt",
  ${nameColumns}`;

/** The exported columns of user `u`. */
const userColumns = Prisma.sql`
  u."sub" AS "id", ${nameColumns}, u."disabledReason", u."createdAt"`;

const userFields = {
  sub: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  emailOwned: z.boolean(),
  givenName: z.string(),
  familyName: z.string(),
  userDisabledAt: z.date().nullable(),
};

const UserRow = z.object({
  /** The sub, which the export walks. */
  id: z.string(),
  ...userFields,
  disabledReason: z.string().nullable(),
  createdAt: z.date(),
});
type UserRow = z.infer<typeof UserRow>;

const VaultRow = z.object({
  id: z.string(),
  formerId: z.string().nullable(),
  credentialId: z.string(),
  publicKey: z.instanceof(Uint8Array),
  algorithm: z.int(),
  // pg returns bigint columns as text.
  signCount: z.coerce.number(),
  transports: z.array(z.string()),
  backupEligible: z.boolean(),
  backupAssumed: z.boolean(),
  backedUp: z.boolean(),
  userVerified: z.boolean(),
  aaguid: z.string(),
  attestationFormat: z.string(),
  userHandle: z.string(),
  rpId: z.string(),
  username: z.string(),
  displayName: z.string(),
  namedAt: z.date(),
  disabledAt: z.date().nullable(),
  disabledReason: z.string().nullable(),
  quarantinedUntil: z.date().nullable(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
  ...userFields,
});
type VaultRow = z.infer<typeof VaultRow>;

function toExportedUser(row: Omit<UserRow, "id" | "createdAt" | "disabledReason">) {
  const { sub, email, emailVerified, givenName, familyName } = row;
  return {
    sub,
    email,
    emailVerified,
    givenName,
    familyName,
    ...(row.userId === null ? {} : { userId: row.userId }),
    emailHeld: emailVerified || row.emailOwned,
    enabled: row.userDisabledAt === null,
  };
}

const toVaultUser = (row: UserRow): VaultUser => ({
  _tag: "VaultUser",
  ...toExportedUser(row),
  ...(row.disabledReason === null ? {} : { disabledReason: row.disabledReason }),
  createdAt: row.createdAt.getTime(),
});

function toVaultPasskey(row: VaultRow): VaultPasskey {
  return {
    _tag: "VaultPasskey",
    id: shownPasskeyId(row),
    credentialId: row.credentialId,
    algorithm: row.algorithm,
    signCount: row.signCount,
    transports: row.transports,
    backedUp: row.backedUp,
    userVerified: row.userVerified,
    aaguid: row.aaguid,
    attestationFormat: row.attestationFormat,
    userHandle: row.userHandle,
    rpId: row.rpId,
    username: row.username,
    displayName: row.displayName,
    publicKey: Buffer.from(row.publicKey).toString("base64url"),
    ...(row.backupAssumed ? {} : { backupEligible: row.backupEligible }),
    namedAt: row.namedAt.getTime(),
    enabled: row.disabledAt === null,
    ...(row.disabledReason === null ? {} : { disabledReason: row.disabledReason }),
    ...(row.quarantinedUntil === null ? {} : { quarantinedUntil: row.quarantinedUntil.getTime() }),
    createdAt: row.createdAt.getTime(),
    ...(row.lastUsedAt === null ? {} : { lastUsedAt: row.lastUsedAt.getTime() }),
    user: toExportedUser(row),
  };
}

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
