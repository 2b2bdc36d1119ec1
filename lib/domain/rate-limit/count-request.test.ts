import { describe, expect, test } from "vitest";
import type { VerifyAuthentication } from "@/lib/contract/authentication";
import { prefetchAuthenticationSession } from "@/lib/domain/ceremony/consume-authentication-session";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { callApi } from "@/lib/testing/api-client";
import { beginAuthentication } from "@/lib/testing/ceremonies";
import { withOtherInstance } from "@/lib/testing/other-instance";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import { addressBucket } from "./address-bucket";
import { countRequest } from "./count-request";
import { purgeEndedWindows } from "./purge-ended-windows";

const run = provideService();
const caller = { address: "203.0.113.7", page: { origin: testOrigin, clientId: null } };
const ask = (tenancy: TestTenancy, address: string) =>
  callApi("POST", `/v2/${tenancy.id}/passkey/authentication/options`, {
    body: {},
    headers: { origin: testOrigin },
    address,
  });

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

  test("addresses of one /64 share a budget, and a neighboring /64 has its own", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 2 });
    expect((await ask(tenancy, "2001:db8::1")).status).toBe(200);
    expect((await ask(tenancy, "2001:db8::2")).status).toBe(200);
    expect(await ask(tenancy, "2001:db8::3")).toMatchObject({
      status: 429,
      body: { _tag: "@error/RateLimited" },
    });
    expect((await ask(tenancy, "2001:db8:0:1::1")).status).toBe(200);
  });
});

describe("limits", () => {
  test("registration and sign-in options share a budget, and verification has its own", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      { optionsPerMinutePerAddress: 1, verificationsPerMinutePerAddress: 1 },
    );
    expect((await ask(tenancy, "203.0.113.7")).status).toBe(200);
    expect(
      (await tenancy.browser("POST", "passkey/registration/options", { username: "ada" })).status,
    ).toBe(429);
    expect((await tenancy.browser("POST", "passkey/authentication/verification", {})).status).toBe(
      400,
    );
    expect((await tenancy.browser("POST", "passkey/registration/verification", {})).status).toBe(
      429,
    );
  });

  test("a tenancy's budget counts all addresses but no request that an address limit refused", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      { optionsPerMinutePerAddress: 1, optionsPerMinute: 2 },
    );
    const statuses: number[] = [];
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.1", "198.51.100.1", "203.0.113.1"])
      statuses.push((await ask(tenancy, address)).status);
    expect(statuses).toEqual([200, 429, 429, 200, 429]);
  });

  test("a window begun by an instance whose clock is ahead causes a wait of at most one window", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 1 });
    await withOtherInstance(async (ahead) => {
      ahead.clock.advance(900);
      await ask(tenancy, "203.0.113.7");
    });
    for (let count = 0; count < 2; count++)
      expect((await ask(tenancy, "203.0.113.7")).body["retryAfterSeconds"]).toBe(60);
  });

  test("a flood in one tenancy does not limit another", async () => {
    const [flooded, quiet] = [
      await createTestTenancy(run.current, {}, { optionsPerMinute: 1 }),
      await createTestTenancy(run.current, {}, { optionsPerMinute: 1 }),
    ];
    await ask(flooded, "192.0.2.1");
    expect((await ask(flooded, "192.0.2.1")).status).toBe(429);
    expect((await ask(quiet, "192.0.2.1")).status).toBe(200);
  });

  test("500 concurrent requests over two instances: a limit of 10 admits 10", async () => {
    const { id } = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 10 });
    const waits = await withOtherInstance((other) =>
      Promise.all(
        Array.from(
          { length: 500 },
          async (_, index) =>
            (await countRequest(index % 2 === 0 ? run.current : other, id, "options", caller))
              .waitMs,
        ),
      ),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    expect(waits.filter((wait) => wait !== 0).every((wait) => wait > 0 && wait <= 60_000)).toBe(
      true,
    );
  });

  test("500 concurrent addresses over two instances: a tenancy's limit of 10 admits 10", async () => {
    const { id } = await createTestTenancy(run.current, {}, { optionsPerMinute: 10 });
    const waits = await withOtherInstance((other) =>
      Promise.all(
        Array.from(
          { length: 500 },
          async (_, index) =>
            (
              await countRequest(index % 2 === 0 ? run.current : other, id, "options", {
                ...caller,
                address: `10.${index >> 8}.${index & 255}.1`,
              })
            ).waitMs,
        ),
      ),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });

  test("an instance stops counting an address that it refused", async () => {
    const { id } = await createTestTenancy(
      run.current,
      {},
      { verificationsPerMinutePerAddress: 1 },
    );
    const ask = () => countRequest(run.current, id, "verification", caller);
    const points = async () =>
      (
        await run.current.db.limitCounter.findUniqueOrThrow({
          where: { key: `${id}:verification:203.0.113.7` },
        })
      ).points;
    expect([(await ask()).waitMs, (await ask()).waitMs > 0, await points()]).toEqual([0, true, 2]);
    expect(await ask()).toMatchObject({ tenancy: { id }, waitMs: expect.any(Number) });
    expect(await points()).toBe(2);
  });

  test("a new window begins when the old one ends, and ended windows are purged", async () => {
    const { id } = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 1 });
    const { clock, db } = run.current;
    const wait = async () => (await countRequest(run.current, id, "options", caller)).waitMs;
    const windows = () => db.limitCounter.count({ where: { key: { startsWith: id } } });
    expect(await wait()).toBe(0);
    clock.advance(20_000);
    expect(await wait()).toBe(40_000);
    clock.advance(39_999);
    expect(await wait()).toBe(1);
    clock.advance(1);
    expect(await wait()).toBe(0);
    await purgeEndedWindows(run.current);
    expect(await windows()).toBe(3);
    clock.advance(60_001);
    await purgeEndedWindows(run.current);
    expect(await windows()).toBe(0);
  });
});

describe("a prefetch", () => {
  test("runs once for an admitted caller and returns its row", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { sessionToken } = await beginAuthentication(tenancy);
    const prefetch = prefetchAuthenticationSession({
      sessionToken,
      response: { id: "AA" } as VerifyAuthentication["response"],
    });
    const spend = async () =>
      (await countRequest(run.current, tenancy.id, "verification", caller, prefetch)).prefetched;
    const all = await Promise.all(Array.from({ length: 50 }, spend));
    expect(all.filter((prefetched) => prefetched !== null)).toMatchObject([
      { passkey: null, apiKeyId: null, payload: { rpId: tenancy.ctx.tenancy.rpId } },
    ]);
    expect(
      (
        await run.current.db.oneTimeToken.findFirstOrThrow({
          where: { tenancyId: tenancy.id, hash: hashSecretValue(sessionToken) },
        })
      ).consumedAt,
    ).not.toBeNull();
  });

  test.each<
    [
      string,
      Parameters<typeof countRequest>[3],
      NonNullable<Parameters<typeof createTestTenancy>[2]>,
    ]
  >([
    ["another origin", { ...caller, page: { ...caller.page, origin: "https://evil.test" } }, {}],
    [
      "localhost outside development",
      { ...caller, page: { ...caller.page, origin: "http://localhost:3000" } },
      { environment: "production" },
    ],
    ["another client id", { ...caller, page: { ...caller.page, clientId: "another" } }, {}],
    ["no client id where one is required", caller, { requireClientId: true }],
    ["an address over its limit", caller, { verificationsPerMinutePerAddress: 1 }],
    ["a suspended tenancy", caller, { suspendedAt: new Date(1) }],
  ])(
    "does not run for %s, and only the address limit counts such a request",
    async (name, from, settings) => {
      const tenancy = await createTestTenancy(run.current);
      const { sessionToken } = await beginAuthentication(tenancy);
      await run.current.db.tenancy.update({ where: { id: tenancy.id }, data: settings });
      // Uses up a limit of one. Requests refused for another reason don't count.
      await countRequest(run.current, tenancy.id, "verification", from);
      const prefetch = prefetchAuthenticationSession({
        sessionToken,
        response: { id: "AA" } as VerifyAuthentication["response"],
      });
      const { prefetched } = await countRequest(
        run.current,
        tenancy.id,
        "verification",
        from,
        prefetch,
      );
      expect(prefetched).toBeNull();
      expect(
        await run.current.db.oneTimeToken.count({
          where: { tenancyId: tenancy.id, consumedAt: { not: null } },
        }),
      ).toBe(0);
      expect(
        await run.current.db.limitCounter.count({
          where: { key: { startsWith: `${tenancy.id}:verification` } },
        }),
      ).toBe(name.includes("address") ? 1 : 0);
    },
  );

  test("never consumes a session of another tenancy", async () => {
    const [one, two] = [await createTestTenancy(run.current), await createTestTenancy(run.current)];
    const { sessionToken } = await beginAuthentication(one);
    const prefetch = prefetchAuthenticationSession({
      sessionToken,
      response: { id: "AA" } as VerifyAuthentication["response"],
    });
    expect(
      (await countRequest(run.current, two.id, "verification", caller, prefetch)).prefetched,
    ).toBeNull();
    expect(
      (await countRequest(run.current, one.id, "verification", caller, prefetch)).prefetched,
    ).not.toBeNull();
  });
});
