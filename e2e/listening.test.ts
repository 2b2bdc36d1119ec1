import { expect, test } from "./fixtures";
import { holdScripts } from "./listening";

test("a key waits for the page’s script", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/docs/guides/exchange-codes", { waitUntil: "commit" });
  await page.waitForFunction(() => document.querySelector("[data-listening=false]"));
  const pressed = page.keyboard.press("/");
  await release();
  await pressed;
  await expect(page.getByRole("dialog", { name: "Search the documentation" })).toBeVisible();
});
