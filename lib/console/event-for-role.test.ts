import { expect, test } from "vitest";
import type { ShownEvent } from "@/lib/domain/record/audit/shown-event";
import { eventForRole } from "./event-for-role";

const event = (targetKind: string, actorId: string | null = null) =>
  ({ targetKind, targetId: "t", targetName: "Backend", detailName: "New", actorId }) as ShownEvent;
const nameFor = (role: "support" | "auditor", targetKind: string) =>
  eventForRole({ role, strength: "passkey" }, event(targetKind)).targetName;

test.each(["operator", "invitation", "api-key", "webhook"])(
  "the name of a target %s is for roles that can open its list",
  (targetKind) => {
    expect(nameFor("support", targetKind)).toBeNull();
    expect(nameFor("auditor", targetKind)).toBe("Backend");
    const shown = eventForRole({ role: "support", strength: "passkey" }, event(targetKind));
    expect(shown.detailName).toBeNull();
  },
);

test.each(["user", "passkey", "challenge", "tenancy"])("support sees the name of a %s", (kind) => {
  expect(nameFor("support", kind)).toBe("Backend");
});

test("an operator's own event names them", () => {
  const nameBy = (actorId: string) =>
    eventForRole({ role: "support", strength: "passkey" }, event("operator", actorId)).targetName;
  expect(nameBy("t")).toBe("Backend");
  expect(nameBy("other")).toBeNull();
});
