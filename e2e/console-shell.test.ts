import { systemClock } from "@/lib/platform/clock";
import { populate } from "@/testing/population";
import { removeServer, startServer } from "@/testing/server-process";
import { expectNoBarrier, widths } from "./barriers";
import { expect, test } from "./console-fixtures";
import { pick, tabTo } from "./keyboard";
import { addAuthenticator } from "./virtual-authenticator";

test("the first owner follows the link of the first start, in one click", async ({
  page,
  database,
}) => {
  const name = "first_owner";
  await database.query(`DROP DATABASE IF EXISTS ${name}`);
  await database.query(`CREATE DATABASE ${name}`);
  const databaseUrl = new URL(process.env["E2E_DATABASE"] ?? "");
  databaseUrl.pathname = `/${name}`;
  const server = await startServer({
    env: { DATABASE_URL: databaseUrl.href, KEYSTEAD_MODE: "local" },
  });
  try {
    await server.ready();
    const link = /http\S+\/console\/set-up#\S+/.exec(server.output())?.[0] ?? "";
    await addAuthenticator(page);
    await page.goto(`${server.url}/console/sign-in`);
    await expect(page.getByText("First time here?")).toBeVisible();
    await expect(
      page.getByText("npm run -s keystead -- operator recover --email you@example.com"),
    ).toBeVisible();
    await page.goto(link);
    await expect(page.getByLabel("Your email")).toBeFocused();
    await page.getByLabel("Your email").fill("owner@example.com");
    await page.getByRole("button", { name: "Create my passkey" }).click();
    await expect(page.getByRole("link", { name: "System owners" })).toBeVisible();
    expect(page.url()).not.toContain("#");
    await page.getByRole("link", { name: "Tenancies", exact: true }).click();
    await expect(page.getByText("You have one passkey.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Add a passkey" })).toHaveAttribute(
      "href",
      "/console/account/passkeys/new",
    );
    await page.getByRole("link", { name: "System owners" }).click();
    await expect(page.getByRole("heading", { name: "System owners" })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "owner@example.com" })).toBeVisible();
    await page.getByRole("link", { name: "Status" }).click();
    await expect(page.getByRole("heading", { name: "Status", exact: true })).toBeVisible();
    const connections = page.getByRole("listitem").filter({ hasText: "Database connections" });
    await expect(connections).toContainText("Good");
  } finally {
    await removeServer(server);
  }
});

test("every action works by keyboard alone, and the focus returns after each dialog", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  test.slow();
  const { passkeyIds } = await populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    { tenancyId: tenancy.id, nowMs: systemClock.now(), rareEvery: 1_000, users: 3, passkeys: 3 },
  );
  await operator({ tenancyId: tenancy.id, isSteppedUp: false });
  await page.goto("/console/status");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.goto(`/console/${tenancy.id}`);
  await page.getByRole("button", { name: "Search", exact: true }).waitFor();
  const dialog = page.getByRole("dialog");

  // Create a key. The passkey prompt replaces no page and returns the focus.
  await pick(page, "create key", "Create API key");
  await tabTo(page.getByLabel("Name", { exact: true }));
  await page.keyboard.type("Backend");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveAccessibleName("Confirm it’s you to create the key “Backend”");
  await expect(dialog.getByRole("button", { name: "Use passkey" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("“Backend” is ready")).toBeVisible();
  await tabTo(page.getByRole("button", { name: "I’ve stored the key" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "API keys" })).toBeVisible();

  // Rotate it.
  await pick(page, "rotate", "Rotate API key");
  await expect(page.getByRole("option", { name: "Backend" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveAccessibleName(/^Rotate “Backend”/);
  await page.keyboard.press("Control+k");
  await expect(dialog).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /on Backend$|for Backend$/ })).toBeFocused();

  // Invite a member.
  await pick(page, "invite", "Invite member");
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(`${tenancy.id}@example.com`);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Invite member" })).toBeFocused();
  await expect(page.getByText(`Invitation sent to ${tenancy.id}@example.com`)).toBeVisible();

  // Find a user by a part of the email, and again among the recent items.
  await pick(page, "person-1", /^person-1/);
  await expect(page).toHaveURL(/\/users\/[0-9a-z]{26}$/);
  await expect(page.getByRole("main")).toBeFocused();
  // The page that is shown isn't recent.
  await pick(page, "overview", /^Overview/);
  await expect(page).toHaveURL(/\/console\/[0-9a-z]{26}$/);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("group", { name: "Recent" }).getByText(/^person-1/)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("person-1");
  await page.keyboard.press("Escape");

  // Disable a passkey by its id.
  await pick(page, passkeyIds[0] ?? "", /^Passkey/);
  await tabTo(page.getByRole("main").getByRole("button", { name: "Disable" }));
  await page.keyboard.press("Enter");
  await tabTo(dialog.getByLabel("Reason"));
  await page.keyboard.type("Lost phone");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 passkey disabled.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // The button that opened the dialog is now the one that enables.
  await expect(page.getByRole("main").locator("button:focus")).toBeVisible();

  // Switch the theme in the search and in the menu.
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await pick(page, "dark", "Use dark theme");
  await expect.poll(ground).toBe("rgb(18, 21, 23)");
  await page.reload();
  expect(await ground()).toBe("rgb(18, 21, 23)");
  const account = page.getByRole("button", { name: "Your account" });
  await account.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeChecked();
  await page.keyboard.press("l");
  await expect(page.getByRole("menuitemradio", { name: "Light" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(ground).toBe("rgb(250, 249, 246)");
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
});

for (const width of widths)
  test(`the search, its menus and the members are accessible: ${width} px`, async ({
    page,
    operator,
    tenancy,
  }, info) => {
    await page.setViewportSize({ width, height: 800 });
    const look = { page, info, fullPage: false, atWidths: [width] };
    const isPhone = width < 1_024;
    await operator({ tenancyId: tenancy.id });
    await page.goto(`/console/${tenancy.id}/people`);
    await expect(page).toHaveURL(/\/members$/);
    const menu = page.getByRole("button", { name: "Open the menu" });
    if (isPhone) await menu.click();
    await page.getByRole("button", { name: "Your account" }).click();
    await expectNoBarrier(look, "account-menu");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expectNoBarrier(look, "search");
    await expect(page.getByRole("option").first()).toHaveText(/^Overview/);
    await page.keyboard.type("qqqq");
    await expect(page.getByText(`No results for “qqqq” in ${tenancy.name}.`)).toBeVisible();
    await page.keyboard.press("Escape");
    // On a phone, the navigation with the button is closed.
    await expect(
      isPhone
        ? page.getByRole("heading", { level: 1 })
        : page.getByRole("button", { name: "Search", exact: true }),
    ).toBeFocused();
  });

test("pages of the installation keep the chosen tenancy in the navigation", async ({
  page,
  operator,
  tenancy,
}) => {
  await operator();
  await page.goto("/console/tenancies");
  const back = page.getByRole("navigation", { name: tenancy.name }).getByRole("link", {
    name: "Activity",
  });
  await expect(page.getByRole("heading", { name: "Tenancies", level: 1 })).toBeVisible();
  await expect(back).toHaveCount(0);
  await page.goto(`/console/${tenancy.id}`);
  await expect(back).toBeVisible();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toContain("keystead-tenancy");
  for (const name of ["Status", "Tenancies"]) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(back).toBeVisible();
  }
  await back.click();
  await expect(page).toHaveURL(new RegExp(`/console/${tenancy.id}/activity$`));
});
