import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import type { ReadyPasskey } from "./read-imported-passkey";

export interface KnownUser {
  sub: string;
  userId: string | null;
  /** How many they have. */
  passkeys: number;
}

export interface KnownPasskey {
  publicKey: Uint8Array<ArrayBuffer>;
  rpId: string;
  owner: Pick<KnownUser, "sub" | "userId">;
}

/** What lines could meet in the vault: what is there, and what the lines before them add. */
export interface VaultView {
  bySub: Map<string, KnownUser>;
  byUserId: Map<string, KnownUser>;
  owners: Map<string, KnownUser>;
  byCredentialId: Map<string, KnownPasskey>;
  passkeyIds: Set<string>;
}

export const createVaultView = (): VaultView => ({
  bySub: new Map(),
  byUserId: new Map(),
  owners: new Map(),
  byCredentialId: new Map(),
  passkeyIds: new Set(),
});

const UserRow = z.object({
  sub: z.string(),
  userId: z.string().nullable(),
  emailNormalized: z.string().nullable(),
  isOwned: z.boolean(),
});
const CountRow = z.object({ sub: z.string(), passkeys: z.coerce.number() });
const bytes = z.instanceof(Uint8Array).transform((value) => new Uint8Array(value));
const PasskeyRow = z.object({
  id: z.string(),
  credentialId: z.string(),
  publicKey: bytes,
  rpId: z.string(),
  sub: z.string(),
  userId: z.string().nullable(),
});

/** Every identity that the lines name, once each. */
export function identitiesOf(lines: ReadyPasskey[]): { userIds: string[]; emails: string[] } {
  // A new sub must not be somebody's userId either, so both are looked up as both.
  const userIds = lines
    .flatMap(({ user }) => [user.userId, user.sub])
    .filter((id) => id !== undefined);
  const emails = lines.flatMap(({ user }) => (user.email === null ? [] : [user.email.normalized]));
  return { userIds: [...new Set(userIds)], emails: [...new Set(emails)] };
}

export function rememberUser(view: VaultView, user: KnownUser, ownedEmail: string | null): void {
  view.bySub.set(user.sub, user);
  if (user.userId !== null) view.byUserId.set(user.userId, user);
  if (ownedEmail !== null) view.owners.set(ownedEmail, user);
}

/**
 * Reads into the view what these lines could meet. With `lock` the users among it, claimants of the
 * lines' emails included, stay as they are until the transaction ends, in one order for all; then
 * the number of their passkeys does too.
 */
export async function readIntoView(
  ctx: TenancyContext,
  tx: Queryable,
  { view, lines, lock }: { view: VaultView; lines: ReadyPasskey[]; lock: boolean },
): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  const { userIds, emails } = identitiesOf(lines);
  const users = UserRow.array().parse(
    await tx.$queryRaw`
      SELECT "sub", "userId", "emailNormalized", "emailVerified" OR "emailVouched" AS "isOwned" FROM "User"
      WHERE "tenancyId" = ${tenancyId} AND ("sub" = ANY (${userIds}::text[]) OR "userId" = ANY (${userIds}::text[]) OR "emailNormalized" = ANY (${emails}::text[]))
      ORDER BY "sub" ${lock ? Prisma.sql`FOR UPDATE` : Prisma.empty}`,
  );
  const counts = CountRow.array().parse(
    await tx.$queryRaw`
      SELECT "sub", count(*) AS "passkeys" FROM "Passkey" WHERE "tenancyId" = ${tenancyId} AND "sub" = ANY (${users.map(({ sub }) => sub)}::text[]) GROUP BY "sub"`,
  );
  const passkeysOf = new Map(counts.map(({ sub, passkeys }) => [sub, passkeys]));
  for (const { sub, userId, emailNormalized, isOwned } of users)
    if (!view.bySub.has(sub))
      rememberUser(
        view,
        { sub, userId, passkeys: passkeysOf.get(sub) ?? 0 },
        isOwned ? emailNormalized : null,
      );

  const passkeys = PasskeyRow.array().parse(
    await tx.$queryRaw`
      SELECT p."id", p."credentialId", p."publicKey", p."rpId", u."sub", u."userId"
      FROM "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
      WHERE p."tenancyId" = ${tenancyId}
        AND (p."credentialId" = ANY (${lines.map(({ columns }) => columns.credentialId)}::text[]) OR p."id" = ANY (${lines.flatMap(({ id }) => id ?? [])}::text[]))`,
  );
  for (const { id, credentialId, publicKey, rpId, sub, userId } of passkeys) {
    view.byCredentialId.set(credentialId, { publicKey, rpId, owner: { sub, userId } });
    view.passkeyIds.add(id);
  }
}
