import type { TenancyContext } from "@/lib/domain/base/context";
import { type ListedApiKey, listedApiKey } from "./list-api-keys";

/** The keys before and after a key in its rotations, as far as they are in use. */
export interface Rotation {
  /** The key that it replaced. */
  older: ListedApiKey | undefined;
  /** The key that replaced it. */
  newer: ListedApiKey | undefined;
}

/**
 * Finds what is in use besides each of these keys because of a rotation.
 * @param keys at most a page of keys
 */
export async function findRotations(
  ctx: TenancyContext,
  keys: readonly Pick<ListedApiKey, "id" | "replacedById">[],
): Promise<Map<string, Rotation>> {
  const now = ctx.clock.now();
  const rows = await ctx.db.apiKey.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      revokedAt: null,
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date(now) } }] },
        {
          OR: [
            { replacedById: { in: keys.map(({ id }) => id) } },
            { id: { in: keys.flatMap(({ replacedById }) => replacedById ?? []) } },
          ],
        },
      ],
    },
    omit: { hash: true },
  });
  const found = rows.map((row) => listedApiKey(row, now));
  return new Map(
    keys.map(({ id, replacedById }) => [
      id,
      {
        older: found.find((each) => each.replacedById === id),
        newer: found.find((each) => each.id === replacedById),
      },
    ]),
  );
}
