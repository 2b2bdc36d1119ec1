import { beforeEach, expect, test } from "vitest";
import { reEncryptSigningKeys } from "@/lib/domain/access/signing-key/re-encrypt-secrets";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { getWebhook } from "@/lib/domain/event/webhook/list-webhooks";
import { rotateWebhookSecret } from "@/lib/domain/event/webhook/rotate-webhook-secret";
import { limits } from "@/lib/limits";
import { underSecret } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { purgeAll } from "@/testing/purge-all";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { openWebhookSecret, purgeWebhookSecrets, sealWebhookSecret } from "./webhook-secret";

const run = provideService();
// Those of other tests may be under another service secret.
beforeEach(() => run.current.db.webhook.deleteMany());
const url = "https://app.example.com/webhooks";
const day = 24 * 3_600_000;

const rowOf = ({ id: tenancyId }: TestTenancy, id: string) =>
  run.current.db.webhook.findUniqueOrThrow({ where: { tenancyId_id: { tenancyId, id } } });

/** The secrets that the row keeps, current one first. */
async function secretsOf(tenancy: TestTenancy, id: string, service = run.current) {
  const { secret, previousSecret } = await rowOf(tenancy, id);
  const sealed = previousSecret === null ? [secret] : [secret, previousSecret];
  return Promise.all(sealed.map((one) => openWebhookSecret(service, one)));
}

test("secrets are random, and stored encrypted", async () => {
  const tenancy = await createTestTenancy(run.current);
  const one = await createWebhook(tenancy.ctx, { name: "One", url });
  const two = await createWebhook(tenancy.ctx, { name: "Two", url });
  expect(one.secret).not.toBe(two.secret);
  expect(Buffer.from(one.secret.slice("whsec_".length), "base64")).toHaveLength(32);
  expect(await secretsOf(tenancy, one.webhook.id)).toEqual([one.secret]);
  const row = await rowOf(tenancy, one.webhook.id);
  expect(JSON.stringify(row)).not.toContain(one.secret.slice("whsec_".length, -1));
  // Under a key of its own: what seals codes opens no secrets.
  await expect(tenancy.ctx.secrets.open("challenge-code", row.secret)).rejects.toThrow();
});

test("a rotation keeps the former secret until the overlap ends, and only that one", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { ctx } = tenancy;
  const first = await createWebhook(ctx, { name: "Mirror", url });
  const { id } = first.webhook;
  const second = await rotateWebhookSecret(ctx, { id, overlapMs: day });
  expect(second.webhook.previousSecretUntil).toBe(run.current.clock.now() + day);
  expect(await secretsOf(tenancy, id)).toEqual([second.secret, first.secret]);
  const third = await rotateWebhookSecret(ctx, { id, overlapMs: day });
  expect(await secretsOf(tenancy, id)).toEqual([third.secret, second.secret]);
  await purgeAll(run.current, purgeWebhookSecrets);
  expect(await secretsOf(tenancy, id)).toHaveLength(2);
  run.current.clock.advance(day);
  expect((await getWebhook(ctx, id)).previousSecretUntil).toBeNull();
  await purgeAll(run.current, purgeWebhookSecrets);
  expect(await secretsOf(tenancy, id)).toEqual([third.secret]);
  const events = await run.current.db.auditEvent.findMany({ where: { tenancyId: tenancy.id } });
  expect(events.filter(({ action }) => action === "webhook.secret-rotated")).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain("whsec_");
});

test("a rotation without an overlap ends the former secrets at once", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { ctx } = tenancy;
  const { id } = (await createWebhook(ctx, { name: "Mirror", url })).webhook;
  await rotateWebhookSecret(ctx, { id, overlapMs: day });
  const { secret, webhook } = await rotateWebhookSecret(ctx, { id, overlapMs: 0 });
  expect(webhook.previousSecretUntil).toBeNull();
  expect(await secretsOf(tenancy, id)).toEqual([secret]);
});

test("after rotations at once, the last one's secret and that of the one before are kept", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id } = (await createWebhook(tenancy.ctx, { name: "Mirror", url })).webhook;
  const rotated = await Promise.all(
    Array.from({ length: 8 }, () => rotateWebhookSecret(tenancy.ctx, { id, overlapMs: day })),
  );
  const kept = await secretsOf(tenancy, id);
  expect(new Set(kept).size).toBe(2);
  for (const secret of kept) expect(rotated.map((one) => one.secret)).toContain(secret);
});

test.each([-1, 0.5, 7 * day + 1])("an overlap of %s is refused", async (overlapMs) => {
  const tenancy = await createTestTenancy(run.current);
  const { webhook, secret } = await createWebhook(tenancy.ctx, { name: "Mirror", url });
  await expect(
    rotateWebhookSecret(tenancy.ctx, { id: webhook.id, overlapMs }),
  ).rejects.toMatchObject({ extra: { issues: [{ path: "overlapMs" }] } });
  expect(await secretsOf(tenancy, webhook.id)).toEqual([secret]);
});

const secret = "a secret of the tests, 32 bytes or more";
const third = "a third secret of the tests, 32 bytes or more";
const changed = "another secret of the tests, 32 bytes or more";

/** Puts all secrets back under the secret of the tests. */
const restore = () => reEncryptSigningKeys(underSecret(run.current, secret, changed));

test("after a change of the service secret, re-encryption makes the previous one unnecessary", async () => {
  const tenancy = await createTestTenancy(run.current);
  const first = await createWebhook(tenancy.ctx, { name: "Mirror", url });
  const { id } = first.webhook;
  const second = await rotateWebhookSecret(tenancy.ctx, { id, overlapMs: day });
  const both = underSecret(run.current, changed, secret);
  const alone = underSecret(run.current, changed);
  expect(await secretsOf(tenancy, id, both)).toEqual([second.secret, first.secret]);
  await expect(secretsOf(tenancy, id, alone)).rejects.toThrow();
  const { reEncryptedWebhooks } = await reEncryptSigningKeys(both);
  expect(reEncryptedWebhooks).toBe(await run.current.db.webhook.count());
  expect(await secretsOf(tenancy, id, alone)).toEqual([second.secret, first.secret]);
  await expect(secretsOf(tenancy, id)).rejects.toThrow();
  await restore();
  expect(await secretsOf(tenancy, id)).toEqual([second.secret, first.secret]);
});

test("rotations during a re-encryption leave nothing under the previous service secret", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id } = (await createWebhook(tenancy.ctx, { name: "Mirror", url })).webhook;
  const both = underSecret(run.current, changed, secret);
  const ctx = { ...tenancy.ctx, secrets: both.secrets };
  for (let round = 0; round < 5; round++)
    await Promise.all([
      reEncryptSigningKeys(both),
      ...Array.from({ length: 3 }, () => rotateWebhookSecret(ctx, { id, overlapMs: day })),
    ]);
  expect(await secretsOf(tenancy, id, underSecret(run.current, changed))).toHaveLength(2);
  await restore();
});

test("every webhook is re-encrypted, also beyond a page", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id } = (await createWebhook(tenancy.ctx, { name: "Mirror", url })).webhook;
  const { db } = run.current;
  const copies = limits.reEncryptedRows + 1;
  await db.$executeRaw`
    INSERT INTO "Webhook" ("tenancyId", "id", "name", "url", "secret", "createdAt", "updatedAt")
    SELECT "tenancyId", "id" || n, "name", "url", "secret", "createdAt", "updatedAt"
    FROM "Webhook", generate_series(1, ${copies}) n
    WHERE "tenancyId" = ${tenancy.id} AND "id" = ${id}`;
  const { secret: before } = await rowOf(tenancy, id);
  await reEncryptSigningKeys(underSecret(run.current, changed, secret));
  expect(await db.webhook.count({ where: { tenancyId: tenancy.id, secret: before } })).toBe(0);
  await restore();
  await db.webhook.deleteMany({ where: { tenancyId: tenancy.id } });
});

test("a secret that no service secret decrypts stops the re-encryption, which changes nothing", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id } = (await createWebhook(tenancy.ctx, { name: "Mirror", url })).webhook;
  const keys = () => run.current.db.signingKey.findMany({ orderBy: { kid: "asc" } });
  const before = await keys();
  const { db } = run.current;
  const where = { tenancyId_id: { tenancyId: tenancy.id, id } };
  const foreign = await sealWebhookSecret(underSecret(run.current, third), "whsec_foreign");
  await db.webhook.update({ where, data: { secret: foreign } });
  await expect(reEncryptSigningKeys(underSecret(run.current, changed, secret))).rejects.toThrow(
    new RegExp(`can decrypt a secret of the webhook ${id}. Nothing was changed`),
  );
  expect((await rowOf(tenancy, id)).secret).toBe(foreign);
  expect(await keys()).toEqual(before);
  // The remedy that the message names.
  await rotateWebhookSecret(tenancy.ctx, { id, overlapMs: 0 });
  await reEncryptSigningKeys(run.current);
});
