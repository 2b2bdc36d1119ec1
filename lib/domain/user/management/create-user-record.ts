import type { CreateUser, UserRecordReply } from "@/lib/contract/user-record";
import type { TenancyContext } from "@/lib/domain/base/context";
import { createUser } from "@/lib/domain/user/create-user";
import { readUserRecord } from "./get-user-record";

/** Creates a user. @throws DuplicateUser · InvalidEmail · DuplicateEmail · BadRequest (userId) */
export const createUserRecord = (
  ctx: TenancyContext,
  newUser: CreateUser,
): Promise<UserRecordReply> =>
  ctx.db.$transaction(async (tx) =>
    readUserRecord(ctx, tx, (await createUser(ctx, tx, newUser)).sub),
  );
