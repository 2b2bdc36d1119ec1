import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { setUserDisabled } from "./set-user-disabled";

const run = provideService();

async function createUser() {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 1, { userId: "ada" });
  const where = { tenancyId: tenancy.id };
  const user = () => run.current.db.user.findFirstOrThrow({ where });
  const events = (action: string) =>
    run.current.db.auditEvent.findMany({ where: { ...where, action } });
  return { ...tenancy, sub: (await user()).sub, user, events };
}

test("stores who disabled a user, when and why, until the user is enabled", async () => {
  const { ctx, sub, user, events } = await createUser();
  await setUserDisabled(ctx, sub, true, "asked to be locked");
  expect(await user()).toMatchObject({
    disabledAt: new Date(run.current.clock.now()),
    disabledReason: "asked to be locked",
  });
  const actorId = "id" in ctx.actor ? ctx.actor.id : undefined;
  expect(await events("user.disabled")).toMatchObject([
    { actorKind: "operator", actorId, targetId: sub, reason: "asked to be locked" },
  ]);
  await setUserDisabled(ctx, sub, false);
  expect(await user()).toMatchObject({ disabledAt: null, disabledReason: null });
  expect(await events("user.enabled")).toMatchObject([{ reason: null }]);
});

test("a disabled user keeps the first date and reason", async () => {
  const { ctx, sub, user, events } = await createUser();
  await setUserDisabled(ctx, sub, true, "first");
  const before = await user();
  run.current.clock.advance(1_000);
  await setUserDisabled(ctx, sub, true, "second");
  expect(await user()).toEqual(before);
  expect(await events("user.disabled")).toHaveLength(1);
});

test("a reason is one line without control characters, of limited length", async () => {
  const { ctx, sub, user, events } = await createUser();
  await setUserDisabled(ctx, sub, true, ` lost\u0000\n\u202ephone ${"x".repeat(300)}`);
  const { disabledReason } = await user();
  expect(disabledReason).toMatch(/^lost phone x+$/);
  expect(disabledReason).toHaveLength(limits.reasonCharacters);
  expect(await events("user.disabled")).toMatchObject([{ reason: disabledReason }]);
});

test("an unknown user is NotFound", async () => {
  const { ctx } = await createUser();
  await expect(setUserDisabled(ctx, "unknown", true)).rejects.toMatchObject({
    tag: "@error/NotFound",
  });
});
