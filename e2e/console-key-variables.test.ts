import { expect, test } from "./console-fixtures";
import { registerAndSignIn, runFiveMinutes } from "./five-minutes";

test("a key that the browser won't copy is selected, and copied by hand before it is gone", async ({
  page,
  operator,
  tenancy,
}) => {
  const thrown: Error[] = [];
  page.on("pageerror", (error) => thrown.push(error));
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/api-keys/new`);
  await page.getByLabel("Name", { exact: true }).fill("Shop backend");
  await page.getByRole("button", { name: "Create key" }).click();
  const block = page.locator("figure").filter({ has: page.getByText("API key", { exact: true }) });
  await block.getByRole("button", { name: "Copy" }).click();
  await expect(block.getByRole("button", { name: "Selected. Copy it by hand" })).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^ks_[\w-]{60,}$/);
  await page.keyboard.press("ControlOrMeta+c");
  await page.goto(`/console/${tenancy.id}/api-keys`);
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();

  // Ids are shown where they can't be copied, because lists shorten them.
  await page.getByText("Shop backend").click();
  await page.getByRole("button", { name: /^Copy key id/ }).click();
  await expect
    .poll(() => page.evaluate(() => getSelection()?.toString()))
    .toMatch(/^[0-9a-z]{26}$/);
  expect(thrown).toEqual([]);
});

test("a new key's variables, pasted into .env, run the five-minute program", async ({
  page,
  authenticator,
  operator,
  tenancy,
}) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/api-keys/new`);
  await page.getByLabel("Name", { exact: true }).fill("Shop backend");
  await page.getByRole("button", { name: "Create key" }).click();
  const block = page.locator("figure").filter({ has: page.getByText(".env", { exact: true }) });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await block.getByRole("button", { name: "Copy" }).click();
  await expect(block.getByRole("button", { name: "Copied" })).toBeVisible();
  const variables = await page.evaluate(() => navigator.clipboard.readText());
  expect(variables.split("\n").map((line) => line.split("=")[0])).toEqual([
    "KEYSTEAD_URL",
    "KEYSTEAD_TENANCY_ID",
    "KEYSTEAD_CLIENT_ID",
    "KEYSTEAD_API_KEY",
  ]);
  // The operator's own passkey is for the same site.
  await authenticator.forgetAll();
  await runFiveMinutes(variables, (address) => registerAndSignIn(page, address));
  expect(await authenticator.credentials()).toHaveLength(1);
});
