import { z } from "zod";
import { consumeTokens } from "@/lib/domain/access/one-time-token/consume-token";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import { unflushedCommit } from "@/lib/domain/access/one-time-token/unflushed-commit";
import { createAdmission } from "@/lib/domain/access/rate-limit/count-request";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { TenancyContext } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";
import { AuthenticationSession } from "./authentication-intent";
import { RegistrationSession } from "./registration-intent";

const Row = z.object({
  /** Null when no session was consumed. */
  kind: z.enum(["authenticationSession", "registrationSession"]).nullable(),
  payload: z.unknown(),
  apiKeyId: z.string().nullable(),
  createdAt: z.date().nullable(),
});

export type SpentSession = {
  apiKeyId: string | null;
  createdAt: Date;
} & (
  | { flow: "sign-in"; session: AuthenticationSession }
  | { flow: "registration"; session: RegistrationSession }
);

// After the admission: `consumed` marks the sessions as used.
const spendSessions = createAdmission(
  Row,
  ({ tenancy }, now) => ({
    columns: Prisma.sql`, "hash" text`,
    ctes: Prisma.sql`, ${consumeTokens(
      { tenancyId: tenancy.id, now: new Date(now) },
      Prisma.sql`ANY (ARRAY['authenticationSession', 'registrationSession']::"TokenKind"[])`,
      Prisma.sql`SELECT decode("hash", 'hex') FROM admitted`,
    )}`,
    select: Prisma.sql`, s."kind"::text AS "kind", s."payload", s."apiKeyId", s."createdAt",
      ${unflushedCommit}`,
    join: Prisma.sql`LEFT JOIN consumed s ON s."hash" = decode(r."hash", 'hex')`,
  }),
  ({ hash }: { hash: string }) => hash,
);

/**
 * Counts a request and consumes a session of either ceremony, in one round trip, which is the same
 * whether the session exists or not.
 * @returns null when there is no valid session
 * @throws as countRequest
 */
export async function spendSession(
  ctx: TenancyContext,
  request: UncountedRequest,
  sessionToken: string,
): Promise<SpentSession | null> {
  const { kind, payload, apiKeyId, createdAt } = await spendSessions(ctx, request, {
    hash: hashSecretValue(sessionToken).toString("hex"),
  });
  if (kind === null || createdAt === null) return null;
  return kind === "authenticationSession"
    ? { flow: "sign-in", session: AuthenticationSession.parse(payload), apiKeyId, createdAt }
    : { flow: "registration", session: RegistrationSession.parse(payload), apiKeyId, createdAt };
}
