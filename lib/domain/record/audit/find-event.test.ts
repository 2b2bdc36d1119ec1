import { expect, test } from "vitest";
import { findEvents } from "@/lib/domain/history/audit-search/find-events";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { recordAudit } from "./record-audit";
import { findEvent } from "./shown-event";

const run = provideService();

test("finds an event as the list shows it, in its own tenancy only", async () => {
  const here = await createTestTenancy(run.current);
  const there = await createTestTenancy(run.current);
  await recordAudit(
    { ...here.ctx, actor: { kind: "apiKey", id: here.apiKeyId, scopes: [] } },
    run.current.db,
    { action: "passkey.disabled", target: { kind: "passkey", id: "lamp" }, reason: "lost" },
  );
  const { entries: events } = await findEvents(here.ctx, { target: "lamp" }, 1);
  const [event] = events;
  const id = event?.id ?? "";
  expect(await findEvent(here.ctx, id)).toEqual(event);
  expect(event).toMatchObject({ actorName: "Test", reason: "lost" });
  expect(await findEvent(there.ctx, id)).toBeNull();
});

test.each(["", "export", "\0", "01hzzzzzzzzzzzzzzzzzzzzzzz", "../users"])(
  "finds nothing for %j",
  async (id) => {
    const tenancy = await createTestTenancy(run.current);
    expect(await findEvent(tenancy.ctx, id)).toBeNull();
  },
);
