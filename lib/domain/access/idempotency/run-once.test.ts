import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/base/context";
import { authorizeAuthentication } from "@/lib/domain/sign-in/ceremony/authorize-authentication";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";
import { underSecret } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { purgeAll } from "@/testing/purge-all";
import { createTestTenancy } from "@/testing/test-tenancy";
import {
  type IdempotentRequest,
  purgeIdempotentReplies,
  purgeIdempotentRequests,
} from "./reservation";
import { runOnce } from "./run-once";

const run = provideService();

const request = (changes: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  keys: { apiKey: "ks_key", idempotencyKey: "one" },
  content: "content",
  keptMs: lifetimes.codeMs,
  identifiersOf: () => [],
  ...changes,
});

/** Has an effect that can be counted, and takes no lock for which another attempt would wait. */
async function authorize(ctx: TenancyContext): Promise<string> {
  const { authenticationToken } = await authorizeAuthentication(ctx, { discoverable: true });
  return authenticationToken;
}

const effectsOf = ({ tenancy }: TenancyContext) =>
  run.current.db.oneTimeToken.count({ where: { tenancyId: tenancy.id } });

const conflict = { tag: "@error/IdempotencyConflict" };

/** An attempt whose work waits until `finish`. */
async function beginAttempt(ctx: TenancyContext) {
  const gate = new EventEmitter();
  const hasBegun = once(gate, "begun");
  const isFinished = once(gate, "finished");
  const settled = Promise.allSettled([
    runOnce(ctx, request(), async (inner) => {
      const reply = await authorize(inner);
      gate.emit("begun");
      await isFinished;
      return reply;
    }),
  ]);
  await hasBegun;
  return {
    async finish() {
      gate.emit("finished");
      return (await settled)[0];
    },
  };
}

test("a retry gets the reply of the first attempt, and has no effect", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const first = await runOnce(ctx, request(), authorize);
  expect(first.isReplayed).toBe(false);
  expect(await runOnce(ctx, request(), authorize)).toEqual({ ...first, isReplayed: true });
  expect(await effectsOf(ctx)).toBe(1);
});

test("while an attempt runs, a retry is told to wait a second", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const attempt = await beginAttempt(ctx);
  await expect(runOnce(ctx, request(), authorize)).rejects.toMatchObject({
    ...conflict,
    extra: { retryAfterSeconds: 1 },
  });
  expect(await attempt.finish()).toMatchObject({ status: "fulfilled" });
  expect(await effectsOf(ctx)).toBe(1);
});

test("an attempt that died has no effect, and its request is free after 30 seconds", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const died = runOnce(ctx, request(), async (inner) => {
    await authorize(inner);
    throw new Error("died");
  });
  await expect(died).rejects.toThrow("died");
  run.current.clock.advance(29_999);
  await expect(runOnce(ctx, request(), authorize)).rejects.toMatchObject(conflict);
  run.current.clock.advance(1);
  expect(await runOnce(ctx, request(), authorize)).toMatchObject({ isReplayed: false });
  expect(await effectsOf(ctx)).toBe(1);
});

test("an attempt that another has replaced has no effect", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const slow = await beginAttempt(ctx);
  run.current.clock.advance(lifetimes.idempotentAttemptMs);
  const { reply } = await runOnce(ctx, request(), authorize);
  expect(await slow.finish()).toMatchObject({
    status: "rejected",
    reason: { tag: "@error/Unavailable" },
  });
  expect(await runOnce(ctx, request(), authorize)).toEqual({ reply, isReplayed: true });
  expect(await effectsOf(ctx)).toBe(1);
});

test("a refused attempt keeps what it wrote, and can be repeated at once", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const refused = runOnce(ctx, request(), async (inner) => {
    await authorize(inner);
    throw new ServiceError("@error/InvalidEmail");
  });
  await expect(refused).rejects.toMatchObject({ tag: "@error/InvalidEmail" });
  expect(await effectsOf(ctx)).toBe(1);
  expect(await runOnce(ctx, request(), authorize)).toMatchObject({ isReplayed: false });
});

test("a nested transaction that fails is undone, and the rest is kept", async () => {
  const { ctx } = await createTestTenancy(run.current);
  await runOnce(ctx, request(), async (inner) => {
    const failed = inner.db.$transaction(async () => {
      await authorize(inner);
      throw new Error("nested");
    });
    await expect(failed).rejects.toThrow("nested");
    return authorize(inner);
  });
  expect(await effectsOf(ctx)).toBe(1);
});

test("another content is a conflict, another key of either kind another request", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  await runOnce(ctx, request(), authorize);
  await expect(runOnce(ctx, request({ content: "other" }), authorize)).rejects.toMatchObject({
    ...conflict,
    extra: {},
  });
  for (const keys of [
    { apiKey: "ks_other", idempotencyKey: "one" },
    { apiKey: "ks_key", idempotencyKey: "two" },
  ])
    expect(await runOnce(ctx, request({ keys }), authorize)).toMatchObject({ isReplayed: false });
  expect(await runOnce(other.ctx, request(), authorize)).toMatchObject({ isReplayed: false });
});

test("a reply is kept as long as its content lives, its request for a day", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const { clock, db } = run.current;
  const where = { tenancyId: ctx.tenancy.id };
  const kept = () => db.idempotentRequest.count({ where: { ...where, reply: { not: null } } });
  await runOnce(ctx, request(), authorize);
  clock.advance(lifetimes.codeMs - 1);
  await purgeAll(run.current, purgeIdempotentReplies);
  expect(await runOnce(ctx, request(), authorize)).toMatchObject({ isReplayed: true });
  clock.advance(1);
  await expect(runOnce(ctx, request(), authorize)).rejects.toMatchObject(conflict);
  expect(await kept()).toBe(1);
  await purgeAll(run.current, purgeIdempotentReplies);
  expect(await kept()).toBe(0);
  await expect(runOnce(ctx, request(), authorize)).rejects.toMatchObject(conflict);
  clock.advance(lifetimes.idempotentRequestMs);
  await purgeAll(run.current, purgeIdempotentRequests);
  expect(await db.idempotentRequest.count({ where })).toBe(0);
});

test("neither the database nor the service secret is enough to read a reply", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const { reply } = await runOnce(ctx, request(), authorize);
  const row = await run.current.db.idempotentRequest.findFirstOrThrow({
    where: { tenancyId: ctx.tenancy.id },
  });
  const text = JSON.stringify({ ...row, name: Buffer.from(row.name).toString() });
  for (const secret of [reply, "ks_key", "one"]) expect(text).not.toContain(`${secret}"`);
  const { secrets } = ctx;
  const { keys } = request();
  const sealed = row.reply ?? "";
  await expect(secrets.open("idempotency", sealed)).rejects.toThrow();
  for (const wrong of [
    { ...keys, apiKey: "ks_other" },
    { ...keys, idempotencyKey: "two" },
  ])
    expect(() => secrets.openBound("idempotency", wrong, sealed)).toThrow();
  expect(secrets.openBound("idempotency", keys, sealed)).toBe(reply);
});

test("a retry after a rotation of the service secret gets the reply", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const under = (secret: string, previous?: string): TenancyContext => ({
    ...ctx,
    secrets: underSecret(run.current, secret, previous).secrets,
  });
  const first = await runOnce(under("first"), request(), authorize);
  expect(await runOnce(under("second", "first"), request(), authorize)).toEqual({
    ...first,
    isReplayed: true,
  });
});

test("a tenancy has room for ten thousand, and a full one still replays", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const now = run.current.clock.now();
  await runOnce(ctx, request(), authorize);
  await run.current.db.idempotentRequest.createMany({
    data: Array.from({ length: limits.idempotentRequests - 1 }, (_, index) => ({
      tenancyId: ctx.tenancy.id,
      name: Buffer.alloc(32, String(index).padStart(8, "0")),
      fingerprint: Buffer.alloc(32),
      attemptId: "another",
      startedAt: new Date(now),
      expiresAt: new Date(now + lifetimes.dayMs),
    })),
  });
  const another = request({ keys: { apiKey: "ks_key", idempotencyKey: "two" } });
  await expect(runOnce(ctx, another, authorize)).rejects.toMatchObject({
    tag: "@error/RateLimited",
  });
  expect(await runOnce(ctx, request(), authorize)).toMatchObject({ isReplayed: true });
});
