import type pg from "pg";
import { ulid } from "ulid";
import { expect, test } from "./console-fixtures";
import { insertUser } from "./insert-user";

const newId = () => ulid().toLowerCase();

async function insertKey(
  database: pg.Client,
  tenancyId: string,
  { name, replacedBy }: { name: string; replacedBy?: string },
): Promise<string> {
  const id = newId();
  await database.query(
    `INSERT INTO "ApiKey" ("tenancyId","id","name","publicId","hash","scopes","createdAt",
       "expiresAt","replacedById")
     VALUES ($1,$2,$3,$2,'','{*}',now(),CASE WHEN $4::text IS NOT NULL
       THEN now() + interval '20 hours' END,$4)`,
    [tenancyId, id, name, replacedBy ?? null],
  );
  return id;
}

interface Event {
  action: string;
  kind: string;
  targetId: string;
  actorId: string;
  detail?: string;
}

const insertEvent = (database: pg.Client, tenancyId: string, event: Event) =>
  database.query(
    `INSERT INTO "AuditEvent" ("tenancyId","id","action","actorKind","actorId","targetKind",
       "targetId","detail","createdAt") VALUES ($1,$2,$3,'operator',$4,$5,$6,$7,now())`,
    [
      tenancyId,
      newId(),
      event.action,
      event.actorId,
      event.kind,
      event.targetId,
      event.detail ?? null,
    ],
  );

test("the audit log puts details into words, and names and links the new key of a rotation", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub: actorId } = await operator({ tenancyId: tenancy.id, role: "owner" });
  const newer = await insertKey(database, tenancy.id, { name: "Newer key" });
  const older = await insertKey(database, tenancy.id, { name: "Older key", replacedBy: newer });
  const about = { actorId, kind: "tenancy", targetId: tenancy.id };
  for (const [action, detail] of [
    ["tenancy.branding-changed", "brandName; brandColor: none → #0e6a4e"],
    ["tenancy.hosted-pages-changed", "off"],
    ["tenancy.passkey-policy-saved", "version 3 enforce"],
  ] as const)
    await insertEvent(database, tenancy.id, { ...about, action, detail });
  const rotation = { action: "api-key.rotated", kind: "api-key", targetId: older, detail: newer };
  await insertEvent(database, tenancy.id, { ...rotation, actorId });
  for (let events = 0; events < 56; events++)
    await insertEvent(database, tenancy.id, { ...about, action: "tenancy.client-id-rotated" });

  await page.goto(`/console/${tenancy.id}/audit`);
  await page.getByRole("link", { name: "What I did" }).click();
  await expect(page).toHaveURL(/who=/);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages).toContainText("1–50 of 60");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(pages).toContainText("51–60 of 60");
  const table = page.getByRole("main").getByRole("table");
  for (const words of ["Brand color: none → #0e6a4e, and 1 more", "Switched the hosted pages off"])
    await expect(table).toContainText(words);
  await expect(table).toContainText("Version 3, enforced");
  await expect(table).not.toContainText(/brandName|brandColor/);
  await expect(table).not.toContainText(newer);
  await table.getByRole("link", { name: "Newer key", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/api-keys/${newer}$`));
});

test("a replaced key that still works is not active", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "owner" });
  const newer = await insertKey(database, tenancy.id, { name: "Newer key" });
  const older = await insertKey(database, tenancy.id, { name: "Older key", replacedBy: newer });
  await page.goto(`/console/${tenancy.id}/api-keys`);
  const row = page.locator(`#key-${older}`);
  await expect(row).toContainText("Replaced");
  await expect(row).toContainText("Works until");
  await expect(row).not.toContainText("Active");
  await expect(page.locator(`#key-${newer}`)).toContainText("Active");
});

test.describe("in Berlin", () => {
  test.use({ timezoneId: "Europe/Berlin" });

  test("a list names the time zone once, and other pages at their end", async ({
    page,
    operator,
    tenancy,
    database,
  }) => {
    const { sub: actorId } = await operator({ tenancyId: tenancy.id, role: "owner" });
    const keyId = await insertKey(database, tenancy.id, { name: "Backend" });
    const event = { action: "api-key.created", kind: "api-key", targetId: keyId, actorId };
    await insertEvent(database, tenancy.id, event);
    const atTheEnd = page.getByText("Times are in the time zone Europe/Berlin.");
    await page.goto(`/console/${tenancy.id}/audit`);
    const heading = page.getByRole("columnheader", { name: "Time (Berlin time)" });
    await expect(heading).toBeVisible();
    await expect(atTheEnd).toBeHidden();
    const shown = page.getByRole("row").nth(1).locator("time").last();
    await expect(shown).toHaveText(/^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}:\d{2}\s[AP]M$/);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(atTheEnd).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/console/${tenancy.id}/api-keys/${keyId}`);
    await expect(atTheEnd).toBeVisible();
  });
});

test("the timeline says who got an email, and an erasure mentions only passkeys that exist", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "owner" });
  const { sub, passkeyId } = await insertUser(database, tenancy.id, "ada@example.com");
  await database.query(
    `INSERT INTO "AuditEvent" ("tenancyId","id","action","actorKind","targetKind","targetId","createdAt")
     VALUES ($1,$2,'user.email-claim-lost','system','user',$3,now())`,
    [tenancy.id, newId(), sub],
  );
  const dialog = page.getByRole("dialog");
  await page.goto(`/console/${tenancy.id}/users/${sub}`);
  const entry = page.getByRole("listitem").filter({ hasText: "removed an unverified email" });
  await expect(entry).toContainText("Another user verified that address, so it is theirs now.");
  await page.getByRole("button", { name: "Erase" }).click();
  await expect(dialog).toContainText("1 passkey");
  await database.query(`DELETE FROM "Passkey" WHERE "tenancyId" = $1 AND "id" = $2`, [
    tenancy.id,
    passkeyId,
  ]);
  await page.reload();
  await page.getByRole("button", { name: "Erase" }).click();
  await expect(dialog).toContainText("Erase ada@example.com?");
  await expect(dialog).not.toContainText("passkey");
});
