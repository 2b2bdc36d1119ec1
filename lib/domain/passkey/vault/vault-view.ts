import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";
import type { ReadyPasskey, ReadyUser } from "./read-imported-passkey";

interface Handle {
  rpId: string;
  userHandle: string;
}

/** The users who have or had each user handle of a relying party. */
type HandleOwners = Map<string, Set<string>>;

const keyOf = ({ rpId, userHandle }: Handle) => `${rpId} ${userHandle}`;

export function addHandleOwner(owners: HandleOwners, handle: Handle, sub: string): void {
  owners.set(keyOf(handle), (owners.get(keyOf(handle)) ?? new Set()).add(sub));
}

/** Whether a user other than `sub` has the handle. Anyone is another user than a new one, null. */
export const isHandleOfAnother = (
  owners: HandleOwners,
  handle: Handle,
  sub: string | null,
): boolean => [...(owners.get(keyOf(handle)) ?? [])].some((owner) => owner !== sub);

const Row = z.object({ rpId: z.string(), userHandle: z.string(), sub: z.string() });

/** Adds the tenancy's users who have or had one of these handles, by a passkey or a registration. */
async function readHandleOwners(
  ctx: TenancyContext,
  tx: Queryable,
  owners: HandleOwners,
  userHandles: string[],
): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  // Raw, because Prisma would send each handle as a parameter, in a new statement per length.
  const rows = await tx.query(Row)`
    SELECT "rpId", "userHandle", "sub" FROM "Passkey"
    WHERE "tenancyId" = ${tenancyId} AND "userHandle" = ANY (${userHandles}::text[])
    UNION SELECT "rpId", "userHandle", "sub" FROM "UserHandle"
    WHERE "tenancyId" = ${tenancyId} AND "userHandle" = ANY (${userHandles}::text[])
    UNION SELECT "rpId", "userHandle", "sub" FROM "FormerUserHandle"
    WHERE "tenancyId" = ${tenancyId} AND "userHandle" = ANY (${userHandles}::text[])`;
  for (const { sub, ...handle } of rows) addHandleOwner(owners, handle, sub);
}

/** A valid line: a passkey with its user, or a user. */
export type ReadyLine = ReadyPasskey | ReadyUser;

export const isPasskeyLine = (line: ReadyLine): line is ReadyPasskey => "columns" in line;

export interface KnownUser {
  sub: string;
  userId: string | null;
  /** The number of the user's passkeys. */
  passkeys: number;
}

export interface KnownPasskey {
  publicKey: Uint8Array<ArrayBuffer>;
  rpId: string;
  owner: Pick<KnownUser, "sub" | "userId">;
}

/** The stored rows that import lines can match, and the rows that earlier lines add. */
export interface VaultView {
  bySub: Map<string, KnownUser>;
  byUserId: Map<string, KnownUser>;
  owners: Map<string, KnownUser>;
  byCredentialId: Map<string, KnownPasskey>;
  /** Own ids and former ids. No text is both. */
  passkeyIds: Set<string>;
  handles: HandleOwners;
}

export const createVaultView = (): VaultView => ({
  bySub: new Map(),
  byUserId: new Map(),
  owners: new Map(),
  byCredentialId: new Map(),
  passkeyIds: new Set(),
  handles: new Map(),
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
  formerId: z.string().nullable(),
  credentialId: z.string(),
  publicKey: bytes,
  rpId: z.string(),
  sub: z.string(),
  userId: z.string().nullable(),
});

/** Returns all distinct identities in the lines. */
export function identitiesOf(lines: ReadyLine[]): { userIds: string[]; emails: string[] } {
  // A new sub must not equal another user's userId, so both are looked up as both.
  const userIds = lines
    .flatMap(({ user }) => [user.userId, user.sub])
    .filter((id) => id !== undefined);
  const emails = lines.flatMap(({ user }) => (user.email === null ? [] : [user.email.normalized]));
  return { userIds: [...new Set(userIds)], emails: [...new Set(emails)] };
}

export function addUser(view: VaultView, user: KnownUser, ownedEmail: string | null): void {
  view.bySub.set(user.sub, user);
  if (user.userId !== null) view.byUserId.set(user.userId, user);
  if (ownedEmail !== null) view.owners.set(ownedEmail, user);
}

/**
 * Adds the stored rows that these lines can match to the view. `lock` locks the users, including
 * claimants of the lines' emails, until the transaction ends. That also fixes the number of their
 * passkeys. Raw, because Prisma would send each id as a parameter, in a new statement per length.
 */
export async function readIntoView(
  ctx: TenancyContext,
  tx: Queryable,
  { view, lines, lock }: { view: VaultView; lines: ReadyLine[]; lock: boolean },
): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  const { userIds, emails } = identitiesOf(lines);
  const users = await tx.query(UserRow)`
    SELECT "sub", "userId", "emailNormalized", "emailVerified" OR "emailVouched" AS "isOwned"
    FROM "User"
    WHERE "tenancyId" = ${tenancyId} AND (
      "sub" = ANY (${userIds}::text[]) OR "userId" = ANY (${userIds}::text[])
      OR "emailNormalized" = ANY (${emails}::text[]))
    ORDER BY "sub" ${lock ? Prisma.sql`FOR UPDATE` : Prisma.empty}`;
  const counts = await tx.query(CountRow)`
    SELECT "sub", count(*) AS "passkeys" FROM "Passkey"
    WHERE "tenancyId" = ${tenancyId} AND "sub" = ANY (${users.map(({ sub }) => sub)}::text[])
    GROUP BY "sub"`;
  const passkeysOf = new Map(counts.map(({ sub, passkeys }) => [sub, passkeys]));
  for (const { sub, userId, emailNormalized, isOwned } of users)
    if (!view.bySub.has(sub))
      addUser(
        view,
        { sub, userId, passkeys: passkeysOf.get(sub) ?? 0 },
        isOwned ? emailNormalized : null,
      );

  const passkeyLines = lines.filter(isPasskeyLine);
  const passkeys = await tx.query(PasskeyRow)`
    SELECT p."id", p."formerId", p."credentialId", p."publicKey", p."rpId", u."sub", u."userId"
    FROM "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    WHERE p."tenancyId" = ${tenancyId}
      AND (p."credentialId" = ANY (${passkeyLines.map(({ columns }) => columns.credentialId)}::text[])
        OR p."id" = ANY (${passkeyLines.flatMap(({ id }) => id ?? [])}::text[])
        OR p."formerId" = ANY (${passkeyLines.flatMap(({ columns }) => columns.formerId ?? [])}::text[]))`;
  for (const { id, formerId, credentialId, publicKey, rpId, sub, userId } of passkeys) {
    view.byCredentialId.set(credentialId, { publicKey, rpId, owner: { sub, userId } });
    view.passkeyIds.add(id);
    if (formerId !== null) view.passkeyIds.add(formerId);
  }
  const handles = passkeyLines.map(({ columns }) => columns.userHandle);
  await readHandleOwners(ctx, tx, view.handles, handles);
}
