import { z } from "zod";
import { Event } from "@/lib/contract/event";
import { operatorRoles } from "@/lib/domain/base/permission";
import { titleOfAction } from "@/lib/domain/record/audit/action-words";
import {
  type AuditAction,
  auditActions,
  findAction,
  targetKindOf,
} from "@/lib/domain/record/audit/audit-actions";
import { settingNamesIn } from "@/lib/domain/record/audit/detail-words";

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

/** What followers see of a detail: names and ids, and never a value (contract §10). */
const details = {
  fields,
  settings,
  role,
  number: detail(EventNumber, (text) => EventNumber.safeParse({ number: Number(text) }).data),
  successor: detail(
    z.strictObject({ successorId: z.string().meta({ description: "Id of the new key" }) }),
    (successorId) => ({ successorId }),
  ),
  "former-user": detail(
    z.strictObject({ fromSub: z.string().meta({ description: "`sub` of the former user" }) }),
    (fromSub) => ({ fromSub }),
  ),
} as const;

function detailOf(type: string): Detail<object> | undefined {
  const tells = findAction(type)?.tells;
  return tells === undefined ? undefined : details[tells];
}

/** Returns the detail that followers see; undefined if there is none. */
export const readEventDetail = (type: string, text: string | null): object | undefined =>
  text === null ? undefined : detailOf(type)?.read(text);

/** The schema of the events of one type. */
export function eventSchemaOf(type: AuditAction): z.ZodObject {
  const shown = detailOf(type)?.schema;
  const { detail: _generic, ...common } = Event.shape;
  return z.strictObject({
    ...common,
    type: z.literal(type),
    target: z.strictObject({ kind: z.literal(targetKindOf(type)), id: z.string() }),
    ...(shown === undefined ? {} : { detail: shown.optional() }),
  });
}

/** Returns the JSON Schema of an event: `$defs` has the schema of each type under its name. */
export function createEventsSchema(): object {
  const schemas = auditActions.map((type) => {
    const { $schema: _same, ...schema } = z.toJSONSchema(eventSchemaOf(type), { io: "output" });
    return [type, { title: titleOfAction(type), ...schema }] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Keystead event",
    oneOf: auditActions.map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(schemas),
  };
}
