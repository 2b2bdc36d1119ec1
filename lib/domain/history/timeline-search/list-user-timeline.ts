import { z } from "zod";
import type { ListTimeline, TimelineRecord, UserTimeline } from "@/lib/contract/user-timeline";
import type { TenancyContext } from "@/lib/domain/base/context";
import { readCursor, requireSameFilters, writeCursor } from "@/lib/domain/base/list-cursor";
import { requireSub } from "@/lib/domain/user/management/user-record";
import { ServiceError } from "@/lib/errors";
import { listTimeline, timelineFilters } from "./list-timeline";
import { findMailboxOf, type TimelineEntry } from "./timeline-entry";

const TimelinePosition = z.object({
  /** Id of the last event read. */
  before: z.string(),
  sub: z.string(),
  show: z.enum(timelineFilters).optional(),
});

const cursors = { purpose: "user-timeline-cursor", Position: TimelinePosition } as const;

/** Without what operators wrote, and without their names: those are for the console. */
function toRecord(entry: TimelineEntry): TimelineRecord {
  const { id, at, kind, count, reason, actor, passkey, challenge, detail, ...facts } = entry;
  const { requestId, addressPrefix, userAgent, origin, authenticatorAttachment, afterMs } = facts;
  const known = {
    reason,
    detail,
    passkeyId: passkey?.id,
    challengeId: challenge?.id,
    requestId,
    addressPrefix,
    userAgent,
    origin,
    authenticatorAttachment,
    afterMs,
    actor:
      actor === null ? null : { kind: actor.kind, ...(actor.id === null ? {} : { id: actor.id }) },
  };
  return {
    id,
    kind,
    createdAt: at,
    count,
    ...Object.fromEntries(
      Object.entries(known).filter(([, value]) => value !== null && value !== undefined),
    ),
  };
}

/**
 * Lists a page of a user's timeline, newest first, as the console's page of the user does.
 * @throws NotFound · BadRequest when the cursor is invalid, or of another user or filter
 */
export async function listUserTimeline(
  ctx: TenancyContext,
  id: string,
  { cursor, limit, show }: ListTimeline,
): Promise<UserTimeline> {
  const sub = await requireSub(ctx, id);
  const position = cursor === undefined ? undefined : readCursor(ctx, cursors, cursor);
  if (position !== undefined)
    requireSameFilters({ cursor: sub, show }, { ...position, cursor: position.sub });
  const user = await ctx.db.user.findUnique({
    where: { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub } },
    select: { sub: true, emailNormalized: true, passkeys: { select: { id: true } } },
  });
  if (user === null) throw new ServiceError("@error/NotFound");
  const person = {
    sub,
    mailbox: await findMailboxOf(ctx, user),
    passkeyIds: user.passkeys.map((passkey) => passkey.id),
  };
  const filter = position?.show ?? show;
  const { entries, next } = await listTimeline(
    ctx,
    person,
    { filter, before: position?.before },
    limit,
  );
  return {
    _tag: "UserTimeline",
    cursor:
      next === null ? null : writeCursor(ctx, cursors.purpose, { before: next, sub, show: filter }),
    records: entries.map(toRecord),
  };
}
