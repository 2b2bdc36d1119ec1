import type { Actor, ClientInfo, Queryable, Service } from "@/lib/domain/base/context";
import { oneLine } from "@/lib/domain/base/one-line";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import type { AuditAction, TargetKind } from "./audit-actions";

export interface AuditEvent {
  action: AuditAction;
  target: { kind: TargetKind; id: string };
  /**
   * Further facts, such as a role, the names of changed fields, or what operators wrote: a key's old and
   * new name, or settings before and after, redirect URIs included. A moved passkey has the `sub` of the
   * user who had it before, a lost claim to an email that of its owner, and a deleted passkey that of its
   * user and after a space the id that it had in a former service. No personal data of end users.
   */
  detail?: string;
  /** Why an operator or a backend did it, as they wrote it. */
  reason?: string | undefined;
}

/** Creates one event for each target. */
export const eventsAbout = (
  kind: TargetKind,
  ids: readonly string[],
  action: AuditAction,
  reason?: string,
): AuditEvent[] => ids.map((id) => ({ action, target: { kind, id }, reason }));

/** Creates the events of deleted passkeys. Each names the user, because the passkey's row is gone. */
export const deletionsOf = (
  passkeys: readonly { id: string; sub: string; formerId: string | null }[],
  reason: string | undefined,
): AuditEvent[] =>
  passkeys.map(({ id, sub, formerId }) => ({
    action: "passkey.deleted",
    target: { kind: "passkey", id },
    detail: formerId === null ? sub : `${sub} ${formerId}`,
    reason,
  }));

/** Returns a reason as one line of limited length, or null without one. */
export const readReason = (written: string | undefined): string | null =>
  oneLine(written ?? "").slice(0, limits.reasonCharacters) || null;

interface AuditContext extends Pick<Service, "clock" | "createId"> {
  tenancy: { id: string };
  actor: Actor;
  requestId?: string;
  client?: ClientInfo;
}

// Addresses of operators and backends are recorded; those of end users are personal data.
const addressOf = ({ actor, client }: AuditContext) =>
  actor.kind === "operator" || actor.kind === "apiKey" ? (client?.address ?? null) : null;

/** Builds the rows of events. They contain no personal data of end users. */
export function auditRows(ctx: AuditContext, events: AuditEvent[]) {
  return events.map(({ action, target, detail, reason }) => ({
    tenancyId: ctx.tenancy.id,
    id: ctx.createId(),
    action,
    actorKind: ctx.actor.kind,
    actorId: "id" in ctx.actor ? ctx.actor.id : null,
    targetKind: target.kind,
    targetId: target.id,
    detail: detail ?? null,
    reason: readReason(reason),
    requestId: ctx.requestId ?? null,
    address: addressOf(ctx),
    createdAt: new Date(ctx.clock.now()),
  }));
}

/** Writes events in the transaction of the change that they describe. */
export async function recordAudit(
  ctx: AuditContext,
  tx: Queryable,
  ...events: AuditEvent[]
): Promise<void> {
  if (events.length > 0) await tx.auditEvent.createMany({ data: auditRows(ctx, events) });
}

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
