import { expect, type Locator, type Page } from "@playwright/test";

/** Opens a page again and again until the HTML of the server contains the target. */
export async function openUntil(page: Page, path: string, target: Locator): Promise<void> {
  const open = async () => {
    await page.goto(path);
    return target.count();
  };
  await expect.poll(open).not.toBe(0);
}
