import type { Page } from "@playwright/test";
import { newEmail } from "./demo-page";
import { expect, test as hostedTest } from "./hosted-page";

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
export const fillCode = (page: Page, code: string) =>
  page.getByLabel("Code", { exact: true }).fill(code);

/** A user of the demo who has one passkey on the device. */
export const test = hostedTest.extend<{
  email: string;
  /** Address of the demo's account page. */ account: string;
}>({
  account: async ({ demo, query, baseURL }, provide) => {
    await query('UPDATE "Tenancy" SET "accountPage" = true WHERE "id" = $1', [demo.tenancyId]);
    await provide(`${baseURL}/auth/${demo.tenancyId}/account`);
  },
  email: async ({ page, authenticator, depart, codeTo }, provide) => {
    const email = newEmail();
    await authenticator.setPresent(true);
    await authenticator.setTakesOffers(false);
    const { returned } = await depart(page, "register");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("First name").fill("Grace");
    await button(page, "Continue").click();
    await fillCode(page, await codeTo(email));
    await button(page, "Create account with a passkey").click();
    expect(await returned).toHaveProperty("code");
    await page.waitForURL(/\/callback\?/);
    await provide(email);
  },
});

/** Makes a user's passkeys two days old. */
export const aged = `UPDATE "Passkey" SET "createdAt" = "createdAt" - interval '2 days' WHERE "sub" =
  (SELECT "sub" FROM "User" WHERE "emailNormalized" = $1)`;

export async function open(page: Page, account: string, email: string) {
  await page.goto(account);
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
}

export { expect } from "./hosted-page";
