import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newEmail } from "./customer-page";
import { button, expectStatus, signedInAs, signInByCode, startExample } from "./example-program";
import { expect, test as base } from "./fixtures";

/** Origin of the running examples/express. */
const test = base.extend<{ example: string }>({
  example: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), "express-"));
    const { origin, child } = await startExample(
      [process.execPath, "examples/express/server.mjs"],
      {
        PORT: "0",
        ACCOUNTS_FILE: join(folder, "accounts.json"),
      },
    );
    await provide(origin);
    child.kill();
    await rm(folder, { recursive: true });
  },
});

test("the Express example signs in by code, adds a passkey, signs out and in again", async ({
  page,
  authenticator,
  example,
  codeTo,
  query,
}) => {
  const email = newEmail();
  await page.goto(example);
  await expect(button(page, "Sign in with a passkey")).toBeVisible();
  await signInByCode(page, email, () => codeTo(email));
  await signedInAs(page, email);
  await button(page, "Create a passkey").click();
  await expectStatus(page, "Passkey created. Use it the next time you sign in.");
  expect(await authenticator.credentials()).toHaveLength(1);
  // The device refuses a second passkey for the same user, and the page says so.
  await button(page, "Create a passkey").click();
  await expectStatus(page, /already/);
  const verified = 'SELECT 1 FROM "User" WHERE "email" = $1 AND "emailVerified"';
  expect(await query(verified, [email])).toBe(1);

  const [cookie] = await page.context().cookies(example);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  await button(page, "Sign out").click();
  await button(page, "Sign in with a passkey").click();
  await signedInAs(page, email);
  const cookies = await page.context().cookies(example);
  expect(cookies.map(({ value }) => value)).not.toContain(cookie?.value);

  await button(page, "Sign out").click();
  await signInByCode(page, email, () => codeTo(email));
  await signedInAs(page, email);

  // A disabled user gets in neither way.
  await button(page, "Sign out").click();
  await query('UPDATE "User" SET "disabledAt" = now() WHERE "email" = $1', [email]);
  await signInByCode(page, email, () => codeTo(email));
  await expectStatus(page, "This account is disabled. Contact support.");
  await button(page, "Sign in with a passkey").click();
  await expectStatus(page, /disabled/);
  // The message stays: a reload would empty the field.
  await page.request.get(`${example}/state`);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.reload();
  await expect(button(page, "Sign out")).toBeHidden();
});

test("the Express example deletes an account, with its passkey and by code alone", async ({
  page,
  authenticator,
  example,
  codeTo,
  query,
}) => {
  const email = newEmail();
  const count = 'SELECT 1 FROM "User" WHERE "email" = $1';
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(example);
  await signInByCode(page, email, () => codeTo(email));
  await signedInAs(page, email);
  await button(page, "Create a passkey").click();
  await expectStatus(page, "Passkey created. Use it the next time you sign in.");
  expect(await authenticator.credentials()).toHaveLength(1);
  expect(await query(count, [email])).toBe(1);
  await button(page, "Delete this account").click();
  await expect(button(page, "Sign in with a passkey")).toBeVisible();
  expect(await query(count, [email])).toBe(0);
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByRole("status")).not.toBeEmpty();
  await expect(button(page, "Sign out")).toBeHidden();

  // A new account has the same email, and nothing of the old one.
  await signInByCode(page, email, () => codeTo(email));
  await signedInAs(page, email);
  await button(page, "Delete this account").click();
  await expect(button(page, "Sign in with a passkey")).toBeVisible();
});

test("the Express example opens no account for a passkey that it did not authorize", async ({
  page,
  authenticator,
  example,
  codeTo,
  demo,
}) => {
  const email = newEmail();
  await page.goto(example);
  await expect(button(page, "Sign in with a passkey")).toBeVisible();
  // An attacker claims the owner's email by self-service, with a passkey of their own.
  await page.evaluate(
    async ([endpoint, tenancyId, clientId, claimed]) => {
      const { Keystead } = (await import(`${endpoint}/client/v2.js`)) as typeof window;
      await new Keystead({ tenancyId, clientId }).registerPasskey({ email: claimed });
    },
    [demo.endpoint, demo.tenancyId, demo.clientId, email] as const,
  );
  expect(await authenticator.credentials()).toHaveLength(1);
  await button(page, "Sign in with a passkey").click();
  await expectStatus(page, "This passkey belongs to no account here.");

  // The owner comes later and gets an account that the attacker's passkey doesn't open.
  await signInByCode(page, email, () => codeTo(email));
  await signedInAs(page, email);
  await button(page, "Sign out").click();
  await button(page, "Sign in with a passkey").click();
  await expectStatus(page, "This passkey belongs to no account here.");

  // Another site can neither sign this browser in nor out.
  const reply = await page.request.post(`${example}/sign-out`, {
    headers: { "Sec-Fetch-Site": "cross-site" },
  });
  expect(reply.status()).toBe(403);
});

test("the Express example pins the versions that its journey runs", async () => {
  const read = async (file: string) =>
    JSON.parse(await readFile(file, "utf8")) as Record<string, Record<string, string>>;
  const { dependencies = {} } = await read("examples/express/package.json");
  const { devDependencies } = await read("package.json");
  expect(Object.keys(dependencies)).toEqual(["express", "express-session"]);
  expect(devDependencies).toMatchObject(dependencies);
});
