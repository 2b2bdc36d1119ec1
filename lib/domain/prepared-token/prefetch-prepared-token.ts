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
 * Reads a prepared token, and with `instructions` what it stands for now, in the round trip that
 * admits the request and so in one snapshot. Nothing is spent. `instructions` answers JSON, for
 * token row `o`.
 */
export const prefetchPreparedToken =
  (kind: PreparedKind, token: string, instructions = Prisma.sql`NULL::json`): Prefetch =>
  (scope, isAdmitted) => Prisma.sql`
    "prefetch" AS (
      SELECT o."payload", ${instructions} AS "instructions" FROM "OneTimeToken" o
      WHERE ${isLiveToken(scope, kind, token)} AND ${isAdmitted})`;

/** What the ride brought back. @throws InvalidToken when there is no such token */
export function requirePrefetched(prefetched: unknown): unknown {
  if (prefetched === null || prefetched === undefined)
    throw new ServiceError("@error/InvalidToken");
  return prefetched;
}
