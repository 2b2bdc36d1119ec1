import { describe, expect, test } from "vitest";
import { lockApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { addressPrefix } from "@/lib/domain/base/address-bucket";
import { callApi } from "@/testing/api-client";
import { createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { withInstances } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { cacheRefusal, findCachedRefusal } from "./count-request";

const run = provideService();
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Requests options as a page does, in self-service or with a token of `authorize`. */
const ask = (
  tenancy: TestTenancy,
  {
    address = "203.0.113.7",
    kind = "registration",
    body = { username: "ada" },
  }: { address?: string; kind?: "registration" | "authentication"; body?: object } = {},
) =>
  callApi("POST", `/v2/${tenancy.id}/passkey/${kind}/options`, {
    body,
    headers: { origin: testOrigin },
    address,
  });
const passed = async (replies: ReturnType<typeof ask>[]) =>
  (await Promise.all(replies)).filter(({ status }) => status === 200).length;

async function authorize(tenancy: TestTenancy): Promise<{ registrationToken: string }> {
  const { body } = await tenancy.backend("POST", "passkey/registration/authorize", {
    username: "ada",
  });
  return { registrationToken: body["registrationToken"] as string };
}

test.each([
  ["203.0.113.7", "203.0.113.0/24"],
  ["::ffff:203.0.113.7", "203.0.113.0/24"],
  ["2001:db8:1:2::1", "2001:db8:1::/48"],
  ["nonsense", "unknown"],
  [undefined, "unknown"],
])("%s belongs to the network %s", (address, prefix) =>
  expect(addressPrefix(address)).toBe(prefix),
);

describe("unauthorized requests for options", () => {
  test("from one network get 5 % of the total", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinute: 100 });
    expect(
      await passed(times(40, (index) => ask(tenancy, { address: `203.0.113.${index}` }))),
    ).toBe(5);
    expect(
      await passed(times(40, (index) => ask(tenancy, { address: `2001:db8:1:${index}::1` }))),
    ).toBe(5);
    expect((await ask(tenancy, { address: "198.51.100.1" })).status).toBe(200);
  });

  test("never block users authorized by the backend, in either ceremony", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinute: 20 });
    expect(await passed(times(40, (index) => ask(tenancy, { address: `198.51.${index}.1` })))).toBe(
      20,
    );
    expect((await ask(tenancy, { body: await authorize(tenancy) })).status).toBe(200);
    const { body } = await tenancy.backend("POST", "passkey/authentication/authorize", {
      discoverable: true,
    });
    expect(
      (
        await ask(tenancy, {
          kind: "authentication",
          body: { authenticationToken: body["authenticationToken"] },
        })
      ).status,
    ).toBe(200);
    expect((await ask(tenancy, { kind: "authentication", body: {} })).status).toBe(429);
  });

  test("from the hosted pages use the same budget", async () => {
    const tenancy = await createHostedTenancy(run.current, { optionsPerMinute: 40 });
    const begin = (address: string) =>
      visit(run.current, tenancy, { address }).step("passkey-options", { mediation: "required" });
    // The tenancy is a development one: ten times 5 %.
    const begun = await Promise.all(times(30, (index) => begin(`203.0.113.${index}`)));
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(begun.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe("an authorization token", () => {
  test("that is live counts for its address only", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      { optionsPerMinute: 20, optionsPerMinutePerAddress: 3 },
    );
    for (let begun = 0; begun < 3; begun++)
      expect((await ask(tenancy, { body: await authorize(tenancy) })).status).toBe(200);
    expect((await ask(tenancy, { body: await authorize(tenancy) })).status).toBe(429);
    expect((await ask(tenancy, { address: "203.0.113.8" })).status).toBe(200);
    expect(
      await run.current.db.limitCounter.findMany({
        where: {
          key: { in: [`${tenancy.id}:options`, `${tenancy.id}:options:prefix:203.0.113.0/24`] },
        },
        select: { points: true },
      }),
    ).toEqual([{ points: 1 }, { points: 1 }]);
  });

  test("that is invalid in any way is treated like no token", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinute: 20 });
    const expired = await authorize(tenancy);
    run.current.clock.advance(600_000);
    const used = await authorize(tenancy);
    const locked = await authorize(tenancy);
    const foreign = await authorize(await createTestTenancy(run.current));
    const { authenticationToken } = (
      await tenancy.backend("POST", "passkey/authentication/authorize", { discoverable: true })
    ).body;
    expect((await ask(tenancy, { body: used })).status).toBe(200);
    await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
    const bodies = [
      { registrationToken: "x".repeat(43) },
      { registrationToken: authenticationToken },
      used,
      locked,
      foreign,
      expired,
    ];
    for (const [index, body] of bodies.entries()) {
      const address = `198.51.${index}.1`;
      expect((await ask(tenancy, { address, body })).status, String(index)).toBe(400);
      expect((await ask(tenancy, { address, body })).status, String(index)).toBe(429);
    }
  });

  test("that is invented bypasses no used-up budget, cached or not", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinute: 20 });
    const invented = (index: number) =>
      ask(tenancy, {
        address: `198.51.${index}.1`,
        body: { registrationToken: `${index}`.padStart(43, "x") },
      });
    expect(
      (await Promise.all(times(60, invented))).filter(({ status }) => status === 400),
    ).toHaveLength(20);
    expect((await invented(100)).status).toBe(429);
    const { points } = await run.current.db.limitCounter.findUniqueOrThrow({
      where: { key: `${tenancy.id}:options` },
    });
    await Promise.all(times(20, (index) => invented(150 + index)));
    expect(
      (
        await run.current.db.limitCounter.findUniqueOrThrow({
          where: { key: `${tenancy.id}:options` },
        })
      ).points,
    ).toBe(points);
    expect((await ask(tenancy, { body: await authorize(tenancy) })).status).toBe(200);
  });
});

test("200 concurrent requests from one network over eight instances use exactly its share", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinute: 200 });
  expect(
    await withInstances(8, () =>
      passed(times(200, (index) => ask(tenancy, { address: `203.0.113.${index}` }))),
    ),
  ).toBe(10);
});

test("the cache of refusals is bounded and evicts the oldest", () => {
  const service = run.current;
  for (let index = 0; index <= 10_000; index++) cacheRefusal(service, `key ${index}`, 2);
  expect([
    findCachedRefusal(service, "key 0", 1),
    findCachedRefusal(service, "key 1", 1),
    findCachedRefusal(service, "key 10000", 1),
  ]).toEqual([0, 1, 1]);
});
