import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { aged, button, expect, fillCode, heading, open, test } from "./account-page";
import { expectNoBarrier } from "./barriers";

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
  // Both passkeys, without another reload.
  const activity = page.getByRole("region", { name: "Recent activity" });
  await expect(activity.getByText(/^Passkey .*added$/)).toHaveCount(2);
  await page
    .getByRole("button", { name: /^Rename / })
    .first()
    .click();
  await page.getByLabel("Name", { exact: true }).fill("Work laptop");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Name saved.")).toBeVisible();
  await button(page, "Remove Work laptop").click();
  await expect(heading(page, "Remove “Work laptop”?")).toBeVisible();
  await expect(button(page, "Cancel")).toBeFocused();
  await expect(page.getByText("This is your last passkey.")).toBeHidden();
  await button(page, "Remove passkey").click();
  await expect(page.getByText("Passkey removed.")).toBeInViewport();
  await expect(items).toHaveCount(1);
  // The signal removed it from the device.
  await expect.poll(async () => (await authenticator.credentials()).length).toBe(0);
});

test("a passkey manager that never answers a signal doesn't keep the page waiting", async ({
  page,
  account,
  email,
  query,
}) => {
  await query(aged, [email]);
  await open(page, account, email);
  await page.evaluate(() => {
    Object.assign(PublicKeyCredential, {
      signalUnknownCredential: () => new Promise<never>(() => undefined),
    });
  });
  await page
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await button(page, "Remove passkey").click();
  // It was the session's passkey.
  await expect(button(page, "Sign in with a passkey")).toBeVisible();
});

test("a user whose address can’t sign in continues with a passkey", async ({
  page,
  account,
  email,
  query,
  codeTo,
}) => {
  await query(
    `UPDATE "User" SET "emailVerified" = false, "emailVouched" = false
     WHERE "emailNormalized" = $1`,
    [email],
  );
  await page.goto(account);
  await page.getByLabel("Email").fill(email);
  await button(page, "Email me a code").click();
  await fillCode(page, await codeTo(email));
  await expect(heading(page, "We can’t sign you in with this address")).toBeVisible();
  // An operator who is asked why finds the reason on the user's page. It is written within a second.
  await expect
    .poll(() =>
      query(
        `SELECT 1 FROM "TimelineEvent" WHERE "email" = $1 AND "kind" = 'sign-in.refused'
           AND "reason" = 'Forbidden.email-not-verified'`,
        [email],
      ),
    )
    .toBe(1);
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
});

test("a disabled passkey leads to a code, and a disabled account to support", async ({
  page,
  account,
  email,
  query,
}) => {
  const disable = (table: string) =>
    query(
      `UPDATE "${table}" SET "disabledAt" = now()
       WHERE "sub" = (SELECT "sub" FROM "User" WHERE "emailNormalized" = $1)`,
      [email],
    );
  await disable("Passkey");
  await page.goto(account);
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByText("This passkey is disabled. Use another one")).toBeVisible();
  await disable("User");
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByText("This account is disabled. Contact support.")).toBeVisible();
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
  await button(page, "Rename Chrome on Linux").click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Chrome on Linux");
  // Typing replaces the present name.
  await page.keyboard.type("Phone");
  await button(page, "Save").click();
  await expect(page.getByText("Name saved.")).toBeVisible();
  await expect(heading(page, /^Phone/)).toBeVisible();
  await button(page, "Sign out").click();
  await expect(button(page, "Sign in with a passkey")).toBeVisible();
});

test("a change says what the prompt is for, and what to do after it is closed", async ({
  page,
  account,
  email,
  query,
  authenticator,
}) => {
  await open(page, account, email);
  await query(confirmedLongAgo, [email]);
  await authenticator.setPresent(false);
  await button(page, "Save profile").click();
  await expect(
    page.getByText(
      "It’s been a while since you signed in. Confirm with your passkey that it’s you.",
    ),
  ).toBeInViewport();
  await page.reload();
  await closePrompts(page);
  await button(page, "Save profile").click();
  await expect(
    page.getByText("Nothing was changed. Try again, and confirm with your passkey."),
  ).toBeVisible();
});

test("an emailed code shows masked data, and a passkey lifts that", async ({
  page,
  account,
  email,
  codeTo,
}, info) => {
  await page.goto(account);
  await page.getByLabel("Email").fill(email);
  await button(page, "Email me a code").click();
  await fillCode(page, await codeTo(email));
  await expect(page.getByText("You signed in with an emailed code")).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expect(button(page, "Add a passkey")).toHaveCount(0);
  await page.getByText("I don’t have my passkey anymore").click();
  await expect(page.getByText("A day later, sign in here with it.")).toBeVisible();
  await expectNoBarrier({ page, info, alsoFits: [320] }, "account-by-code");
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
  await button(page, "This wasn’t me: Chrome on Linux").first().click();
  await expect(button(page, "Cancel")).toBeFocused();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^Added .*\d:\d\d/)).toBeVisible();
  await expect(dialog.getByText("It’s the one you’re using now.")).toBeVisible();
  await expect(dialog.getByText("It is your last passkey")).toBeVisible();
  await expect(dialog.getByText("Your other passkeys")).toBeHidden();
  await button(page, "Disable passkey").click();
  await expect(page.getByText("“Chrome on Linux” is disabled")).toBeInViewport();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await fillCode(page, await codeTo(email));
  await expect(page.getByText("“Chrome on Linux” is disabled")).toBeInViewport();
  await authenticator.forgetAll();
  const callout = page.locator("div", { has: page.getByText("Add a passkey", { exact: true }) });
  await expect(callout.last().getByText("You don’t have a passkey that works yet.")).toBeVisible();
  await callout.last().getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added.")).toBeVisible();
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
  const rename = button(page, "Rename Chrome on Linux");
  // Until the script runs, Tab skips the buttons.
  await expect(rename).toBeEnabled();
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
    await expect(page.locator("[data-view=start] button[data-act=passkey]")).toBeEnabled();
    await expectNoBarrier({ page, info, locale }, `account-sign-in-${locale}`);
    await page.locator("[data-view=start] button[data-act=passkey]").click();
    await expect(page.locator("#passkeys")).toBeVisible();
    await expectNoBarrier({ page, info, locale, alsoFits: [320] }, `account-${locale}`);
    await page.locator("button[data-act=remove]").first().click();
    await expect(page.locator("dialog[open]")).toBeVisible();
    await expectNoBarrier({ page, info, locale, fullPage: false }, `account-remove-${locale}`);
  });
