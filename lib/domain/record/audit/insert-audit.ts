import { Prisma } from "@/prisma/generated/client";
import type { auditRows } from "./record-audit";

/**
 * Builds an INSERT of events `e` as part of a larger statement.
 * @param from a relation: each event is written once per row
 * @param fits condition that joins events to rows
 */
export const insertAudit = (
  events: ReturnType<typeof auditRows>,
  from: Prisma.Sql,
  fits = Prisma.sql`TRUE`,
) => Prisma.sql`
  INSERT INTO "AuditEvent" (
    "tenancyId", "id", "action", "actorKind", "actorId", "targetKind", "targetId", "detail",
    "reason", "requestId", "address", "createdAt")
  SELECT e.* FROM ${from}, jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
    AS e("tenancyId" text, "id" text, "action" text, "actorKind" text, "actorId" text,
      "targetKind" text, "targetId" text, "detail" text, "reason" text, "requestId" text,
      "address" text, "createdAt" timestamptz)
  WHERE ${fits}`;
