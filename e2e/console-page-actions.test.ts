import type { Page } from "@playwright/test";
import { expect, type Role, test } from "./console-fixtures";
import { fillTenancy, pathOf } from "./console-pages";
import { openSearch } from "./keyboard";

const ofPage = (page: Page) => page.getByRole("group", { name: "This page" }).getByRole("option");

const everyone = ["Disable this user", "Disable passkey: "];
const editing = ["Edit this user’s profile", "Change this user’s email"];

/** What each role may do on a user's page. */
const roles: readonly [string, Role, readonly string[]][] = [
  [
    "owner",
    { role: "owner" },
    [...everyone, ...editing, "Export this user’s data", "Erase this user"],
  ],
  ["support", { role: "support" }, everyone],
  ["auditor", { role: "auditor" }, ["Export this user’s data"]],
  ["support with an emailed code", { role: "support", signIn: "code" }, everyone],
];

for (const [name, role, expected] of roles)
  test(`on a user’s page, the search offers ${name} what they may do there`, async ({
    page,
    operator,
    tenancy,
    database,
  }) => {
    const { sub } = await operator({ ...role, tenancyId: tenancy.id });
    const parameters = await fillTenancy(database, tenancy.id, sub);
    await page.goto(pathOf("[tenancyId]/users/[sub]", parameters));
    await page
      .getByRole("button", { name: /^(Disable user|Export)/ })
      .first()
      .waitFor();
    await openSearch(page);
    const labels = (await ofPage(page).allInnerTexts()).map((label) =>
      label.replace(/(?<=^Disable passkey: ).*/, ""),
    );
    expect(labels.sort()).toEqual([...expected].sort());
  });

test("an action of the page is found by whole words, selected by hand, and opens the page’s dialog", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id, role: "owner" });
  const parameters = await fillTenancy(database, tenancy.id, sub);
  const user = pathOf("[tenancyId]/users/[sub]", parameters);
  await page.goto(user);
  const dialog = page.getByRole("dialog");
  const erase = page.getByRole("option", { name: "Erase this user" });

  // Nothing is selected before anything is typed, because the first action disables the user.
  const field = await openSearch(page);
  await page.keyboard.press("Enter");
  await expect(field).toBeVisible();

  await field.fill("eras");
  await expect(page.getByRole("option", { name: "Account deletion" })).toBeVisible();
  await expect(erase).toHaveCount(0);
  await field.fill("erase");
  await expect(erase).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("Enter");
  await expect(field).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${user}$`));
  // The item that only leads to the users gives way.
  await expect(page.getByRole("option", { name: "Find a user to erase" })).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(erase).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Type erase to confirm")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Erase" })).toBeFocused();

  await (await openSearch(page)).fill("export");
  await expect(
    page.getByRole("option", { name: "Export this user’s data", selected: true }),
  ).toBeVisible();
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  await download;
});

test("from any page, the search starts an action for the only user it finds, in the page’s dialog", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id, role: "support" });
  await fillTenancy(database, tenancy.id, sub);
  await page.goto(`/console/${tenancy.id}/activity`);
  await (await openSearch(page)).fill("person-2@");
  const actions = page.getByRole("group", { name: "This user" }).getByRole("option");
  await expect(actions).toContainText([
    "Activity of this user",
    "Emails to this user",
    "Disable this user",
  ]);
  // Enter alone opens the user.
  const selected = page.getByRole("dialog").getByRole("option", { selected: true });
  await expect(selected).toContainText("person-2@example.com");
  await actions.filter({ hasText: "Disable this user" }).click();
  await expect(page).toHaveURL(/\/users\/[0-9a-z]{26}$/);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading")).toContainText("person-2@example.com");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("on the page of a passkey and on a phone, the search presses the buttons that are shown", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id, role: "support" });
  const parameters = await fillTenancy(database, tenancy.id, sub);
  await page.goto(pathOf("[tenancyId]/passkeys/[passkeyId]", parameters));
  await (await openSearch(page)).fill("this passkey");
  await page.getByRole("option", { name: "Disable this passkey" }).click();
  await expect(page.getByRole("dialog").getByLabel("Reason")).toBeVisible();
  await page.keyboard.press("Escape");

  // A user's page has its actions twice, once for each width.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(pathOf("[tenancyId]/users/[sub]", parameters));
  await (await openSearch(page)).fill("disable user");
  await expect(page.getByRole("option", { name: "Disable this user" })).toHaveCount(1);
  await page.getByRole("option", { name: "Disable this user" }).click();
  await expect(page.getByRole("dialog").getByLabel("Reason")).toBeVisible();
});

test("on a list, the search opens its export", async ({ page, operator, tenancy, database }) => {
  const { sub } = await operator({ tenancyId: tenancy.id, role: "auditor" });
  await fillTenancy(database, tenancy.id, sub);
  await page.goto(`/console/${tenancy.id}/passkeys`);
  await page.getByRole("button", { name: "Export" }).waitFor();
  await (await openSearch(page)).fill("export");
  await expect(
    page.getByRole("option", { name: "Export these passkeys", selected: true }),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: /^CSV/ })).toBeFocused();
});

test("on a user’s page, the search sends a new code while the last one can be entered", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id, role: "support" });
  await fillTenancy(database, tenancy.id, sub);
  await page.goto(`/console/${tenancy.id}/users?q=person-2`);
  await page.getByRole("link", { name: "person-2@example.com" }).click();
  await page.getByRole("button", { name: "Send a new code" }).waitFor();
  await (await openSearch(page)).fill("send a code");
  await expect(page.getByRole("option", { name: "Send a new code", selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: /person-2@example\.com/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Send a new code" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("New code sent")).toBeVisible();
});

test("recent items come first, before and after typing", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id, role: "support" });
  const parameters = await fillTenancy(database, tenancy.id, sub);
  await page.goto(pathOf("[tenancyId]/users/[sub]", parameters));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("person-0@example.com");
  await page.goto(`/console/${tenancy.id}/users`);
  const recent = page.getByRole("group", { name: "Recent" }).getByRole("option");
  const field = await openSearch(page);
  await expect(recent.first()).toContainText("person-0@example.com");
  await expect(recent.first()).toHaveAttribute("aria-selected", "true");
  await field.fill("person");
  await expect(page.getByRole("option", { name: /^person-1/ })).toBeVisible();
  await expect(page.getByRole("option").first()).toContainText("person-0@example.com");
  await expect(page.getByRole("option", { name: /^person-0/ })).toHaveCount(1);

  // What the operator selects stays selected while results arrive.
  await field.fill("activ");
  await page.keyboard.press("ArrowDown");
  const selected = page.getByRole("dialog").getByRole("option", { selected: true });
  const chosen = await selected.innerText();
  await expect(page.getByText("Searching…")).toHaveCount(0);
  await expect(selected).toHaveText(chosen, { useInnerText: true });
});

test("on the pages of a key and of a webhook, the search offers their actions", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id, role: "owner" });
  const parameters = await fillTenancy(database, tenancy.id, sub);
  await page.goto(pathOf("[tenancyId]/api-keys/[keyId]", parameters));
  await page.getByRole("button", { name: /^Actions for/ }).waitFor();
  await (await openSearch(page)).fill("revoke");
  const change = page.getByRole("option", { name: "Rename, lock, rotate or revoke this key" });
  await expect(change).toHaveAttribute("aria-selected", "false");
  await change.click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();

  await page.goto(pathOf("[tenancyId]/settings/webhooks/[webhookId]", parameters));
  await page.getByRole("button", { name: "Send a test event" }).waitFor();
  await openSearch(page);
  await expect(ofPage(page)).toHaveText([
    /^Send a test event to this webhook/,
    /^Disable this webhook/,
    /^Rotate this webhook’s secret/,
    /^Delete this webhook/,
  ]);
});
