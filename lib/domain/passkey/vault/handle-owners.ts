import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";

interface Handle {
  rpId: string;
  userHandle: string;
}

/** The users who have or had each user handle of a relying party. */
export type HandleOwners = Map<string, Set<string>>;

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
export async function readHandleOwners(
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
