import type { Page } from "@playwright/test";
import { ulid } from "ulid";
import { expect, test } from "./console-fixtures";

/** Collects what the content security policy refuses. */
function policyErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && message.text().includes("Content Security Policy"))
      errors.push(message.text());
  });
  return errors;
}

test("an unknown address of the console is a 404 within its frame, without script errors", async ({
  page,
  operator,
  tenancy,
}) => {
  const errors = policyErrors(page);
  await operator({ tenancyId: tenancy.id, role: "support" });
  const path = `/console/${tenancy.id}`;
  const unknown = [`${path}/nope`, `${path}/users/a/b`, "/console/nope", "/console/nope/a/b"];
  for (const address of [...unknown, "/console/status"]) {
    expect((await page.goto(address))?.status(), address).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Search", exact: true })).toBeVisible();
  }
  await page.goto(`${path}/users/${ulid().toLowerCase()}`);
  await expect(page.getByRole("heading", { name: "Page not found" }).first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: tenancy.name })).toBeVisible();
  expect(errors).toEqual([]);
});

test("an unknown address of the documentation is a 404 without script errors", async ({ page }) => {
  const errors = policyErrors(page);
  for (const address of ["/docs/nope", "/docs/guides/nope", "/docs/a/b/c"]) {
    expect((await page.goto(address))?.status(), address).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test("a role sees no link that ends in “Page not found”", async ({ page, operator, tenancy }) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  const path = `/console/${tenancy.id}`;
  const linksOf = (text: string) =>
    page.locator("main").getByRole("link", { name: text, exact: true });
  await page.goto(`${path}?checklist=show`);
  await expect(page.getByText("Onboarding checklist")).toBeVisible();
  await expect(linksOf("Create a key")).toHaveCount(0);
  await page.goto(path);
  const hrefs = await page
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const own = [...new Set(hrefs.filter((href) => href.startsWith(path)))];
  expect(own.length).toBeGreaterThan(5);
  for (const href of own) {
    await page.goto(href);
    await expect(page.getByRole("heading", { level: 1 }).first()).not.toHaveText("Page not found");
  }
});
