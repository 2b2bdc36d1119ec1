import { expect, test } from "vitest";
import type { ApiKey } from "@/lib/contract/api-key";
import { lockApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { createCaller } from "@/testing/create-caller";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const day = 24 * 3_600_000;

testKeyRoute(run, {
  method: "POST",
  path: "api-keys",
  allow: "GET, HEAD, POST",
  body: { name: "Created", scopes: ["api-keys:write"] },
  lacking: "settings:write",
  scope: "api-keys:write",
});

test("creates a key whose text only this response contains", async () => {
  const tenancy = await createTestTenancy(run.current);
  const caller = await createCaller(tenancy, ["api-keys:write", "principals"]);
  const expiresAt = run.current.clock.now() + day;
  const created = await caller.call("POST", "api-keys", {
    name: " Deployment ",
    scopes: ["principals"],
    expiresAt,
  });
  expect(created).toMatchObject({
    status: 201,
    body: {
      _tag: "ApiKeyCreated",
      key: expect.stringMatching(/^ks_[\w-]{60}$/),
      apiKey: {
        _tag: "ApiKey",
        name: "Deployment",
        scopes: ["principals"],
        state: "live",
        createdBy: { kind: "apiKey", id: caller.id },
        createdAt: run.current.clock.now(),
        expiresAt,
      },
    },
  });
  const { key } = created.body as unknown as { key: string };
  const listed = await caller.call("GET", "api-keys");
  expect(listed.text ?? JSON.stringify(listed.body)).not.toContain(key);
  expect(
    (await tenancy.backend("GET", "user/x", undefined, { authorization: `Bearer ${key}` })).status,
  ).toBe(403);
  expect(
    (await tenancy.backend("GET", "principal/x", undefined, { authorization: `Bearer ${key}` }))
      .status,
  ).toBe(404);
});

test("the audit log names the creating key", async () => {
  const tenancy = await createTestTenancy(run.current);
  const caller = await createCaller(tenancy, ["api-keys:write"]);
  const { body } = await caller.call("POST", "api-keys", {
    name: "Created",
    scopes: ["api-keys:write"],
  });
  const { id } = (body as unknown as { apiKey: ApiKey }).apiKey;
  expect(
    await run.current.db.auditEvent.findMany({ where: { tenancyId: tenancy.id, targetId: id } }),
  ).toMatchObject([{ action: "api-key.created", actorKind: "apiKey", actorId: caller.id }]);
});

test.each([
  ["a blank name", { name: " " }, "name"],
  ["a name of 101 characters", { name: "x".repeat(101) }, "name"],
  ["no scopes", { scopes: [] }, "scopes"],
  ["a scope that does not exist", { scopes: ["everything"] }, "scopes.0"],
  ["an expiry in the past", { expiresAt: 1 }, "expiresAt"],
  ["an expiry after the year 9999", { expiresAt: Number.MAX_SAFE_INTEGER }, "expiresAt"],
])("rejects %s, and creates nothing", async (_name, wrong, path) => {
  const tenancy = await createTestTenancy(run.current);
  const caller = await createCaller(tenancy, ["api-keys:write"]);
  const before = await run.current.db.apiKey.count({ where: { tenancyId: tenancy.id } });
  expect(
    await caller.call("POST", "api-keys", { name: "x", scopes: ["api-keys:write"], ...wrong }),
  ).toMatchObject({ status: 400, body: { _tag: "@error/BadRequest", issues: [{ path }] } });
  expect(await run.current.db.apiKey.count({ where: { tenancyId: tenancy.id } })).toBe(before);
});

test("an expiry after the caller's is refused, and the caller's is the default", async () => {
  const tenancy = await createTestTenancy(run.current);
  const expiresAt = run.current.clock.now() + day;
  const { call } = await createCaller(tenancy, ["api-keys:write"], expiresAt);
  const create = (own: object) =>
    call("POST", "api-keys", { name: "x", scopes: ["api-keys:write"], ...own });
  expect(await create({ expiresAt: expiresAt + 1 })).toMatchObject({
    status: 400,
    body: { issues: [{ path: "expiresAt" }] },
  });
  expect((await create({})).body).toMatchObject({ apiKey: { expiresAt } });
});

test("a wider key is refused, and the missing scope is named", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["api-keys:write", "*"]);
  const reply = await call("POST", "api-keys", { name: "x", scopes: ["*", "users:erase"] });
  expect(reply).toMatchObject({
    status: 403,
    body: { _tag: "@error/Forbidden", message: expect.stringContaining("users:erase") },
  });
});

test("lists every key of the tenancy once, in pages, whatever the caller's scopes", async () => {
  const tenancy = await createTestTenancy(run.current);
  await createTestTenancy(run.current);
  const wide = await tenancy.createKey({ scopes: ["*", "vault:export"] });
  await lockApiKey(tenancy.ctx, wide.id);
  for (let index = 0; index < 4; index++) {
    run.current.clock.advance(1);
    await tenancy.createKey({ name: `Key ${index}` });
  }
  const { id, call } = await createCaller(tenancy, ["api-keys:write"]);
  const found: ApiKey[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body } = await call("GET", `api-keys?limit=3${cursor && `&cursor=${cursor}`}`);
    const page = body as unknown as { _tag: string; cursor: string | null; records: ApiKey[] };
    expect(page._tag).toBe("ApiKeys");
    expect(page.records.length).toBeLessThanOrEqual(3);
    found.push(...page.records);
    cursor = page.cursor;
  }
  const rows = await run.current.db.apiKey.findMany({
    where: { tenancyId: tenancy.id },
    orderBy: { id: "desc" },
  });
  expect(found.map((key) => key.id)).toEqual(rows.map((row) => row.id));
  expect(found.find((key) => key.id === wide.id)).toMatchObject({
    state: "locked",
    lockedBy: "operator",
    scopes: ["*", "vault:export"],
    createdBy: { kind: "operator" },
  });
  expect(found.find((key) => key.id === id)).toMatchObject({ name: "Caller", state: "live" });
});

test.each(["limit=0", "limit=1001", "cursor=x", "state=live"])("rejects ?%s", async (query) => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["api-keys:write"]);
  expect((await call("GET", `api-keys?${query}`)).status).toBe(400);
});
