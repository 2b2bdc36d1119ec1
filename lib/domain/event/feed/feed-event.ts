// An event as followers and webhooks get it. A statement selects `eventColumns` from rows `f` of
// FeedEvent, with `eventJoins`:
// - `a`: the audit event, which has what happened
// - `u`: the user whom it is about, if there is one
// - `p`: the passkey that it is about, if it still exists

import { z } from "zod";
import type { Event } from "@/lib/contract/event";
import { Prisma } from "@/prisma/generated/client";
import { readEventDetail } from "./event-types";

/**
 * `targetId` is the id that callers know: of an imported passkey, the one from its former service. After
 * its deletion only the event's detail has that, `<sub> <former id>`.
 */
export const eventColumns = Prisma.sql`
  f."number", f."type", f."sub", a."id", a."actorKind", a."actorId", a."targetKind",
  COALESCE(p."formerId",
    CASE WHEN f."type" = 'passkey.deleted' THEN substring(a."detail" FROM ' (.*)$') END,
    a."targetId") AS "targetId", a."detail", a."requestId", a."createdAt",
  u."userId"`;

// OFFSET 0 keeps each a search by key. Otherwise, PostgreSQL may read whole tables for a page.
export const eventJoins = Prisma.sql`
  JOIN LATERAL (
    SELECT * FROM "AuditEvent" WHERE "tenancyId" = f."tenancyId" AND "id" = f."eventId" OFFSET 0
  ) a ON true
  LEFT JOIN LATERAL (
    SELECT "userId" FROM "User" WHERE "tenancyId" = f."tenancyId" AND "sub" = f."sub" OFFSET 0
  ) u ON true
  LEFT JOIN LATERAL (
    SELECT "formerId" FROM "Passkey"
    WHERE a."targetKind" = 'passkey' AND "tenancyId" = f."tenancyId" AND "id" = a."targetId" OFFSET 0
  ) p ON true`;

export const EventRow = z.object({
  number: z.coerce.number(),
  type: z.string(),
  sub: z.string().nullable(),
  id: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
  targetKind: z.string(),
  targetId: z.string(),
  detail: z.string().nullable(),
  requestId: z.string().nullable(),
  createdAt: z.date(),
  userId: z.string().nullable(),
});

/** Returns the event that followers and webhooks get: ids and names, and no personal data. */
export const toEvent = (row: z.infer<typeof EventRow>): Event => ({
  _tag: "Event",
  number: row.number,
  id: row.id,
  type: row.type,
  createdAt: row.createdAt.getTime(),
  actor: { kind: row.actorKind, ...(row.actorId === null ? {} : { id: row.actorId }) },
  target: { kind: row.targetKind, id: row.targetId },
  sub: row.sub ?? undefined,
  userId: row.userId ?? undefined,
  passkeyId: row.targetKind === "passkey" ? row.targetId : undefined,
  challengeId: row.targetKind === "challenge" ? row.targetId : undefined,
  detail: readEventDetail(row.type, row.detail) as Event["detail"],
  requestId: row.requestId ?? undefined,
});
