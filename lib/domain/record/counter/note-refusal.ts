import type { Service } from "@/lib/domain/base/context";
import { type ErrorMetric, type FailureMetric, isErrorMetric } from "@/lib/domain/base/metric";
import type { TimelineKind } from "@/lib/domain/base/timeline-event";
import { type EventContext, noteEvent } from "@/lib/domain/record/timeline/note-event";
import type { ErrorSubject, ServiceError } from "@/lib/errors";

/** Returns the metric of an error by its tag and reason; undefined when it isn't counted. */
function failureMetric({ tag, extra }: ServiceError): ErrorMetric | undefined {
  const reason = "reason" in extra ? `.${extra.reason}` : "";
  const name = `failure.${tag.slice("@error/".length)}${reason}`;
  return isErrorMetric(name) ? name : undefined;
}

const prefix = "failure.".length;

type NoteContext = EventContext & Pick<Service, "activity">;

/** As noteRefusal, for a refusal that no error carries. */
export function noteFailure(
  ctx: NoteContext,
  kind: TimelineKind,
  metric: FailureMetric,
  subject: ErrorSubject,
): void {
  ctx.activity.note(ctx.tenancy.id, metric);
  noteEvent(ctx, kind, { ...subject, reason: metric.slice(prefix) });
}

/**
 * Counts a refused request, and adds it to the timeline of the user or mailbox that the error
 * concerns. No I/O. Errors that say nothing about a tenancy are skipped.
 */
export function noteRefusal(ctx: NoteContext, kind: TimelineKind, error: ServiceError): void {
  const metric = failureMetric(error);
  if (metric !== undefined) noteFailure(ctx, kind, metric, error.subject);
}
