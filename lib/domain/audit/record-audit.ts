import type { Actor, ClientInfo, Queryable, Service } from "@/lib/domain/context";

export type AuditAction =
  | "tenancy.created"
  | "tenancy.suspended"
  | "tenancy.resumed"
  | "tenancy.related-origins-confirmed"
  | "tenancy.related-origins-taken-back"
  | "tenancy.sender-domain-confirmed"
  | "tenancy.sender-domain-withdrawn"
  | "tenancy.settings-changed"
  | "tenancy.client-id-rotated"
  | "tenancy.deleted"
  | "api-key.created"
  | "api-key.locked"
  | "api-key.unlocked"
  | "api-key.revoked"
  | "api-key.rotated"
  | "user.created"
  | "user.updated"
  | "user.email-held"
  | "user.email-claim-lost"
  | "user.deleted"
  | "user.email-changed"
  | "user.exported"
  | "user.erased"
  | "passkey.registered"
  | "passkey.authenticated"
  | "passkey.sign-count-regressed"
  | "passkey.backup-state-changed"
  | "passkey.moved"
  | "passkey.renamed"
  | "passkey.deleted"
  | "passkey.enabled"
  | "passkey.disabled"
  | "passkey.exported"
  | "passkey.imported"
  | "vault.exported"
  | "user.enabled"
  | "user.disabled"
  | "challenge.created"
  | "challenge.rate-limit-skipped"
  | "challenge.ceiling-reached"
  | "challenge.visitor-ceiling-reached"
  | "challenge.superseded"
  | "challenge.verified"
  | "challenge.guess-budget-spent"
  | "challenge.deleted"
  | "tenancy.branding-changed"
  | "mail.retried"
  | "mail.test-sent"
  | "tenancy.hosted-pages-changed"
  | "tenancy.redirect-uris-changed"
  | "user.authenticated-by-email"
  | "principal.verifier-refused"
  | "operator.owner-made"
  | "operator.recovered"
  | "operator.signed-in"
  | "operator.signed-in-by-code"
  | "operator.signed-out"
  | "operator.stepped-up"
  | "operator.session-revoked"
  | "operator.passkey-added"
  | "operator.passkey-removed"
  | "operator.passkey-approved"
  | "operator.invited"
  | "operator.invitation-revoked"
  | "operator.joined"
  | "operator.role-changed"
  | "operator.removed";

export interface AuditEvent {
  action: AuditAction;
  target: {
    kind: "tenancy" | "api-key" | "user" | "passkey" | "challenge" | "operator" | "invitation";
    id: string;
  };
  /** Further facts from a closed list, such as a role or the names of settings. No personal data. */
  detail?: string;
}

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
  return events.map(({ action, target, detail }) => ({
    tenancyId: ctx.tenancy.id,
    id: ctx.createId(),
    action,
    actorKind: ctx.actor.kind,
    actorId: "id" in ctx.actor ? ctx.actor.id : null,
    targetKind: target.kind,
    targetId: target.id,
    detail: detail ?? null,
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
