import { mergeTests, type Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { test as consoleTest } from "./console-fixtures";
import { newEmail } from "./demo-page";
import { expect, test as hostedTest } from "./hosted-page";

const test = mergeTests(consoleTest, hostedTest);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

test("where a code only recovers, it leads to a passkey in every language", async ({
  page,
  authenticator,
  database,
  tenancy,
  depart,
  codeTo,
}, info) => {
  const set = (changes: string) =>
    database.query(`UPDATE "Tenancy" SET ${changes}, "updatedAt" = now() WHERE "id" = $1`, [
      tenancy.id,
    ]);
  await set(`"hostedPages" = true, "emailCodes" = 'recovery-only', "challengesPerTenMinutes" = 50`);
  await authenticator.setTakesOffers(false);
  const email = newEmail();
  const enterCode = async (query: Record<string, string> = {}) => {
    const departed = await depart(page, "code", query, tenancy.id);
    await page.locator('input[name="email"]').fill(email);
    await page.locator('form[data-form="send-code"] button').click();
    await page.locator('input[name="code"]').fill(await codeTo(email));
    return departed;
  };

  await enterCode();
  await expect(heading(page, "You don’t have an account yet")).toBeVisible();
  await expect(button(page, "Create account without a passkey")).toHaveCount(0);
  await expectNoBarrier({ page, info }, "new");
  await button(page, "Create account with a passkey").click();
  await page.waitForURL(/\/callback\?/);

  await authenticator.forgetAll();
  await authenticator.setTakesOffers(false);
  for (const [locale, title] of [
    ["de", "Passkey zum Anmelden erstellen"],
    ["fr", "Créez une clé d’accès pour vous connecter"],
    ["es", "Cree una llave de acceso para entrar"],
    ["en", "Create a passkey to sign in"],
  ] as const) {
    await enterCode({ locale });
    await expect(heading(page, title)).toBeVisible();
    await expectNoBarrier({ page, info, locale }, `required-${locale}`);
  }
  await expect(button(page, "Not now")).toHaveCount(0);
  await authenticator.setVerified(false);
  await button(page, "Create a passkey").click();
  await expect(page.getByText("No passkey was created. Try again, or use another")).toBeVisible();
  await authenticator.setVerified(true);
  await button(page, "Create a passkey").click();
  await page.waitForURL(/\/callback\?/);
  expect(await authenticator.credentials()).toHaveLength(1);

  await set(`"passkeysPerUser" = 2`);
  await enterCode();
  await expect(heading(page, "No room for another passkey")).toBeVisible();
  await expectNoBarrier({ page, info }, "full");
  await page.getByRole("link", { name: "Sign in with a passkey" }).click();
  await button(page, "Sign in with a passkey").click();
  await page.waitForURL(/\/callback\?/);
});
