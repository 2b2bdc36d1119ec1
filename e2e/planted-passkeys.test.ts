import { mergeTests, type Page } from "@playwright/test";
import type pg from "pg";
import { expectNoBarrier } from "./barriers";
import { test as consoleTest } from "./console-fixtures";
import { newEmail } from "./demo-page";
import { expect, test as hostedTest } from "./hosted-page";
import { waitForOffer } from "./virtual-authenticator";

const test = mergeTests(consoleTest, hostedTest);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** Returns the link of the last email that has one, once the mailbox has `count` emails. */
async function linkTo(database: pg.Client, email: string, count: number): Promise<string> {
  const read = async () => {
    const { rows } = await database.query<{ text: string }>(
      'SELECT "text" FROM "InboxMail" WHERE "recipient" = $1 ORDER BY "receivedAt"',
      [email],
    );
    return rows.map(({ text }) => text);
  };
  await expect.poll(async () => (await read()).length).toBe(count);
  return /http\S+\/report-passkey\S+/.exec((await read()).at(-1) ?? "")?.[0] ?? "";
}

/** A user of a new tenancy, who has one passkey, and what the tests do on its hosted pages. */
const guarded = test.extend<{
  user: {
    email: string;
    /** Adds a passkey on an empty device, after a code. */
    addPasskey: () => Promise<void>;
    /** Picks the device's passkey on the sign-in page. */
    signIn: () => Promise<{ returned: Promise<Record<string, string>> }>;
  };
}>({
  user: async ({ page, authenticator, database, tenancy, depart, codeTo }, provide) => {
    await database.query(
      'UPDATE "Tenancy" SET "hostedPages" = true, "notifyOfNewPasskeys" = true WHERE "id" = $1',
      [tenancy.id],
    );
    await authenticator.setTakesOffers(false);
    const email = newEmail();
    const enterCode = async (name: "register" | "code", act: string) => {
      const { returned } = await depart(page, name, {}, tenancy.id);
      await page.getByLabel("Email").fill(email);
      await button(page, act).click();
      await page.getByLabel("Code", { exact: true }).fill(await codeTo(email));
      return { returned };
    };
    const registered = await enterCode("register", "Continue");
    await button(page, "Create account with a passkey").click();
    await page.waitForURL(/\/callback\?/);
    expect(await registered.returned).toHaveProperty("code");
    await provide({
      email,
      addPasskey: async () => {
        await authenticator.forgetAll();
        await authenticator.setTakesOffers(false);
        const added = await enterCode("code", "Email me a code");
        await button(page, "Create a passkey").click();
        await page.waitForURL(/\/callback\?/);
        expect(await added.returned).toHaveProperty("code");
      },
      signIn: async () => {
        const { returned } = await depart(page, "sign-in", {}, tenancy.id);
        // The request is committed before the document is there.
        await expect(button(page, "Sign in with a passkey")).toBeEnabled();
        await waitForOffer(page);
        await button(page, "Sign in with a passkey").click();
        return { returned };
      },
    });
    await database.query('DELETE FROM "InboxMail" WHERE "recipient" = $1', [email]);
  },
});

guarded(
  "a user disables a passkey that they did not add, by the link of its notice",
  async ({ page, database, user }, info) => {
    // Code and notice of the first passkey.
    await linkTo(database, user.email, 2);
    await user.addPasskey();
    const link = await linkTo(database, user.email, 4);
    await user.signIn();
    await page.waitForURL(/\/callback\?/);

    await page.goto(link);
    await expect(heading(page, "Disable this passkey?")).toBeVisible();
    await expectNoBarrier({ page, info }, "report");
    await page.getByRole("link", { name: "Deutsch" }).click();
    await expect(heading(page, "Diesen Passkey sperren?")).toBeVisible();
    await page.getByRole("link", { name: "English" }).click();
    await button(page, "Disable passkey").click();
    await expect(heading(page, "Passkey disabled")).toBeVisible();
    await expectNoBarrier({ page, info }, "reported");

    await user.signIn();
    await expect(
      page.getByText("This passkey is disabled. Use another one, or email yourself a code."),
    ).toBeVisible();
    await page.goto(link);
    await expect(heading(page, "This link doesn’t work")).toBeVisible();
  },
);

guarded(
  "a new passkey waits in quarantine until an operator ends it",
  async ({ page, authenticator, database, tenancy, operator, user }) => {
    await database.query('UPDATE "Tenancy" SET "quarantineHours" = 24 WHERE "id" = $1', [
      tenancy.id,
    ]);
    await linkTo(database, user.email, 2);
    await user.addPasskey();
    await user.signIn();
    await expect(page.getByText("This passkey is new and can’t sign in yet.")).toBeVisible();

    const [credential] = await authenticator.credentials();
    if (credential === undefined) throw new Error("the device has no passkey");
    const { rows } = await database.query<{ id: string; sub: string }>(
      `SELECT "id", "sub" FROM "Passkey"
       WHERE "tenancyId" = $1 AND "quarantinedUntil" IS NOT NULL`,
      [tenancy.id],
    );
    const [passkey] = rows;
    await operator();
    // Not in the visitor's page: its policy is checked, and the console has another one.
    const desk = await page.context().newPage();
    await desk.goto(`/console/${tenancy.id}/users/${passkey?.sub}`);
    await expect(desk.getByText(/^In quarantine until/)).toBeVisible();
    await desk.goto(`/console/${tenancy.id}/passkeys/${passkey?.id}`);
    await expect(desk.getByText("In quarantine until").first()).toBeVisible();
    await button(desk, "End quarantine").click();
    const dialog = desk.getByRole("dialog");
    await dialog.getByLabel("Reason (optional)").fill("They called us");
    await dialog.getByRole("button", { name: "End quarantine" }).click();
    await expect(desk.getByText("Quarantine ended.")).toBeVisible();
    await expect(desk.getByText("In quarantine until")).toHaveCount(0);
    await expect(desk.getByText("They called us")).toBeVisible();
    await desk.close();

    await authenticator.forgetAll();
    await authenticator.setTakesOffers(false);
    await authenticator.keep(credential);
    const { returned } = await user.signIn();
    expect(await returned).toHaveProperty("code");
  },
);
