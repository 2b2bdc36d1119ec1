import { expect, test } from "./console-fixtures";
import { registerAndSignIn, runFiveMinutes } from "./five-minutes";

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
