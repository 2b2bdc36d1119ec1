import type { Page } from "@playwright/test";
import { expect, test } from "./console-fixtures";

const endpoint = (page: Page, id: string) =>
  page.locator("section", { has: page.locator(`#${id}`) });

async function choose(page: Page, id: string, language: string) {
  const tab = endpoint(page, id).getByRole("tab", { name: language });
  await tab.click();
  await expect(tab).toHaveAttribute("aria-selected", "true");
}

test("a language stays chosen: in every example, on other pages and in other tabs", async ({
  page,
  context,
}) => {
  await page.goto("/docs/api/users");
  const other = await context.newPage();
  await other.goto("/docs/api/vault");
  await expect(endpoint(other, "getPasskey").getByText("await fetch(")).toBeVisible();

  await choose(page, "getUser", "Python");
  await expect(endpoint(page, "getUser").getByText("urllib.request.Request(")).toBeVisible();
  await expect(endpoint(page, "getUser").getByText("await fetch(")).toBeHidden();
  await expect(endpoint(page, "updateUser").getByText("urllib.request.Request(")).toBeVisible();
  await expect(endpoint(other, "getPasskey").getByText("urllib.request.Request(")).toBeVisible();

  // The server sends the chosen language, so nothing changes when the page becomes interactive.
  const html = await (await page.request.get("/docs/api/users")).text();
  expect(html).toMatch(/aria-selected="true"[^>]*>Python</);
  await page.goto("/docs/api/registration");
  await expect(
    endpoint(page, "authorizeRegistration").getByText("urllib.request.Request("),
  ).toBeVisible();
  // Only pages call this endpoint, so it has no Python.
  await expect(endpoint(page, "verifyRegistration").getByText("await fetch(")).toBeVisible();
});

test("tabs work by keyboard, and the tab stays where it is on the page", async ({ page }) => {
  await page.goto("/docs/api/users");
  await choose(page, "updateUser", "curl");
  const tabs = endpoint(page, "updateUser").getByRole("tab");
  const selected = endpoint(page, "updateUser").getByRole("tab", { selected: true });
  await selected.focus();
  const top = async () => (await selected.boundingBox())?.y ?? 0;
  const before = await top();
  await page.keyboard.press("ArrowLeft");
  await expect(selected).toHaveText("Ruby");
  await expect(selected).toBeFocused();
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  await page.keyboard.press("Home");
  await expect(selected).toHaveText("TypeScript");
  await page.keyboard.press("ArrowLeft");
  await expect(selected).toHaveText("curl");
  await page.keyboard.press("End");
  await expect(selected).toHaveText("curl");
  await page.keyboard.press("ArrowRight");
  await expect(selected).toHaveText("TypeScript");
  await page.keyboard.press("Tab");
  await expect(
    endpoint(page, "updateUser").getByRole("button", { name: "Copy: Update a user" }),
  ).toBeFocused();
  expect(await tabs.count()).toBe(6);
});

test("examples show the ids of the signed-in reader's tenancy, and never a key", async ({
  page,
  context,
  database,
  tenancy,
  operator,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // Not localhost, where the examples show the ids of the demo.
  await page.goto(`http://127.0.0.1:${new URL(baseURL ?? "").port}/docs/api/users`);
  const example = endpoint(page, "getUser").locator("[data-shown=true] code").first();
  await expect(example).toContainText("/v2/YOUR_TENANCY_ID/user/");

  await operator({ tenancyId: tenancy.id });
  await page.goto("/docs/api/users");
  await expect(example).toContainText(`/v2/${tenancy.id}/user/`);
  await expect(page.getByLabel("Examples show the ids of")).toHaveValue(tenancy.id);
  await expect(example).toContainText("process.env.KEYSTEAD_API_KEY");
  await endpoint(page, "getUser").getByRole("button", { name: "Copy: Get a user" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain(`/v2/${tenancy.id}/user/`);
  await endpoint(page, "getUser").locator("summary", { hasText: "Try it" }).click();
  await expect(endpoint(page, "getUser").getByLabel("Tenancy id")).toHaveValue(tenancy.id);

  await page.goto("/docs/guides/register-and-sign-in");
  const { rows } = await database.query<{ clientId: string }>(
    'SELECT "clientId" FROM "Tenancy" WHERE "id" = $1',
    [tenancy.id],
  );
  await expect(page.getByText(`clientId: "${rows[0]?.clientId}"`)).toBeVisible();
});

test("no other origin reads the reader's ids", async ({ page, operator, tenancy, baseURL }) => {
  await operator({ tenancyId: tenancy.id });
  const reply = await page.request.get("/console/own-tenancies");
  expect([reply.status(), await reply.json()]).toEqual([404, { tenancies: [] }]);
  expect(reply.headers()["cache-control"]).toBe("no-store");

  // Another port of the same host shares the cookie, but is another origin.
  await page.route("http://localhost:9/", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Other</title>" }),
  );
  await page.goto("http://localhost:9/");
  const read = await page.evaluate(
    (url) =>
      fetch(url, { credentials: "include" }).then(
        (response) => response.text(),
        (error: Error) => error.name,
      ),
    `${baseURL}/console/own-tenancies`,
  );
  expect(read).toBe("TypeError");
});
