import { expect, test } from "vitest";
import { lockApiKey, unlockApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { lifetimes } from "@/lib/limits";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { dayOf, readKeyCalls } from "./key-calls";
import { readActivity } from "./read-activity";

const run = provideService();

/** Creates a tenancy with a key at the start of a UTC day. */
async function startDay() {
  const { clock } = run.current;
  clock.advance(lifetimes.dayMs - (clock.now() % lifetimes.dayMs));
  const tenancy = await createTestTenancy(run.current);
  const { id, key } = await tenancy.createKey({ scopes: ["users:read"] });
  const createdAt = clock.now();
  return {
    tenancy,
    id,
    call: async (times = 1) => {
      for (let time = 0; time < times; time++)
        await callApi("GET", `/v2/${tenancy.id}/user/x`, {
          headers: { authorization: `Bearer ${key}` },
        });
    },
    exportVault: () =>
      callApi("GET", `/v2/${tenancy.id}/vault/export`, {
        headers: { authorization: `Bearer ${key}` },
      }),
    read: async () => {
      await run.current.activity.flush();
      return (await readKeyCalls(tenancy.ctx, [{ id, createdAt }])).get(id);
    },
  };
}

test("counts today's requests, and averages the whole days since the key's creation", async () => {
  const { call, read } = await startDay();
  expect(await read()).toEqual({ today: 0, perDay: null });
  await call(4);
  expect(await read()).toEqual({ today: 4, perDay: null });
  run.current.clock.advance(lifetimes.dayMs);
  await call();
  expect(await read()).toEqual({ today: 1, perDay: 4 });
  run.current.clock.advance(lifetimes.dayMs);
  expect(await read()).toEqual({ today: 0, perDay: 3 });
  run.current.clock.advance(5 * lifetimes.dayMs);
  expect(await read()).toEqual({ today: 0, perDay: 1 });
  run.current.clock.advance(2 * lifetimes.dayMs);
  expect(await read()).toEqual({ today: 0, perDay: 0 });
});

test("counts a request once, also if its cached key was confirmed anew, and none that is refused", async () => {
  const { tenancy, id, call, exportVault, read } = await startDay();
  await call(2);
  await lockApiKey(tenancy.ctx, id);
  await call(3);
  expect((await read())?.today).toBe(2);
  await unlockApiKey(tenancy.ctx, id);
  await tenancy.set({ codeDigits: 8 });
  await call();
  await exportVault();
  expect((await read())?.today).toBe(3);
});

test("keeps one row per key and day, and leaves the report of the activity alone", async () => {
  const { tenancy, id, call, read } = await startDay();
  await call(2);
  run.current.clock.advance(lifetimes.hourMs);
  await call();
  await read();
  expect(
    await run.current.db.activityCount.findMany({
      where: { tenancyId: tenancy.id, metric: `api-key.${id}` },
      select: { hour: true, count: true },
    }),
  ).toEqual([{ hour: new Date(dayOf(run.current.clock.now())), count: 3n }]);
  expect(JSON.stringify(await readActivity(tenancy.ctx, "24h"))).not.toContain("api-key.");
});

test("reads the keys of one tenancy only", async () => {
  const one = await startDay();
  const other = await startDay();
  await other.call(2);
  await run.current.activity.flush();
  const read = await readKeyCalls(one.tenancy.ctx, [{ id: other.id, createdAt: 0 }]);
  expect(read.get(other.id)).toEqual({ today: 0, perDay: 0 });
});
