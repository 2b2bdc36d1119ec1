import { ulid } from "ulid";
import { expect, test } from "./console-fixtures";

test("after an erasure, the heading of the next page has the focus", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const sub = ulid().toLowerCase();
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
       "createdAt","updatedAt") VALUES ($1,$2,$3,$3,true,false,now(),now())`,
    [tenancy.id, sub, "ada@example.com"],
  );
  const { email } = await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/users/${sub}`);
  await page.getByRole("button", { name: "Erase" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type erase to confirm").fill("erase");
  await dialog.getByRole("button", { name: "Erase user" }).click();
  await expect(page.getByText("No users yet")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeFocused();

  await test.step("the user’s page says who erased them, and when", async () => {
    await page.goto(`/console/${tenancy.id}/users/${sub}`);
    await expect(page.getByRole("heading", { level: 1, name: "Erased user" })).toBeVisible();
    const words = page.getByRole("main").getByText(/^Erased on/);
    await expect(words).toContainText(`by ${email}.`);
    await expect(words).toContainText(/\d{4}, \d{1,2}:\d{2}/);
    await page.getByRole("link", { name: "The erasure" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Erased a user" })).toBeVisible();
  });
});

test("after a dialog whose row is gone, the heading has the focus, not the skip link", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id });
  await database.query(
    `INSERT INTO "OperatorInvitation" ("tenancyId","id","email","emailNormalized","role",
       "invitedBy","createdAt","expiresAt")
     VALUES ($1,$2,'new@example.com','new@example.com','support',$3,now(),now() + interval '7 days')`,
    [tenancy.id, ulid().toLowerCase(), sub],
  );
  await page.goto(`/console/${tenancy.id}/members`);
  const trigger = page.getByRole("button", { name: "Revoke" }).first();
  await trigger.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveAccessibleName("Revoke the invitation to new@example.com?");
  await page.keyboard.press("Escape");
  await expect(trigger).toBeFocused();
  await trigger.click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("new@example.com", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeFocused();
});

test("a policy with errors focuses the marked field", async ({ page, operator, tenancy }) => {
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/settings/passkey-policy`);
  await page.getByRole("button", { name: "Show the rules" }).click();
  const denied = page.getByLabel("Denied models");
  await denied.fill("not an AAGUID");
  await page.getByRole("button", { name: "Test rules" }).click();
  await expect(page.getByText("Check the marked fields.")).toBeVisible();
  await expect(denied).toBeFocused();
});

test("a list search keeps the page and the focus", async ({ page, operator, tenancy }) => {
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/activity`);
  const requests: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && requests.push(request.url()));
  const search = page.getByRole("search").getByRole("searchbox");
  await search.fill("ada");
  await search.press("Enter");
  await expect(page).toHaveURL(/=ada/);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("ada");
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(page).toHaveURL(/activity$/);
  await expect(search).toHaveValue("");
  await expect(search).toBeFocused();
  expect(requests).toEqual([]);
});

test("the sign-in shows no error before a click", async ({ page }) => {
  await page.route("**/passkey/authentication/options", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", {
    predicate: (request) => request.url().endsWith("/passkey/authentication/options"),
  });
  await page.goto("/console/sign-in");
  await failed;
  // What the page does with the failure is done before the next frame is shown.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))));
  await expect(page.getByText("You are not signed in")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("You are not signed in")).toBeVisible();
});

test("choosing “Staging” keeps the domain, and says that localhost doesn’t do", async ({
  page,
  operator,
}) => {
  await operator();
  await page.goto("/console/tenancies/new");
  const rpId = page.getByLabel("Relying party id", { exact: true });
  await page.getByText("Staging", { exact: true }).click();
  await expect(rpId).toHaveValue("localhost");
  await expect(page.getByText("work only on your own computer")).toBeVisible();
  await rpId.fill("staging.example.com");
  await page.getByText("Development", { exact: true }).click();
  await page.getByText("Production", { exact: true }).click();
  await expect(rpId).toHaveValue("staging.example.com");
});

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("dates are in the page’s language", async ({ page, operator }) => {
    await operator();
    await page.goto("/console/status");
    const checked = page.locator("main time").first();
    await expect(checked).toHaveText(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{2}:\d{2}$/);
  });
});
