import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { recordAudit } from "./record-audit";
import { findErasure } from "./shown-event";

const run = provideService();
const sub = "01hzzzzzzzzzzzzzzzzzzzzzzz";

test("finds who erased a user, in its own tenancy only", async () => {
  const here = await createTestTenancy(run.current);
  const there = await createTestTenancy(run.current);
  const ctx = {
    ...here.ctx,
    actor: { kind: "apiKey" as const, id: here.apiKeyId, scopes: [] },
  };
  const target = { kind: "user" as const, id: sub };
  await recordAudit(ctx, run.current.db, { action: "user.disabled", target });
  expect(await findErasure(here.ctx, sub)).toBeNull();
  await recordAudit(ctx, run.current.db, { action: "user.erased", target, reason: "Asked for it" });
  await recordAudit(ctx, run.current.db, { action: "user.disabled", target });
  expect(await findErasure(here.ctx, sub)).toMatchObject({
    action: "user.erased",
    actorName: "Test",
    reason: "Asked for it",
  });
  expect(await findErasure(there.ctx, sub)).toBeNull();
});

test.each(["", "export", "\0", "../users"])("finds nothing for %j", async (given) => {
  const { ctx } = await createTestTenancy(run.current);
  expect(await findErasure(ctx, given)).toBeNull();
});
