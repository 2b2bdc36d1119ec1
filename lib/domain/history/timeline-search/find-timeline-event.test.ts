import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findTimelineEvent } from "./scan-events";

const run = provideService();

test("an event is found with its facts, in its tenancy only", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const id = ctx.createId();
  await ctx.db.timelineEvent.create({
    data: {
      tenancyId: ctx.tenancy.id,
      id,
      kind: "request.refused",
      reason: "Forbidden",
      requestId: "request-1",
      origin: "https://shop.example",
      createdAt: new Date(ctx.clock.now()),
    },
  });
  expect(await findTimelineEvent(ctx, id)).toMatchObject({
    id,
    at: ctx.clock.now(),
    kind: "request.refused",
    reason: "Forbidden",
    requestId: "request-1",
    origin: "https://shop.example",
    user: null,
    actor: null,
    count: 1,
  });
  expect(await findTimelineEvent(other.ctx, id)).toBeNull();
  expect(await findTimelineEvent(ctx, ctx.createId())).toBeNull();
});
