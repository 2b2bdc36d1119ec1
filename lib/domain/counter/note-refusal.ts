import type { Service } from "@/lib/domain/context";
import { type EventContext, noteEvent } from "@/lib/domain/timeline/note-event";
import type { TimelineKind } from "@/lib/domain/timeline/timeline-event";
import type { ServiceError } from "@/lib/errors";
import { failureMetric } from "./failure-metric";

const prefix = "failure.".length;

/**
 * Counts a refused request, and adds it to the timeline of the user or mailbox that the error
 * concerns. No I/O. Errors that say nothing about a tenancy are skipped.
 */
export function noteRefusal(
  ctx: EventContext & Pick<Service, "activity">,
  kind: TimelineKind,
  error: ServiceError,
): void {
  const metric = failureMetric(error);
  if (metric === undefined) return;
  ctx.activity.note(ctx.tenancy.id, metric);
  noteEvent(ctx, kind, { ...error.subject, reason: metric.slice(prefix) });
}
