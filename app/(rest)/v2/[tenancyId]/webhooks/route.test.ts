import { expect, test } from "vitest";
import type { WebhookSecret } from "@/lib/contract/webhook";
import { callApi } from "@/testing/api-client";
import { createCaller } from "@/testing/create-caller";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const url = "https://app.example.com/webhooks";

for (const route of [
  { method: "GET" as const },
  { method: "POST" as const, body: { name: "Mirror", url } },
])
  testKeyRoute(run, {
    ...route,
    path: "webhooks",
    allow: "GET, HEAD, POST",
    lacking: "api-keys:write",
    scope: "webhooks:write",
  });

test("creates a webhook whose secret only this response contains", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id, call } = await createCaller(tenancy, ["webhooks:write"]);
  const types = ["user.created", "user.erased"];
  const created = await call("POST", "webhooks", { name: " Mirror ", url, types });
  expect(created).toMatchObject({
    status: 201,
    body: {
      _tag: "WebhookSecret",
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      webhook: {
        _tag: "Webhook",
        name: "Mirror",
        url,
        types,
        enabled: true,
        createdBy: { kind: "apiKey", id },
        createdAt: run.current.clock.now(),
      },
    },
  });
  const { secret, webhook } = created.body as unknown as WebhookSecret;
  const listed = await call("GET", "webhooks");
  expect(listed).toMatchObject({ status: 200, body: { _tag: "Webhooks", records: [webhook] } });
  for (const reply of [listed, await call("GET", `webhooks/${webhook.id}`)])
    expect(JSON.stringify(reply.body)).not.toMatch(/whsec|secret"/i);
  expect(run.current.logged.join()).not.toContain(secret);
  expect(
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, targetId: webhook.id },
    }),
  ).toMatchObject([{ action: "webhook.created", actorKind: "apiKey", actorId: id, detail: null }]);
});

test("lists the tenancy's webhooks, oldest first, and no other's", async () => {
  const tenancy = await createTestTenancy(run.current);
  const other = await createCaller(await createTestTenancy(run.current), ["webhooks:write"]);
  const { call } = await createCaller(tenancy, ["webhooks:write"]);
  for (const name of ["One", "Two", "Three"]) {
    run.current.clock.advance(1);
    await call("POST", "webhooks", { name, url });
    await other.call("POST", "webhooks", { name: `Other ${name}`, url });
  }
  expect((await call("GET", "webhooks")).body).toMatchObject({
    records: [{ name: "One", types: null }, { name: "Two" }, { name: "Three" }],
  });
});

test.each([
  ["a blank name", { name: " " }, "name"],
  ["a name of 101 characters", { name: "x".repeat(101) }, "name"],
  ["a control character in the name", { name: "a\u0000b" }, "name"],
  ["http", { url: "http://app.example.com/" }, "url"],
  ["a private address", { url: "https://169.254.169.254/latest/meta-data" }, "url"],
  ["a mapped private address", { url: "https://[::ffff:10.0.0.1]/" }, "url"],
  ["another port", { url: "https://app.example.com:22/" }, "url"],
  ["a password in the URL", { url: "https://ada:secret@app.example.com/" }, "url"],
  ["a URL of 2,049 characters", { url: `https://app.example.com/${"x".repeat(2_025)}` }, "url"],
  ["no types", { types: [] }, "types"],
  ["an unknown type", { types: ["user.created", "everything"] }, "types.1"],
  ["the types as a text", { types: "user.created" }, "types"],
  ["201 types", { types: Array.from({ length: 201 }, () => "user.created") }, "types"],
])("rejects %s, and creates nothing", async (_name, wrong, path) => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["webhooks:write"]);
  const reply = await call("POST", "webhooks", { name: "Mirror", url, ...wrong });
  expect(reply).toMatchObject({
    status: 400,
    body: {
      _tag: "@error/BadRequest",
      issues: expect.arrayContaining([expect.objectContaining({ path })]) as unknown,
    },
  });
  expect(await run.current.db.webhook.count({ where: { tenancyId: tenancy.id } })).toBe(0);
});

test("an unknown type gets the list of types, once", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["webhooks:write"]);
  const types = Array.from({ length: 200 }, (_, index) => `type.${index}`);
  const { status, body } = await call("POST", "webhooks", { name: "Mirror", url, types });
  expect(status).toBe(400);
  const text = JSON.stringify(body["issues"]);
  expect(text.split("passkey.registered")).toHaveLength(2);
});

test("the eleventh webhook is refused, and a deletion makes room", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["webhooks:write"]);
  const create = () => call("POST", "webhooks", { name: "Mirror", url });
  const replies = await Promise.all(Array.from({ length: 30 }, create));
  const created = replies.filter(({ status }) => status === 201);
  expect(created).toHaveLength(10);
  for (const { status, body } of replies)
    if (status !== 201)
      expect([status, body]).toMatchObject([
        400,
        { _tag: "@error/BadRequest", message: expect.stringContaining("10 webhooks") },
      ]);
  const { webhook } = created[0]?.body as unknown as WebhookSecret;
  await call("DELETE", `webhooks/${webhook.id}`);
  expect((await create()).status).toBe(201);
});

test("a retry with the same Idempotency-Key creates one webhook, and gets its secret", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { key } = await createCaller(tenancy, ["webhooks:write"]);
  const send = () =>
    callApi("POST", `/v2/${tenancy.id}/webhooks`, {
      headers: { authorization: `Bearer ${key}`, "idempotency-key": "one" },
      body: { name: "Mirror", url },
    });
  const first = await send();
  const retry = await send();
  expect(retry.headers.get("idempotency-replayed")).toBe("true");
  expect(retry.body).toEqual(first.body);
  expect(await run.current.db.webhook.count({ where: { tenancyId: tenancy.id } })).toBe(1);
  const rows = await run.current.db.idempotentRequest.findMany({
    where: { tenancyId: tenancy.id },
  });
  expect(JSON.stringify(rows)).not.toContain("whsec_");
});
