import { expectNoBarrier } from "./barriers";
import { newEmail } from "./demo-page";
import { expect, test } from "./hosted-page";

const sentences = {
  de: "lassen Sie sich einen Code senden: Danach können Sie hier einen Passkey erstellen.",
  fr: "recevez un code par e-mail : vous pourrez ensuite créer une clé d’accès ici.",
  es: "pida un código por correo: después podrá crear una aquí.",
  en: "email yourself a code: you can create a passkey here after that.",
};

test("a sign-in without a passkey ends with a code, and then a passkey", async ({
  page,
  authenticator,
  depart,
  codeTo,
}, info) => {
  await authenticator.setTakesOffers(false);
  await authenticator.forgetAll();
  let returned: Promise<Record<string, string>> | undefined;
  for (const [locale, sentence] of Object.entries(sentences)) {
    ({ returned } = await depart(page, "sign-in", { locale }));
    await page.locator('button[data-act="passkey"]').click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expectNoBarrier({ page, info, locale }, `lost-${locale}`);
  }
  const email = newEmail();
  await page.locator('input[name="email"]').fill(email);
  await page.locator('form[data-form="send-code"] button[type="submit"]').click();
  await page.locator('input[name="code"]').fill(await codeTo(email));
  await page.locator('[data-view]:not([hidden]) button[data-act="create-passkey"]').click();
  await page.waitForURL(/\/callback\?/);
  expect(await returned).toHaveProperty("code");
  expect(await authenticator.credentials()).toHaveLength(1);
});
