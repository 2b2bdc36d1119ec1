import { describe, expect, test } from "vitest";
import { callApi } from "@/lib/testing/api-client";
import { withOtherInstance } from "@/lib/testing/other-instance";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import { addressBucket } from "./address-bucket";

const run = provideService();
const ask = (tenancy: TestTenancy, address: string) =>
  callApi("POST", `/v2/${tenancy.id}/passkey/authentication/options`, { body: {}, headers: { origin: testOrigin }, address });

describe("addresses", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["nonsense", "unknown"],
    [undefined, "unknown"],
  ])("%s counts as %s", (address, bucket) => expect(addressBucket(address)).toBe(bucket));

  test("rotating inside a /64 buys nothing, a neighbour has its own budget", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 2 });
    expect((await ask(tenancy, "2001:db8::1")).status).toBe(200);
    expect((await ask(tenancy, "2001:db8::2")).status).toBe(200);
    expect(await ask(tenancy, "2001:db8::3")).toMatchObject({ status: 429, body: { _tag: "@error/RateLimited" } });
    expect((await ask(tenancy, "2001:db8:0:1::1")).status).toBe(200);
  });
});

describe("limits", () => {
  test("registration and sign-in options share one budget, verification has its own", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 1, verificationsPerMinutePerAddress: 1 });
    expect((await ask(tenancy, "203.0.113.7")).status).toBe(200);
    expect((await tenancy.browser("POST", "passkey/registration/options", { username: "ada" })).status).toBe(429);
    expect((await tenancy.browser("POST", "passkey/authentication/verification", {})).status).toBe(400);
    expect((await tenancy.browser("POST", "passkey/registration/verification", {})).status).toBe(429);
  });

  test("a tenancy's budget counts all addresses, and not the requests that an address was refused", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 2, optionsPerMinute: 3 });
    const statuses: number[] = [];
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"]) statuses.push((await ask(tenancy, address)).status);
    expect(statuses).toEqual([200, 200, 429, 429, 200, 429]);
  });

  test("one tenancy's flood leaves another alone", async () => {
    const [flooded, quiet] = [await createTestTenancy(run.current, {}, { optionsPerMinute: 1 }), await createTestTenancy(run.current, {}, { optionsPerMinute: 1 })];
    await ask(flooded, "192.0.2.1");
    expect((await ask(flooded, "192.0.2.1")).status).toBe(429);
    expect((await ask(quiet, "192.0.2.1")).status).toBe(200);
  });

  test("500 at once against a limit of 10 over two instances: 10 pass", async () => {
    const limit = { key: `race:${run.current.createId()}`, points: 10, windowMs: 60_000 };
    const waits = await withOtherInstance((other) => {
      const limiters = [run.current.limiter, other.limiter] as const;
      return Promise.all(Array.from({ length: 500 }, (_, index) => limiters[index % 2 === 0 ? 0 : 1].consume(limit)));
    });
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    expect(waits.filter((wait) => wait !== 0).every((wait) => wait > 0 && wait <= 60_000)).toBe(true);
  });

  test("a new window begins when the old one has ended, and ended ones are purged", async () => {
    const limit = { key: `window:${run.current.createId()}`, points: 1, windowMs: 60_000 };
    // Each time another instance asks, since one that has refused remembers it until the window's end.
    const consume = () => withOtherInstance(({ limiter }) => limiter.consume(limit));
    await consume();
    expect(await consume()).toBeGreaterThan(0);
    await run.current.db.limitCounter.update({ where: { key: limit.key }, data: { expire: 1n } });
    expect(await consume()).toBe(0);
    await run.current.limiter.purge(1);
    expect(await run.current.db.limitCounter.count({ where: { key: limit.key } })).toBe(1);
    await run.current.db.limitCounter.update({ where: { key: limit.key }, data: { expire: 1n } });
    await run.current.limiter.purge(2);
    expect(await run.current.db.limitCounter.count({ where: { key: limit.key } })).toBe(0);
  });
});
