import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

interface Link {
  tenancyId: string;
  sub: string;
  kind: "deletionUndo" | "emailChangeUndo";
  payload: object;
}

/** Stores a link as the emails have one. Returns its token. */
async function storeLink(
  database: pg.Client,
  { tenancyId, sub, kind, payload }: Link,
): Promise<string> {
  const token = `${kind}-${sub}`;
  await database.query(
    `INSERT INTO "OneTimeToken" ("tenancyId", "hash", "kind", "payload", "createdAt", "expiresAt")
     VALUES ($1, $2, $3, $4, now(), now() + interval '7 days')`,
    [tenancyId, createHash("sha256").update(token).digest(), kind, { sub, ...payload }],
  );
  return token;
}

/** A user of a new tenancy with a verified email. */
async function insertUser(database: pg.Client, tenancyId: string, email: string): Promise<string> {
  const sub = tenancyId;
  await database.query(
    `INSERT INTO "User" ("tenancyId", "sub", "email", "emailNormalized", "emailVerified",
       "selfService", "createdAt", "updatedAt")
     VALUES ($1, $2, $3, $3, true, true, now(), now())`,
    [tenancyId, sub, email],
  );
  return sub;
}

/** The user's own request, as of a moment that PostgreSQL chooses. Returns it. */
async function requestDeletion(database: pg.Client, tenancyId: string, sub: string) {
  const { rows } = await database.query<{ at: string }>(
    `WITH d AS (
       INSERT INTO "UserDeletion" ("tenancyId", "sub", "requestedAt", "dueAt", "disabledAt")
       SELECT $1, $2, t, t + interval '7 days', t
       FROM (SELECT date_trunc('milliseconds', now()) AS t) n RETURNING "disabledAt")
     UPDATE "User" SET "disabledAt" = d."disabledAt", "disabledReason" = 'The user deleted the account'
     FROM d WHERE "tenancyId" = $1 AND "sub" = $2
     RETURNING to_char(d."disabledAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`,
    [tenancyId, sub],
  );
  return rows[0]?.at ?? "";
}

test("a user keeps their account by the link of the email", async ({
  page,
  database,
  tenancy,
}, info) => {
  const sub = await insertUser(database, tenancy.id, "ada@example.com");
  const requestedAt = await requestDeletion(database, tenancy.id, sub);
  const link = {
    tenancyId: tenancy.id,
    sub,
    kind: "deletionUndo",
    payload: { requestedAt },
  } as const;
  const url = `/auth/${tenancy.id}/undo/deletion?token=${await storeLink(database, link)}`;
  await page.goto(url);
  await expect(heading(page, "Keep your account?")).toBeVisible();
  await expectNoBarrier({ page, info }, "undo-deletion");
  await page.getByRole("link", { name: "Français" }).click();
  await expect(button(page, "Garder mon compte")).toBeVisible();
  await page.getByRole("link", { name: "English" }).click();
  await button(page, "Keep my account").click();
  await expect(heading(page, "Your account stays")).toBeVisible();
  await expectNoBarrier({ page, info }, "deletion-undone");
  await page.goto(url);
  await expect(heading(page, "This link doesn’t work")).toBeVisible();
});

test("the former mailbox restores the email by the link of its notice", async ({
  page,
  database,
  tenancy,
}, info) => {
  const sub = await insertUser(database, tenancy.id, "attacker@example.com");
  const payload = { email: "ada@example.com" };
  const link = { tenancyId: tenancy.id, sub, kind: "emailChangeUndo", payload } as const;
  const url = `/auth/${tenancy.id}/undo/email-change?token=${await storeLink(database, link)}`;
  await page.goto(url);
  await expect(heading(page, "Undo the change?")).toBeVisible();
  await expectNoBarrier({ page, info }, "undo-email-change");
  await button(page, "Undo the change").click();
  await expect(heading(page, "Your address is back")).toBeVisible();
  const { rows } = await database.query(
    `SELECT "email" FROM "User" WHERE "tenancyId" = $1 AND "sub" = $2`,
    [tenancy.id, sub],
  );
  expect(rows).toEqual([{ email: "ada@example.com" }]);
});

test("an operator sees and cancels a requested deletion", async ({
  page,
  database,
  tenancy,
  operator,
}, info) => {
  const sub = await insertUser(database, tenancy.id, "ada@example.com");
  await requestDeletion(database, tenancy.id, sub);
  await operator();
  await page.goto(`/console/${tenancy.id}/users/${sub}`);
  await expect(page.getByText("Deletion requested", { exact: true })).toBeVisible();
  await expectNoBarrier({ page, info }, "deletion-requested");
  await button(page, "Cancel deletion").click();
  await expect(page.getByText(/The deletion is cancelled\./)).toBeVisible();
  await expect(page.getByText("Deletion requested", { exact: true })).toHaveCount(0);
  await expect(button(page, "Disable user")).toBeVisible();
});
