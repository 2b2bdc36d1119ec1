import { expect, type Locator, type Page } from "@playwright/test";

const field = (page: Page) => page.getByRole("combobox", { name: "Search" });

/** Opens the search, and returns its field. */
export async function openSearch(page: Page): Promise<Locator> {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  return field(page);
}

/** Opens the search, types, and picks the first result, which has that name. */
export async function pick(page: Page, text: string, name: string | RegExp): Promise<void> {
  await openSearch(page);
  await page.keyboard.type(text);
  await expect(page.getByRole("option", { name, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
}

/** Presses Tab until the control has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isFocused()); presses++)
    await target.page().keyboard.press("Tab");
  await expect(target).toBeFocused();
}
