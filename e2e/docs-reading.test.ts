import { expectNoBarrier } from "./barriers";
import { expect, test } from "./fixtures";

test("“On this page” follows the scroll, and is above the text on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/docs/guides/register-and-sign-in");
  const contents = page.getByRole("navigation", { name: "On this page" });
  const current = contents.locator("[aria-current=location]");
  await expect(current).toHaveCount(0);
  await page.locator("#lost-passkeys").evaluate((heading) => heading.scrollIntoView());
  await expect(current).toHaveText("Lost passkeys");
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(current).toHaveText("Next");
  await expect(current).toBeInViewport();
  await contents.getByRole("link", { name: "New accounts" }).click();
  await expect(current).toHaveText("New accounts");

  await page.setViewportSize({ width: 390, height: 800 });
  await expect(contents).toBeHidden();
  await page.locator("main summary", { hasText: "On this page" }).click();
  await page.locator("main").getByRole("link", { name: "Lost passkeys", exact: true }).click();
  await expect(page.locator("#lost-passkeys")).toBeInViewport();
});

test("a diagram has its steps as text, and scrolls inside its frame on a phone", async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const guide of ["exchange-codes", "devices-in-step"]) {
    await page.goto(`/docs/guides/${guide}`);
    const figure = page.locator("figure", { has: page.locator(".diagram") });
    await expect(figure.getByRole("img")).toHaveAccessibleName(
      await figure.locator("figcaption").innerText(),
    );
    const frame = figure.getByRole("group", { name: "Diagram" });
    await expect(frame).toHaveJSProperty("tabIndex", 0);
    const label = frame.locator("text").last();
    const letters = await label.evaluate((text) => text.getBoundingClientRect().height);
    expect(letters, "height of the smallest letters").toBeGreaterThan(11);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    await figure.locator("summary").click();
    await expect(figure.getByRole("listitem").first()).toBeVisible();
    await expectNoBarrier({ page, info, fullPage: false }, guide);
  }
});

test("the example stays beside the fields of an endpoint while they scroll", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/docs/api/users");
  const endpoint = page.locator("section", { has: page.locator("#createUser") });
  // The first is the request’s, the second the reply’s.
  const fields = endpoint.getByRole("table", { name: "Body", exact: true }).first();
  await fields.getByRole("row").last().scrollIntoViewIfNeeded();
  await expect(page.locator("#createUser")).not.toBeInViewport();
  await expect(endpoint.getByRole("tabpanel").first()).toBeInViewport({ ratio: 0.5 });
});

test("the guides about console and policy show screenshots", async ({ page }) => {
  for (const [guide, count] of [
    ["console", 2],
    ["passkey-policy", 1],
  ] as const) {
    await page.goto(`/docs/guides/${guide}`);
    const pictures = page.locator("main article img");
    await expect(pictures).toHaveCount(count);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(1_000);
      expect((await picture.getAttribute("alt"))?.length).toBeGreaterThan(40);
    }
  }
});
