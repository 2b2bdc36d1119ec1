import { expect, type Page } from "@playwright/test";

let count = 0;
/** Somebody who has never been here. */
export const newEmail = () => `grace-${process.pid}-${count++}@example.com`;

/** Makes an account in the demo, and answers its email. */
export async function register(page: Page, email = newEmail()) {
  await page.goto("/demo/register");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByRole("button", { name: "Create account with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  return email;
}

export async function signOut(page: Page) {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
}

/** Fills the code in as a person would paste it; it submits itself. */
export async function enterCode(page: Page, code: string) {
  await page.getByLabel("Code", { exact: true }).fill(code);
}
