import { z } from "zod";
import type { ReportOutcome } from "@/lib/contract/prompt-outcome";
import { consumeTokens } from "@/lib/domain/access/one-time-token/consume-token";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import { unflushedCommit } from "@/lib/domain/access/one-time-token/unflushed-commit";
import { createAdmission } from "@/lib/domain/access/rate-limit/count-request";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { TenancyContext } from "@/lib/domain/base/context";
import { promptMetric } from "@/lib/domain/base/metric";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import type { ErrorSubject } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { AuthenticationSession, RegistrationSession } from "./ceremony-intent";

const Row = z.object({
  /** Null when no session was consumed. */
  kind: z.enum(["authenticationSession", "registrationSession"]).nullable(),
  payload: z.unknown(),
  apiKeyId: z.string().nullable(),
  createdAt: z.date().nullable(),
});

type SpentSession = {
  apiKeyId: string | null;
  createdAt: Date;
} & (
  | { flow: "sign-in"; session: AuthenticationSession }
  | { flow: "registration"; session: RegistrationSession }
);

const spendSessions = createAdmission({
  row: Row,
  columns: Prisma.sql`"hash" text`,
  statement: (counting, scope) => Prisma.sql`
    WITH ${counting.ctes}, ${consumeTokens(
      scope,
      Prisma.sql`ANY (ARRAY['authenticationSession', 'registrationSession']::"TokenKind"[])`,
      Prisma.sql`SELECT decode("hash", 'hex') FROM admitted`,
    )}
    SELECT ${counting.columns}, s."kind"::text AS "kind", s."payload", s."apiKeyId", s."createdAt",
      ${unflushedCommit}
    FROM ${counting.requests} LEFT JOIN consumed s ON s."hash" = decode(r."hash", 'hex')
    ORDER BY r."turn"`,
  conflictKey: ({ hash }: { hash: string }) => hash,
});

/**
 * Counts a request and consumes a session of either ceremony, in one round trip, which is the same
 * whether the session exists or not.
 * @returns null when there is no valid session
 * @throws as countRequest
 */
async function spendSession(
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

/** Whether the session is of a prompt. Autofill offers and automatic registrations show none. */
const isPrompt = (spent: SpentSession): boolean =>
  spent.flow === "sign-in"
    ? spent.session.mediation === "required"
    : spent.session.automatic !== true;

/**
 * The user whom the session names. Undefined if it names none, or if the visitor chose the user:
 * anyone can start such a session for anyone.
 */
function subjectOf({ flow, session, apiKeyId }: SpentSession): ErrorSubject | undefined {
  if (apiKeyId === null && session.hosted === undefined) return undefined;
  if (flow === "registration") return { userHandle: session.userHandle };
  const [allowedCredentialId] = session.allowCredentials ?? [];
  return allowedCredentialId === undefined ? undefined : { allowedCredentialId };
}

const clamp = (value: number, max: number) => Math.max(0, Math.min(value, max));

/**
 * Consumes the session of a prompt that ended without a passkey, and counts how it ended. Adds it to
 * the timeline of a user whom a backend or a proved mailbox named. An unknown session changes nothing,
 * and takes the same statement. One round trip, shared with concurrent requests.
 * @throws as countRequest
 */
export async function reportOutcome(
  ctx: TenancyContext,
  request: UncountedRequest,
  { sessionToken, outcome, errorName, afterMs }: ReportOutcome,
): Promise<void> {
  const spent = await spendSession(ctx, request, sessionToken);
  if (spent === null || !isPrompt(spent)) return;
  ctx.activity.note(ctx.tenancy.id, promptMetric(spent.flow, outcome));
  const subject = subjectOf(spent);
  if (subject === undefined) return;
  noteEvent(ctx, `${spent.flow}.reported`, {
    ...subject,
    reason: outcome === "failed" && errorName !== undefined ? `failed.${errorName}` : outcome,
    afterMs: clamp(afterMs, ctx.clock.now() - spent.createdAt.getTime()),
  });
}
