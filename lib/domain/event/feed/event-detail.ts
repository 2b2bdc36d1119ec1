import { z } from "zod";
import { operatorRoles } from "@/lib/domain/base/permission";
import { settingNamesIn } from "@/lib/domain/record/audit/detail-words";
import type { AuditAction } from "@/lib/domain/record/audit/record-audit";

interface Detail<T> {
  schema: z.ZodType<T>;
  /** Reads the detail of an audit event; undefined if it tells followers nothing. */
  read: (detail: string) => T | undefined;
}

const detail = <T>(schema: z.ZodType<T>, read: Detail<T>["read"]): Detail<T> => ({ schema, read });

const fields = detail(
  z.strictObject({
    fields: z.array(z.string()).meta({ description: "Names of the fields that changed" }),
  }),
  (text) => ({ fields: text === "no changes" ? [] : text.split(", ") }),
);

const settings = detail(
  z.strictObject({
    settings: z.array(z.string()).meta({ description: "Names of the settings that changed" }),
  }),
  (text) => ({ settings: settingNamesIn(text) }),
);

const Role = z.strictObject({
  role: z.enum(operatorRoles).meta({ description: "Role in the console" }),
});
// Sending an invitation again has the detail "again".
const role = detail(Role, (text) => Role.safeParse({ role: text }).data);

const EventNumber = z.strictObject({
  number: z.int().meta({ description: "Number of the event" }),
});

/** The types whose events have a detail. It has names and ids, and never a value (contract §10). */
const details: Partial<Record<AuditAction, Detail<object>>> = {
  "user.updated": fields,
  "webhook.changed": fields,
  "tenancy.settings-changed": settings,
  "tenancy.branding-changed": settings,
  "operator.invited": role,
  "operator.joined": role,
  "operator.role-changed": role,
  "api-key.rotated": detail(
    z.strictObject({ successorId: z.string().meta({ description: "Id of the new key" }) }),
    (successorId) => ({ successorId }),
  ),
  "webhook.event-repeated": detail(
    EventNumber,
    (text) => EventNumber.safeParse({ number: Number(text) }).data,
  ),
  "passkey.moved": detail(
    z.strictObject({ fromSub: z.string().meta({ description: "`sub` of the former user" }) }),
    (fromSub) => ({ fromSub }),
  ),
};

const detailOf = (type: string): Detail<object> | undefined =>
  (details as Record<string, Detail<object> | undefined>)[type];

/** The schema of a type's detail; undefined for types without one. */
export const detailSchemaOf = (type: string): z.ZodType<object> | undefined =>
  detailOf(type)?.schema;

/** Returns the detail that followers see; undefined if there is none. */
export const readEventDetail = (type: string, text: string | null): object | undefined =>
  text === null ? undefined : detailOf(type)?.read(text);
