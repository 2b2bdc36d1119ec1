import { z } from "zod";
import { Event } from "@/lib/contract/event";
import { actionWords, titleOfAction } from "@/lib/domain/record/audit/action-words";
import type { AuditAction, AuditEvent } from "@/lib/domain/record/audit/record-audit";
import { detailSchemaOf } from "./event-detail";

/** The types of the events of a feed: every audit action. */
export const eventTypes = Object.keys(actionWords) as AuditAction[];

type TargetKind = AuditEvent["target"]["kind"];

/** What events of other kinds than their family's are about. */
const targetExceptions: Partial<Record<AuditAction, TargetKind>> = {
  "user.list-exported": "tenancy",
  "passkey.exported": "tenancy",
  "challenge.ceiling-reached": "tenancy",
  "challenge.visitor-ceiling-reached": "tenancy",
  "mail.test-sent": "tenancy",
  "mail.unblocked": "tenancy",
  "operator.passkey-added": "passkey",
  "operator.passkey-removed": "passkey",
  "operator.passkey-approved": "passkey",
  "operator.invited": "invitation",
  "operator.invitation-revoked": "invitation",
};

const familyTargets: Record<string, TargetKind> = {
  tenancy: "tenancy",
  "api-key": "api-key",
  webhook: "webhook",
  user: "user",
  passkey: "passkey",
  challenge: "challenge",
  mail: "challenge",
  vault: "tenancy",
  metadata: "metadata",
  backup: "backup",
  principal: "user",
  operator: "operator",
};

const familyOf = (type: string) => type.split(".")[0] ?? "";

/** What events of a type are about. */
export function targetKindOf(type: AuditAction): TargetKind {
  const kind = targetExceptions[type] ?? familyTargets[familyOf(type)];
  if (kind === undefined) throw new Error(`${type} has no kind of target`);
  return kind;
}

/** The schema of the events of one type. */
export function eventSchemaOf(type: AuditAction): z.ZodObject {
  const detail = detailSchemaOf(type);
  const { detail: _generic, ...fields } = Event.shape;
  return z.strictObject({
    ...fields,
    type: z.literal(type),
    target: z.strictObject({ kind: z.literal(targetKindOf(type)), id: z.string() }),
    ...(detail === undefined ? {} : { detail: detail.optional() }),
  });
}

/** Returns the JSON Schema of an event: `$defs` has the schema of each type under its name. */
export function createEventsSchema(): object {
  const schemas = eventTypes.map((type) => {
    const { $schema: _same, ...schema } = z.toJSONSchema(eventSchemaOf(type), { io: "output" });
    return [type, { title: titleOfAction(type), ...schema }] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Keystead event",
    oneOf: eventTypes.map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(schemas),
  };
}
