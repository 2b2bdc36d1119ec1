import { expect, test } from "vitest";
import { sensitiveScopes } from "@/lib/contract/api-key-scope";
import { callApi } from "@/testing/api-client";
import { type DeclaredRoute, declaredRoutes } from "@/testing/declared-routes";
import { sampleLine } from "@/testing/import-lines";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { ndjson, toText } from "@/testing/vault-files";
import { own } from "@/testing/vault-rules";
import { violationsOf } from "@/testing/violations";

const run = provideService();

const ignoring = ["/v2/[tenancyId]/principal/[code]", "/[tenancyId]/token/[token]"];
const ofTenancies = declaredRoutes.filter(({ path }) => path.includes("[tenancyId]"));
const nameOf = ({ method, path }: DeclaredRoute) => `${method} ${path}`;

async function ask(
  { method, path, declaration }: DeclaredRoute,
  tenancy: TestTenancy,
  query: string,
) {
  const { key } = await tenancy.createKey({ scopes: ["*", ...sensitiveScopes] });
  const filled = path.replace("[tenancyId]", tenancy.id).replace(/\[\w+\]/g, "unknown");
  return callApi(method, `${filled}?${query}`, {
    ...(declaration.body === undefined ? {} : { body: "{" }),
    headers: { origin: testOrigin, authorization: `Bearer ${key}` },
  });
}

test("every route refuses an unknown parameter, before it reads the body", async () => {
  const queries = [
    ["colour=blue", "colour"],
    ["constructor=x", "constructor"],
    ["colour=blue&colour=red", "colour"],
    ["a%00b=1", ""],
  ] as const;
  const cases = ofTenancies
    .filter(({ path }) => !ignoring.includes(path))
    .flatMap((route) =>
      queries.map(
        ([query, parameter]) => [`${nameOf(route)}?${query}`, route, query, parameter] as const,
      ),
    );
  const violations = await violationsOf(cases, async (_name, route, query, parameter) => {
    const reply = await ask(route, await createTestTenancy(run.current), query);
    expect(reply).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path: parameter }] },
    });
  });
  expect(violations).toEqual([]);
});

test("a route that redeems a code ignores the query", async () => {
  const cases = ofTenancies
    .filter(({ path }) => ignoring.includes(path))
    .map((route) => [nameOf(route), route] as const);
  const violations = await violationsOf(cases, async (_name, route) => {
    const tenancy = await createTestTenancy(run.current);
    const without = await ask(route, tenancy, "");
    const queried = await ask(route, tenancy, "a=1&a=%00");
    expect([queried.status, queried.text]).toEqual([without.status, without.text]);
  });
  expect(violations).toEqual([]);
});

test("the suggestion names what was probably meant", async () => {
  const tenancy = await createTestTenancy(run.current);
  const messageOf = async (query: string) =>
    (await tenancy.backend("GET", `passkeys?${query}`)).body["message"];
  expect(await messageOf("user_id=99")).toBe(
    "user_id: is not a query parameter of this endpoint. Did you mean userId?",
  );
  expect(await messageOf("USERID=99")).toMatch(/Did you mean userId\?$/);
  expect(await messageOf("limt=1")).toMatch(/Did you mean limit\?$/);
  expect(await messageOf("page=2")).toBe(
    "page: is not a query parameter of this endpoint. It has cursor, limit, userId, enabled.",
  );
  expect((await tenancy.backend("DELETE", "users/ada/passkeys?all=1")).body["message"]).toBe(
    "all: is not a query parameter of this endpoint. It has none.",
  );
});

test("a misspelled filter returns no passkeys of other users", async () => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 1, { userId: "ada" });
  const reply = await tenancy.backend("GET", "passkeys?user_id=99");
  expect(reply.status).toBe(400);
});

test("a misspelled dryRun imports nothing", async () => {
  const tenancy = await createTestTenancy(run.current);
  const reply = await tenancy.backend(
    "POST",
    "passkeys/import?dryrun=true",
    toText([sampleLine()]),
    ndjson,
  );
  expect(reply.body).toMatchObject({ issues: [{ path: "dryrun" }] });
  expect(await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(0);
});

test("a caller without a valid key learns nothing about the query", async () => {
  const tenancy = await createTestTenancy(run.current);
  const reply = await callApi("GET", `/v2/${tenancy.id}/passkeys?user_id=1`, {
    headers: { authorization: "Bearer ks_x" },
  });
  expect(reply).toMatchObject({ status: 403, body: { _tag: "@error/Forbidden" } });
});

test("a page can read the refusal, and it counts against the page's limit", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { optionsPerMinutePerAddress: 1 });
  const send = () =>
    callApi("POST", `/v2/${tenancy.id}/passkey/authentication/options?x=1`, {
      body: {},
      headers: { origin: testOrigin },
    });
  const refused = await send();
  expect(refused.status).toBe(400);
  expect(refused.headers.get("access-control-allow-origin")).toBe(testOrigin);
  expect((await send()).status).toBe(429);
});

test.each(["/healthz", "/readyz", "/openapi.json", "/v2/.well-known/jwks.json"])(
  "%s ignores the query",
  async (path) => {
    expect((await callApi("GET", `${path}?a=1&a=2`)).status).toBe(200);
  },
);
