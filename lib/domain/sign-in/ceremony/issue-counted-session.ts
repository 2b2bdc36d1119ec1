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

const insertSessions = createAdmission(z.object({}), ({ tenancy }, now) => ({
  columns: Prisma.sql`, "hash" text, "payload" text, "expiresAt" timestamptz`,
  ctes: Prisma.sql`, session AS (
      INSERT INTO "OneTimeToken" ("tenancyId", "hash", "kind", "payload", "createdAt", "expiresAt")
      SELECT ${tenancy.id}, decode(r."hash", 'hex'), 'authenticationSession', r."payload"::json,
        ${new Date(now)}, r."expiresAt"
      FROM admitted r
    )`,
  select: Prisma.sql`, ${unflushedCommit}`,
  join: Prisma.empty,
}));

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
