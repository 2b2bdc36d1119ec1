import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { revokeApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { backupTables, omittedTables } from "@/lib/domain/admin/backup/backup-tables";
import { findRestore } from "@/lib/domain/admin/backup/settle-restore";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { deleteTenancy } from "@/lib/domain/admin/tenancy/delete-tenancy";
import { findFeedName, readEvents } from "@/lib/domain/event/feed/read-events";
import { verifyFeeds } from "@/lib/domain/event/feed/verify-feeds";
import { changeWebhook, deleteWebhook } from "@/lib/domain/event/webhook/change-webhook";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { verifyAudit } from "@/lib/domain/record/audit/verify-audit";
import { requestDeletion } from "@/lib/domain/user/deletion/request-deletion";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { loadBackup, RestoreInterrupted } from "@/lib/platform/backup/load-backup";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import { authenticate, beginRegistration, register } from "@/testing/ceremonies";
import { sealAndNumber } from "@/testing/feed";
import { withOtherInstallation } from "@/testing/other-instance";
import { createVictim } from "@/testing/planted-passkey";
import { startTestService, type TestService } from "@/testing/test-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { emptyDatabaseUrl, newDatabaseUrl } from "@/testing/worker-database";
import { expectRefusal, json, keystead } from "./keystead";

interface Restored {
  id: string;
  createdAt: number;
  lockedKeys: number;
  withdrawnDeletions: number;
  erasedUsers: number;
  deletedTenancies: number;
  disabledWebhooks: number;
}

const secret = "a secret of the tests, 32 bytes or more";
let folder: string;
let file: string;
let erasedFile: string;
let env: Record<string, string>;
let source: TestService;
let tenancy: TestTenancy;
let gone: TestTenancy;
let backup: { id: string; createdAt: number };
let before: Record<string, string>;
let feedName: string;
const device = createSoftwareAuthenticator({ origin: testOrigin });
const erasedDevice = createSoftwareAuthenticator({ origin: testOrigin });
let sub: string;
let erasedSub: string;
let deletingSub: string;
let revokedKeyId: string;

async function digests(databaseUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const found: Record<string, string> = {};
  for (const { name, where = "TRUE" } of backupTables) {
    const { rows } = await client.query<{ digest: string }>(
      `SELECT count(*) || ' ' || COALESCE(md5(string_agg(t::text, '|' ORDER BY t::text COLLATE "C")), '')
        AS digest FROM "${name}" t WHERE ${where}`,
    );
    found[name] = rows[0]?.digest ?? "";
  }
  await client.end();
  return found;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keystead-restore-"));
  [file, erasedFile] = [join(folder, "backup"), join(folder, "erased.jsonl")];
  const databaseUrl = await newDatabaseUrl();
  env = { DATABASE_URL: databaseUrl, BASE_URL: "https://id.example.com", KEYSTEAD_SECRET: secret };
  source = startTestService(databaseUrl);
  await getSystemTenancy(source);
  tenancy = await createTestTenancy(source, {}, { accountDeletion: "on" });
  gone = await createTestTenancy(source, { name: "Gone" });
  const grace = { userId: "grace", username: "grace@example.com" };
  sub = (await register(tenancy, device, grace)).principal.sub;
  const bob = { userId: "bob", username: "bob@example.com" };
  erasedSub = (await register(tenancy, erasedDevice, bob)).principal.sub;
  deletingSub = (await createVictim(tenancy)).sub;
  await requestDeletion(
    { ...tenancy.ctx, actor: { kind: "browser" } },
    { sub: deletingSub, isConfirmedAgain: false },
  );
  const url = "https://hook.example.com/";
  await createWebhook(tenancy.ctx, { name: "Hook", url });
  const { webhook: deletedHook } = await createWebhook(tenancy.ctx, { name: "Deleted since", url });
  const { webhook: disabledHook } = await createWebhook(tenancy.ctx, {
    name: "Disabled before",
    url,
  });
  await changeWebhook(tenancy.ctx, disabledHook.id, { isEnabled: false });
  await tenancy.backend("POST", "challenges", { purpose: "login", email: "ada@example.com" });
  await beginRegistration(tenancy);
  const { id: revokedId } = await tenancy.createKey({ name: "Revoked before" });
  await revokeApiKey(tenancy.ctx, revokedId);
  revokedKeyId = (await tenancy.createKey({ name: "Revoked after" })).id;
  await sealAndNumber(source);
  feedName = await findFeedName(source.db);
  await authenticate(tenancy, device);
  before = await digests(databaseUrl);
  backup = await json(["backup", file], env);
  // What the backup doesn't have. The command uses the machine's clock.
  source.clock.advance(backup.createdAt - source.clock.now() + 1);
  await eraseUser(tenancy.ctx, erasedSub);
  await deleteTenancy(gone.ctx, gone.ctx.tenancy);
  await revokeApiKey(tenancy.ctx, revokedKeyId);
  await deleteWebhook(tenancy.ctx, deletedHook.id);
  const since = new Date(backup.createdAt).toISOString();
  const { code, out } = await keystead(["audit", "erased", "--since", since], env);
  expect(code).toBe(0);
  await writeFile(erasedFile, out);
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true });
});

async function restore(...args: string[]): Promise<{ databaseUrl: string; restored: Restored }> {
  const databaseUrl = await emptyDatabaseUrl();
  const restored = await json<Restored>(["restore", file, "--into", databaseUrl, ...args], env);
  return { databaseUrl, restored };
}

const canSignIn = (with_: SoftwareAuthenticator) =>
  authenticate(tenancy, with_).then(
    ({ principal }) => principal.sub,
    (error: Error) => error.message,
  );

test("the rows are those of the backup, and what a restore must end isn't there", async () => {
  const { databaseUrl, restored } = await restore("--keep-keys", "--keep-webhooks");
  const { id, createdAt } = backup;
  expect(restored).toMatchObject({ id, createdAt, lockedKeys: 0, withdrawnDeletions: 1 });
  const after = await digests(databaseUrl);
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed.sort()).toEqual(["AuditEvent", "Feed", "User", "UserDeletion"]);
  await withOtherInstallation(databaseUrl, async ({ db }) => {
    for (const name of Object.keys(omittedTables).filter((each) => each !== "_prisma_migrations"))
      expect(await db.$queryRawUnsafe(`SELECT 1 FROM "${name}"`), name).toEqual([]);
    expect(await db.outboxEmail.count({ where: { state: "queued" } })).toBe(0);
  });
});

test("old passkeys sign in, and keys are locked until an operator unlocks them", async () => {
  const { databaseUrl, restored } = await restore();
  expect(restored.lockedKeys).toBe(3);
  await withOtherInstallation(databaseUrl, async ({ db }) => {
    expect(await canSignIn(device)).toBe(sub);
    expect((await tenancy.backend("GET", "passkeys")).status).toBe(403);
    const keys = await db.apiKey.findMany({ where: { revokedAt: null } });
    expect(keys.map(({ lockedAt, keyLockedAt }) => [lockedAt !== null, keyLockedAt])).toEqual(
      keys.map(() => [true, null]),
    );
    const env2 = { ...env, DATABASE_URL: databaseUrl };
    expect((await keystead(["key", "unlock", tenancy.apiKeyId], env2)).code).toBe(0);
    expect((await tenancy.backend("GET", "passkeys")).status).toBe(200);
    const locks = await db.auditEvent.findMany({ where: { action: "api-key.locked" } });
    expect(locks.map(({ reason, actorKind }) => [reason, actorKind])).toEqual(
      locks.map(() => [`Restored from the backup ${backup.id}`, "system"]),
    );
  });
});

test("with --keep-keys they work, also one that was revoked after the backup", async () => {
  const { databaseUrl } = await restore("--keep-keys");
  await withOtherInstallation(databaseUrl, async ({ db }) => {
    expect((await tenancy.backend("GET", "passkeys")).status).toBe(200);
    expect(await db.apiKey.findFirst({ where: { id: revokedKeyId } })).toMatchObject({
      lockedAt: null,
      revokedAt: null,
    });
  });
});

test("webhooks call no one until an operator enables them, or they are kept", async () => {
  const { databaseUrl, restored } = await restore();
  expect(restored.disabledWebhooks).toBe(2);
  await withOtherInstallation(databaseUrl, async ({ db }) => {
    expect(await db.webhook.findMany({ orderBy: { name: "asc" } })).toMatchObject([
      { name: "Deleted since", disabledReason: "restored", disabledAt: expect.any(Date) as Date },
      { name: "Disabled before", disabledReason: "requested" },
      { name: "Hook", disabledReason: "restored", disabledAt: expect.any(Date) as Date },
    ]);
    expect(await db.auditEvent.count({ where: { action: "webhook.disabled" } })).toBe(3);
    const env2 = { ...env, DATABASE_URL: databaseUrl };
    const hook = await db.webhook.findFirstOrThrow({ where: { name: "Hook" } });
    expect((await keystead(["webhook", "enable", hook.id], env2)).code).toBe(0);
    expect(await db.webhook.findFirst({ where: { id: hook.id } })).toMatchObject({
      disabledAt: null,
      disabledReason: null,
    });
  });
  const kept = await restore("--keep-webhooks");
  expect(kept.restored.disabledWebhooks).toBe(0);
  await withOtherInstallation(kept.databaseUrl, async ({ db }) => {
    expect(await db.webhook.count({ where: { disabledAt: null } })).toBe(2);
  });
});

test("no kill during a restore leaves a webhook live", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  const source = { file, tables: backupTables, restoredAt: new Date(1_796_000_000_000) };
  const killed = loadBackup({ databaseUrl, folder: "prisma/migrations" }, source, () =>
    Promise.reject(new Error("killed")),
  );
  await expect(killed).rejects.toThrow(RestoreInterrupted);
  await withOtherInstallation(databaseUrl, async ({ db }) => {
    expect(await db.webhook.count()).toBe(3);
    expect(await db.webhook.count({ where: { disabledAt: null } })).toBe(0);
  });
});

test("the audit chain continues with an event that names the backup", async () => {
  const { databaseUrl } = await restore();
  await withOtherInstallation(databaseUrl, async (service) => {
    const [event] = await service.db.auditEvent.findMany({ where: { action: "backup.restored" } });
    expect(event).toMatchObject({
      targetKind: "backup",
      targetId: backup.id,
      detail: new Date(backup.createdAt).toISOString(),
      actorKind: "system",
    });
    await sealAndNumber(service);
    expect(await verifyAudit(service)).toMatchObject({ broken: null, unsealed: 0 });
    expect(await verifyFeeds(service)).toBeNull();
    const { seals } = await verifyAudit(source);
    expect((await verifyAudit(service)).seals).toBeGreaterThanOrEqual(seals);
  });
});

test("the feeds have a new name, and later events come after those of the backup", async () => {
  const { databaseUrl } = await restore("--keep-keys");
  await withOtherInstallation(databaseUrl, async (service) => {
    const ctx = { ...tenancy.ctx, db: service.db };
    const { feed, last } = await readEvents(ctx, { after: "newest", limit: 1 });
    expect(feed).not.toBe(feedName);
    await expect(readEvents(ctx, { after: last, feed: feedName, limit: 1 })).rejects.toMatchObject({
      tag: "@error/FeedReset",
    });
    await authenticate(tenancy, device);
    await sealAndNumber(service);
    const { records } = await readEvents(ctx, { after: last, limit: 100 });
    expect(records.at(-1)).toMatchObject({ type: "passkey.authenticated", sub });
    expect(await verifyFeeds(service)).toBeNull();
  });
});

test("a user who requested the deletion stays disabled, and isn't erased", async () => {
  const { databaseUrl } = await restore();
  await withOtherInstallation(databaseUrl, async ({ db }) => {
    expect(await db.userDeletion.count()).toBe(0);
    expect(await db.user.findFirst({ where: { sub: deletingSub } })).toMatchObject({
      disabledAt: expect.any(Date) as Date,
      disabledReason: "The user had deleted the account when the restored backup was made",
    });
    const actions = await db.auditEvent.findMany({
      where: { targetId: deletingSub },
      orderBy: { sealId: { sort: "asc", nulls: "last" } },
    });
    expect(actions.map(({ action }) => action).at(-1)).toBe("user.deletion-cancelled");
  });
});

test("what was erased since is erased again with --erased, and is back without", async () => {
  const plain = await restore("--keep-keys");
  await withOtherInstallation(plain.databaseUrl, async () => {
    expect(await canSignIn(erasedDevice)).toBe(erasedSub);
  });
  const { databaseUrl, restored } = await restore("--keep-keys", "--erased", erasedFile);
  expect(restored).toMatchObject({ erasedUsers: 1, deletedTenancies: 1 });
  await withOtherInstallation(databaseUrl, async ({ db }) => {
    expect(await canSignIn(erasedDevice)).toMatch(/404/);
    expect(await db.user.count({ where: { sub: erasedSub } })).toBe(0);
    expect(await db.tenancy.findFirst({ where: { id: gone.id } })).toMatchObject({
      deletedAt: expect.any(Date) as Date,
    });
    const [event] = await db.auditEvent.findMany({ where: { action: "user.erased" } });
    expect(event).toMatchObject({
      targetId: erasedSub,
      reason: `Erased before the restore of the backup ${backup.id}`,
    });
    // A restored database lists them, too: the next restore may use the same backup.
    const env2 = { ...env, DATABASE_URL: databaseUrl };
    const { out } = await keystead(["audit", "erased"], env2);
    const listed = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    const erasedAt = expect.any(Number) as number;
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual({ tenancyId: gone.id, erasedAt });
    expect(listed).toContainEqual({ tenancyId: tenancy.id, sub: erasedSub, erasedAt });
  });
});

test("a list of the erased is read before anything is restored", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  const args = ["restore", file, "--into", databaseUrl, "--erased"];
  const wrong = join(folder, "wrong.jsonl");
  await writeFile(wrong, `{"tenancyId":"a","sub":"b","erasedAt":1}\n{"tenancyId":"a","sub":7}\n`);
  await expectRefusal(keystead([...args, wrong], env), 2, /line 2 of .* isn't one/);
  await writeFile(wrong, Buffer.from('{"tenancyId":"a","sub":"Kä","erasedAt":1}', "latin1"));
  await expectRefusal(keystead([...args, wrong], env), 2, /wrong\.jsonl isn't UTF-8/);
  await expectRefusal(keystead([...args, join(folder, "none")], env), 2, /ENOENT/);
  await writeFile(erasedFile, `\uFEFF${await readFile(erasedFile, "utf8")}`);
  expect((await keystead([...args, erasedFile], env)).code).toBe(0);
});

test("the console explains the restore for 30 days", async () => {
  const { databaseUrl } = await restore();
  await withOtherInstallation(databaseUrl, async (service) => {
    expect(await findRestore(service)).toEqual({
      restoredAt: expect.any(Number) as number,
      backupAt: backup.createdAt,
      keptKeys: false,
      keptWebhooks: false,
    });
    service.clock.advance(31 * 86_400_000);
    expect(await findRestore(service)).toBeNull();
  });
  expect(await findRestore(source)).toBeNull();
});

test("--since leaves out what was erased before", async () => {
  const { out } = await keystead(["audit", "erased", "--since", "2999-01-01"], env);
  expect(out).toBe("");
  await expectRefusal(keystead(["audit", "erased", "--since", "May"], env), 2, /UTC time/);
});

test("the words say what is lost, and which secret it needs", async () => {
  const databaseUrl = await emptyDatabaseUrl();
  const { out, err } = await keystead(["restore", file, "--into", databaseUrl], env);
  expect(err).toBe("");
  const time = new Date(backup.createdAt).toISOString().replace(/\.\d+Z$/, "Z");
  for (const words of [
    `The backup ${backup.id} of ${time} is restored, with 3 users and 3 passkeys.`,
    "3 API keys locked. Unlock those that you still trust.",
    "Users who were erased since then are back.",
    "1 requested deletion of accounts withdrawn.",
    `registered, revoked or disabled after ${time} is lost`,
    "A restore needs the secret with the fingerprint",
  ])
    expect(out).toContain(words);
  const other = { ...env, KEYSTEAD_SECRET: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdef" };
  const warned = await keystead(["restore", file, "--into", await emptyDatabaseUrl()], other);
  expect(warned.code).toBe(0);
  expect(warned.err).toMatch(/The configured secret has the fingerprint .* can't be decrypted/);
});
