import { idPattern, PasskeyId } from "@/lib/contract/fields";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";

// An imported passkey can have two ids. Its own is the key of rows, audit events and cursors. The
// one from its former service is what an application has stored: callers send and get it.

interface Ids {
  id: string;
  formerId: string | null;
}

/** Returns the id of a passkey that callers and operators see. */
export const shownPasskeyId = ({ id, formerId }: Ids): string => formerId ?? id;

/** The same as a column, from passkey `p`. */
export const shownPasskeyIdColumn = Prisma.sql`COALESCE(p."formerId", p."id")`;

/**
 * Finds the own ids of passkeys by ids from outside, and returns them by these. An id in the form of
 * our own is no former id, so it stands for itself without a read, even if there is no such passkey.
 */
export async function findPasskeyIds(
  { tenancy }: TenancyContext,
  db: Pick<Queryable, "passkey">,
  given: readonly string[],
): Promise<Map<string, string>> {
  const own = given.filter((id) => idPattern.test(id));
  const former = given.filter((id) => !idPattern.test(id) && PasskeyId.safeParse(id).success);
  const found =
    former.length === 0
      ? []
      : await db.passkey.findMany({
          where: { tenancyId: tenancy.id, formerId: { in: former } },
          select: { id: true, formerId: true },
        });
  return new Map([
    ...own.map((id) => [id, id] as const),
    ...found.map(({ id, formerId }) => [formerId ?? id, id] as const),
  ]);
}

/** Finds the own id of one passkey by an id from outside. An unknown id is no passkey's own. */
export async function findPasskeyId(
  ctx: TenancyContext,
  db: Pick<Queryable, "passkey">,
  given: string,
): Promise<string> {
  return (await findPasskeyIds(ctx, db, [given])).get(given) ?? given;
}
