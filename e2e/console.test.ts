import { expect, test } from "./console-fixtures";
import { openSearch } from "./keyboard";
import { waitForOffer } from "./virtual-authenticator";

test("an operator signs in with a passkey, sees only their tenancy, and signs out", async ({
  page,
  operator,
  tenancy,
  context,
  authenticator,
}) => {
  const { email } = await operator({ tenancyId: tenancy.id, role: "admin" });
  await context.clearCookies();
  // Otherwise the autofill offer signs in before the click.
  await authenticator.setTakesOffers(false);
  await page.goto(`/console/${tenancy.id}`);
  await expect(page).toHaveURL(/\/console\/sign-in/);
  await waitForOffer(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  // This loads the whole page; its menus work only afterwards.
  await page.waitForURL(`**/console/${tenancy.id}`);
  await expect(page.getByRole("heading", { name: tenancy.name })).toBeVisible();
  const [cookie] = (await context.cookies()).filter(({ name }) => name === "keystead-operator");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  await page.getByRole("button", { name: "Your account" }).click();
  await authenticator.setPresent(false);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/console\/sign-in/);
  await page.goto(`/console/${tenancy.id}`);
  await expect(page).toHaveURL(/\/console\/sign-in/);
  expect(email).toContain("@");
});

test("an unknown tenancy and another operator's tenancy look the same", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "owner" });
  const { rows } = await database.query<{ id: string }>(
    'SELECT "id" FROM "Tenancy" WHERE "id" <> $1 AND NOT "isSystem" LIMIT 1',
    [tenancy.id],
  );
  for (const id of [rows[0]?.id, "01hzzzzzzzzzzzzzzzzzzzzzzz"])
    expect((await page.goto(`/console/${id}`))?.status()).toBe(404);
});

test("Ctrl K finds a user by part of an email, opens a page and copies an id, by keyboard only", async ({
  page,
  operator,
  tenancy,
  database,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","givenName",
       "selfService","createdAt","updatedAt")
     VALUES ($1,'01hzzzzzzzzzzzzzzzzzzzzzzz','marguerite@example.com','marguerite@example.com',true,
         '<b>M</b>',false,now(),now())`,
    [tenancy.id],
  );
  await page.goto(`/console/${tenancy.id}`);
  await page.getByRole("button", { name: "Search" }).first().waitFor();
  await (await openSearch(page)).fill("marguer");
  const found = page.getByRole("option", { name: "marguerite@example.com <b>M</b>" });
  await expect(found).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(
    new RegExp(`/console/${tenancy.id}/users/01hzzzzzzzzzzzzzzzzzzzzzzz$`),
  );
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("copy tenancy");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(tenancy.id);
  // A role that can't open settings gets no link to them.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("settings");
  await expect(page.getByText("No results for")).toBeVisible();
  // Part of an id finds it. Letters picked from it find neither it nor its pages.
  await page.getByRole("combobox", { name: "Search" }).fill(tenancy.id.slice(-12));
  await expect(page.getByRole("option", { name: tenancy.name })).toBeVisible();
  await page
    .getByRole("combobox", { name: "Search" })
    .fill([...tenancy.id].filter((_, index) => index % 3 === 0).join(""));
  await expect(page.getByText("No results for")).toBeVisible();
});
