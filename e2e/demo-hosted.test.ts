import type { Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { enterCode, newEmail, register, signOut } from "./demo-page";
import { expect, test } from "./fixtures";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const fact = (page: Page, name: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole("definition");

async function leave(page: Page) {
  await button(page, "Sign in on hosted pages").click();
  await expect(page).toHaveURL(/\/auth\/[^/]+\/sign-in\?/);
}

test("the demo signs in on the hosted pages, with a passkey", async ({ page, authenticator }) => {
  await register(page);
  const ours = (await fact(page, "Driftwood’s user id").textContent()) ?? "";
  await authenticator.setTakesOffers(false);
  await signOut(page);
  await leave(page);
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  await expect(page).toHaveURL(/\/demo\/account$/);
  await expect(fact(page, "Driftwood’s user id")).toHaveText(ours);
  const panel = page.getByRole("complementary", { name: "API calls" });
  await expect(panel.getByText("3 calls", { exact: true })).toBeVisible();
  await expect(panel.getByText("Asks the backend for the URL of the hosted page.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
});

test("after a code on the hosted pages, the demo shows its principal and still asks for the passkey", async ({
  page,
  authenticator,
  codeTo,
}) => {
  const email = await register(page);
  await button(page, "Verify email").click();
  await enterCode(page, await codeTo(email));
  await expect(page.getByText("Email verified")).toBeVisible();
  await authenticator.setTakesOffers(false);
  await signOut(page);
  await leave(page);
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await page.getByLabel("Code", { exact: true }).fill(await codeTo(email));
  await button(page, "Not now").click();
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  await expect(fact(page, "Operation")).toHaveText("signed in with an emailed code");
  await expect(page.getByText("Passkey’s id")).toHaveCount(0);

  // The user has a passkey, so a code alone doesn't change the email.
  await authenticator.setVerified(false);
  await page.getByLabel("New email").fill(newEmail());
  await button(page, "Change").click();
  await expect(
    page.getByRole("alert").filter({ hasText: /No passkey was used|could not be verified/ }),
  ).toBeVisible();
});

test("a canceled or forged return signs no one in, and says so", async ({
  page,
  authenticator,
}, info) => {
  await authenticator.setTakesOffers(false);
  await page.goto("/demo/account?error=access_denied&state=x");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "You canceled the sign-in.",
  );
  await expectNoBarrier({ page, info }, "canceled");
  await page.goto("/demo/login");
  await leave(page);
  const { searchParams } = new URL(page.url());
  for (const state of ["x", searchParams.get("state") ?? ""]) {
    await page.goto(`/demo/account?code=x&state=${state}`);
    await expect(page.getByRole("main").getByRole("alert")).toContainText(
      "This browser didn’t start that sign-in",
    );
  }
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await expect(button(page, "Sign in on hosted pages")).toBeVisible();
});
