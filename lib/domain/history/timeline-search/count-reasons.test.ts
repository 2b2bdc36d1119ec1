import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import type { Prisma } from "@/prisma/generated/client";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { countReasons, type FailureSearch } from "./count-reasons";

const run = provideService();

test("failed requests are counted by reason, in their tenancy and time range", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const insert = (
    tenancyId: string,
    event: { kind: string; reason: string | null; count?: number },
  ) =>
    ctx.db.timelineEvent.create({
      data: {
        tenancyId,
        id: ctx.createId(),
        createdAt: new Date(ctx.clock.now()),
        ...event,
      },
    });
  const { id } = ctx.tenancy;
  await insert(id, { kind: "sign-in.refused", reason: "PasskeyDisabled" });
  run.current.clock.advance(1_000);
  const fromMs = ctx.clock.now();
  await insert(id, { kind: "request.refused", reason: "Forbidden" });
  await insert(id, { kind: "code.refused", reason: "RateLimited", count: 7 });
  await insert(id, { kind: "sign-in.refused", reason: "Forbidden" });
  await insert(id, { kind: "sign-in.refused", reason: null });
  await insert(id, { kind: "sign-in.reported", reason: "cancelled" });
  await insert(other.id, { kind: "request.refused", reason: "Forbidden" });
  const counts = [
    { reason: "RateLimited", count: 7 },
    { reason: "Forbidden", count: 2 },
    { reason: null, count: 1 },
  ];
  expect(await countReasons(ctx, { kind: "refused", fromMs })).toEqual({
    counts,
    isComplete: true,
  });
});

test("a flood is counted in part, and says so", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const idStart = ctx.createId().slice(0, 10);
  await ctx.db.$executeRaw`
    INSERT INTO "TimelineEvent" ("tenancyId", "id", "kind", "reason", "createdAt")
    SELECT ${ctx.tenancy.id}, ${idStart} || lpad(n::text, 16, '0'), 'request.refused', 'RateLimited',
      ${new Date(ctx.clock.now())}
    FROM generate_series(1, ${limits.searchedRows + 1}::int) n`;
  expect(await countReasons(ctx, { kind: "refused" })).toEqual({
    counts: [{ reason: "RateLimited", count: limits.searchedRows }],
    isComplete: false,
  });
});

test("only the failures that match all filters are counted, of a user also those of the mailbox", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const now = new Date(ctx.clock.now());
  const email = "ada@example.com";
  const sub = ctx.createId();
  const tenancyId = ctx.tenancy.id;
  await ctx.db.user.create({
    data: {
      tenancyId,
      sub,
      email,
      emailNormalized: email,
      selfService: false,
      createdAt: now,
      updatedAt: now,
    },
  });
  const insert = (
    event: Omit<Prisma.TimelineEventCreateManyInput, "tenancyId" | "id" | "createdAt">,
  ) =>
    ctx.db.timelineEvent.create({
      data: { tenancyId, id: ctx.createId(), createdAt: now, ...event },
    });
  await insert({ kind: "sign-in.refused", reason: "PasskeyDisabled", sub, requestId: "one" });
  await insert({ kind: "code.refused", reason: "InvalidChallengeCode", email, count: 2 });
  await insert({ kind: "sign-in.succeeded", sub });
  await insert({ kind: "sign-in.refused", reason: "PasskeyDisabled", email: "grace@example.com" });
  const countsOf = async (search: Partial<FailureSearch>) => {
    const { counts } = await countReasons(ctx, { kind: "refused", ...search });
    return counts.map(({ reason, count }) => [reason, count]);
  };
  expect(await countsOf({})).toEqual([
    ["InvalidChallengeCode", 2],
    ["PasskeyDisabled", 2],
  ]);
  const ofAda = [
    ["InvalidChallengeCode", 2],
    ["PasskeyDisabled", 1],
  ];
  expect(await countsOf({ who: email })).toEqual(ofAda);
  expect(await countsOf({ who: "ada@" })).toEqual(ofAda);
  expect(await countsOf({ who: email, kind: "sign-in.refused" })).toEqual([["PasskeyDisabled", 1]]);
  expect(await countsOf({ requestId: "one" })).toEqual([["PasskeyDisabled", 1]]);
  expect(await countsOf({ toMs: now.getTime() })).toEqual([]);
  expect(await countsOf({ who: "nobody@example.com" })).toEqual([]);
});
