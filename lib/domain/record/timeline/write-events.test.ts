import { expect, test } from "vitest";
import { purgeEvents } from "@/lib/domain/record/audit/seal-audit";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { lifetimes, limits } from "@/lib/limits";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { eventsOf } from "@/testing/events-of";
import { provideService } from "@/testing/provide-service";
import { purgeAll } from "@/testing/purge-all";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { noteEvent } from "./note-event";

const run = provideService();

const registerUser = async (tenancy: TestTenancy): Promise<string> => {
  const { principal } = await register(
    tenancy,
    createSoftwareAuthenticator({ origin: testOrigin }),
  );
  const { sub } = await run.current.db.passkey.findFirstOrThrow({
    where: { tenancyId: tenancy.id, id: principal.authenticatorId },
  });
  return sub;
};

test("keeps the browser and the address prefix of a visitor, and neither of a backend", async () => {
  const tenancy = await createTestTenancy(run.current);
  const client = { address: "203.0.113.77", userAgent: "Browser 1" };
  const ctx = { ...tenancy.ctx, client, requestId: "request-1" };
  noteEvent({ ...ctx, actor: { kind: "browser" } }, "sign-in.refused", { reason: "InvalidToken" });
  run.current.clock.advance(1);
  noteEvent({ ...ctx, actor: { kind: "apiKey", id: "key", scopes: [] } }, "code.requested", {
    email: "ada@example.com",
  });
  expect(await eventsOf(run.current, tenancy)).toMatchObject([
    {
      kind: "sign-in.refused",
      reason: "InvalidToken",
      addressPrefix: "203.0.113.0/24",
      userAgent: "Browser 1",
      requestId: "request-1",
      count: 1,
      createdAt: new Date(run.current.clock.now() - 1),
    },
    { kind: "code.requested", email: "ada@example.com", addressPrefix: null, userAgent: null },
  ]);
});

test("erasing a user deletes the user's events, also those that are not yet written", async () => {
  const tenancy = await createTestTenancy(run.current);
  const sub = await registerUser(tenancy);
  const { emailNormalized: email } = await run.current.db.user.findFirstOrThrow({ where: { sub } });
  if (email === null) throw new Error("the user has no email");
  noteEvent(tenancy.ctx, "sign-in.succeeded", { sub });
  noteEvent(tenancy.ctx, "code.requested", { email });
  noteEvent(tenancy.ctx, "code.requested", { email: "other@example.com" });
  await run.current.timeline.flush();
  noteEvent(tenancy.ctx, "sign-in.succeeded", { sub });
  await eraseUser(tenancy.ctx, sub);
  expect((await eventsOf(run.current, tenancy)).map((event) => event.email)).toEqual([
    "other@example.com",
  ]);
});

test("events are deleted after the tenancy's number of days", async () => {
  const short = await createTestTenancy(run.current);
  const long = await createTestTenancy(run.current);
  await short.set({ timelineDays: 1 });
  await long.set({ timelineDays: limits.timelineDaysMax });
  for (const { ctx } of [short, long]) noteEvent(ctx, "code.requested", { email: "a@example.com" });
  const countsOf = async () => [
    (await eventsOf(run.current, short)).length,
    (await eventsOf(run.current, long)).length,
  ];
  expect(await countsOf()).toEqual([1, 1]);
  run.current.clock.advance(lifetimes.dayMs);
  await purgeAll(run.current, purgeEvents);
  expect(await countsOf()).toEqual([1, 1]);
  run.current.clock.advance(1);
  await purgeAll(run.current, purgeEvents);
  expect(await countsOf()).toEqual([0, 1]);
  run.current.clock.advance((limits.timelineDaysMax - 1) * lifetimes.dayMs);
  await purgeAll(run.current, purgeEvents);
  expect(await countsOf()).toEqual([0, 0]);
});
