import { addressPrefix } from "@/lib/domain/base/address-bucket";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { TimelineEvent, TimelineKind } from "@/lib/domain/base/timeline-event";
import type { ErrorSubject } from "@/lib/errors";
import { limits } from "@/lib/limits";

/** The context of a request, or of a background task, which has no client. */
export type EventContext = Pick<TenancyContext, "clock" | "createId" | "timeline"> & {
  tenancy: { id: string };
} & Partial<Pick<TenancyContext, "actor" | "client" | "requestId">>;

/** Ids from the request may be of any length. Longer ones than ours identify nothing. */
const bounded = (id: string | undefined) =>
  id !== undefined && id.length <= limits.timelineIdCharacters ? id : undefined;

/**
 * Adds an event to the timeline. No I/O: a background task writes it within a second. A crash can
 * lose events of that second. Keeps the browser and the address prefix of visitors only, because a
 * backend's address says nothing about the user.
 */
export function noteEvent(
  ctx: EventContext,
  kind: TimelineKind,
  {
    reason,
    afterMs,
    ...subject
  }: ErrorSubject & Pick<TimelineEvent, "reason" | "afterMs" | "authenticatorAttachment">,
): void {
  const visitor = ctx.actor?.kind === "browser" ? ctx.client : undefined;
  const { challengeId, credentialId, userHandle } = subject;
  ctx.timeline.note({
    ...subject,
    challengeId: bounded(challengeId),
    credentialId: bounded(credentialId),
    userHandle: bounded(userHandle),
    tenancyId: ctx.tenancy.id,
    id: ctx.createId(),
    kind,
    reason,
    afterMs,
    requestId: ctx.requestId,
    addressPrefix: visitor?.address === undefined ? undefined : addressPrefix(visitor.address),
    userAgent: visitor?.userAgent,
    count: 1,
    createdAtMs: ctx.clock.now(),
  });
}
