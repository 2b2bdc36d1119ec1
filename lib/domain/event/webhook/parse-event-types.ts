import { eventTypes } from "@/lib/domain/event/feed/event-types";
import type { AuditAction } from "@/lib/domain/record/audit/record-audit";
import { badRequestOf } from "@/lib/errors";
import { findSimilarName } from "@/lib/find-similar-name";

const isEventType = (type: string): type is AuditAction =>
  (eventTypes as readonly string[]).includes(type);

/**
 * Parses the event types of a webhook.
 * @param given null: the default types
 * @returns the types without repetition, in the order of `eventTypes`; none for the default types
 * @throws BadRequest naming each unknown type, and an empty list
 */
export function parseEventTypes(given: readonly string[] | null): string[] {
  if (given === null) return [];
  if (given.length === 0)
    throw badRequestOf([{ path: "types", message: "Choose at least one type" }]);
  const unknown = given.flatMap((type, index) =>
    isEventType(type) ? [] : [{ path: `types.${index}`, message: unknownType(type) }],
  );
  if (unknown.length > 0)
    throw badRequestOf([...unknown, { path: "types", message: `may be ${eventTypes.join(", ")}` }]);
  return eventTypes.filter((type) => given.includes(type));
}

function unknownType(type: string): string {
  const similar = findSimilarName(type, eventTypes);
  return `is no event type${similar === undefined ? "" : `. Did you mean ${similar}?`}`;
}
