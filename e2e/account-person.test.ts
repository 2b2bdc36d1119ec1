import { button, expect, fillCode, heading, open, test } from "./account-page";
import { expectNoBarrier } from "./barriers";
import { newEmail } from "./demo-page";

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

test("the profile is saved, and the data is downloaded", async ({ page, account, email }, info) => {
  await open(page, account, email);
  await page.getByLabel("Last name").fill("Hopper");
  await button(page, "Save profile").click();
  // The page scrolls back to the card, whose message isn't above the view.
  const saved = page.getByRole("region", { name: "Profile" }).getByText("Profile saved.");
  await expect(saved).toBeInViewport({ ratio: 1 });
  await expect(saved).toBeFocused();
  await expect(saved).toHaveAttribute("data-tone", "good");
  await expect(page.getByLabel("Last name")).toHaveValue("Hopper");
  await expectNoBarrier({ page, info, fullPage: false }, "account-saved");
  const download = page.waitForEvent("download");
  await button(page, "Download my data").click();
  expect((await download).suggestedFilename()).toMatch(/^driftwood-data-\d{4}-\d\d-\d\d\.json$/);
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
  // The profile has the choice.
  await expect(page.getByRole("link", { name: "English" })).toHaveCount(0);
  await page.goto(`${account}?locale=en`);
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Language" })).toHaveValue("de");
  // The sign-in keeps the language.
  await page.goto(account);
  await button(page, "Abmelden").click();
  await expect(heading(page, /^Ihr Konto bei/)).toBeVisible();
  await expect(page).toHaveURL(`${account}?locale=de`);
  await button(page, "Mit Passkey anmelden").click();
  await expect(page.getByRole("combobox", { name: "Sprache" })).toHaveValue("de");
  await page.goto(`${account}?locale=en`);
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
  await codeTo(other);
  await button(page, "Send a new code").click();
  await expect(page.getByText("New code sent.")).toBeVisible();
  await fillCode(page, await codeTo(other));
  await expect(page.getByText("Email changed.")).toBeVisible();
  await expect(page.getByText(`Signed in as ${other}`)).toBeVisible();
  const change = page.getByRole("listitem").filter({ hasText: "Email changed" });
  await change.getByText("This wasn’t me").click();
  await expect(change.getByText("notice to your former email")).toBeVisible();
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
  codeTo,
  linkTo,
  query,
}, info) => {
  const set = 'UPDATE "Tenancy" SET "accountDeletion" = $2::"AccountDeletion" WHERE "id" = $1';
  await query(set, [demo.tenancyId, "reason"]);
  await open(page, account, email);
  await button(page, "Delete my account").click();
  await expect(button(page, "Cancel")).toBeFocused();
  await expect(page.getByRole("dialog").getByText(`We email ${email} a link`)).toBeVisible();
  await button(page, "Delete account").click();
  await expect(page.getByText("Choose a reason.")).toBeVisible();
  await page.getByLabel("Why are you leaving?").selectOption("Privacy");
  await button(page, "Delete account").click();
  const disabled = page.getByRole("heading", { name: "Your account is disabled" });
  await expect(disabled).toBeFocused();
  await expect(
    page.getByText(new RegExp(`erased on .*\\d:\\d\\d.* use the link that we sent to ${email}`)),
  ).toBeVisible();
  await expect(button(page, "Sign in with a passkey")).toHaveCount(0);
  await expectNoBarrier({ page, info, alsoFits: [320] }, "account-erasing");
  // A sign-in until then says the same.
  await page.goto(account);
  await button(page, "Sign in with a passkey").click();
  await expect(disabled).toBeVisible();
  await page.reload();
  await page.getByLabel("Email").fill(email);
  await button(page, "Email me a code").click();
  await fillCode(page, await codeTo(email));
  await expect(disabled).toBeVisible();
  await expect(page.getByText(/You asked to delete it.* erased on .*\d:\d\d/)).toBeVisible();
  await query(set, [demo.tenancyId, "off"]);
  await page.goto(await linkTo(email, "/undo/deletion"));
  await button(page, "Keep my account").click();
  await expect(heading(page, "Your account stays")).toBeVisible();
  await open(page, account, email);
});
