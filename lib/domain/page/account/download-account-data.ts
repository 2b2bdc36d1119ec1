import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { referenceIn } from "@/lib/domain/record/audit/action-words";
import { exportUserLines } from "@/lib/domain/user/export-user";
import { accessOf, type AccountSession } from "./account-session";
import { AccountRefusal } from "./decide-account-access";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// What operators wrote, and who and where they are, is theirs.
const ofOperators = new Set(["disabledReason"]);
const ofOperatorsInEvents = new Set(["reason", "address", "actorId"]);

const Detailed = z.looseObject({ action: z.string(), detail: z.string().nullable() });

/** Leaves out another user whom an event names, such as the one who verified the same email. */
function withoutOthers(line: { event: unknown }, sub: string) {
  const event = Detailed.parse(line.event);
  const reference = referenceIn(event);
  return reference === undefined || reference.id === sub
    ? line
    : { ...line, event: { ...event, detail: null } };
}

/** Leaves out fields at any depth. */
function without(names: Set<string>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => without(names, each));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.has(name))
      .map(([name, inner]) => [name, without(names, inner)]),
  );
}

/**
 * Exports everything stored about the user as an indented JSON array, in chunks: the export of
 * `GET users/{id}/export` without what operators wrote and whom events name. Audited.
 * @throws Forbidden
 */
export async function* downloadAccountData(
  ctx: TenancyContext,
  session: AccountSession,
): AsyncGenerator<string, void, undefined> {
  const verdict = accessOf(ctx, session, "change");
  if (verdict !== "allowed") throw new AccountRefusal(verdict, session.sub);
  let separator = "[\n";
  for await (const line of exportUserLines(ctx, session.sub)) {
    const shown =
      line._tag === "ExportedAuditEvent"
        ? without(ofOperatorsInEvents, withoutOthers(line, session.sub))
        : without(ofOperators, line);
    yield `${separator}${JSON.stringify(shown, null, 2).replace(/^/gm, "  ")}`;
    separator = ",\n";
  }
  yield "\n]\n";
}
