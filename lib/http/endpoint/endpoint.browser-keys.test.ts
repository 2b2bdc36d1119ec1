import { describe, expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { declaredRoutes } from "@/testing/declared-routes";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const paths = declaredRoutes
  .filter(({ declaration }) => declaration.auth === "browser")
  .map(({ path }) => path);

const ask = (
  { id }: TestTenancy,
  path: string,
  headers: Record<string, string>,
  body: object = {},
) =>
  callApi("POST", path.replace("[tenancyId]", id), {
    body,
    headers: { origin: testOrigin, ...headers },
  });

test("finds the browser endpoints", () => expect(paths.length).toBeGreaterThanOrEqual(7));

describe.each(paths)("an API key at %s", (path) => {
  test("changes no reply", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      { selfServiceRegistration: false, selfServiceAuthentication: false },
    );
    const { key } = await tenancy.createKey({
      scopes: ["*", "vault:export", "challenges:skip-ceiling"],
    });
    for (const body of [
      {},
      { username: "ada", userId: "ada" },
      { sessionToken: "x", registrationToken: "x", authenticationToken: "x", response: {} },
    ]) {
      const without = await ask(tenancy, path, {}, body);
      const withKey = await ask(tenancy, path, { authorization: `Bearer ${key}` }, body);
      expect([withKey.status, withKey.body]).toEqual([without.status, without.body]);
      expect(withKey.status).toBeGreaterThanOrEqual(400);
    }
  });

  test("allows no other origin, and skips no rate limit", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      {
        optionsPerMinutePerAddress: 1,
        verificationsPerMinutePerAddress: 1,
        exchangesPerMinutePerAddress: 1,
      },
    );
    const withKey = { authorization: `Bearer ${tenancy.apiKey}` };
    const foreign = await ask(tenancy, path, { ...withKey, origin: "https://evil.test" });
    expect(foreign).toMatchObject({ status: 403, body: { _tag: "@error/Forbidden" } });
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
    await ask(tenancy, path, withKey);
    expect(await ask(tenancy, path, withKey)).toMatchObject({
      status: 429,
      body: { _tag: "@error/RateLimited" },
    });
  });
});
