import type { UserRecordReply } from "@/lib/contract/user-record";
import type { TenancyContext } from "@/lib/domain/base/context";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { readUserRecord } from "./get-user-record";
import { requireSub } from "./require-sub";

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
