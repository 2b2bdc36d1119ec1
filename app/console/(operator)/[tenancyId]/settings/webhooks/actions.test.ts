import { expect, test } from "vitest";
import type { ActionResult } from "@/lib/console/action-result";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { getWebhook, listWebhooks } from "@/lib/domain/event/webhook/list-webhooks";
import { testRefusals } from "@/testing/action-refusals";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import {
  addWebhook,
  disableWebhook,
  enableWebhook,
  removeWebhook,
  rotateSecret,
  saveWebhook,
} from "./actions";

const run = provideService();
const admins = ["owner", "admin"] as const;
const fields = { name: "Mirror", url: "https://app.example.com/webhooks", types: null };

/** A webhook of each tenancy, created once. */
const ids = new Map<string, Promise<string>>();
async function idOf({ id, ctx }: TestTenancy): Promise<string> {
  const known =
    ids.get(id) ??
    // Without an event: the refused calls must leave the number of events as it is.
    run.current.db.webhook
      .create({
        data: {
          ...fields,
          types: [],
          tenancyId: id,
          id: ctx.createId(),
          secret: "sealed",
          createdAt: new Date(0),
          updatedAt: new Date(0),
        },
      })
      .then((row) => row.id);
  ids.set(id, known);
  return known;
}

testRefusals(run, [
  {
    name: "addWebhook",
    roles: admins,
    needsStepUp: true,
    call: ({ id }) => addWebhook(id, fields),
  },
  {
    name: "saveWebhook",
    roles: admins,
    needsStepUp: true,
    call: async (tenancy) =>
      saveWebhook(tenancy.id, { id: await idOf(tenancy), ...fields, name: "New" }),
  },
  {
    name: "disableWebhook",
    roles: admins,
    needsStepUp: false,
    call: async (tenancy) => disableWebhook(tenancy.id, { id: await idOf(tenancy) }),
  },
  {
    name: "enableWebhook",
    roles: admins,
    needsStepUp: true,
    call: async (tenancy) => enableWebhook(tenancy.id, { id: await idOf(tenancy) }),
  },
  {
    name: "rotateSecret",
    roles: admins,
    needsStepUp: true,
    call: async (tenancy) => rotateSecret(tenancy.id, { id: await idOf(tenancy), overlapMs: 0 }),
  },
  {
    name: "removeWebhook",
    roles: admins,
    needsStepUp: true,
    call: async (tenancy) => removeWebhook(tenancy.id, { id: await idOf(tenancy) }),
  },
]);

test("an admin creates, changes, disables, enables, rotates and deletes a webhook", async () => {
  const { id, ctx } = await createTestTenancy(run.current);
  const admin = await createTestOperator(run.current, { tenancyId: id, role: "admin" });
  const created = await admin.as(() => addWebhook(id, fields));
  if (!created.ok) throw new Error(created.error.message);
  const { webhook, secret } = created.value;
  expect(webhook.createdBy).toBe(admin.sub);
  const saved = await admin.as(() =>
    saveWebhook(id, { id: webhook.id, ...fields, name: "Users", types: ["user.erased"] }),
  );
  expect(saved).toMatchObject({ ok: true, value: { name: "Users", types: ["user.erased"] } });
  expect(await admin.as(() => disableWebhook(id, { id: webhook.id }))).toMatchObject({ ok: true });
  expect(await getWebhook(ctx, webhook.id)).toMatchObject({ isEnabled: false });
  expect(await admin.as(() => enableWebhook(id, { id: webhook.id }))).toMatchObject({ ok: true });
  expect(await getWebhook(ctx, webhook.id)).toMatchObject({ isEnabled: true });
  const rotated = await admin.as(() => rotateSecret(id, { id: webhook.id, overlapMs: 3_600_000 }));
  if (!rotated.ok) throw new Error(rotated.error.message);
  expect(rotated.value.secret).not.toBe(secret);
  expect(await admin.as(() => removeWebhook(id, { id: webhook.id }))).toMatchObject({ ok: true });
  expect(await listWebhooks(ctx)).toEqual([]);
  const events = await run.current.db.auditEvent.findMany({
    where: { tenancyId: id, targetId: webhook.id },
  });
  expect(new Set(events.map(({ action }) => action)).size).toBe(6);
  for (const event of events)
    expect(event).toMatchObject({ actorKind: "operator", actorId: admin.sub });
});

test.each([
  ["a blank name", { name: " " }, "name"],
  ["http", { url: "http://app.example.com/" }, "url"],
  ["a private address", { url: "https://127.0.0.1/" }, "url"],
  ["no type", { types: [] }, "types"],
  ["an unknown type", { types: ["everything"] }, "types.0"],
  ["an object as a URL", { url: { contains: "" } }, "url"],
])("%s creates no webhook, and the field is named", async (_name, wrong, path) => {
  const { id, ctx } = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: id });
  const input = { ...fields, ...wrong } as typeof fields;
  const result = await owner.as(() => addWebhook(id, input));
  expect(result).toMatchObject({ ok: false, error: { tag: "@error/BadRequest" } });
  const issues = result.ok ? [] : (result.error.issues ?? []);
  expect(issues.map((issue) => issue.path)).toContain(path);
  expect(await listWebhooks(ctx)).toEqual([]);
});

test("another tenancy's webhook is NotFound, for an operator of both", async () => {
  const one = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current);
  const { webhook } = await createWebhook(other.ctx, fields);
  const id = webhook.id;
  const attempts: (() => Promise<ActionResult<unknown>>)[] = [
    () => saveWebhook(one.id, { id, ...fields, name: "Mine" }),
    () => disableWebhook(one.id, { id }),
    () => enableWebhook(one.id, { id }),
    () => rotateSecret(one.id, { id, overlapMs: 0 }),
    () => removeWebhook(one.id, { id }),
  ];
  for (const attempt of attempts)
    expect(await owner.as(attempt)).toMatchObject({ ok: false, error: { tag: "@error/NotFound" } });
  expect(await getWebhook(other.ctx, id)).toEqual(webhook);
});

test("the system tenancy has no webhooks", async () => {
  const owner = await createTestOperator(run.current);
  expect(await owner.as(() => addWebhook(owner.system.tenancy.id, fields))).toMatchObject({
    ok: false,
    error: { tag: "@error/Forbidden" },
  });
});
