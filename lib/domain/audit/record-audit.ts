import type { Actor, Queryable, Service } from "@/lib/domain/context";

export type AuditAction =
  | "tenancy.created"
  | "tenancy.suspended"
  | "tenancy.resumed"
  | "tenancy.related-origins-confirmed"
  | "api-key.created"
  | "api-key.locked"
  | "api-key.unlocked"
  | "api-key.revoked"
  | "user.created"
  | "user.updated"
  | "user.email-held"
  | "user.email-claim-lost"
  | "user.deleted"
  | "passkey.registered"
  | "passkey.authenticated"
  | "passkey.sign-count-regressed"
  | "passkey.backup-state-changed"
  | "passkey.moved"
  | "passkey.renamed"
  | "passkey.deleted"
  | "passkey.enabled"
  | "passkey.disabled"
  | "user.enabled"
  | "user.disabled"
  | "challenge.created"
  | "challenge.rate-limit-skipped"
  | "challenge.ceiling-reached"
  | "challenge.superseded"
  | "challenge.verified"
  | "challenge.guess-budget-spent"
  | "challenge.deleted"
  | "tenancy.branding-changed"
  | "operator.owner-made"
  | "operator.recovered";

export interface AuditEvent {
  action: AuditAction;
  target: { kind: "tenancy" | "api-key" | "user" | "passkey" | "challenge" | "operator"; id: string };
}

interface AuditContext extends Pick<Service, "clock" | "createId"> {
  tenancy: { id: string };
  actor: Actor;
  requestId?: string;
}

/** The rows of events: ids only, no personal data. */
export function auditRows(ctx: AuditContext, events: AuditEvent[]) {
  return events.map(({ action, target }) => ({
    tenancyId: ctx.tenancy.id,
    id: ctx.createId(),
    action,
    actorKind: ctx.actor.kind,
    actorId: "id" in ctx.actor ? ctx.actor.id : null,
    targetKind: target.kind,
    targetId: target.id,
    requestId: ctx.requestId ?? null,
    createdAt: new Date(ctx.clock.now()),
  }));
}

/** Writes events in the transaction that they describe. */
export async function recordAudit(ctx: AuditContext, tx: Queryable, ...events: AuditEvent[]): Promise<void> {
  if (events.length > 0) await tx.auditEvent.createMany({ data: auditRows(ctx, events) });
}
