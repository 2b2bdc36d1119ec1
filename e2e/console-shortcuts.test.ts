import type { Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";
import { fillTenancy, pathOf } from "./console-pages";
import { openSearch } from "./keyboard";

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });
const shortcuts = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Lists, what their rows open, and whether they have a search field. */
const lists = [
  ["tenancies", /\/console\/[0-9a-z]{26}$/, false],
  ["[tenancyId]/activity", /\/(users|challenges|activity)/, true],
  ["[tenancyId]/users", /\/users\/[0-9a-z]{26}$/, true],
  ["[tenancyId]/passkeys", /\/passkeys\/[0-9a-z]{26}$/, true],
  ["[tenancyId]/challenges", /\/challenges\/[0-9a-z]{26}$/, true],
  ["[tenancyId]/api-keys", /\/api-keys\/[0-9a-z]+$/, false],
  ["[tenancyId]/audit", /\/audit\/[0-9a-z]{26}$/, true],
  ["[tenancyId]/settings/webhooks", /\/webhooks\/[0-9a-z]{26}$/, false],
] as const;

test("in every list, j and k move by rows, Enter opens one, and Escape and / leave and find", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  test.slow();
  const { sub } = await operator();
  const parameters = await fillTenancy(database, tenancy.id, sub);
  const rows = page.getByRole("main").locator("tbody > tr");
  const focusedRow = page.locator("tbody > tr:focus-within, tbody > tr:focus");
  for (const [list, target, hasSearch] of lists)
    await test.step(list, async () => {
      await page.goto(pathOf(list, parameters));
      await press(page, "j");
      await expect(focusedRow).toHaveCount(1);
      const first = await focusedRow.innerText();
      await expect(rows.first()).toHaveText(first, { useInnerText: true });
      if ((await rows.count()) > 1) {
        await press(page, "j");
        await expect(rows.nth(1).locator(":focus")).toHaveCount(1);
        await press(page, "k");
      }
      await expect(rows.first().locator(":focus")).toHaveCount(1);
      await press(page, "Escape");
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
      await press(page, "/");
      if (hasSearch) {
        const field = page.getByRole("main").getByRole("searchbox");
        await expect(field).toBeFocused();
        await press(page, "Escape");
        await expect(field).not.toBeFocused();
        await press(page, "/", "ArrowDown");
      } else {
        await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
        await press(page, "Escape", "j");
      }
      await expect(rows.first().locator(":focus")).toHaveCount(1);
      await press(page, "Enter");
      await expect(page).toHaveURL(target);
    });
});

test("G and a letter open pages, U the page above with its filters, and rows continue where they were", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator();
  await fillTenancy(database, tenancy.id, sub);
  await page.goto(`/console/${tenancy.id}`);
  for (const [letter, name] of [
    ["p", "Passkeys"],
    ["e", "Email log"],
    ["l", "Audit log"],
    ["t", "Tenancies"],
  ] as const) {
    await press(page, "g", letter);
    await expect(heading(page, name)).toBeVisible();
  }
  await page.goBack();
  await expect(heading(page, "Audit log")).toBeVisible();
  await press(page, "g", "u");
  await expect(heading(page, "Users")).toBeVisible();
  const field = page.getByRole("main").getByRole("searchbox");
  await field.waitFor();
  await press(page, "/");
  await page.keyboard.type("person-");
  await press(page, "Enter");
  await expect(page).toHaveURL(/q=person-/);
  await expect(field).toBeFocused();
  await press(page, "Escape", "j", "j");
  const second = page.getByRole("main").locator("tbody > tr").nth(1);
  await expect(second.locator(":focus")).toHaveCount(1);
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/users\/[0-9a-z]{26}$/);
  await expect(page.getByRole("heading", { level: 2, name: "Passkeys" })).toBeVisible();
  await press(page, "u");
  await expect(page).toHaveURL(/\/users\?q=person-/);
  await expect(heading(page, "Users")).toBeVisible();
  await expect(second).toBeVisible();
  await press(page, "j");
  await expect(second.locator(":focus")).toHaveCount(1);
});

test("single keys do nothing in fields, with modifiers or over dialogs, and can be turned off", async ({
  page,
  operator,
  tenancy,
  database,
}, info) => {
  const { sub } = await operator();
  await fillTenancy(database, tenancy.id, sub);
  const list = `/console/${tenancy.id}/users`;
  await page.goto(list);
  const field = page.getByLabel("Find a user");
  const stays = () => expect(page).toHaveURL(new RegExp(`${list}$`));

  await field.focus();
  await page.keyboard.type("gp?/jk");
  await expect(field).toHaveValue("gp?/jk");
  await field.clear();
  await press(page, "Escape");
  await press(page, "Alt+j", "Shift+J", "g", "Shift+P", "j");
  await expect(page.locator("tbody > tr").first().locator(":focus")).toHaveCount(1);
  await page.keyboard.down("Control");
  await press(page, "u");
  await page.keyboard.up("Control");
  await stays();

  await page.getByRole("button", { name: "Your account" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await press(page, "g", "p", "?");
  await expect(shortcuts(page)).toHaveCount(0);
  await stays();
  await press(page, "Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);

  await press(page, "?");
  await expect(shortcuts(page)).toBeVisible();
  await press(page, "g", "p", "j", "u");
  await stays();
  await expectNoBarrier({ page, info, fullPage: false }, "shortcuts");
  await shortcuts(page).getByLabel("Single-key shortcuts").press("Space");
  await expect(shortcuts(page).getByText("Next row")).toHaveCount(0);
  await press(page, "Escape");
  await expect(shortcuts(page)).toHaveCount(0);
  await page.reload();
  await page.goto(list);
  await press(page, "g", "p", "?", "/", "j");
  await expect(shortcuts(page)).toHaveCount(0);
  await expect(page.locator("tbody :focus")).toHaveCount(0);
  await expect(field).not.toBeFocused();
  await stays();

  // The search and the menu of the account still lead to the list of shortcuts.
  await (await openSearch(page)).fill("shortcuts");
  await page.getByRole("option", { name: "Keyboard shortcuts" }).click();
  await shortcuts(page).getByLabel("Single-key shortcuts").check();
  await shortcuts(page).getByRole("button", { name: "Close" }).click();
  await press(page, "g", "p");
  await expect(heading(page, "Passkeys")).toBeVisible();
});

test("unsaved changes are kept unless the operator agrees to leave", async ({
  page,
  operator,
  tenancy,
}) => {
  await operator();
  await page.goto(`/console/${tenancy.id}/settings`);
  await page.getByLabel("Name", { exact: true }).fill("Lighthouse");
  await page.getByRole("heading", { level: 1 }).click();
  const questions: string[] = [];
  page.once("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await press(page, "g", "u");
  await expect.poll(() => questions).toEqual(["You have unsaved changes. Leave without saving?"]);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Lighthouse");
  await expect(page).toHaveURL(/\/settings$/);
  page.once("dialog", (dialog) => void dialog.accept());
  await press(page, "g", "u");
  await expect(heading(page, "Users")).toBeVisible();
});
