import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";
import { cleanSearchText } from "./search-words";
import { userMatches } from "./user-matches";

const Match = z.object({ sub: z.string(), rank: z.int() });

/**
 * Returns the subs of a tenancy's users that match a text, as in the users list. Only the exact
 * matches if there are any. Raw, because it reads the search indexes.
 */
export async function findMatchingSubs(
  { db }: Pick<TenancyContext, "db">,
  { tenancyId, text, rows }: { tenancyId: string; text: string; rows: number },
): Promise<string[]> {
  const query = cleanSearchText(text);
  if (query === "") return [];
  const { ctes } = userMatches(tenancyId, query, rows);
  const matches = await db.query(Match)(
    Prisma.sql`WITH ${ctes} SELECT "sub", "rank" FROM matched ORDER BY "rank", "sub" DESC`,
  );
  const exact = matches.filter(({ rank }) => rank === 0);
  return (exact.length > 0 ? exact : matches).map(({ sub }) => sub);
}
