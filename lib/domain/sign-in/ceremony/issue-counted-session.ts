import { z } from "zod";
import {
  createSecretValue,
  hashSecretValue,
} from "@/lib/domain/access/one-time-token/secret-value";
import { unflushedCommit } from "@/lib/domain/access/one-time-token/unflushed-commit";
import { createAdmission } from "@/lib/domain/access/rate-limit/count-request";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { TenancyContext } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";
import type { AuthenticationSession } from "./ceremony-intent";

const insertSessions = createAdmission({
  row: z.object({}),
  columns: Prisma.sql`"hash" text, "payload" text, "expiresAt" timestamptz`,
  statement: (counting, { tenancyId, now }) => Prisma.sql`
    WITH ${counting.ctes}, session AS (
      INSERT INTO "OneTimeToken" ("tenancyId", "hash", "kind", "payload", "createdAt", "expiresAt")
      SELECT ${tenancyId}, decode(a."hash", 'hex'), 'authenticationSession', a."payload"::json,
        ${now}, a."expiresAt"
      FROM admitted a
    )
    SELECT ${counting.columns}, ${unflushedCommit} FROM ${counting.requests}
    ORDER BY r."turn"`,
});

/**
 * Counts a request for options and issues its session, in one round trip.
 * @returns the session token
 * @throws as countRequest
 */
export async function issueCountedSession(
  ctx: TenancyContext,
  request: UncountedRequest,
  { session, lifetimeMs }: { session: AuthenticationSession; lifetimeMs: number },
): Promise<string> {
  const token = createSecretValue();
  await insertSessions(ctx, request, {
    hash: hashSecretValue(token).toString("hex"),
    payload: JSON.stringify(session),
    expiresAt: new Date(ctx.clock.now() + lifetimeMs),
  });
  return token;
}
