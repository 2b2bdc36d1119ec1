import type { ReportOutcome } from "@/lib/contract/prompt-outcome";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { TenancyContext } from "@/lib/domain/base/context";
import { promptMetric } from "@/lib/domain/base/metric";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import type { ErrorSubject } from "@/lib/errors";
import { spendSession, type SpentSession } from "./spend-session";

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
