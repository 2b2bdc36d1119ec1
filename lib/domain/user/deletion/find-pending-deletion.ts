import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { isPendingDeletion } from "@/lib/domain/user/set-user-disabled";

const Row = z.object({ requestedAt: z.date(), dueAt: z.date(), staysDisabled: z.boolean() });

/** A user's pending request to delete the account. Times in ms. */
export interface RequestedAccountDeletion {
  requestedAt: number;
  /** When the user is erased. */
  dueAt: number;
  /** Whether cancelling it leaves the user disabled. */
  staysDisabled: boolean;
}

/** Finds a user's pending request; null if there is none. Raw, because its condition is SQL. */
export async function findPendingDeletion(
  ctx: TenancyContext,
  sub: string,
): Promise<RequestedAccountDeletion | null> {
  const [row] = await ctx.db.query(Row)`
    SELECT d."requestedAt", d."dueAt", d."staysDisabled" FROM "UserDeletion" d
    JOIN "User" u ON ${isPendingDeletion}
    WHERE d."tenancyId" = ${ctx.tenancy.id} AND d."sub" = ${sub}`;
  if (row === undefined) return null;
  const { requestedAt, dueAt, staysDisabled } = row;
  return { requestedAt: requestedAt.getTime(), dueAt: dueAt.getTime(), staysDisabled };
}
