import type { z } from "zod";
import type { UserExportLine } from "@/lib/contract/user-export";
import type {
  ChangeUser,
  CreateUser,
  ErasedUser,
  UserRecord,
  UserRecordReply,
} from "@/lib/contract/user-record";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { changeUser } from "@/lib/domain/user/change-user";
import { createUser } from "@/lib/domain/user/create-user";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { exportUserLines } from "@/lib/domain/user/export-user";
import { foundUserColumns, UserRow } from "@/lib/domain/user/search/found-user";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { ServiceError } from "@/lib/errors";

/**
 * Returns the `sub` of the user whom an id names: an application id first, then any user's `sub`.
 * A new application id is never another user's `sub`, so an id names one user.
 * @throws NotFound
 */
export async function requireSub({ db, tenancy }: TenancyContext, id: string): Promise<string> {
  const users = await db.user.findMany({
    where: { tenancyId: tenancy.id, OR: [{ userId: id }, { sub: id }] },
    select: { sub: true, userId: true },
    take: 2,
  });
  const found = users.find(({ userId }) => userId === id) ?? users[0];
  if (found === undefined) throw new ServiceError("@error/NotFound");
  return found.sub;
}

export function toUserRecord({
  userId,
  disabledAt,
  createdAt,
  lastSignInAt,
  ...row
}: z.infer<typeof UserRow>): UserRecord {
  const { sub, email, givenName, familyName, emailVerified, passkeys } = row;
  return {
    sub,
    ...(userId === null ? {} : { userId }),
    email,
    givenName,
    familyName,
    emailVerified,
    enabled: disabledAt === null,
    createdAt: createdAt.getTime(),
    ...(lastSignInAt === null ? {} : { lastSignInAt: lastSignInAt.getTime() }),
    passkeys,
  };
}

/** Reads a user with its passkeys' number and last sign-in. @throws NotFound */
async function readUserRecord(
  { tenancy }: TenancyContext,
  db: Queryable,
  sub: string,
): Promise<UserRecordReply> {
  // Raw: the columns of the users list.
  const [row] = await db.query(UserRow)`
    SELECT ${foundUserColumns} FROM "User" u
    WHERE u."tenancyId" = ${tenancy.id} AND u."sub" = ${sub}`;
  if (row === undefined) throw new ServiceError("@error/NotFound");
  return { _tag: "User", user: toUserRecord(row) };
}

/** @throws NotFound */
export const getUserRecord = async (ctx: TenancyContext, id: string): Promise<UserRecordReply> =>
  readUserRecord(ctx, ctx.db, await requireSub(ctx, id));

/** Creates a user. @throws DuplicateUser · InvalidEmail · DuplicateEmail · BadRequest (userId) */
export const createUserRecord = (
  ctx: TenancyContext,
  newUser: CreateUser,
): Promise<UserRecordReply> =>
  ctx.db.$transaction(async (tx) =>
    readUserRecord(ctx, tx, (await createUser(ctx, tx, newUser)).sub),
  );

/** Disables or enables a user. @throws NotFound */
export async function setUserRecordEnabled(
  ctx: TenancyContext,
  id: string,
  { enabled, reason }: { enabled: boolean; reason: string | undefined },
): Promise<UserRecordReply> {
  const sub = await requireSub(ctx, id);
  await setUserDisabled(ctx, sub, !enabled, reason);
  return readUserRecord(ctx, ctx.db, sub);
}

/** Changes a user. @throws as `changeUser` */
export async function changeUserRecord(
  ctx: TenancyContext,
  id: string,
  changes: ChangeUser,
): Promise<UserRecordReply> {
  const sub = await requireSub(ctx, id);
  return ctx.db.$transaction(async (tx) => {
    await changeUser(ctx, tx, sub, changes);
    return readUserRecord(ctx, tx, sub);
  });
}

/** Erases a user and all personal data. @throws NotFound */
export async function eraseUserRecord(
  ctx: TenancyContext,
  id: string,
  reason: string | undefined,
): Promise<ErasedUser> {
  const sub = await requireSub(ctx, id);
  const { passkeys, challenges, mails } = await eraseUser(ctx, sub, reason);
  return { _tag: "ErasedUser", sub, passkeys, challenges, emails: mails };
}

/** Exports everything stored about a user as lines. @throws NotFound before the first line */
export async function* exportUserRecord(
  ctx: TenancyContext,
  id: string,
): AsyncGenerator<UserExportLine, void, undefined> {
  yield* exportUserLines(ctx, await requireSub(ctx, id));
}
