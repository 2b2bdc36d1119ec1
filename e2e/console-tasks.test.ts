// Tasks of an operator, with the clicks that they take. Some more are in the tests of their pages.
import { ulid } from "ulid";
import { systemClock } from "@/lib/platform/clock";
import { populate } from "@/testing/population";
import { countClicks } from "./clicks";
import { expect, test } from "./console-fixtures";
import { insertUser } from "./insert-user";
import { addAuthenticator } from "./virtual-authenticator";

const newId = () => ulid().toLowerCase();

test("invite a colleague: three clicks; accept: two", async ({
  page,
  operator,
  tenancy,
  linkTo,
  browser,
}) => {
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}`);
  const owner = countClicks();
  await owner.click(page.getByRole("navigation").getByRole("link", { name: "Members" }));
  await owner.click(page.getByRole("button", { name: "Invite" }));
  const email = `${newId()}@members.example`;
  await page.getByLabel("Email").fill(email);
  await owner.click(page.getByRole("button", { name: "Send invitation" }));
  await expect(page.getByRole("region", { name: "Invitations" }).getByText(email)).toBeVisible();
  expect(owner.count()).toBeLessThanOrEqual(3);

  const invitation = await linkTo(email, "/invitation");
  const theirs = await browser.newContext();
  const colleague = await theirs.newPage();
  await addAuthenticator(colleague);
  // The first click is the one in the email.
  await colleague.goto(invitation);
  const invited = countClicks();
  await invited.click(colleague.getByRole("button", { name: "Create a passkey and accept" }));
  await expect(colleague.getByRole("heading", { name: tenancy.name })).toBeVisible();
  expect(1 + invited.count()).toBeLessThanOrEqual(2);
  await theirs.close();
});

test("find a user by half a domain: two clicks", async ({ page, operator, tenancy, database }) => {
  await insertUser(database, tenancy.id, "ada@lighthouse.example");
  await insertUser(database, tenancy.id, "ada@harbour.example");
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}`);
  const { click, count } = countClicks();
  await click(page.getByRole("navigation").getByRole("link", { name: "Users" }));
  await page.getByLabel("Find a user").fill("ghthou");
  const found = page.getByRole("cell").getByRole("link", { name: /@/ });
  await expect(found).toHaveCount(1);
  await click(found);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("ada@lighthouse.example");
  expect(count()).toBeLessThanOrEqual(2);
});

test("disable a user’s passkey, and read who did it, when and why: four clicks", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await insertUser(database, tenancy.id, "ada@lighthouse.example");
  const { email } = await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/users/${sub}`);
  const { click, count } = countClicks();
  const passkeys = page.getByRole("region", { name: "Passkeys of this user" });
  await click(passkeys.getByRole("button", { name: /^Disable/ }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("lost laptop");
  await click(dialog.getByRole("button", { name: "Disable" }));
  await expect(page.getByText("1 passkey disabled.")).toBeVisible();
  await click(page.getByRole("navigation").getByRole("link", { name: "Audit log" }));
  const row = page.getByRole("row").filter({ hasText: "disabled a passkey" });
  await expect(row).toContainText(email);
  await expect(row).toContainText("lost laptop");
  await expect(row.getByRole("time").first()).toHaveText(/just now|minute ago/);
  expect(count()).toBeLessThanOrEqual(4);
});

test("brand the emails in two languages: five clicks", async ({ page, operator, tenancy }) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}`);
  const { click, count } = countClicks();
  await click(page.getByRole("navigation").getByRole("link", { name: "Settings" }));
  await click(page.getByRole("link", { name: "Branding", exact: true }));
  await page.getByLabel("Brand name").fill("Lighthouse");
  await page.getByLabel("Color", { exact: true }).fill("#123456");
  await click(page.getByRole("button", { name: "Save Brand" }));
  await expect(page.getByText("Brand saved", { exact: true })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(5);
});

test("rotate an API key with an overlap: four clicks", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/api-keys/new`);
  await page.getByLabel("Name", { exact: true }).fill("Backend");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("heading", { name: "“Backend” is ready" })).toBeVisible();
  await database.query(`UPDATE "OperatorSession" SET "steppedUpAt" = now() WHERE "sub" = $1`, [
    sub,
  ]);
  await page.goto(`/console/${tenancy.id}`);
  const { click, count } = countClicks();
  await click(page.getByRole("navigation").getByRole("link", { name: "API keys" }));
  await click(page.getByRole("button", { name: "Actions for Backend" }));
  await click(page.getByRole("menuitem", { name: "Rotate" }));
  await page.getByLabel(/still works for/).selectOption("3 days");
  await click(page.getByRole("button", { name: "Rotate key" }));
  const dialog = page.getByRole("dialog", { name: "New key for “Backend”" });
  await expect(dialog).toContainText(/ks_[\w-]{60}/);
  expect(count()).toBeLessThanOrEqual(4);
});

test("export and erase a user: four clicks", async ({ page, operator, tenancy, database }) => {
  await insertUser(database, tenancy.id, "ada@lighthouse.example");
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/users`);
  const { click, count } = countClicks();
  await click(page.getByRole("link", { name: "ada@lighthouse.example" }));
  // The list has an export, too.
  await page.waitForURL(/\/users\/[0-9a-z]{26}$/);
  await Promise.all([
    page.waitForEvent("download"),
    click(page.getByRole("button", { name: "Export" })),
  ]);
  await click(page.getByRole("button", { name: "Erase" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type erase to confirm").fill("erase");
  await click(dialog.getByRole("button", { name: "Erase user" }));
  await expect(page).toHaveURL(/\/users$/);
  expect(count()).toBeLessThanOrEqual(4);
});

test("try a passkey policy and only monitor it: five clicks", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    { tenancyId: tenancy.id, nowMs: systemClock.now(), rareEvery: 10, users: 30, passkeys: 30 },
  );
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}`);
  const { click, count } = countClicks();
  await click(page.getByRole("navigation").getByRole("link", { name: "Settings" }));
  await click(page.getByRole("link", { name: "Passkey policy", exact: true }));
  await page.getByLabel("Mode", { exact: true }).selectOption("monitor");
  await page.getByLabel("Storage").selectOption("device-bound");
  await click(page.getByRole("button", { name: "Test rules" }));
  await expect(page.getByText(/^\d+ of \d+ users would be refused once the policy/)).toBeVisible();
  await click(page.getByRole("button", { name: "Save passkey policy" }));
  await expect(page.getByRole("region", { name: "Versions" })).toContainText("Monitor");
  expect(count()).toBeLessThanOrEqual(5);
});
