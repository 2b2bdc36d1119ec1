import { expect, type Page } from "@playwright/test";

let count = 0;
/** Returns a new visitor's email. */
export const newEmail = () => `grace-${process.pid}-${count++}@example.com`;

/** Creates an account in the demo and returns its email. */
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

/** Fills in the code as if pasted with its sentence. The form submits itself. */
export async function enterCode(page: Page, code: string) {
  await page.getByLabel("Code", { exact: true }).fill(`Valid for 10 minutes: ${code}`);
}
