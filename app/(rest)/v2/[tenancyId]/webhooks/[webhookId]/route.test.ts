import { expect, test } from "vitest";
import type { Webhook, WebhookSecret } from "@/lib/contract/webhook";
import { createCaller } from "@/testing/create-caller";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const url = "https://app.example.com/webhooks";

for (const route of [
  { method: "GET" as const },
  { method: "PATCH" as const, body: { name: "Mirror" } },
  { method: "DELETE" as const },
])
  testKeyRoute(run, {
    ...route,
    path: "webhooks/01jd3s0m6kz8f4w2v9b7c5x1ta",
    allow: "GET, HEAD, PATCH, DELETE",
    lacking: "api-keys:write",
    scope: "webhooks:write",
  });

async function begin() {
  const tenancy = await createTestTenancy(run.current);
  const caller = await createCaller(tenancy, ["webhooks:write"]);
  const { body } = await caller.call("POST", "webhooks", { name: "Mirror", url });
  const { webhook, secret } = body as unknown as WebhookSecret;
  return { tenancy, caller, call: caller.call, webhook, secret };
}

test("changes what the body names, and nothing else", async () => {
  const { call, webhook } = await begin();
  run.current.clock.advance(1_000);
  const types = ["user.erased"];
  const changed = await call("PATCH", `webhooks/${webhook.id}`, { types });
  const updatedAt = run.current.clock.now();
  expect(changed).toMatchObject({ status: 200 });
  expect(changed.body).toEqual({ ...webhook, types, updatedAt });
  expect((await call("GET", `webhooks/${webhook.id}`)).body).toEqual(changed.body);
  const back = await call("PATCH", `webhooks/${webhook.id}`, { types: null, name: " New " });
  expect(back.body).toMatchObject({ types: null, name: "New", url });
});

test("disables and enables a webhook", async () => {
  const { call, webhook } = await begin();
  const set = async (enabled: boolean) =>
    (await call("PATCH", `webhooks/${webhook.id}`, { enabled })).body as unknown as Webhook;
  const disabledAt = run.current.clock.now();
  expect(await set(false)).toMatchObject({
    enabled: false,
    disabledReason: "requested",
    disabledAt,
  });
  run.current.clock.advance(1_000);
  expect((await set(false)).disabledAt).toBe(disabledAt);
  const enabled = await set(true);
  expect(enabled.enabled).toBe(true);
  expect(enabled).not.toHaveProperty("disabledAt");
  expect(enabled).not.toHaveProperty("disabledReason");
});

test.each([
  ["nothing", {}, ""],
  ["a secret", { secret: "whsec_mine" }, ""],
  ["a state that only Keystead sets", { disabledReason: "failing" }, ""],
  ["http", { url: "http://app.example.com/" }, "url"],
  ["no types", { types: [] }, "types"],
  ["an unknown type", { types: ["everything"] }, "types.0"],
  ["a blank name", { name: " ", enabled: false }, "name"],
  ["an enabled of another kind", { enabled: "false" }, "enabled"],
])("rejects %s, and changes nothing", async (_name, body, path) => {
  const { call, webhook } = await begin();
  expect(await call("PATCH", `webhooks/${webhook.id}`, body)).toMatchObject({
    status: 400,
    body: {
      _tag: "@error/BadRequest",
      issues: expect.arrayContaining([expect.objectContaining(path ? { path } : {})]) as unknown,
    },
  });
  expect((await call("GET", `webhooks/${webhook.id}`)).body).toEqual(webhook);
});

test("deletes a webhook, once", async () => {
  const { tenancy, caller, call, webhook } = await begin();
  const path = `webhooks/${webhook.id}`;
  expect(await call("DELETE", path)).toMatchObject({
    status: 202,
    body: { _tag: "WebhookDeleted", id: webhook.id },
  });
  for (const [method, at, body] of [
    ["GET", path],
    ["PATCH", path, { name: "New" }],
    ["DELETE", path],
    ["POST", `${path}/rotate`, { overlapMs: 0 }],
  ] as const)
    expect(await call(method, at, body)).toMatchObject({
      status: 404,
      body: { _tag: "@error/NotFound" },
    });
  const { db } = run.current;
  expect(
    await db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "webhook.deleted" },
    }),
  ).toMatchObject([{ targetId: webhook.id, actorKind: "apiKey", actorId: caller.id }]);
});

test("another tenancy's webhook is NotFound, whatever the method, and stays as it is", async () => {
  const { tenancy, call, webhook } = await begin();
  const other = await createCaller(await createTestTenancy(run.current), ["webhooks:write", "*"]);
  const row = () => run.current.db.webhook.findMany({ where: { tenancyId: tenancy.id } });
  const before = await row();
  for (const [method, path, body] of [
    ["GET", `webhooks/${webhook.id}`],
    ["PATCH", `webhooks/${webhook.id}`, { url: "https://eve.example.com/" }],
    ["POST", `webhooks/${webhook.id}/rotate`, { overlapMs: 0 }],
    ["DELETE", `webhooks/${webhook.id}`],
  ] as const)
    expect(await other.call(method, path, body)).toMatchObject({
      status: 404,
      body: { _tag: "@error/NotFound" },
    });
  expect(await row()).toEqual(before);
  expect((await call("GET", `webhooks/${webhook.id}`)).status).toBe(200);
});
