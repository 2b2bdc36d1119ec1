import type { Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { enterCode, newEmail, register, signOut } from "./demo-page";
import { expect, test } from "./fixtures";

const rows = (page: Page) =>
  page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem");
const notice = (page: Page, title: string) => page.getByRole("status").filter({ hasText: title });
const ageSession = `UPDATE keystead_demo.sessions s SET signed_in_at = now() - interval '6 minutes'
    FROM keystead_demo.users u WHERE u.id = s.user_id AND u.email = $1`;

async function beginSignUp(page: Page, email: string) {
  await page.goto("/demo/sign-up");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(notice(page, "Check your email")).toContainText(email);
}

async function signUp(page: Page, email: string, code: () => Promise<string>) {
  await beginSignUp(page, email);
  await enterCode(page, await code());
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
}

async function addPasskey(page: Page) {
  await page.getByRole("button", { name: /^(Create a|Add another) passkey$/ }).click();
  await expect(notice(page, "Passkey added")).toBeVisible();
}

async function askByCode(page: Page, path: string, email: string) {
  await page.goto(path);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
}

test("sign-up: a code to the address, then a passkey that the backend authorizes", async ({
  page,
  authenticator,
  backend,
}) => {
  const email = newEmail();
  await beginSignUp(page, email);
  const inbox = await page.context().newPage();
  await inbox.goto("/inbox");
  await inbox.getByRole("link").filter({ hasText: email }).click();
  await expect(inbox.getByRole("definition").filter({ hasText: email })).toBeVisible();
  const mail = inbox.frameLocator("iframe");
  await expect(mail.getByText("Hello,")).toBeVisible();
  const code = (await mail.getByRole("img").textContent())?.trim() ?? "";
  expect(code).toMatch(/^\d{6}$/);
  await expect(mail.getByRole("img", { name: [...code].join(" ") })).toBeVisible();
  await inbox.close();
  await enterCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page.getByText("No passkeys yet")).toBeVisible();
  await expect(page.getByText(`${email} is verified`)).toBeVisible();
  await addPasskey(page);
  await expect(rows(page)).toHaveCount(1);
  expect(await authenticator.credentials()).toHaveLength(1);
  const sub =
    (await page
      .locator("dl > div")
      .filter({ has: page.getByText("Keystead’s sub", { exact: true }) })
      .getByRole("definition")
      .textContent()) ?? "";
  expect((await backend("GET", `user/${sub}`))["user"]).toMatchObject({
    email,
    emailVerified: true,
    givenName: "",
  });
  await expect(
    page.getByRole("heading", { name: "The backend authorizes another passkey" }),
  ).toBeVisible();
});

test("a reload keeps the form of a code, but not the code", async ({
  page,
  authenticator,
  codeTo,
}) => {
  const email = newEmail();
  await authenticator.setPresent(false);
  await beginSignUp(page, email);
  const code = await codeTo(email);
  await page.getByLabel("Code", { exact: true }).fill(code.slice(0, 3));
  await page.reload();
  await expect(notice(page, "Check your email")).toContainText(email);
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("");
  await expect(page.getByText(/^6 digits\. Expires in \d+:\d\d\.$/)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(code);
  await page.getByRole("button", { name: "Use another address" }).click();
  await beginSignUp(page, email);
  await enterCode(page, await codeTo(email));
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  // A used code isn't asked for again.
  await page.goto("/demo/sign-up");
  await expect(page.getByRole("textbox", { name: "Email" })).toBeVisible();
});

test("sign-in by code needs no passkey, and an unverified address opens no account", async ({
  page,
  authenticator,
  codeTo,
}) => {
  const email = newEmail();
  await authenticator.setPresent(false);
  await signUp(page, email, () => codeTo(email));
  await signOut(page);
  // Enter after an email leads to the code, too, and the email stays.
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Email me a code" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  await page.goBack();
  await page.getByRole("link", { name: "Email me a code" }).click();
  await expect(page.getByRole("heading", { name: "Sign in with an emailed code" })).toBeVisible();
  const [local = "", domain = ""] = email.split("@");
  await askByCode(page, "/demo/login/code", email.toUpperCase());
  // The local part is sent as typed, the domain in its ASCII form.
  await enterCode(page, await codeTo(`${local.toUpperCase()}@${domain}`));
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  await signOut(page);
  await authenticator.setPresent(true);
  // A stranger claims an address. Its owner's code doesn't open the stranger's account.
  const claimed = newEmail();
  await register(page, claimed);
  await authenticator.setPresent(false);
  await signOut(page);
  await askByCode(page, "/demo/login/code", claimed);
  await enterCode(page, await codeTo(claimed));
  await expect(page.getByText("no account has verified this email")).toBeVisible();
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL(/\/demo\/sign-up$/);
  await page.goto("/demo/account");
  await expect(page).toHaveURL(/\/demo\/login$/);
});

test("a code does not sign in a disabled user", async ({ page, authenticator, codeTo, query }) => {
  const email = newEmail();
  await signUp(page, email, () => codeTo(email));
  await addPasskey(page);
  await authenticator.setPresent(false);
  await signOut(page);
  const disable = `UPDATE "User" SET "disabledAt" = now() WHERE "email" = $1`;
  expect(await query(disable, [email])).toBe(1);
  await askByCode(page, "/demo/login/code", email);
  await enterCode(page, await codeTo(email));
  await expect(page.getByText("this account is disabled. Contact support.")).toBeVisible();
  await page.goto("/demo/account");
  await expect(page).toHaveURL(/\/demo\/login$/);
});

test("email change: a code proves the new address, and the device's passkey shows it", async ({
  page,
  authenticator,
  codeTo,
  query,
}) => {
  const email = await register(page);
  await page.getByRole("button", { name: "Verify email" }).click();
  await enterCode(page, await codeTo(email));
  await expect(notice(page, "Email verified")).toBeVisible();
  const changed = newEmail();
  expect(await query(ageSession, [email])).toBe(1);
  await page.getByLabel("New email").fill(changed);
  await page.getByRole("button", { name: "Change" }).click();
  await enterCode(page, await codeTo(changed));
  await expect(notice(page, "Email changed")).toContainText("new email to your passkey manager");
  await expect(page.getByText(`${changed} is verified`)).toBeVisible();
  await expect(page.getByText("a later change of your email doesn’t appear in it")).toBeVisible();
  const touch = `UPDATE "User" SET "updatedAt" = "updatedAt" WHERE "email" = $1 AND "emailVerified"`;
  expect([await query(touch, [email]), await query(touch, [changed])]).toEqual([0, 1]);
  await expect(rows(page)).toContainText(changed);
  await expect
    .poll(async () => (await authenticator.credentials()).map(({ userName }) => userName))
    .toEqual([changed]);
  await expect(
    page.getByRole("heading", { name: "The page signs in again to confirm" }),
  ).toBeVisible();
});

test("a change of email keeps the name that the user chose for their devices", async ({
  page,
  authenticator,
  codeTo,
}) => {
  await register(page);
  await page.getByLabel("Name on your devices").fill("Grace");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(notice(page, "Passkeys renamed")).toBeVisible();
  const changed = newEmail();
  await page.getByLabel("New email").fill(changed);
  await page.getByRole("button", { name: "Change" }).click();
  await enterCode(page, await codeTo(changed));
  await expect(notice(page, "Email changed")).toBeVisible();
  await expect(notice(page, "Passkeys renamed")).toHaveCount(0);
  await expect(page.getByText(`${changed} is verified`)).toBeVisible();
  await expect(page.getByLabel("Name on your devices")).toHaveValue("Grace");
  expect((await authenticator.credentials()).map(({ userName }) => userName)).toEqual(["Grace"]);
});

test("after a sign-in by code, a change of email needs the passkey of a user who has one", async ({
  page,
  authenticator,
  codeTo,
}) => {
  const email = newEmail();
  await signUp(page, email, () => codeTo(email));
  await addPasskey(page);
  await authenticator.setTakesOffers(false);
  await signOut(page);
  await askByCode(page, "/demo/login/code", email);
  await enterCode(page, await codeTo(email));
  await authenticator.setVerified(false);
  await page.getByLabel("New email").fill(newEmail());
  await page.getByRole("button", { name: "Change" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: /No passkey was used|could not be verified/ }),
  ).toBeVisible();
  await authenticator.setVerified(true);
  await page.getByRole("button", { name: "Change" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
});

test("an address that another account has verified is not taken over", async ({
  page,
  authenticator,
  codeTo,
}) => {
  const theirs = newEmail();
  await authenticator.setPresent(false);
  await signUp(page, theirs, () => codeTo(theirs));
  await signOut(page);
  await authenticator.setPresent(true);
  const mine = await register(page);
  await page.getByLabel("New email").fill(theirs);
  await page.getByRole("button", { name: "Change" }).click();
  await enterCode(page, await codeTo(theirs));
  await expect(
    page.getByRole("alert").filter({ hasText: "Another account has verified this email." }),
  ).toBeVisible();
  await page.reload();
  await expect(page.locator("main > header")).toContainText(mine);
});

/** Changes the user's verified email in Keystead, as its account page does. */
async function changeInKeystead(
  page: Page,
  email: string,
  backend: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>,
) {
  const ours = await page
    .locator("dl > div")
    .filter({ has: page.getByText("Driftwood’s user id", { exact: true }) })
    .getByRole("definition")
    .textContent();
  await backend("PATCH", `users/${ours}`, { email, emailVerified: true });
}

async function signInWithPasskey(page: Page) {
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
}

test("an email changed in Keystead is the account’s at once, and the former one signs in no longer", async ({
  page,
  authenticator,
  codeTo,
  backend,
}) => {
  const former = await register(page);
  await page.getByRole("button", { name: "Verify email" }).click();
  await enterCode(page, await codeTo(former));
  await expect(notice(page, "Email verified")).toBeVisible();
  const changed = newEmail();
  await changeInKeystead(page, changed, backend);
  await authenticator.setTakesOffers(false);
  await signOut(page);
  // Not even before the next sign-in with a passkey.
  await askByCode(page, "/demo/login/code", former);
  await enterCode(page, await codeTo(former));
  await expect(page.getByText("no account has verified this email")).toBeVisible();
  await askByCode(page, "/demo/login/code", changed);
  await enterCode(page, await codeTo(changed));
  await expect(page.locator("main > header")).toContainText(changed);
  await signOut(page);
  const again = newEmail();
  await page.goto("/demo/login");
  await signInWithPasskey(page);
  await expect(page.locator("main > header")).toContainText(changed);
  await changeInKeystead(page, again, backend);
  await page.reload();
  await expect(page.locator("main > header")).toContainText(again);
  await signOut(page);
  await signInWithPasskey(page);
  await expect(page.locator("main > header")).toContainText(again);
  await expect(page.getByText(`${again} is verified`)).toBeVisible();
});

test("an email changed in Keystead that another account has verified here signs in to theirs", async ({
  page,
  authenticator,
  codeTo,
  backend,
}) => {
  const theirs = newEmail();
  await authenticator.setPresent(false);
  await signUp(page, theirs, () => codeTo(theirs));
  await signOut(page);
  await authenticator.setPresent(true);
  const former = await register(page);
  await page.getByRole("button", { name: "Verify email" }).click();
  await enterCode(page, await codeTo(former));
  await expect(notice(page, "Email verified")).toBeVisible();
  await changeInKeystead(page, theirs, backend);
  await authenticator.setTakesOffers(false);
  await signOut(page);
  await signInWithPasskey(page);
  await expect(page.locator("main > header")).toContainText(former);
  await expect(page.getByText(`${former} is verified`)).toHaveCount(0);
  await signOut(page);
  await askByCode(page, "/demo/login/code", former);
  await enterCode(page, await codeTo(former));
  await expect(page.getByText("no account has verified this email")).toBeVisible();
});

test("recovery: a code, a new passkey, and removal of the lost one", async ({
  page,
  authenticator,
  codeTo,
  backend,
}) => {
  const email = newEmail();
  await signUp(page, email, () => codeTo(email));
  await addPasskey(page);
  const [lost] = await authenticator.credentials();
  await authenticator.setPresent(false);
  await authenticator.forgetAll();
  await signOut(page);
  await page.getByRole("link", { name: "I lost my passkey" }).click();
  await expect(page.getByRole("heading", { name: "I lost my passkey" })).toBeVisible();
  await authenticator.setPresent(true);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await enterCode(page, await codeTo(email));
  await expect(page.getByText("You’re signed in")).toBeVisible();
  await addPasskey(page);
  await expect(rows(page)).toHaveCount(2);
  await rows(page)
    .filter({ hasNotText: "Created in this session" })
    .getByRole("button", { name: /^Remove/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove passkey" }).click();
  await expect(rows(page)).toHaveCount(1);
  const id = await page
    .locator("dl > div")
    .filter({ has: page.getByText("Driftwood’s user id", { exact: true }) })
    .getByRole("definition")
    .textContent();
  const { records } = (await backend("GET", `passkeys?userId=${id}`)) as {
    records: { credential: { id: string } }[];
  };
  const kept = records.map(({ credential }) =>
    Buffer.from(credential.id, "base64url").toString("base64"),
  );
  expect(kept).toHaveLength(1);
  expect(kept).not.toContain(lost?.credentialId);
});

test("a new domain: the old passkey doesn't work, a code signs in, and a new passkey is created", async ({
  page,
  authenticator,
  codeTo,
  demo,
}) => {
  const email = newEmail();
  await signUp(page, email, () => codeTo(email));
  await addPasskey(page);
  await authenticator.setPresent(false);
  await page.getByRole("link", { name: "Open driftwood.localhost" }).click();
  await expect(page).toHaveURL(
    new RegExp(`^http://driftwood\\.localhost:${new URL(demo.endpoint).port}/demo/login$`),
  );
  await expect(
    page.getByRole("heading", { name: "The page offers passkeys in the email field" }),
  ).toBeVisible();
  await authenticator.setPresent(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("No passkey was used")).toBeVisible();
  await page.getByRole("link", { name: "Email me a code" }).click();
  await expect(page.getByRole("heading", { name: "Sign in with an emailed code" })).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await enterCode(page, await codeTo(email));
  await expect(rows(page)).toContainText("Works on localhost");
  await addPasskey(page);
  await expect(rows(page)).toHaveCount(2);
  expect((await authenticator.credentials()).map(({ rpId }) => rpId).sort()).toEqual([
    "driftwood.localhost",
    "localhost",
  ]);
  const here = rows(page).filter({ hasNotText: "Works on localhost" });
  await expect(here).toContainText("Not used to sign in yet");
  // The form offers it immediately, and the device answers.
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(here).toContainText("Last used");
});

test("wrong codes count down to a new code, and too many requests show the wait", async ({
  page,
  codeTo,
}) => {
  const email = newEmail();
  await beginSignUp(page, email);
  const right = await codeTo(email);
  const wrong = (index: number) => String((Number(right) + index) % 1_000_000).padStart(6, "0");
  await expect(page.getByText(/6 digits. Expires in (10:00|9:\d\d)\./)).toBeVisible();
  for (const [index, said] of [
    [1, "4 attempts are left"],
    [2, "3 attempts are left"],
    [3, "2 attempts are left"],
    [4, "1 attempt is left"],
    [5, "no attempts are left"],
  ] as const) {
    await enterCode(page, wrong(index));
    await expect(page.getByRole("main").getByText(said)).toBeVisible();
  }
  let latest = "";
  for (let count = 2; count <= 5; count++) {
    await page.getByRole("button", { name: "Send a new code" }).click();
    latest = await codeTo(email);
    await expect(page.getByRole("main").getByText(/attempt/)).toBeHidden();
  }
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect(page.getByRole("button", { name: /Send a new code in \d+:\d\d/ })).toBeDisabled();
  await enterCode(page, latest);
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
});

test("the inbox answers only under this machine's own names", async ({ page, request }) => {
  expect((await request.get("/inbox")).status()).toBe(200);
  expect((await request.get("/inbox", { headers: { Host: "evil.example" } })).status()).toBe(404);
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
});

test("a code works only in the browser that requested it, and once", async ({
  page,
  browser,
  codeTo,
  baseURL,
}) => {
  const email = newEmail();
  await beginSignUp(page, email);
  const code = await codeTo(email);
  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const stranger = await other.request.post("/demo/api/check-code", { data: { code } });
  expect([stranger.status(), await stranger.json()]).toEqual([
    400,
    expect.objectContaining({ ok: false, tag: "no-code" }),
  ]);
  await other.close();
  await enterCode(page, code);
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  expect((await page.request.post("/demo/api/check-code", { data: { code } })).status()).toBe(400);
});

test("pages of codes are accessible", async ({ page, authenticator, codeTo }, info) => {
  const look = (name: string) => expectNoBarrier({ page, info }, name);
  await authenticator.setPresent(false);
  for (const [name, path] of [
    ["by-code", "/demo/login/code"],
    ["recover", "/demo/recover"],
    ["sign-up", "/demo/sign-up"],
  ] as const) {
    await page.goto(path);
    await look(name);
  }
  const email = newEmail();
  await beginSignUp(page, email);
  await look("code");
  const code = await codeTo(email);
  await enterCode(page, String((Number(code) + 1) % 1_000_000).padStart(6, "0"));
  await expect(page.getByText("4 attempts are left")).toBeVisible();
  await look("code-wrong");
  await enterCode(page, code);
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  await look("account-by-code");
  await page.goto("/inbox");
  await page.getByRole("link").filter({ hasText: email }).click();
  await expect(page.getByRole("definition").filter({ hasText: email })).toBeVisible();
  await expect(page.frameLocator("iframe").getByText("Hello,")).toBeVisible();
  const html = await page.locator("iframe").getAttribute("srcdoc");
  await look("inbox");
  await page.goto("about:blank");
  await page.setContent(html ?? "");
  await expect(page.getByText("Your code")).toBeVisible();
  await look("mail");
});
