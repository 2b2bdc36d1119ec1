import type { Page } from "@playwright/test";
import { expect, test } from "./console-fixtures";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const isTold = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();

/** Calls the API as a backend and returns the status its key gets. */
async function statusOf(
  baseUrl: string | undefined,
  tenancyId: string,
  key: string,
): Promise<number> {
  return (
    await fetch(`${baseUrl}/v2/${tenancyId}/user/x`, {
      headers: { Authorization: `Bearer ${key}` },
    })
  ).status;
}

/** Calls the API as a page of the tenancy. */
async function askOptions(baseUrl: string | undefined, tenancyId: string): Promise<number> {
  return (
    await fetch(`${baseUrl}/v2/${tenancyId}/passkey/authentication/options`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    })
  ).status;
}

async function createTenancy(page: Page, name: string): Promise<string> {
  await page.goto("/console/tenancies/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create tenancy" }).click();
  await page.waitForURL(/\/console\/[0-9a-z]{26}$/);
  return page.url().split("/").at(-1) ?? "";
}

async function actOn(page: Page, key: string, act: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${key}` }).click();
  await page.getByRole("menuitem", { name: act }).click();
}

test("an owner creates a tenancy; errors appear beside their fields while typing", async ({
  page,
  operator,
  database,
}) => {
  await operator();
  await page.goto("/console/tenancies");
  await page.getByRole("main").getByRole("link", { name: "Create a tenancy" }).click();
  await page.getByRole("button", { name: "Create tenancy" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(
    /Enter a name of 1 to 100 characters/,
  );
  await page.getByLabel("Name", { exact: true }).fill("<b>Harbour</b>");
  await page.getByText("Production", { exact: true }).click();
  const rpId = page.getByLabel("Relying party id", { exact: true });
  await expect(rpId).toHaveValue("localhost");
  await expect(rpId).toHaveAccessibleDescription(/work only on your own computer/);
  await rpId.fill("co.uk");
  await rpId.blur();
  await expect(rpId).toHaveAccessibleDescription(/co.uk is a public suffix/);
  await rpId.fill("harbour.example");
  await page.getByRole("button", { name: "Add origin" }).click();
  const origin = page.getByLabel("Allowed origins: origin 1");
  await origin.fill("https://evil.test");
  await origin.blur();
  await expect(origin).toHaveAccessibleDescription(
    /its host must be harbour.example, or a subdomain/,
  );
  await origin.fill("https://app.harbour.example");
  const starting = (name: string) => page.locator("dt", { hasText: name }).locator("+ dd");
  await expect(starting("Self-service registration")).toHaveText("Off");
  await expect(starting("Notify users of new passkeys")).toHaveText("On");
  await page.getByText("Existing client of this protocol").click();
  await expect(starting("Self-service registration")).toHaveText("On");
  await expect(starting("Notify users of new passkeys")).toHaveText("Off");
  await expect(starting("Issuer")).toHaveText("passlock.dev");
  await page.getByRole("button", { name: "Create tenancy" }).click();
  await page.waitForURL(/\/console\/[0-9a-z]{26}$/);
  await expect(page.locator("main b")).toHaveCount(0);
  const { rows } = await database.query(
    `SELECT "name", "environment", "rpId", "allowedOrigins", "issuer", "notifyOfNewPasskeys"
     FROM "Tenancy" WHERE "id" = $1`,
    [page.url().split("/").at(-1)],
  );
  expect(rows).toEqual([
    {
      name: "<b>Harbour</b>",
      environment: "production",
      rpId: "harbour.example",
      allowedOrigins: ["https://app.harbour.example"],
      issuer: "passlock.dev",
      notifyOfNewPasskeys: false,
    },
  ]);
});

test("an admin changes settings, and sees a conflict with a colleague's change", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  const stored = async (column: string) =>
    (
      await database.query<Record<string, unknown>>(
        `SELECT "${column}" AS value FROM "Tenancy" WHERE "id" = $1`,
        [tenancy.id],
      )
    ).rows[0]?.["value"];
  await page.goto(`/console/${tenancy.id}/settings/limits`);
  const digits = page.getByLabel("Length (digits)");
  await digits.fill("5");
  await digits.blur();
  await expect(digits).toHaveAccessibleDescription(/Enter a whole number from 6 to 10/);
  await digits.fill("8");
  await page.getByLabel("Expires after (minutes)").fill("3");
  await page.getByRole("button", { name: "Save Emailed codes" }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  expect([await stored("codeDigits"), await stored("codeMs")]).toEqual([8, 180_000]);

  await page.reload();
  await database.query(
    'UPDATE "Tenancy" SET "codeAttempts" = 4, "updatedAt" = now() WHERE "id" = $1',
    [tenancy.id],
  );
  await digits.fill("9");
  await page.getByRole("button", { name: "Save Emailed codes" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Another operator saved" })).toBeVisible();
  expect(await stored("codeDigits")).toBe(8);
  await expect(page.getByLabel("Attempts per code")).toHaveValue("4");
  await expect(digits).toHaveValue("9");
  await page.getByRole("button", { name: "Save Emailed codes" }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  expect([await stored("codeDigits"), await stored("codeAttempts")]).toEqual([9, 4]);

  await page.goto(`/console/${tenancy.id}/settings/branding`);
  await page
    .getByLabel("Logo file")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(page.getByRole("alert").filter({ hasText: "SVG is refused" })).toBeVisible();
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await page
    .getByLabel("Logo file")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: png });
  await page.getByRole("button", { name: "Save Brand" }).click();
  await isTold(page, "Brand saved");
  expect(await stored("brandLogoType")).toBe("image/png");
});

test("leaving with unsaved changes requires a confirmation", async ({
  page,
  operator,
  tenancy,
}) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/settings/limits`);
  const digits = page.getByLabel("Length (digits)");
  const users = page.getByRole("link", { name: "Users", exact: true });
  await digits.fill("9");
  await isTold(page, "Unsaved changes");
  for (const leave of [
    () => users.click(),
    () => page.getByRole("link", { name: "Branding" }).click(),
  ]) {
    const dialog = page.waitForEvent("dialog");
    const left = leave();
    expect((await dialog).message()).toBe("You have unsaved changes. Leave without saving?");
    await (await dialog).dismiss();
    await left;
    await expect(page).toHaveURL(/\/settings\/limits$/);
    await expect(digits).toHaveValue("9");
  }
  page.once("dialog", (dialog) => void dialog.accept());
  await users.click();
  await expect(heading(page, "Users")).toBeVisible();
  // Leaving without changes needs no confirmation.
  page.on("dialog", (dialog) => expect.soft(dialog.message()).toBe(""));
  await page.goto(`/console/${tenancy.id}/settings/limits`);
  await expect(digits).toHaveValue("6");
  await users.click();
  await expect(heading(page, "Users")).toBeVisible();
});

test("removing an rpId requires a confirmation, because passkeys are bound to it", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await database.query(`UPDATE "Tenancy" SET "rpIds" = '{old.example}' WHERE "id" = $1`, [
    tenancy.id,
  ]);
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/settings/sites`);
  await page.getByRole("button", { name: "Remove old.example" }).click();
  await page.getByRole("button", { name: "Save Domain and origins" }).click();
  await expect(page.getByRole("dialog", { name: "Remove old.example?" })).toBeVisible();
  await page.getByRole("button", { name: "Remove and save" }).click();
  await isTold(page, "Domain and origins saved");
  expect(
    (await database.query('SELECT "rpIds" FROM "Tenancy" WHERE "id" = $1', [tenancy.id])).rows,
  ).toEqual([{ rpIds: [] }]);
});

test("a key works immediately, fails while locked, is rotated, and is revoked", async ({
  page,
  operator,
  tenancy,
  baseURL,
}) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/api-keys`);
  await page.getByRole("link", { name: "Create key" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Shop backend");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(heading(page, "“Shop backend” is ready")).toBeVisible();
  const key = /ks_[\w-]{60}/.exec(await page.getByRole("main").innerText())?.[0] ?? "";
  // Leaving without a copy of the key asks first.
  const question = page.waitForEvent("dialog");
  const leaving = page.getByRole("link", { name: "Overview", exact: true }).click();
  const asked = await question;
  expect(asked.message()).toContain("You haven’t copied the key");
  await asked.dismiss();
  await leaving;
  await expect(heading(page, "“Shop backend” is ready")).toBeVisible();
  expect(await statusOf(baseURL, tenancy.id, key)).toBe(404);
  await page.getByRole("button", { name: "I’ve stored the key" }).click();
  await page.waitForURL(/\/api-keys$/);
  await expect(page.getByText(key.slice(0, 13))).toBeVisible();
  expect(await page.content()).not.toContain(key);
  await page.getByRole("link", { name: "Shop backend", exact: true }).click();
  await expect(heading(page, "Shop backend")).toBeVisible();
  await expect(page.getByText("created this API key")).toBeVisible();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
  await page.waitForURL(/\/api-keys$/);

  await actOn(page, "Shop backend", "Lock…");
  await page.getByLabel("Reason").fill("Found in a log");
  await page.getByRole("button", { name: "Lock key" }).click();
  await isTold(page, /is locked/);
  expect(await statusOf(baseURL, tenancy.id, key)).toBe(403);
  await page.getByRole("button", { name: "Undo" }).click();
  await isTold(page, /is unlocked/);
  expect(await statusOf(baseURL, tenancy.id, key)).toBe(404);

  await page.getByRole("button", { name: "Actions for Shop backend" }).click();
  // A menu stays open while the last notice disappears.
  await expect(page.getByText(/is unlocked/)).toHaveCount(0);
  await page.getByRole("menuitem", { name: /Rotate/ }).click();
  await page.getByRole("button", { name: "Rotate key" }).click();
  const dialog = page.getByRole("dialog", { name: "New key for “Shop backend”" });
  await expect(dialog).toBeVisible();
  const newKey = /ks_[\w-]{60}/.exec(await dialog.innerText())?.[0] ?? "";
  expect(newKey).not.toBe(key);
  expect([
    await statusOf(baseURL, tenancy.id, key),
    await statusOf(baseURL, tenancy.id, newKey),
  ]).toEqual([404, 404]);
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "I’ve stored the key" }).click();
  await expect(
    page.getByRole("link", { name: `Replaced by ${newKey.slice(0, 13)}_…` }),
  ).toBeVisible();

  await page
    .getByRole("row")
    .filter({ hasText: key.slice(0, 13) })
    .getByRole("button", { name: "Actions for Shop backend" })
    .last()
    .click();
  await page.getByRole("menuitem", { name: /Revoke/ }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await isTold(page, /revoked$/);
  expect(
    [await statusOf(baseURL, tenancy.id, key), await statusOf(baseURL, tenancy.id, newKey)].filter(
      (status) => status === 403,
    ),
  ).toHaveLength(1);
  await page.getByText("Expired and revoked keys", { exact: true }).click();
  await expect(page.getByRole("region", { name: "Expired and revoked keys" })).toContainText(
    "Revoked",
  );

  await page.getByRole("button", { name: "Actions for Shop backend" }).first().click();
  await page.getByRole("menuitem", { name: "Audit events" }).click();
  await expect(heading(page, "Audit log")).toBeVisible();
  await expect(page.getByLabel("Actor", { exact: true })).not.toHaveValue("");
  await page.goto(`/console/${tenancy.id}/audit?about=api-key`);
  await expect(page.getByRole("row").filter({ hasText: /^Locked an API key/ })).toContainText(
    "Found in a log",
  );
});

test("a key for a purpose has its scopes, and is renamed", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/api-keys/new`);
  await expect(page.getByRole("radio", { name: /^Sign-in backend/ })).toBeChecked();
  await page.getByLabel("Name", { exact: true }).fill("Help desk");
  await page.getByRole("radio", { name: /^Support tool/ }).check();
  await page.getByRole("radio", { name: /^Own choice/ }).check();
  await page.getByRole("checkbox", { name: /^Edit users/ }).uncheck();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(heading(page, "“Help desk” is ready")).toBeVisible();
  expect(
    (await database.query(`SELECT "scopes" FROM "ApiKey" WHERE "tenancyId" = $1`, [tenancy.id]))
      .rows,
  ).toEqual([{ scopes: ["users:read", "vault:read", "vault:write"] }]);
  await page.getByRole("button", { name: "I’ve stored the key" }).click();
  await page.waitForURL(/\/api-keys$/);

  await actOn(page, "Help desk", "Rename…");
  const dialog = page.getByRole("dialog", { name: "Rename “Help desk”" });
  await dialog.getByLabel("Name").fill("Help desk, Berlin");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await isTold(page, /“Help desk” is now “Help desk, Berlin”/);
  await page.goto(`/console/${tenancy.id}/audit?about=api-key`);
  await page
    .getByRole("row")
    .filter({ hasText: "enamed an API key" })
    .getByRole("link")
    .first()
    .click();
  await expect(heading(page, "Renamed an API key")).toBeVisible();
  await expect(page.getByText("Help desk → Help desk, Berlin")).toBeVisible();
});

test("creating a key requires a recently used passkey", async ({ page, operator, tenancy }) => {
  await operator({ tenancyId: tenancy.id, isSteppedUp: false });
  await page.goto(`/console/${tenancy.id}/api-keys/new`);
  await page.getByLabel("Name", { exact: true }).fill("Shop backend");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use passkey" }).click();
  await expect(heading(page, "“Shop backend” is ready")).toBeVisible();
});

test("a tenancy is suspended, resumed, and deleted by its name", async ({
  page,
  operator,
  baseURL,
}) => {
  await operator();
  const id = await createTenancy(page, "Soon gone");
  expect(await askOptions(baseURL, id)).toBe(200);
  await page.goto(`/console/${id}/settings/danger`);
  await page.getByRole("button", { name: "Suspend tenancy…" }).click();
  await page.getByRole("button", { name: "Suspend tenancy", exact: true }).click();
  await expect(heading(page, "Suspended")).toBeVisible();
  expect(await askOptions(baseURL, id)).toBe(404);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(heading(page, "Suspend")).toBeVisible();
  expect(await askOptions(baseURL, id)).toBe(200);

  await page.getByRole("button", { name: "Delete tenancy…" }).click();
  const confirm = page.getByRole("button", { name: "Delete tenancy", exact: true });
  await expect(confirm).toBeDisabled();
  await page.getByLabel("Type Soon gone to confirm").fill("Soon gone");
  await confirm.click();
  await page.waitForURL(/\/console\/tenancies$/);
  expect(await askOptions(baseURL, id)).toBe(404);
  expect((await page.goto(`/console/${id}`))?.status()).toBe(404);
});

test("an auditor can read settings and keys but change neither; support can't read them", async ({
  page,
  operator,
  tenancy,
  context,
}) => {
  await operator({ tenancyId: tenancy.id, role: "auditor" });
  await page.goto(`/console/${tenancy.id}/settings`);
  await expect(page.getByLabel("Name", { exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);
  await page.goto(`/console/${tenancy.id}/api-keys`);
  await expect(page.getByRole("link", { name: "Create key" })).toHaveCount(0);
  expect((await page.goto(`/console/${tenancy.id}/settings/danger`))?.status()).toBe(404);
  await context.clearCookies();
  await operator({ tenancyId: tenancy.id, role: "support" });
  for (const path of ["settings", "api-keys", "settings/branding", "api-keys/new"]) {
    await page.goto(`/console/${tenancy.id}/${path}`);
    await expect(heading(page, "Page not found")).toBeVisible();
  }
});
