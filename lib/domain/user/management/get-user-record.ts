import type { z } from "zod";
import type { UserRecord, UserRecordReply } from "@/lib/contract/user-record";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { foundUserColumns, UserRow } from "@/lib/domain/user/search/found-user";
import { ServiceError } from "@/lib/errors";
import { requireSub } from "./require-sub";

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
export async function readUserRecord(
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
