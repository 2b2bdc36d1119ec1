import { mergeTests, type Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { test as consoleTest } from "./console-fixtures";
import { newEmail } from "./demo-page";
import { expect, test as hostedTest } from "./hosted-page";

const test = mergeTests(consoleTest, hostedTest);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const titles = {
  de: "Passkey auf diesem Gerät erstellen?",
  fr: "Créer une clé d’accès sur cet appareil ?",
  es: "¿Crear una llave de acceso en este dispositivo?",
  en: "Create a passkey on this device?",
};

test("after a sign-in with a security key, a passkey for this device in every language", async ({
  page,
  authenticator,
  database,
  tenancy,
  depart,
  codeTo,
}, info) => {
  await database.query(
    `UPDATE "Tenancy" SET "hostedPages" = true, "updatedAt" = now() WHERE "id" = $1`,
    [tenancy.id],
  );
  await authenticator.setTakesOffers(false);
  const email = newEmail();
  await depart(page, "register", {}, tenancy.id);
  await page.getByLabel("Email").fill(email);
  await button(page, "Continue").click();
  await page.getByLabel("Code", { exact: true }).fill(await codeTo(email));
  await button(page, "Create account with a passkey").click();
  await page.waitForURL(/\/callback\?/);

  const passkeys = await authenticator.credentials();
  await authenticator.forgetAll();
  const signIn = async (locale = "en") => {
    const key = await authenticator.plugIn(passkeys);
    const departed = await depart(page, "sign-in", { locale }, tenancy.id);
    await page.locator('button[data-act="passkey"]').click();
    return { ...departed, key };
  };
  for (const [locale, name] of Object.entries(titles)) {
    const { key } = await signIn(locale);
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expect(page.locator("a[data-back]")).toBeHidden();
    await key.unplug();
    await expectNoBarrier({ page, info, locale }, `device-${locale}`);
  }
  // A closed prompt leaves the choice, and the sign-in.
  await authenticator.setVerified(false);
  await button(page, "Create a passkey").click();
  await expect(page.getByText("No passkey was created.")).toBeVisible();
  await authenticator.setVerified(true);
  await button(page, "Create a passkey").click();
  await page.waitForURL(/\/callback\?/);
  expect(await authenticator.credentials()).toHaveLength(1);

  await authenticator.forgetAll();
  const second = await signIn();
  await button(page, "Not now").click();
  await page.waitForURL(/\/callback\?/);
  expect(await second.returned).toHaveProperty("code");
  await second.key.unplug();
  const third = await signIn();
  await page.waitForURL(/\/callback\?/);
  expect(await third.returned).toHaveProperty("code");
  await third.key.unplug();
});
