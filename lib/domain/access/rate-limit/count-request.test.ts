import { describe, expect, test } from "vitest";
import type { VerifyAuthentication } from "@/lib/contract/authentication";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import { addressBucket } from "@/lib/domain/base/address-bucket";
import type { TenancyContext } from "@/lib/domain/base/context";
import { consumeAuthenticationSession } from "@/lib/domain/sign-in/ceremony/consume-authentication-session";
import { isServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import type { Prisma } from "@/prisma/generated/client";
import { callApi } from "@/testing/api-client";
import { beginAuthentication } from "@/testing/ceremonies";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { countRequest } from "./count-request";
import { purgeEndedWindows } from "./count-towards";
import type { UncountedRequest } from "./request-row";

const run = provideService();
const address = "203.0.113.7";

/** Counts a request. Returns the seconds that a refused one has to wait, else 0. */
async function waitOf(ctx: TenancyContext, request: UncountedRequest): Promise<number> {
  try {
    await countRequest(ctx, request);
    return 0;
  } catch (error) {
    if (!isServiceError(error) || error.tag !== "@error/RateLimited") throw error;
    return (error.extra as { retryAfterSeconds: number }).retryAfterSeconds;
  }
}

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

describe("a /48 of IPv6", () => {
  const limited = async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      {
        optionsPerMinutePerAddress: 1,
        verificationsPerMinutePerAddress: 1,
        exchangesPerMinutePerAddress: 1,
      },
    );
    return tenancy.ctx;
  };
  /** Counts requests from as many /64 networks. Returns how many passed. */
  const passed = async (ctx: TenancyContext, count: number, request: UncountedRequest) => {
    const waits = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        waitOf(ctx, { ...request, address: `2001:db8:7:${index}::1` }),
      ),
    );
    return waits.filter((wait) => wait === 0).length;
  };

  test.each(["verification", "exchange"] as const)(
    "has several times an address's limit of %s",
    async (rule) => {
      const ctx = await limited();
      expect(await passed(ctx, 50, { rule })).toBe(limits.addressesPerSite);
      expect(await waitOf(ctx, { rule, address: "2001:db8:7:ffff::1" })).toBeGreaterThan(0);
      expect(await waitOf(ctx, { rule, address: "2001:db8:8::1" })).toBe(0);
    },
  );

  test("has the same for options that a backend authorized", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 1 });
    const { ctx } = tenancy;
    const { body } = await tenancy.backend("POST", "passkey/authentication/authorize", {
      discoverable: true,
    });
    const token = { kind: "authentication", value: body["authenticationToken"] as string } as const;
    expect(await passed(ctx, 50, { rule: "options", token })).toBe(limits.addressesPerSite);
  });

  test("has no such limit in IPv4, where neighbors are strangers", async () => {
    const ctx = await limited();
    for (let index = 0; index < 3 * limits.addressesPerSite; index++)
      expect(await waitOf(ctx, { rule: "verification", address: `203.0.113.${index}` })).toBe(0);
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
    const flooded = await createTestTenancy(run.current, {}, { optionsPerMinute: 1 });
    const quiet = await createTestTenancy(run.current, {}, { optionsPerMinute: 1 });
    await ask(flooded, "192.0.2.1");
    expect((await ask(flooded, "192.0.2.1")).status).toBe(429);
    expect((await ask(quiet, "192.0.2.1")).status).toBe(200);
  });

  /** Sends 500 concurrent requests to two instances in turn. */
  const race = (tenancy: TestTenancy, addressOf: (index: number) => string) =>
    withOtherInstance((other) => {
      const [one, two] = [tenancy.ctx, { ...tenancy.ctx, ...other }] as const;
      return Promise.all(
        Array.from({ length: 500 }, (_, index) =>
          waitOf(index % 2 === 0 ? one : two, { rule: "options", address: addressOf(index) }),
        ),
      );
    });

  test("500 concurrent requests over two instances: a limit of 10 admits 10", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 10 });
    const waits = await race(tenancy, () => address);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    expect(waits.filter((wait) => wait !== 0).every((wait) => wait > 0 && wait <= 60)).toBe(true);
  });

  test("500 concurrent addresses over two instances: a tenancy's limit of 10 admits 10", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinute: 10 });
    const waits = await race(tenancy, (index) => `10.${index >> 8}.${index & 255}.1`);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });

  test("one statement admits the first requests of each address, network and tenancy", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      { optionsPerMinutePerAddress: 2, optionsPerMinute: 60 },
    );
    const { ctx } = tenancy;
    const ask = (from: string) => waitOf(ctx, { rule: "options", address: from });
    // Each network gets 3 of 60, and each address 2.
    const waits = await Promise.all([
      ...["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.2"].map(ask),
      ...["10.0.1.1", "10.0.1.2", "10.0.1.3", "10.0.1.4"].map(ask),
    ]);
    expect(waits.map((wait) => wait === 0)).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      true,
      true,
      false,
    ]);
    const points = async (key: string) =>
      (
        await run.current.db.limitCounter.findUniqueOrThrow({
          where: { key: `${tenancy.id}:${key}` },
        })
      ).points;
    expect([
      await points("options:10.0.0.1"),
      await points("options:prefix:10.0.0.0/24"),
      await points("options:prefix:10.0.1.0/24"),
      await points("options"),
    ]).toEqual([3, 4, 4, 6]);
  });

  test("an instance stops counting an address that it refused", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      { verificationsPerMinutePerAddress: 1 },
    );
    const { ctx } = tenancy;
    const ask = () => waitOf(ctx, { rule: "verification", address });
    const points = async () =>
      (
        await run.current.db.limitCounter.findUniqueOrThrow({
          where: { key: `${tenancy.id}:verification:203.0.113.7` },
        })
      ).points;
    expect([await ask(), (await ask()) > 0, await points()]).toEqual([0, true, 2]);
    expect(await ask()).toBeGreaterThan(0);
    expect(await points()).toBe(2);
  });

  test("a new window begins when the old one ends, and ended windows are purged", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 1 });
    const { clock, db } = run.current;
    const { ctx } = tenancy;
    const wait = () => waitOf(ctx, { rule: "options", address });
    const windows = () => db.limitCounter.count({ where: { key: { startsWith: tenancy.id } } });
    expect(await wait()).toBe(0);
    clock.advance(20_000);
    expect(await wait()).toBe(40);
    clock.advance(39_999);
    expect(await wait()).toBe(1);
    clock.advance(1);
    expect(await wait()).toBe(0);
    const purge = async () => {
      while ((await purgeEndedWindows(run.current)) > 0);
    };
    await purge();
    expect(await windows()).toBe(3);
    clock.advance(60_001);
    await purge();
    expect(await windows()).toBe(0);
  });
});

describe("a request that counts and consumes a session", () => {
  const request = { rule: "verification", address } as const;
  const bodyOf = (sessionToken: string) => ({
    sessionToken,
    response: { id: "AA" } as VerifyAuthentication["response"],
  });

  test("consumes it once in 50 concurrent requests", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { sessionToken } = await beginAuthentication(tenancy);
    const { ctx } = tenancy;
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        consumeAuthenticationSession(ctx, request, bodyOf(sessionToken)),
      ),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toMatchObject([
      { value: { passkey: null, apiKeyId: null, session: { rpId: tenancy.ctx.tenancy.rpId } } },
    ]);
    expect(
      (
        await run.current.db.oneTimeToken.findFirstOrThrow({
          where: { tenancyId: tenancy.id, hash: hashSecretValue(sessionToken) },
        })
      ).consumedAt,
    ).not.toBeNull();
  });

  test("consumes nothing over the address limit, and still counts", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      { verificationsPerMinutePerAddress: 1 },
    );
    const { sessionToken } = await beginAuthentication(tenancy);
    const { ctx } = tenancy;
    await countRequest(ctx, request);
    await expect(
      consumeAuthenticationSession(ctx, request, bodyOf(sessionToken)),
    ).rejects.toMatchObject({ tag: "@error/RateLimited" });
    expect(
      await run.current.db.oneTimeToken.count({
        where: { tenancyId: tenancy.id, consumedAt: { not: null } },
      }),
    ).toBe(0);
  });

  test.each<[string, Partial<TenancyContext>, Prisma.TenancyUpdateInput]>([
    ["was suspended after its lookup", {}, { suspendedAt: new Date(1) }],
    [
      "isn't as cached",
      { guess: { isConfirmed: false } },
      { allowedOrigins: ["https://other.example.com"] },
    ],
  ])("counts and consumes nothing in a tenancy that %s", async (_name, found, settings) => {
    const tenancy = await createTestTenancy(run.current);
    const { sessionToken } = await beginAuthentication(tenancy);
    const ctx: TenancyContext = { ...tenancy.ctx, actor: { kind: "browser" }, ...found };
    await tenancy.set(settings);
    await expect(
      consumeAuthenticationSession(ctx, request, bodyOf(sessionToken)),
    ).rejects.toMatchObject({ tag: "@error/Unavailable" });
    expect(
      await run.current.db.oneTimeToken.count({
        where: { tenancyId: tenancy.id, consumedAt: { not: null } },
      }),
    ).toBe(0);
    expect(
      await run.current.db.limitCounter.count({
        where: { key: { startsWith: `${tenancy.id}:verification` } },
      }),
    ).toBe(0);
  });

  test("never consumes a session of another tenancy", async () => {
    const one = await createTestTenancy(run.current);
    const two = await createTestTenancy(run.current);
    const { sessionToken } = await beginAuthentication(one);
    const consume = (tenancy: TestTenancy) =>
      consumeAuthenticationSession(tenancy.ctx, request, bodyOf(sessionToken));
    await expect(consume(two)).rejects.toMatchObject({ tag: "@error/InvalidToken" });
    expect((await consume(one)).session.rpId).toBe(one.ctx.tenancy.rpId);
  });
});

describe("a refused request", () => {
  const verify = (tenancy: TestTenancy, headers: Record<string, string>) =>
    callApi("POST", `/v2/${tenancy.id}/passkey/authentication/verification`, {
      body: { sessionToken: "x".repeat(43), response: {} },
      headers,
      address,
    });

  test.each<
    [string, Record<string, string>, NonNullable<Parameters<TestTenancy["set"]>[0]>, number]
  >([
    ["another origin", { origin: "https://evil.test" }, {}, 403],
    ["localhost outside development", { origin: "http://localhost:3000" }, {}, 403],
    ["another client id", { origin: testOrigin, "x-client-id": "another" }, {}, 403],
    ["no client id where one is required", { origin: testOrigin }, { requireClientId: true }, 403],
    ["a suspended tenancy", { origin: testOrigin }, { suspendedAt: new Date(1) }, 404],
  ])("of %s doesn't count", async (_name, headers, settings, status) => {
    const tenancy = await createTestTenancy(run.current);
    await verify(tenancy, { origin: testOrigin });
    await run.current.db.limitCounter.deleteMany({ where: { key: { startsWith: tenancy.id } } });
    await tenancy.set(settings);
    expect((await verify(tenancy, headers)).status).toBe(status);
    expect((await verify(tenancy, headers)).status).toBe(status);
    expect(
      await run.current.db.limitCounter.count({ where: { key: { startsWith: tenancy.id } } }),
    ).toBe(0);
  });

  test("with an invalid body counts for its address", async () => {
    const tenancy = await createTestTenancy(run.current);
    const points = async () =>
      (
        await run.current.db.limitCounter.findUnique({
          where: { key: `${tenancy.id}:verification:203.0.113.7` },
        })
      )?.points;
    expect((await verify(tenancy, { origin: testOrigin })).status).toBe(400);
    expect(await points()).toBe(1);
    expect((await verify(tenancy, { origin: testOrigin })).status).toBe(400);
    expect(await points()).toBe(2);
  });
});
