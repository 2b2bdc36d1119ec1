import { describe, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { unknownTenancies } from "@/lib/service/service";
import { type ApiReply, callApi } from "@/testing/api-client";
import { createStoredTenancy } from "@/testing/create-stored-tenancy";
import { withBroken, withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { statementsOf } from "@/testing/statements-of";
import type { TestService } from "@/testing/test-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const { lookupsPerSecond } = limits.knownTenancies;
const many = 5 * lookupsPerSecond;

const options = (id: string) =>
  callApi("POST", `/v2/${id}/passkey/authentication/options`, { body: {} });
const key = `ks_abcdefghij_${"a".repeat(43)}_abcdef`;
const readers: [name: string, send: (id: string) => Promise<ApiReply>, tag: string][] = [
  ["options", options, "@error/InvalidTenancy"],
  [
    "vault lists",
    (id) => callApi("GET", `/v2/${id}/passkeys`, { headers: { authorization: `Bearer ${key}` } }),
    "@error/Forbidden",
  ],
  [
    "legacy lookups",
    (id) => callApi("GET", `/${id}/credential/${"x".repeat(16)}`),
    "@error/NotFound",
  ],
  ["logos", (id) => callApi("GET", `/logo/${id}/x`), "@error/NotFound"],
];

const flood = ({ createId }: TestService, send: (id: string) => Promise<ApiReply>) =>
  Array.from({ length: many }, () => send(createId()));

/** Returns the names of the shares of connections that `work` uses. */
async function sharesOf(service: TestService, work: () => Promise<void>): Promise<string[]> {
  const names = new Set<string>();
  const shareOf = (name: string) => {
    names.add(name);
    return service.shareOf(name);
  };
  await withBroken({ shareOf }, work);
  return [...names];
}

describe("requests of tenancies that do not exist", () => {
  test.each(readers)("share one budget of statements: %s", (_name, send, tag) =>
    withOtherInstance(async (service) => {
      await service.knownTenancies.start();
      const statements = await statementsOf(service, async () => {
        const replies = await Promise.all(flood(service, send));
        expect([...new Set(replies.map(({ body }) => body["_tag"]))]).toEqual([tag]);
      });
      expect(statements).toHaveLength(lookupsPerSecond);
    }),
  );

  test("share one share of connections", () =>
    withOtherInstance(async (service) => {
      const shares = await sharesOf(service, async () => {
        const replies = await Promise.all(flood(service, options));
        expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
      });
      expect(shares).toEqual([unknownTenancies]);
    }));

  test("do not delay one that exists at a cold start", () =>
    withOtherInstance(async (service) => {
      const id = await createStoredTenancy(run.current);
      const flooded = flood(service, options);
      const statements = await statementsOf(service, async () => {
        expect((await options(id)).status).toBe(200);
        await Promise.all(flooded);
      });
      expect(statements.length).toBeLessThan(many);
    }));

  test("do not hide one that another process has created", async () => {
    const known = await createTestTenancy(run.current);
    expect((await known.browser("POST", "passkey/authentication/options", {})).status).toBe(200);
    run.current.clock.advance(1_000);
    const id = await createStoredTenancy(run.current);
    expect((await options(id)).status).toBe(200);
  });
});

test("an endpoint without a tenancy in its path has a share of its own", async () => {
  const shares = await sharesOf(run.current, async () => {
    expect((await callApi("GET", "/.well-known/webauthn")).status).toBe(404);
  });
  expect(shares).toEqual(["getRelatedOrigins"]);
});
