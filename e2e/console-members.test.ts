import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";
import { addAuthenticator } from "./virtual-authenticator";

const newAddress = () => `box-${randomBytes(4).toString("hex")}@members.example`;

/** Waits for an email to an address that contains `words`, and returns what they match. */
async function mailed(database: pg.Client, address: string, words: RegExp): Promise<string> {
  const find = async () => {
    const { rows } = await database.query<{ text: string }>(
      'SELECT "text" FROM "InboxMail" WHERE "recipient" = $1',
      [address],
    );
    return rows.flatMap(({ text }) => words.exec(text)?.[0] ?? []);
  };
  await expect.poll(find).toHaveLength(1);
  return (await find())[0] ?? "";
}

const anyLink = /^http\S+$/m;

async function signInByCode(
  page: Page,
  database: pg.Client,
  email: string,
  wanted = "/console",
): Promise<void> {
  await page.goto(wanted);
  await page.getByRole("link", { name: "Email me a code instead" }).click();
  await expect(page.getByRole("heading", { name: "Sign in with a code" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code", { exact: true }).fill(await mailed(database, email, /^\d{6}$/m));
  // This loads the whole page; its buttons work only afterwards.
  await page.waitForURL(/\/console\/account\/passkeys\/new(\?|$)/);
}

test("a sign-in returns to the wanted page: by code, by the link above the page, by autofill", async ({
  page,
  operator,
  tenancy,
  database,
  context,
  authenticator,
}) => {
  const { email } = await operator({ tenancyId: tenancy.id });
  const wanted = `/console/${tenancy.id}/users?state=disabled`;
  await context.clearCookies();
  await authenticator.setTakesOffers(false);
  await signInByCode(page, database, email, wanted);
  await page.getByRole("link", { name: "Not now" }).click();
  await page.waitForURL(`**${wanted}`);

  await page.getByRole("link", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
  await expect(page.getByText("This page needs a passkey")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(`**${wanted}`);
  await expect(page.getByText("You signed in with an emailed code")).toHaveCount(0);

  // The session ends while a link leads to another page.
  await context.clearCookies();
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  const activity = encodeURIComponent(`/console/${tenancy.id}/activity`);
  await expect(page).toHaveURL(new RegExp(`/console/sign-in\\?next=${activity}$`));

  // The open sign-in would take the offer, too, and its way on would abort the next page.
  await page.goto("about:blank");
  // The offer may be taken, and lead on, before the sign-in has loaded.
  await authenticator.setTakesOffers(true);
  await page.goto(wanted, { waitUntil: "commit" });
  await page.waitForURL(`**${wanted}`);

  // An address that leads elsewhere is ignored.
  await context.clearCookies();
  await page.goto("/console/sign-in?next=//evil.example/console/tenancies", {
    waitUntil: "commit",
  });
  await page.waitForURL(`**/console/${tenancy.id}`);
});

test("the first invitation replaces the empty list, and names who sent it", async ({
  page,
  operator,
  tenancy,
}) => {
  const { email: inviter } = await operator();
  await page.goto(`/console/${tenancy.id}/members`);
  await expect(page.getByText("No members yet")).toBeVisible();
  await page.getByRole("button", { name: "Invite member" }).click();
  const email = newAddress();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  const row = page.getByRole("region", { name: "Invitations" }).getByRole("row");
  await expect(row.filter({ hasText: email })).toContainText(`by ${inviter}`);
  await expect(page.getByText("No members yet")).toBeHidden();
  await expect(page.getByRole("button", { name: "Invite member" })).toBeVisible();
});

test("an owner invites a colleague, who accepts in the inbox; changes their role and removes them", async ({
  page,
  operator,
  tenancy,
  database,
  browser,
}, info) => {
  const { sub } = await operator({ tenancyId: tenancy.id });
  const email = newAddress();
  await page.goto(`/console/${tenancy.id}/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Enter an email address.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  const rights = page.getByRole("table", { name: "What each role can do" });
  await expect(rights.getByRole("row", { name: /^Manage members/ })).toHaveText(/Yes.*No.*No.*No/);
  await page.getByLabel("Role", { exact: true }).selectOption("admin");
  await database.query(`UPDATE "OperatorSession" SET "steppedUpAt" = NULL WHERE "sub" = $1`, [sub]);
  await page.getByRole("button", { name: "Send invitation" }).click();
  const confirm = page.getByRole("dialog", { name: `Confirm it’s you to invite ${email}` });
  await expect(confirm).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("The invitation isn’t sent yet")).toBeVisible();
  await page.getByRole("button", { name: "Continue with your passkey" }).click();
  await confirm.getByRole("button", { name: "Use passkey" }).click();
  await expect(page.getByRole("region", { name: "Invitations" }).getByText(email)).toBeVisible();
  const note = page.getByRole("main").getByText("Local mode keeps emails in the inbox.");
  await expect(note.getByRole("link", { name: "inbox" })).toHaveAttribute("href", "/inbox");

  const link = await mailed(database, email, anyLink);
  const theirs = await browser.newContext();
  const inbox = await theirs.newPage();
  await inbox.goto(`${new URL(page.url()).origin}/inbox`);
  await inbox.getByRole("link").filter({ hasText: email }).click();
  const opened = theirs.waitForEvent("page");
  await inbox.frameLocator("iframe").getByRole("link", { name: "Accept invitation" }).click();
  const colleague = await opened;
  await addAuthenticator(colleague);
  await expect(colleague.getByText(tenancy.name)).toBeVisible();
  await expectNoBarrier({ page: colleague, info }, "invitation");
  await colleague.getByRole("button", { name: "Create a passkey and accept" }).click();
  await expect(colleague.getByRole("heading", { name: tenancy.name })).toBeVisible();
  const visitor = await theirs.newPage();
  await visitor.goto(link);
  await expect(visitor.getByText("This invitation no longer works")).toBeVisible();
  await expect(visitor.getByText(`You are signed in as ${email}`)).toBeVisible();

  // Headless tabs are always visible, so the return to this one is simulated.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("region", { name: "Invitations" })).toHaveCount(0);
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await page.getByLabel("Role", { exact: true }).selectOption("auditor");
  await page.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Auditor");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Admin");
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByRole("row").filter({ hasText: email })).toHaveCount(0);
  await colleague.goto(`/console/${tenancy.id}`);
  await expect(colleague).toHaveURL(/\/console\/sign-in/);
  await theirs.close();
});

test("the last owner can't be removed, with an explanation", async ({
  page,
  operator,
  tenancy,
}) => {
  const { email } = await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/members`);
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByText("This is the last owner here.")).toBeVisible();
});

test("a code signs an operator in; their new passkey is trusted once another owner approves it", async ({
  page,
  operator,
  tenancy,
  database,
  context,
  authenticator,
  browser,
}) => {
  const { email } = await operator({ tenancyId: tenancy.id });
  await context.clearCookies();
  await authenticator.forgetAll();
  await signInByCode(page, database, email);
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expect(page.getByText("Not trusted yet", { exact: true })).toBeVisible();
  await mailed(database, email, /added a passkey/);

  // Neither the code session nor a session with its new passkey shows actions it can't run.
  await expect(page.getByText("You signed in with an emailed code", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove Unknown provider passkey" })).toHaveCount(
    0,
  );
  // Otherwise autofill may sign in before the click.
  await authenticator.setTakesOffers(false);
  await page.getByRole("link", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(/\/console\/sign-in/);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(/\/console\/(?!sign-in)/);
  await page.goto("/console/account");
  await expect(page.getByText("Your passkey is not trusted yet", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove Unknown provider passkey" })).toHaveCount(
    0,
  );

  const others = await browser.newContext();
  const { rows } = await database.query<{ id: string }>(
    'SELECT "id" FROM "Tenancy" WHERE "isSystem"',
  );
  const other = newAddress();
  const cookie = Buffer.from(other).toString("base64url");
  await database.query(
    `WITH u AS (INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched",
       "selfService","createdAt","updatedAt") VALUES ($1,$2,$3,$3,true,false,now(),now())
       RETURNING 1),
     o AS (INSERT INTO "Operator" ("tenancyId","sub","role","createdAt")
         VALUES ($4,$2,'owner',now()) RETURNING 1) SELECT 1 FROM u, o`,
    [rows[0]?.id, `01k${other.slice(4, 12)}000000000000000`, other, tenancy.id],
  );
  await database.query(
    `INSERT INTO "OperatorSession" ("tenancyId","id","hash","sub","signIn","createdAt","lastSeenAt",
       "steppedUpAt") VALUES ($1,$2,sha256($3::bytea),$2,'passkey',now(),now(),now())`,
    [rows[0]?.id, `01k${other.slice(4, 12)}000000000000000`, cookie],
  );
  await others.addCookies([
    {
      name: "keystead-operator",
      value: cookie,
      url: new URL(page.url()).origin,
      httpOnly: true,
      sameSite: "Lax",
    },
  ]);
  const owner = await others.newPage();
  await owner.goto(`${new URL(page.url()).origin}/console/${tenancy.id}/members`);
  await owner.getByRole("button", { name: `Approve the passkey of ${email}` }).click();
  await expect(owner.getByText("A new passkey needs approval")).toHaveCount(0);
  await others.close();

  await page.reload();
  await expect(page.getByText("Not trusted yet", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Remove Unknown provider passkey" }).last().click();
  await page.getByRole("button", { name: "Remove passkey", exact: true }).click();
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page.getByRole("button", { name: "Remove Unknown provider passkey" })).toHaveCount(
    1,
  );
});

test("an address without a role gets the same response as an operator's", async ({
  page,
  database,
}) => {
  const email = newAddress();
  await page.goto("/console/sign-in");
  await page.getByLabel("Email").fill("no address");
  // The next page has what was typed, and its address doesn’t.
  await page.getByRole("link", { name: "Email me a code instead" }).click();
  await expect(page).toHaveURL(/\/sign-in\/code$/);
  await expect(page.getByLabel("Email")).toHaveValue("no address");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText("This is not a valid email address.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText("we have sent a code to it", { exact: false })).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await expect(page.getByText("Wrong code. 4 attempts left.")).toBeVisible();
  expect(
    (await database.query('SELECT 1 FROM "InboxMail" WHERE "recipient" = $1', [email])).rowCount,
  ).toBe(0);
});

test("an operator sees their sessions and ends unknown ones", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `INSERT INTO "OperatorSession" ("tenancyId","id","hash","sub","signIn","userAgent","address",
       "createdAt","lastSeenAt")
     SELECT "tenancyId", left("id", 20) || n, sha256(("id" || n)::bytea), "sub", 'code',
       CASE n
         WHEN 1 THEN 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 '
           || 'Version/18.0 Mobile/15E148 Safari/604.1'
         ELSE 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36'
       END, '203.0.113.9', now(), now()
     FROM "OperatorSession", generate_series(1, 3) n WHERE "sub" = $1`,
    [sub],
  );
  await page.goto(`/console/${tenancy.id}/members`);
  await expect(page.getByText("Page not found", { exact: true }).last()).toBeVisible();
  await expect(page.getByRole("region", { name: "Members" })).toHaveCount(0);
  await page.goto("/console/account");
  await page.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(page.getByRole("button", { name: "Sign out Safari on iPhone" })).toHaveCount(0);
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out all others" }).click();
  await expect(page.getByRole("button", { name: "Sign out all others" })).toHaveCount(0);
  await expect(page.getByText("This session")).toBeVisible();
});
