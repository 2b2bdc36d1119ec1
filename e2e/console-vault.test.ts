import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { systemClock } from "@/lib/platform/clock";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/testing/authenticator/software-authenticator";
import { populate } from "@/testing/population";
import { expect, test } from "./console-fixtures";
import { actWithoutScripts } from "./listening";

const hostile = '<img src=x onerror="window.__ran=1">';

type Reply = Record<string, unknown> & { _tag: string };

/** Calls the API as a customer's page. */
function customerOf(baseURL: string, tenancyId: string) {
  const origin = "http://localhost:4242";
  const device = createSoftwareAuthenticator({
    origin,
    aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
    backedUp: true,
  });
  const post = async (path: string, body: object): Promise<Reply> => {
    const reply = await fetch(`${baseURL}/v2/${tenancyId}/passkey/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: origin },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as Reply;
  };
  const run = async (
    kind: "registration" | "authentication",
    fields: object,
    answer: (options: never) => ReturnType<SoftwareAuthenticator["register" | "authenticate"]>,
  ) => {
    const { sessionToken, optionsJSON } = await post(`${kind}/options`, fields);
    return post(`${kind}/verification`, { sessionToken, response: answer(optionsJSON as never) });
  };
  return {
    register: (fields: object) =>
      run("registration", fields, (options) => device.register(options)),
    signIn: async () =>
      (await run("authentication", {}, (options) => device.authenticate(options)))._tag,
  };
}

/** Inserts users and passkeys with SQL. */
const fill = (database: pg.Client, tenancyId: string, size: { users: number; passkeys: number }) =>
  populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    { tenancyId, nowMs: systemClock.now(), rareEvery: 10, ...size },
  );

async function downloaded(page: Page, click: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return readFile(await download.path(), "utf8");
}

const dialog = (page: Page) => page.getByRole("dialog");

test("an operator finds a user by part of an email, disables a passkey with a reason, and enables it again", async ({
  page,
  operator,
  tenancy,
  database,
  baseURL,
}) => {
  const customer = customerOf(baseURL ?? "", tenancy.id);
  await fill(database, tenancy.id, { users: 60, passkeys: 60 });
  await customer.register({
    email: "ada.lovelace@example.com",
    givenName: "Ada",
    familyName: "Lovelace",
  });
  expect(await customer.signIn()).toBe("AuthenticationSuccess");
  await operator({ tenancyId: tenancy.id, role: "support" });

  await page.goto(`/console/${tenancy.id}/users`);
  await page.getByLabel("Find a user").fill("ada.love");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("cell").getByRole("link")).toHaveCount(1);
  await page.getByRole("link", { name: "ada.lovelace@example.com" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "ada.lovelace@example.com" }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Erase" })).toHaveCount(0);
  await page.getByRole("region", { name: "Passkeys of this user" }).getByRole("link").click();
  await page.waitForURL(/\/passkeys\//);
  await expect(page.getByText("Synced between devices")).toBeVisible();

  await page.getByRole("button", { name: "Disable" }).click();
  await expect(dialog(page)).toContainText("The user has no other enabled passkey.");
  await dialog(page).getByLabel("Reason").fill(`lost laptop ${hostile}`);
  await dialog(page).getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("1 passkey disabled.")).toBeVisible();
  const reason = page.getByRole("status").filter({ hasText: `lost laptop ${hostile}` });
  await expect(reason).toBeVisible();
  expect(await customer.signIn()).toBe("@error/PasskeyDisabled");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 passkey enabled.")).toBeVisible();
  // The activity keeps it.
  await expect(reason).toHaveCount(0);
  await expect(page.getByText(`Reason: “lost laptop ${hostile}”`, { exact: true })).toBeVisible();
  expect(await customer.signIn()).toBe("AuthenticationSuccess");
  await expect(page.getByText("disabled this passkey")).toBeVisible();
});

test("a passkey that was disabled for a reason is enabled only in a dialog that repeats it", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { subs, passkeyIds } = await fill(database, tenancy.id, { users: 1, passkeys: 1 });
  await database.query(
    `UPDATE "User" SET "email" = '', "emailNormalized" = NULL, "emailVerified" = false,
       "emailVouched" = false, "givenName" = 'Edsger', "familyName" = 'Perlman'
     WHERE "tenancyId" = $1`,
    [tenancy.id],
  );
  await database.query(
    `UPDATE "Passkey" SET "disabledAt" = now(), "disabledReason" = 'Phone reported lost'
     WHERE "tenancyId" = $1`,
    [tenancy.id],
  );
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/passkeys`);
  await expect(page.getByRole("table").getByRole("link", { name: "Edsger Perlman" })).toBeVisible();
  await page.goto(`/console/${tenancy.id}/users/${subs[0]}`);
  await page.getByRole("button", { name: /^Enable the passkey / }).click();
  await expect(dialog(page)).toContainText("Phone reported lost");
  await page.keyboard.press("Escape");
  await page.goto(`/console/${tenancy.id}/passkeys/${passkeyIds[0]}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Edsger Perlman");
  await page.getByRole("button", { name: "Enable passkey" }).click();
  await expect(dialog(page)).toContainText("Reason: “Phone reported lost”");
  await dialog(page).getByRole("button", { name: "Enable passkey" }).click();
  await expect(page.getByText("1 passkey enabled.")).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page)).toContainText("they can’t sign in at all: they have no email.");
});

test("an operator changes a user's names, flag and email, and sees what devices still show", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { subs } = await fill(database, tenancy.id, { users: 2, passkeys: 2 });
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/users/${subs[0]}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog(page).getByLabel("Given name").fill("x".repeat(101));
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByText("Keep it to 100 characters.")).toBeVisible();
  await dialog(page).getByLabel("Given name").fill("Grace");
  await dialog(page).getByLabel("The email is verified").check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Change email" }).click();
  await dialog(page).getByLabel("New email", { exact: true }).fill("person-1@example.com");
  await dialog(page).getByRole("button", { name: "Change email" }).click();
  await expect(dialog(page).getByText("Another user already owns this email.")).toBeVisible();
  await dialog(page).getByLabel("New email", { exact: true }).fill("grace@example.com");
  await dialog(page).getByRole("button", { name: "Change email" }).click();
  await expect(dialog(page).getByText("POST passkeys/update")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "grace@example.com" })).toBeVisible();
  await page.getByRole("button", { name: "Disable user" }).click();
  await dialog(page).getByRole("button", { name: "Disable" }).click();
  await expect(dialog(page).getByText("Write why, for example: lost phone.")).toBeVisible();
  await dialog(page).getByLabel("Reason").fill("Asked by phone");
  await dialog(page).getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("grace@example.com is disabled and can’t sign in.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("grace@example.com is enabled.")).toBeVisible();
});

test("the vault is filtered by URL, exported with that filter after a step-up, and cleared in bulk", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await fill(database, tenancy.id, { users: 80, passkeys: 120 });
  await operator({ tenancyId: tenancy.id, role: "owner", isSteppedUp: false });
  await page.goto(`/console/${tenancy.id}/passkeys`);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/after=/);
  await page.goto(`/console/${tenancy.id}/passkeys`);
  await page.getByLabel("State").selectOption("disabled");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/state=disabled/);
  const users = page.getByRole("table").getByRole("link", { name: /person-/ });
  // One passkey in ten matches.
  await expect(users).toHaveCount(12);

  await page.getByRole("button", { name: "Export" }).click();
  const csv = await downloaded(page, async () => {
    await page.getByRole("menuitem", { name: "CSV" }).click();
    await page.getByRole("button", { name: "Use passkey" }).click();
  });
  expect(csv.trim().split("\r\n")).toHaveLength(13);
  await page.getByRole("button", { name: "Export" }).click();
  const json = JSON.parse(
    await downloaded(page, () => page.getByRole("menuitem", { name: "JSON" }).click()),
  ) as { enabled: boolean }[];
  expect(json.map(({ enabled }) => enabled)).toEqual(Array.from({ length: 12 }, () => false));

  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Delete" }).click();
  const confirm = dialog(page).getByRole("button", { name: "Delete 12 passkeys" });
  await expect(confirm).toBeDisabled();
  await dialog(page).getByLabel("Type 12 to confirm").fill("12");
  await confirm.click();
  await expect(page.getByText("12 passkeys deleted.")).toBeVisible();
  await expect(page.getByText("No passkeys match")).toBeVisible();
  expect(
    (await database.query('SELECT 1 FROM "Passkey" WHERE "tenancyId" = $1', [tenancy.id])).rowCount,
  ).toBe(108);
});

test("a user is exported and erased", async ({ page, operator, tenancy, database }) => {
  const { subs } = await fill(database, tenancy.id, { users: 1, passkeys: 2 });
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/users/${subs[0]}`);
  const exported = JSON.parse(
    await downloaded(page, () => page.getByRole("button", { name: "Export" }).click()),
  ) as { user: { sub: string }; passkeys: unknown[] };
  expect(exported.user.sub).toBe(subs[0]);
  expect(exported.passkeys).toHaveLength(2);
  await page.getByRole("button", { name: "Erase" }).click();
  await expect(dialog(page)).toContainText("2 passkeys");
  await dialog(page).getByLabel("Type erase to confirm").fill("erase");
  await dialog(page).getByRole("button", { name: "Erase user" }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(page.getByText("No users yet")).toBeVisible();
  expect(
    (
      await database.query(
        'SELECT 1 FROM "User" WHERE "tenancyId" = $1 UNION ALL SELECT 1 FROM "Passkey" WHERE "tenancyId" = $1',
        [tenancy.id],
      )
    ).rowCount,
  ).toBe(0);
});

test("filters and searches work before the page's script has loaded", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await fill(database, tenancy.id, { users: 20, passkeys: 20 });
  await operator({ tenancyId: tenancy.id, role: "auditor" });
  await actWithoutScripts(page);
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await page.goto(`/console/${tenancy.id}/users`);
  await page.getByLabel("Find a user").fill("person-7@");
  await page.getByLabel("Find a user").press("Enter");
  await expect(page.getByRole("link", { name: "person-7@example.com" })).toHaveCount(1);
  await page.goto(`/console/${tenancy.id}/passkeys`);
  await page.getByText("More filters").click();
  await page.getByLabel("Use", { exact: true }).selectOption("never");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(3);
});

test("stored HTML is text on every page", async ({ page, operator, tenancy, database }) => {
  const { subs, passkeyIds } = await fill(database, tenancy.id, { users: 1, passkeys: 1 });
  await database.query(
    'UPDATE "User" SET "email" = $2, "givenName" = $2, "familyName" = $2, "userId" = $2 WHERE "tenancyId" = $1',
    [tenancy.id, hostile],
  );
  await database.query(
    `UPDATE "Passkey" SET "username" = $2, "displayName" = $2, "disabledReason" = $2,
       "disabledAt" = now() WHERE "tenancyId" = $1`,
    [tenancy.id, hostile],
  );
  await database.query(
    `INSERT INTO "Challenge" ("tenancyId","id","purpose","email","emailNormalized","userId",
       "secretHash","codeMac","codeDigits","attempts","attemptsLeft","isGuarded","createdAt",
       "expiresAt")
     VALUES ($1,$2,$3,$3,$3,$3,'a','b',6,5,5,false,now(),now())`,
    [tenancy.id, passkeyIds[0], hostile],
  );
  await operator({ tenancyId: tenancy.id, role: "owner" });
  const path = `/console/${tenancy.id}`;
  for (const url of [
    `${path}/users`,
    `${path}/users/${subs[0]}`,
    `${path}/users?q=${encodeURIComponent(hostile)}`,
    `${path}/passkeys`,
    `${path}/passkeys/${passkeyIds[0]}`,
    `${path}/passkeys?user=${encodeURIComponent(hostile)}`,
  ]) {
    await page.goto(url);
    await expect(page.getByText(hostile).first()).toBeVisible();
    expect(
      await page.evaluate(() => [
        (window as { __ran?: number }).__ran,
        document.querySelectorAll("img[src='x']").length,
      ]),
    ).toEqual([undefined, 0]);
  }
  await page.goto(`${path}/passkeys/${passkeyIds[0]}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page)).toContainText(hostile);
});
