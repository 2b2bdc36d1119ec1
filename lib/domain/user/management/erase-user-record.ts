import type { ErasedUser } from "@/lib/contract/user-record";
import type { TenancyContext } from "@/lib/domain/base/context";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { requireSub } from "./require-sub";

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
