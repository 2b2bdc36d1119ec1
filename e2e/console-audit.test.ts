import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type pg from "pg";
import { ulid } from "ulid";
import { expect, test } from "./console-fixtures";

const newId = () => ulid().toLowerCase();

interface Verified {
  code: number;
  out: { seals: number; head: string | null; broken: { seal: number; problem: string } | null };
  err: string;
}

/** Runs the command line while the server runs. */
async function verifyAudit(...more: string[]): Promise<Verified> {
  const env = {
    ...process.env,
    PORT: new URL(process.env["E2E_URL"] ?? "").port,
    KEYSTEAD_DATA: process.env["E2E_DATA"],
    KEYSTEAD_MODE: "local",
    DATABASE_URL: process.env["E2E_DATABASE"],
  };
  const run = promisify(execFile)(
    process.execPath,
    ["scripts/keystead.mjs", "audit", "verify", "--json", ...more],
    { env },
  );
  const { code, stdout, stderr } = await run
    .then((ended) => ({ code: 0, ...ended }))
    .catch((ended: { code: number; stdout: string; stderr: string }) => ended);
  return { code, out: JSON.parse(stdout) as Verified["out"], err: stderr };
}

/** Inserts an audit event by an operator of the tenancy. */
async function insertEvent(
  database: pg.Client,
  tenancyId: string,
  {
    action = "passkey.disabled",
    actorId,
    targetId = newId(),
    detail = null,
    reason = null,
  }: {
    action?: string;
    actorId: string;
    targetId?: string;
    detail?: string | null;
    reason?: string | null;
  },
) {
  await database.query(
    `INSERT INTO "AuditEvent" ("tenancyId","id","action","actorKind","actorId","targetKind",
       "targetId","detail","reason","requestId","address","createdAt")
       VALUES ($1,$2,$3,'operator',$4,'passkey',$5,$6,$7,$8,'192.0.2.1',now())`,
    [tenancyId, newId(), action, actorId, targetId, detail, reason, newId()],
  );
  return targetId;
}

async function insertChallenge(
  database: pg.Client,
  tenancyId: string,
  { email, name = null }: { email: string; name?: string | null },
) {
  const id = newId();
  const secretHash = Buffer.from(`secret of ${id}`.padEnd(32, "x"));
  const codeMac = Buffer.from(`code of ${id}`.padEnd(32, "x"));
  await database.query(
    `INSERT INTO "Challenge" ("tenancyId","id","purpose","email","emailNormalized","name",
       "secretHash","codeMac","codeDigits","attempts","attemptsLeft","isGuarded","createdAt",
       "expiresAt")
     VALUES ($1,$2,'login',$3,$3,$4,$5,$6,6,5,4,false,now(),now() + interval '10 minutes')`,
    [tenancyId, id, email, name, secretHash, codeMac],
  );
  await database.query(
    `INSERT INTO "OutboxMail" ("tenancyId","id","challengeId","sealed","state","attempts",
       "lastError","dueAt","expiresAt","createdAt")
       VALUES ($1,$2,$3,'sealed-by-nobody','queued',2,'451 try later',now() + interval '1 hour',
       now() + interval '2 hours',now())`,
    [tenancyId, newId(), id],
  );
  return {
    id,
    hidden: [secretHash, codeMac].flatMap((bytes) => [
      bytes.toString("hex"),
      bytes.toString("base64"),
      bytes.toString("utf8"),
    ]),
  };
}

async function insertPasskey(database: pg.Client, tenancyId: string) {
  const sub = newId();
  const id = newId();
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","selfService","createdAt","updatedAt")
       VALUES ($1,$2,'',false,now(),now())`,
    [tenancyId, sub],
  );
  await database.query(
    `INSERT INTO "Passkey" ("tenancyId","id","sub","rpId","credentialId","userHandle","publicKey",
       "algorithm","signCount","transports","backupEligible","backedUp","userVerified","aaguid",
       "attestationFormat","username","displayName","namedAt","createdAt","updatedAt")
     SELECT $1,$2,$3,'localhost',$4,$5,p."publicKey",-7,0,'{internal}',false,false,true,
         '00000000-0000-0000-0000-000000000000','none','ada@example.com','Ada',now(),now(),now()
         FROM "Passkey" p LIMIT 1`,
    [tenancyId, id, sub, id, sub],
  );
  return id;
}

test("the audit log filters by one event and finds a reason", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id, role: "auditor" });
  const reason = "Lost on the ferry, ticket 4711";
  await insertEvent(database, tenancy.id, { actorId: sub, reason });
  await insertEvent(database, tenancy.id, { actorId: sub, action: "passkey.enabled" });
  const rows = page.getByRole("row").filter({ hasText: "a passkey" });
  const search = page.getByRole("search").getByRole("button", { name: "Search" });
  await page.goto(`/console/${tenancy.id}/audit`);
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Event", { exact: true }).selectOption({ label: "Enabled a passkey" });
  await search.click();
  await expect(page.getByText("1 event", { exact: true })).toBeVisible();
  await expect(rows).toContainText("Enabled a passkey");
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(rows).toHaveCount(2);
  await page.getByText("More filters").click();
  await page.getByLabel("Kind of actor").selectOption({ label: "Keystead" });
  await expect(page.getByText("No events match")).toBeVisible();
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(rows).toHaveCount(2);
  await page.getByText("More filters").click();
  await page.getByLabel("Reason").fill("FERRY");
  await expect(page.getByText("1 event", { exact: true })).toBeVisible();
  await expect(rows).toContainText("ticket 4711");
  await page.getByLabel("Reason").fill("tram");
  await expect(page.getByText("Only some events have a reason.")).toBeVisible();
});

test("one click shows what operators did, and one what I did", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id, role: "auditor" });
  await insertEvent(database, tenancy.id, { actorId: sub });
  await insertEvent(database, tenancy.id, { actorId: newId() });
  await database.query(
    `INSERT INTO "AuditEvent" ("tenancyId","id","action","actorKind","targetKind","targetId","createdAt")
     VALUES ($1,$2,'passkey.created','system','passkey',$2,now())`,
    [tenancy.id, newId()],
  );
  const rows = page.getByRole("table").locator("tbody tr");
  const quick = page.getByRole("list", { name: "Quick filters" });
  await page.goto(`/console/${tenancy.id}/audit`);
  await expect(rows).toHaveCount(3);
  await quick.getByRole("link", { name: "Operators only" }).click();
  await expect(rows).toHaveCount(2);
  await quick.getByRole("link", { name: "What I did" }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`who=${sub}`));
  // The quick filters show these two, so nothing else does.
  await expect(page.getByRole("list", { name: "Active filters" })).toHaveCount(0);
  await expect(page.getByLabel("Actor", { exact: true })).toHaveCount(0);
  await quick.getByRole("link", { name: "What I did" }).click();
  await expect(rows).toHaveCount(2);
  await quick.getByRole("link", { name: "Operators only" }).click();
  await expect(rows).toHaveCount(3);
});

test("an operator disables a passkey, and the audit log shows another operator who, when and why", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { email } = await operator({ tenancyId: tenancy.id, role: "support" });
  const id = await insertPasskey(database, tenancy.id);
  await page.goto(`/console/${tenancy.id}/passkeys/${id}`);
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("lost laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.context().clearCookies();
  await operator({ tenancyId: tenancy.id, role: "auditor" });
  await page.goto(`/console/${tenancy.id}/audit?target=${id}`);
  const row = page.getByRole("row").filter({ hasText: "disabled a passkey" });
  await expect(row).toContainText(email);
  await expect(row).toContainText("lost laptop");
  await expect(row.getByRole("time").first()).toHaveText(/just now|minute ago/);
  await expect(row.getByRole("time").last()).toHaveText(/\d:\d\d:\d\d/);
});

test("an operator deletes a challenge, and the audit log shows who it was", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { email } = await operator({ tenancyId: tenancy.id, role: "admin", isSteppedUp: false });
  const { id, hidden } = await insertChallenge(database, tenancy.id, {
    email: "ada@example.com",
    name: "<img src=x onerror=alert(1)>",
  });
  await page.goto(`/console/${tenancy.id}/challenges`);
  await page.getByLabel("Find a mailbox").fill("ada@ex");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "ada@example.com" }).click();
  await expect(page.getByText("451 try later")).toBeVisible();
  await expect(page.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  const html = (await page.content()) + (await (await page.request.get(page.url())).text());
  for (const secret of hidden) expect(html).not.toContain(secret);
  await page.getByRole("button", { name: "Retry now" }).click();
  await expect(page.getByText("Sending the email now")).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete code" }).click();
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page.getByText("Code deleted")).toBeVisible();
  await page.goto(`/console/${tenancy.id}/audit?about=challenge`);
  const row = page.getByRole("row").filter({ hasText: "deleted an emailed code" });
  await expect(row).toContainText(email);
  await row.getByRole("link", { name: "deleted an emailed code" }).click();
  await expect(page.getByText("challenge.deleted")).toBeVisible();
  await page.getByRole("link", { name: /^All events of/ }).click();
  await expect(page).toHaveURL(new RegExp(`target=${id}`));
  await expect(page.getByRole("row").filter({ hasText: "resent an email" })).toContainText(email);
});

test("filters find an event by actor and action, and the export contains it", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { email, sub } = await operator({ tenancyId: tenancy.id, role: "auditor" });
  const targetId = await insertEvent(database, tenancy.id, { actorId: sub, detail: "lost phone" });
  await insertEvent(database, tenancy.id, { actorId: newId(), action: "passkey.deleted" });
  await page.goto(`/console/${tenancy.id}/audit`);
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByLabel("Actor", { exact: true }).fill(email);
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  const event = page.getByRole("row").nth(1);
  await expect(event).toContainText("Disabled a passkey");
  await expect(event.getByText("lost phone", { exact: true })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "JSON" }).click();
  const stream = await (await downloading).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject([
    { actorName: email, targetId, detail: "lost phone" },
  ]);
});

test("the command line detects a change made directly in the database", async ({
  database,
  tenancy,
}) => {
  // The server seals the audit log once a minute.
  const targetId = await insertEvent(database, tenancy.id, { actorId: newId() });
  await insertEvent(database, tenancy.id, { actorId: newId() });
  const sealed = async () =>
    (
      await database.query<{ sealId: string | null }>(
        'SELECT "sealId" FROM "AuditEvent" WHERE "tenancyId" = $1',
        [tenancy.id],
      )
    ).rows.every(({ sealId }) => sealId !== null);
  await expect.poll(sealed, { timeout: 100_000 }).toBe(true);
  const whole = await verifyAudit();
  expect(whole).toMatchObject({
    code: 0,
    out: { broken: null, head: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(await verifyAudit("--head", whole.out.head ?? "")).toMatchObject({ code: 0 });
  expect(await verifyAudit("--head", "0".repeat(64))).toMatchObject({
    code: 5,
    out: { broken: { problem: expect.stringContaining("head") } },
  });
  const change = (detail: string | null) =>
    database.query(
      'UPDATE "AuditEvent" SET "detail" = $3 WHERE "tenancyId" = $1 AND "targetId" = $2',
      [tenancy.id, targetId, detail],
    );
  await expect(change("nothing happened")).rejects.toThrow("append-only");
  await database.query("SET session_replication_role = replica");
  await change("nothing happened");
  const found = await verifyAudit();
  // Other tests' events are in the same chain.
  await change(null);
  await database.query("SET session_replication_role = DEFAULT");
  expect(found).toMatchObject({
    code: 5,
    out: { broken: { problem: expect.stringContaining("hash") } },
    err: expect.stringContaining("Audit log verification failed"),
  });
  expect(await verifyAudit()).toMatchObject({ code: 0 });
});
