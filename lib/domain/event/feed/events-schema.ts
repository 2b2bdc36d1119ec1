import { z } from "zod";
import { titleOfAction } from "@/lib/domain/record/audit/action-words";
import { eventSchemaOf, eventTypes } from "./event-types";

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
