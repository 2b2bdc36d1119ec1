import type { Page } from "@playwright/test";
import { expect, test } from "./console-fixtures";
import { insertEvent } from "./insert-event";
import { insertUser } from "./insert-user";

const summaryOf = (page: Page) => page.getByRole("region", { name: "Why requests failed" });
const rowsOf = (page: Page) => page.getByRole("table").locator("tbody tr");

test("the reasons count within the active filters, and keep them when they are chosen", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const ada = await insertUser(database, tenancy.id, "ada@example.com");
  const grace = await insertUser(database, tenancy.id, "grace@example.com");
  for (const [sub, reason] of [
    [ada.sub, "PasskeyDisabled"],
    [ada.sub, "PasskeyDisabled"],
    [grace.sub, "PasskeyDisabled"],
    [grace.sub, "InvalidToken"],
  ] as const)
    await insertEvent(database, tenancy.id, { kind: "sign-in.refused", reason, sub });
  await operator({ tenancyId: tenancy.id, role: "support" });
  const reasons = summaryOf(page).getByRole("link");
  await page.goto(`/console/${tenancy.id}/activity`);
  await expect(reasons).toHaveText(["Passkey is disabled 3", "Session expired or already used 1"]);
  await page.getByLabel("Find a user").fill("ada@example.com");
  await expect(reasons).toHaveText(["Passkey is disabled 2"]);
  await reasons.click();
  await expect(page).toHaveURL(
    /mailbox=ada%40example.com&kind=refused&reason=PasskeyDisabled&from=/,
  );
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByLabel("Find a user")).toHaveValue("ada@example.com");
  await page.goto(`/console/${tenancy.id}/activity?kind=sign-in.succeeded`);
  await expect(page.getByText("No events match these filters")).toBeVisible();
  await expect(summaryOf(page)).toHaveCount(0);
});

test("a row opens its event wherever it is clicked, and only the email opens the user", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub, passkeyId } = await insertUser(database, tenancy.id, "ada@example.com");
  await insertEvent(database, tenancy.id, { kind: "sign-in.succeeded", sub, passkeyId });
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}/activity`);
  const row = rowsOf(page);
  await expect(row.getByRole("link")).toHaveText(["Signed in with a passkey", "ada@example.com"]);
  await expect(row).toContainText("Google Password Manager");
  for (const cell of await row.getByRole("cell").all()) {
    const { x = 0, y = 0, width = 0, height = 0 } = (await cell.boundingBox()) ?? {};
    // The row's link covers the cells, so the click isn't the cell's.
    await page.mouse.click(x + width - 4, y + height / 2);
    await expect(page.getByRole("dialog")).toHaveAccessibleName("Signed in with a passkey");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  const email = row.getByRole("link", { name: "ada@example.com" });
  await expect(email).toHaveCSS("text-decoration-line", "underline");
  await email.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ada@example.com");
});

test("an event and its user’s page give the same advice: no code to an unverified email", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await database.query(
    `UPDATE "Tenancy" SET "hostedPages" = true, "accountPage" = true, "environment" = 'development',
       "rpId" = 'localhost' WHERE "id" = $1`,
    [tenancy.id],
  );
  const { sub, passkeyId } = await insertUser(database, tenancy.id, "ada@example.com");
  await database.query(
    `UPDATE "User" SET "emailVerified" = false, "emailVouched" = false, "selfService" = true
     WHERE "tenancyId" = $1 AND "sub" = $2`,
    [tenancy.id, sub],
  );
  const reason = "VerificationFailed.signature";
  for (let count = 0; count < 4; count++)
    await insertEvent(database, tenancy.id, { kind: "sign-in.refused", reason, sub, passkeyId });
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}/activity`);
  await rowsOf(page).first().getByRole("link", { name: "Sign-in failed" }).click();
  const advice = "The user has no other way to sign in.";
  await expect(page.getByRole("dialog")).toContainText(advice);
  await expect(page.getByRole("dialog")).not.toContainText("emailed code");
  await page.getByRole("dialog").getByRole("link", { name: "ada@example.com" }).click();

  await test.step("there, equal failures are one entry, and the advice is given once", async () => {
    await expect(page.getByText(advice)).toHaveCount(1);
    const entry = page.getByRole("listitem").filter({ hasText: "Sign-in failed" });
    await expect(entry).toHaveCount(1);
    await expect(entry).toContainText("4 times, first");
    await entry.getByRole("link", { name: "Each of them in Activity" }).click();
    await expect(rowsOf(page)).toHaveCount(4);
  });

  await test.step("“Not verified” says why a code doesn’t open the account", async () => {
    await page.goto(`/console/${tenancy.id}/users/${sub}`);
    await expect(page.getByText(/hasn’t confirmed it, so a code .* can’t open/)).toBeVisible();
    await database.query(`UPDATE "User" SET "emailVouched" = true WHERE "sub" = $1`, [sub]);
    await page.reload();
    await expect(page.getByText(/operator set this address, so a code .* can open/)).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: "or an emailed code" })).toBeVisible();
  });
});

test("a refused field is named with its endpoint, in the row and among the facts", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const input = { reason: "BadRequest", field: "username" };
  for (const [kind, operation] of [
    ["request.refused", "createUser"],
    ["registration.refused", "createRegistrationOptions"],
  ] as const)
    await insertEvent(database, tenancy.id, { ...input, kind, operation });
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}/activity`);
  await expect(rowsOf(page).first()).toContainText(
    "Missing or invalid field: username · Create registration options",
  );
  await expect(rowsOf(page).last()).toContainText(
    /Missing or invalid field: username\s*Create user/,
  );
  await rowsOf(page).first().getByRole("link").click();
  const facts = page.getByRole("dialog");
  await expect(facts.getByText("username", { exact: true })).toBeVisible();
  await expect(facts.getByText("Create registration options", { exact: true })).toBeVisible();
});
