import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { newEmail } from "./demo-page";
import { expect, test as hostedTest } from "./hosted-page";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const fillCode = (page: Page, code: string) => page.getByLabel("Code", { exact: true }).fill(code);

/** A user of the demo who has one passkey on the device. */
const test = hostedTest.extend<{
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

const aged = `UPDATE "Passkey" SET "createdAt" = "createdAt" - interval '2 days' WHERE "sub" =
  (SELECT "sub" FROM "User" WHERE "emailNormalized" = $1)`;

async function open(page: Page, account: string, email: string) {
  await page.goto(account);
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
}

test("two clicks lead from the page's address to a new passkey, which can be named and removed", async ({
  page,
  authenticator,
  account,
  email,
  query,
}) => {
  await query(aged, [email]);
  await page.goto(account);
  await button(page, "Sign in with a passkey").click();
  // The device has the passkey already, so another one needs an empty device.
  await expect(page.getByText("This browser", { exact: true })).toBeVisible();
  await authenticator.forgetAll();
  await button(page, "Add a passkey").click();
  await expect(page.getByText("Passkey added.")).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);

  // The new passkey makes the account's first one no younger.
  const items = page.getByRole("region", { name: "Passkeys" }).locator("h3");
  await expect(items).toHaveCount(2);
  await button(page, "Rename Passkey").first().click();
  await page.getByLabel("Name", { exact: true }).fill("Work laptop");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Name saved.")).toBeVisible();
  await button(page, "Remove Work laptop").click();
  await expect(heading(page, "Remove “Work laptop”?")).toBeVisible();
  await button(page, "Remove passkey").click();
  await expect(page.getByText("Passkey removed.")).toBeVisible();
  await expect(items).toHaveCount(1);
  // The signal removed it from the device.
  await expect.poll(async () => (await authenticator.credentials()).length).toBe(0);
});

const closePrompts = (page: Page) =>
  page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
const confirmedLongAgo = `UPDATE "AccountSession" SET "steppedUpAt" = "steppedUpAt" - interval '6 minutes'
  WHERE "sub" = (SELECT "sub" FROM "User" WHERE "emailNormalized" = $1)`;

test("closed prompts are reported to the service, without cookies", async ({
  page,
  account,
  email,
  query,
}) => {
  const expectReport = async (start: () => Promise<void>) => {
    const [response] = await Promise.all([page.waitForResponse("**/steps/outcome"), start()]);
    expect(response.status()).toBe(204);
    expect(response.request().postDataJSON()).toMatchObject({ outcome: "cancelled" });
    expect(await response.request().headerValue("cookie")).toBeNull();
  };
  await page.goto(account);
  await closePrompts(page);
  await expectReport(() => button(page, "Sign in with a passkey").click());
  await open(page, account, email);
  await query(confirmedLongAgo, [email]);
  await closePrompts(page);
  await expectReport(() => button(page, "Download my data").click());
});

test("after five minutes, a change asks for the passkey again", async ({
  page,
  account,
  email,
  query,
}) => {
  await open(page, account, email);
  await query(confirmedLongAgo, [email]);
  await button(page, "Rename Passkey").click();
  await page.getByLabel("Name", { exact: true }).fill("Phone");
  await button(page, "Save").click();
  await expect(page.getByText("Name saved.")).toBeVisible();
  await expect(heading(page, /^Phone/)).toBeVisible();
  await button(page, "Sign out").click();
  await expect(button(page, "Sign in with a passkey")).toBeVisible();
});

test("a session that ended elsewhere is said on the sign-in, at the next click", async ({
  page,
  context,
  account,
  email,
}) => {
  await open(page, account, email);
  const other = await context.newPage();
  await other.goto(account);
  await button(other, "Sign out").click();
  await expect(button(other, "Sign in with a passkey")).toBeVisible();
  // Who signs out knows it.
  await expect(other.getByText("You were signed out.")).toHaveCount(0);
  await button(page, "Download my data").click();
  await expect(
    page.getByText("You were signed out. Sign in again; nothing was changed."),
  ).toBeInViewport();
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await expect(page.getByText("You were signed out.")).toHaveCount(0);
});

test("an emailed code shows masked data, and a passkey lifts that", async ({
  page,
  account,
  email,
  codeTo,
}) => {
  await page.goto(account);
  await page.getByLabel("Email").fill(email);
  await button(page, "Email me a code").click();
  await fillCode(page, await codeTo(email));
  await expect(page.getByText("You signed in with an emailed code")).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expect(button(page, "Add a passkey")).toHaveCount(0);
  await button(page, "Confirm with a passkey").click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await expect(button(page, "Add a passkey")).toBeVisible();
});

test("a canceled prompt says that nothing was changed", async ({
  page,
  account,
  email,
  authenticator,
}) => {
  await open(page, account, email);
  // The device already has a passkey of this account.
  await button(page, "Add a passkey").click();
  await expect(page.getByText("This device already has a passkey for this account.")).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);
});

test("“This wasn’t me” on the last passkey disables it, and a code adds another", async ({
  page,
  account,
  email,
  codeTo,
  authenticator,
}) => {
  await open(page, account, email);
  // The activity is written within a second.
  await expect(async () => {
    await page.reload();
    await expect(button(page, "This wasn’t me: Passkey")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await button(page, "This wasn’t me: Passkey").click();
  await expect(button(page, "Cancel")).toBeFocused();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^Added .*\d:\d\d/)).toBeVisible();
  await expect(dialog.getByText("It’s the one you’re using now.")).toBeVisible();
  await expect(dialog.getByText("It is your last passkey")).toBeVisible();
  await expect(dialog.getByText("Your other passkeys")).toBeHidden();
  await button(page, "Disable passkey").click();
  await fillCode(page, await codeTo(email));
  await expect(page.getByText("“Passkey” is disabled")).toBeInViewport();
  await authenticator.forgetAll();
  await button(page, "Add a passkey").click();
  await expect(page.getByText("Passkey added.")).toBeVisible();
});

test("the profile is saved, and the data is downloaded", async ({ page, account, email }) => {
  await open(page, account, email);
  await page.getByLabel("Last name").fill("Hopper");
  await button(page, "Save profile").click();
  // The page scrolls back to the card, whose message isn't above the view.
  const saved = page.getByRole("region", { name: "Profile" }).getByText("Profile saved.");
  await expect(saved).toBeInViewport({ ratio: 1 });
  await expect(saved).toBeFocused();
  await expect(saved).toHaveAttribute("data-tone", "good");
  await expect(page.getByLabel("Last name")).toHaveValue("Hopper");
  const download = page.waitForEvent("download");
  await button(page, "Download my data").click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain(email);
});

test("a language is chosen, and the page is in it at once", async ({ page, account, email }) => {
  // The language of the address would win, so it leaves with the user's choice.
  await open(page, `${account}?locale=en`, email);
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  await button(page, "Save profile").click();
  await expect(page.getByText("Profil gespeichert.")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveURL(account);
  await page.getByRole("link", { name: "English" }).click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Language" })).toHaveValue("de");
  await page.getByRole("combobox", { name: "Language" }).selectOption("The browser’s language");
  await button(page, "Save profile").click();
  await expect(page.getByText("Profile saved.")).toBeVisible();
  await expect(page).toHaveURL(account);
});

test("a code to the new mailbox changes the email, and the former mailbox can undo that", async ({
  page,
  account,
  email,
  codeTo,
  linkTo,
}) => {
  await open(page, account, email);
  await page.getByLabel("New email").fill(email.toUpperCase());
  await button(page, "Change email").click();
  await expect(page.getByText("This is already your email.")).toBeVisible();
  const other = newEmail();
  await page.getByLabel("New email").fill(other);
  await button(page, "Change email").click();
  await fillCode(page, await codeTo(other));
  await expect(page.getByText("Email changed.")).toBeVisible();
  await expect(page.getByText(`Signed in as ${other}`)).toBeVisible();
  await page.goto(await linkTo(email, "/undo/email-change"));
  await button(page, "Undo the change").click();
  await expect(heading(page, "Your address is back")).toBeVisible();
  await open(page, account, email);
});

test("a code to the same mailbox verifies the email", async ({
  page,
  account,
  email,
  codeTo,
  query,
}) => {
  await query('UPDATE "User" SET "emailVerified" = false WHERE "emailNormalized" = $1', [email]);
  await open(page, account, email);
  await button(page, `Verify ${email}`).click();
  await fillCode(page, await codeTo(email));
  await expect(page.getByText("Email verified.")).toBeInViewport();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
});

test("a deleted account stays by the emailed link", async ({
  page,
  account,
  email,
  demo,
  linkTo,
  query,
}) => {
  const set = 'UPDATE "Tenancy" SET "accountDeletion" = $2::"AccountDeletion" WHERE "id" = $1';
  await query(set, [demo.tenancyId, "reason"]);
  await open(page, account, email);
  await button(page, "Delete my account").click();
  await expect(button(page, "Cancel")).toBeFocused();
  await page.getByLabel("Why do you leave?").selectOption("Privacy");
  await button(page, "Delete account").click();
  await expect(page.getByText("Your account is disabled and will be erased")).toBeVisible();
  await query(set, [demo.tenancyId, "off"]);
  await page.goto(await linkTo(email, "/undo/deletion"));
  await button(page, "Keep my account").click();
  await expect(heading(page, "Your account stays")).toBeVisible();
  await open(page, account, email);
});

test("loads at most 120 KB of gzipped scripts and styles, all from our origin", async ({
  page,
  account,
  email,
  baseURL,
}) => {
  const loaded = new Set<string>();
  const foreign: string[] = [];
  page.on("response", (response) => {
    const url = response.url();
    if (new URL(url).origin !== baseURL) foreign.push(url);
    if (["script", "stylesheet"].includes(response.request().resourceType())) loaded.add(url);
  });
  // The sign-in and the account, each with its script, and the style sheet that they share.
  await open(page, account, email);
  await page.waitForLoadState("networkidle");
  expect(loaded.size).toBe(3);
  let size = 0;
  for (const url of loaded) size += gzipSync(await (await page.request.get(url)).body()).length;
  expect(size).toBeLessThanOrEqual(120 * 1_024);
  expect(foreign).toEqual([]);
});

test("works by keyboard", async ({ page, account, email }) => {
  await page.goto(account);
  await expect(button(page, "Sign in with a passkey")).toBeEnabled();
  await page.getByLabel("Email").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  const rename = button(page, "Rename Passkey");
  for (let count = 0; count < 5; count++) {
    await page.keyboard.press("Tab");
    if (await rename.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(rename).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(rename).toBeFocused();
});

for (const locale of ["en", "de", "fr", "es"])
  test(`is accessible: ${locale}`, async ({ page, account, email, query }, info) => {
    await query(aged, [email]);
    await page.goto(`${account}?locale=${locale}`);
    await expect(page.locator("form[data-form=passkey] button[type=submit]")).toBeEnabled();
    await expectNoBarrier({ page, info }, `account-sign-in-${locale}`);
    await page.locator("form[data-form=passkey] button[type=submit]").click();
    await expect(page.locator("#passkeys")).toBeVisible();
    await expectNoBarrier({ page, info, atWidths: [320, 390, 1280] }, `account-${locale}`);
    await page.locator("button[data-act=remove]").first().click();
    await expect(page.locator("dialog[open]")).toBeVisible();
    await expectNoBarrier({ page, info, fullPage: false }, `account-remove-${locale}`);
  });
