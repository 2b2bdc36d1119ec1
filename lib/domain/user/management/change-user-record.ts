import type { ChangeUser, UserRecordReply } from "@/lib/contract/user-record";
import type { TenancyContext } from "@/lib/domain/base/context";
import { changeUser } from "@/lib/domain/user/change-user";
import { readUserRecord } from "./get-user-record";
import { requireSub } from "./require-sub";

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
