import type { Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { enterCode, newEmail, register, signOut } from "./demo-page";
import { expect, test } from "./fixtures";
import { waitForOffer } from "./virtual-authenticator";

const offer = (page: Page) =>
  page.getByRole("status").filter({ hasText: "Create a passkey on this device?" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const rows = (page: Page) =>
  page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem");

test("the demo offers a passkey for this device after a sign-in with a security key", async ({
  page,
  authenticator,
}, info) => {
  await register(page);
  const passkeys = await authenticator.credentials();
  await authenticator.forgetAll();
  await authenticator.setTakesOffers(false);
  const signIn = async () => {
    await signOut(page);
    await waitForOffer(page);
    const key = await authenticator.plugIn(passkeys);
    await button(page, "Sign in with a passkey").click();
    await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
    await key.unplug();
  };
  await signIn();
  await expect(offer(page)).toContainText("You signed in with a phone or a security key.");
  await expect(page.getByText("a phone or a security key", { exact: true })).toBeVisible();
  await expectNoBarrier({ page, info }, "offer");
  await offer(page).getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Passkey added" })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);

  await authenticator.forgetAll();
  await signIn();
  await offer(page).getByRole("button", { name: "Not now" }).click();
  await expect(offer(page)).toHaveCount(0);
  await signIn();
  await expect(rows(page)).toHaveCount(2);
  await expect(offer(page)).toHaveCount(0);
});

test("a sign-in without a passkey ends with an emailed code, and then a passkey", async ({
  page,
  authenticator,
  codeTo,
}, info) => {
  const email = newEmail();
  await page.goto("/demo/sign-up");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await button(page, "Email me a code").click();
  await enterCode(page, await codeTo(email));
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  await authenticator.setTakesOffers(false);
  await signOut(page);
  await button(page, "Sign in with a passkey").click();
  const alert = page.getByRole("alert").filter({ hasText: "No passkey was used" });
  await expect(alert).toContainText("this device has no passkey for this site");
  await expectNoBarrier({ page, info }, "lost");
  await alert.getByRole("link", { name: "sign in with an emailed code" }).click();
  await expect(page.getByRole("heading", { name: "Sign in with an emailed code" })).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await button(page, "Email me a code").click();
  await enterCode(page, await codeTo(email));
  await expect(offer(page)).toContainText("You signed in with an emailed code.");
  await offer(page).getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Passkey added" })).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);
});
