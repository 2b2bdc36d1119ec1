import { describe, expect, test } from "vitest";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { limits } from "@/lib/limits";
import { withInstances } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { changeWebhook, deleteWebhook } from "./change-webhook";
import { createWebhook } from "./create-webhook";
import { getWebhook, listWebhooks } from "./list-webhooks";
import { rotateWebhookSecret } from "./rotate-webhook-secret";

const run = provideService();
const url = "https://app.example.com/webhooks?from=keystead";

const eventsOf = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.auditEvent.findMany({
    where: { tenancyId, targetKind: "webhook" },
    orderBy: { id: "asc" },
  });

describe("a new webhook", () => {
  test("is listed without its secret, and its event has no URL", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { webhook, secret } = await createWebhook(tenancy.ctx, { name: " Mirror ", url });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ name: "Mirror", url, types: null, isEnabled: true });
    expect(await listWebhooks(tenancy.ctx)).toEqual([webhook]);
    expect(await getWebhook(tenancy.ctx, webhook.id)).toEqual(webhook);
    expect(JSON.stringify(await listWebhooks(tenancy.ctx))).not.toContain("whsec_");
    const events = await eventsOf(tenancy);
    expect(events).toMatchObject([{ action: "webhook.created", targetId: webhook.id }]);
    expect(JSON.stringify(events)).not.toContain("example.com");
    const { actor } = tenancy.ctx;
    expect(webhook.createdBy).toBe("id" in actor ? actor.id : "");
  });

  test("has the chosen types once each, in their usual order", async () => {
    const { ctx } = await createTestTenancy(run.current);
    const types = ["user.erased", "user.created", "user.erased"];
    expect((await createWebhook(ctx, { name: "Users", url, types })).webhook.types).toEqual([
      "user.created",
      "user.erased",
    ]);
  });

  test("is created ten times by 30 at once, on three instances", async () => {
    const { ctx } = await createTestTenancy(run.current);
    const outcomes = await withInstances(3, () =>
      Promise.allSettled(
        Array.from({ length: 30 }, (_, index) => createWebhook(ctx, { name: `${index}`, url })),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(limits.webhooks);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({
          tag: "@error/BadRequest",
          message: "The tenancy has 10 webhooks. Delete one first.",
        });
    const all = await listWebhooks(ctx);
    expect(all).toHaveLength(10);
    await deleteWebhook(ctx, all[0]?.id ?? "");
    await createWebhook(ctx, { name: "Eleventh", url });
    expect((await createTestTenancy(run.current)).ctx).toBeTruthy();
  });

  test.each([
    ["a blank name", { name: " " }, ["name"]],
    ["another scheme", { url: "ftp://app.example.com/" }, ["url"]],
    ["no type", { types: [] }, ["types"]],
    ["an unknown type", { types: ["user.created", "user.create"] }, ["types.1", "types"]],
  ])("is refused with %s", async (_name, wrong, paths) => {
    const { ctx } = await createTestTenancy(run.current);
    const refused = createWebhook(ctx, { name: "Mirror", url, ...wrong });
    await expect(refused).rejects.toMatchObject({
      tag: "@error/BadRequest",
      extra: { issues: paths.map((path) => ({ path })) },
    });
    expect(await listWebhooks(ctx)).toEqual([]);
  });

  test("names the type that a misspelled one probably means, and lists all once", async () => {
    const { ctx } = await createTestTenancy(run.current);
    const types = ["user.create", "everything"];
    const refused = createWebhook(ctx, { name: "Mirror", url, types });
    await expect(refused).rejects.toMatchObject({
      extra: {
        issues: [
          { path: "types.0", message: "is no event type. Did you mean user.created?" },
          { path: "types.1", message: "is no event type" },
          { path: "types", message: expect.stringMatching(/^may be .*passkey\.deleted/) as string },
        ],
      },
    });
  });

  test("is refused in the system tenancy", async () => {
    const { ctx } = await createTestTenancy(run.current);
    const tenancy = await getSystemTenancy(run.current);
    await expect(createWebhook({ ...ctx, tenancy }, { name: "Mirror", url })).rejects.toMatchObject(
      { tag: "@error/Forbidden" },
    );
  });
});

describe("a change", () => {
  test("that races a deletion finds no webhook, or is made before it", async () => {
    const { ctx } = await createTestTenancy(run.current);
    const { webhook } = await createWebhook(ctx, { name: "Mirror", url });
    const changes = Array.from({ length: 20 }, (_, index) =>
      changeWebhook(ctx, webhook.id, { name: `Mirror ${index}` }),
    );
    const deletion = deleteWebhook(ctx, webhook.id);
    const outcomes = await Promise.allSettled([...changes, deletion]);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ tag: "@error/NotFound" });
    expect(outcomes.at(-1)?.status).toBe("fulfilled");
  });

  test("names the fields that differ, and the new state", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { ctx } = tenancy;
    const { webhook } = await createWebhook(ctx, { name: "Mirror", url });
    run.current.clock.advance(1_000);
    const changed = await changeWebhook(ctx, webhook.id, {
      name: "Mirror",
      url: "https://other.example.com/",
      types: ["user.erased"],
      isEnabled: false,
    });
    expect(changed).toEqual({
      ...webhook,
      url: "https://other.example.com/",
      types: ["user.erased"],
      isEnabled: false,
      disabledAt: run.current.clock.now(),
      disabledReason: "requested",
      updatedAt: run.current.clock.now(),
    });
    expect(await getWebhook(ctx, webhook.id)).toEqual(changed);
    const back = await changeWebhook(ctx, webhook.id, { types: null, isEnabled: true });
    expect(back).toMatchObject({ types: null, isEnabled: true, disabledReason: null });
    const events = await eventsOf(tenancy);
    expect(events.map(({ action, detail }) => [action, detail]).sort()).toEqual([
      ["webhook.changed", "types"],
      ["webhook.changed", "url, types"],
      ["webhook.created", null],
      ["webhook.disabled", null],
      ["webhook.enabled", null],
    ]);
    expect(JSON.stringify(events)).not.toContain("example.com");
  });

  test("to the current values writes nothing", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { webhook } = await createWebhook(tenancy.ctx, { name: "Mirror", url });
    run.current.clock.advance(1_000);
    for (const change of [{}, { name: "Mirror", url, types: null, isEnabled: true }])
      expect(await changeWebhook(tenancy.ctx, webhook.id, change)).toEqual(webhook);
    expect(await eventsOf(tenancy)).toHaveLength(1);
  });

  test("of several at once loses none", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { webhook } = await createWebhook(tenancy.ctx, { name: "Mirror", url });
    await Promise.all([
      changeWebhook(tenancy.ctx, webhook.id, { name: "Other" }),
      changeWebhook(tenancy.ctx, webhook.id, { types: ["user.erased"] }),
      changeWebhook(tenancy.ctx, webhook.id, { isEnabled: false }),
      rotateWebhookSecret(tenancy.ctx, { id: webhook.id, overlapMs: 1_000 }),
    ]);
    expect(await getWebhook(tenancy.ctx, webhook.id)).toMatchObject({
      name: "Other",
      types: ["user.erased"],
      isEnabled: false,
      previousSecretUntil: run.current.clock.now() + 1_000,
    });
  });
});

test("a deleted webhook is gone, with its secret, and can't be deleted again", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { webhook } = await createWebhook(tenancy.ctx, { name: "Mirror", url });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => deleteWebhook(tenancy.ctx, webhook.id)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await run.current.db.webhook.count({ where: { tenancyId: tenancy.id } })).toBe(0);
  // Their ids have the same time.
  expect((await eventsOf(tenancy)).map(({ action }) => action).sort()).toEqual([
    "webhook.created",
    "webhook.deleted",
  ]);
});

test("another tenancy's webhook is NotFound, and stays as it is", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { ctx } = await createTestTenancy(run.current);
  const { webhook } = await createWebhook(tenancy.ctx, { name: "Mirror", url });
  for (const attempt of [
    () => getWebhook(ctx, webhook.id),
    () => changeWebhook(ctx, webhook.id, { name: "Mine" }),
    () => rotateWebhookSecret(ctx, { id: webhook.id, overlapMs: 0 }),
    () => deleteWebhook(ctx, webhook.id),
  ])
    await expect(attempt()).rejects.toMatchObject({ tag: "@error/NotFound" });
  expect(await listWebhooks(ctx)).toEqual([]);
  expect(await getWebhook(tenancy.ctx, webhook.id)).toEqual(webhook);
});
