import { isLiveToken } from "@/lib/domain/one-time-token/consume-token";
import type { Prefetch } from "@/lib/domain/rate-limit/count-request";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import type { TokenKind } from "@/prisma/generated/enums";

export type PreparedKind = Extract<
  TokenKind,
  "passkeyUpdate" | "passkeyDeletion" | "passkeyPruning"
>;

/**
 * Reads a prepared token in the statement that admits the request, without consuming it.
 * @param instructions a subquery on token row `o` that returns JSON, read in the same snapshot
 */
export const prefetchPreparedToken =
  (kind: PreparedKind, token: string, instructions = Prisma.sql`NULL::json`): Prefetch =>
  (scope, isAdmitted) => Prisma.sql`
    "prefetch" AS (
      SELECT o."payload", ${instructions} AS "instructions" FROM "OneTimeToken" o
      WHERE ${isLiveToken(scope, kind, token)} AND ${isAdmitted})`;

/** Returns the row of the prefetch. @throws InvalidToken when there is no valid token */
export function requirePrefetched(prefetched: unknown): unknown {
  if (prefetched === null || prefetched === undefined)
    throw new ServiceError("@error/InvalidToken");
  return prefetched;
}
