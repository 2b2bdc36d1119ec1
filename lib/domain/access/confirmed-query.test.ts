import { expect, test } from "vitest";
import type { Actor, TenancyContext } from "@/lib/domain/base/context";
import { createChallenge } from "@/lib/domain/sign-in/challenge/create-challenge";
import { newMailbox } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

const create = (ctx: TenancyContext) =>
  createChallenge(ctx, {
    purpose: "login",
    email: newMailbox(),
    skipRateLimit: false,
    invalidateOthers: false,
  });

/** A context of a tenancy that was suspended after its look-up. */
async function inSuspendedTenancy(actorOf: (apiKeyId: string) => Actor): Promise<TenancyContext> {
  const tenancy = await createTestTenancy(run.current);
  await tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
  return { ...tenancy.ctx, actor: actorOf(tenancy.apiKeyId) };
}

test.each<[string, (apiKeyId: string) => Actor, string]>([
  ["an API key", (id) => ({ kind: "apiKey", id, scopes: ["challenges"] }), "@error/Forbidden"],
  ["a browser", () => ({ kind: "browser" }), "@error/Unavailable"],
])(
  "a request of %s changes nothing in a tenancy that was suspended",
  async (_who, actorOf, tag) => {
    const ctx = await inSuspendedTenancy(actorOf);
    await expect(create(ctx)).rejects.toMatchObject({ tag });
    expect(await run.current.db.challenge.count({ where: { tenancyId: ctx.tenancy.id } })).toBe(0);
  },
);

test("an operator can replace a code in a suspended tenancy", async () => {
  const ctx = await inSuspendedTenancy(() => ({ kind: "operator", id: run.current.createId() }));
  await create(ctx);
  expect(await run.current.db.challenge.count({ where: { tenancyId: ctx.tenancy.id } })).toBe(1);
});

test("a cached tenancy that has changed stops the first statement only", async () => {
  const tenancy = await createTestTenancy(run.current);
  await tenancy.set({ codeDigits: 8 });
  const guess = { isConfirmed: false };
  const ctx: TenancyContext = { ...tenancy.ctx, actor: { kind: "browser" }, guess };
  await expect(create(ctx)).rejects.toMatchObject({ tag: "@error/Unavailable" });
  expect(guess.isConfirmed).toBe(false);
  await create({ ...ctx, guess: { isConfirmed: true } });
  expect(await run.current.db.challenge.count({ where: { tenancyId: tenancy.id } })).toBe(1);
});
