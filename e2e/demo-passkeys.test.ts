import type { Locator, Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { newEmail, register, signOut } from "./demo-page";
import { expect, test } from "./fixtures";
import { waitForOffer } from "./virtual-authenticator";

const rows = (page: Page) =>
  page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem");
const dialog = (page: Page) => page.getByRole("dialog");
const notice = (page: Page, title: string) => page.getByRole("status").filter({ hasText: title });

async function remove(page: Page, row: Locator) {
  await row.getByRole("button", { name: /^Remove/ }).click();
  await expect(dialog(page)).toBeVisible();
}

/**
 * Switches to a second device of the signed-in account: without the first device's passkey, and with
 * a new one.
 */
async function addOnAnotherDevice(page: Page, forgetAll: () => Promise<void>) {
  await forgetAll();
  await page.getByRole("button", { name: "Add another passkey" }).click();
  await expect(notice(page, "Passkey added")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
}

const ageSession = `UPDATE keystead_demo.sessions s SET signed_in_at = now() - interval '6 minutes'
    FROM keystead_demo.users u WHERE u.id = s.user_id AND u.email = $1`;
const setAaguid = `UPDATE "Passkey" p SET "aaguid" = $2, "backedUp" = true FROM "User" u
    WHERE u."sub" = p."sub" AND u."email" = $1`;

test("the account shows each passkey's provider, storage, creation and last use", async ({
  page,
  authenticator,
  query,
}) => {
  const email = await register(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(
    /Passkey.*Created in this session.*On one device only.*Created .*Not used to sign in yet/,
  );
  await expect(rows(page)).not.toContainText("Signed in with it");
  await expect(rows(page)).toContainText(email);
  expect(await query(setAaguid, [email, "d548826e-79b4-db40-a3d8-11116f7e8349"])).toBe(1);
  await authenticator.setTakesOffers(false);
  await signOut(page);
  await waitForOffer(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(rows(page)).toContainText(/Bitwarden.*Signed in with it.*Created .*Last used /);
  const icon = rows(page).locator("img");
  expect(
    await icon.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(48);
  const local = await page.evaluate(
    (at) =>
      new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(
        new Date(at ?? 0),
      ),
    await rows(page).locator("time").first().getAttribute("datetime"),
  );
  await expect(rows(page).locator("time").first()).toHaveText(local);
  await page.getByRole("link", { name: "its own page" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Recent activity" })).toBeVisible();
});

test("a rename reaches the vault and the device", async ({ page, authenticator }) => {
  await register(page);
  const name = "Grace’s <passkeys>";
  await page.getByLabel("Name on your devices").fill(name);
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(notice(page, "Passkeys renamed")).toContainText("sent the new name");
  await expect(rows(page)).toContainText(name);
  await expect
    .poll(async () => (await authenticator.credentials()).map(({ userName }) => userName))
    .toEqual([name]);
  await page.getByLabel("Name on your devices").fill(" ");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "The page renames the passkeys on the device" }),
  ).toBeVisible();
  await expect(page.getByText(/passkeys\/update\/exchange/)).toBeVisible();
});

test("removes a passkey from the vault and the device; the other one still signs in", async ({
  page,
  authenticator,
  query,
}) => {
  const email = await register(page);
  await addOnAnotherDevice(page, authenticator.forgetAll);
  const here = rows(page).filter({ hasText: "Created in this session" });
  await remove(page, here);
  await expect(dialog(page)).not.toContainText("last passkey");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(rows(page)).toHaveCount(2);
  await remove(page, here);
  await dialog(page).getByRole("button", { name: "Remove passkey" }).click();
  await expect(notice(page, "Passkey removed")).toContainText(
    "asked your passkey manager to remove it",
  );
  await expect(rows(page)).toHaveCount(1);
  expect(await authenticator.credentials()).toEqual([]);
  expect(
    await query(
      'SELECT 1 FROM "Passkey" p JOIN "User" u ON u."sub" = p."sub" WHERE u."email" = $1',
      [email],
    ),
  ).toBe(1);
});

test("removing the last passkey requires a warning and its typed name", async ({
  page,
  authenticator,
}) => {
  const email = await register(page);
  await remove(page, rows(page));
  await expect(dialog(page)).toContainText("This is your last passkey");
  const confirm = dialog(page).getByRole("button", { name: "Remove passkey" });
  await expect(confirm).toBeDisabled();
  await dialog(page).getByRole("textbox").fill(email.slice(1));
  await expect(confirm).toBeDisabled();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(await authenticator.credentials()).toHaveLength(1);
  await remove(page, rows(page));
  await dialog(page).getByRole("textbox").fill(email);
  await confirm.click();
  await expect(notice(page, "Passkey removed")).toBeVisible();
  await expect(page.getByText("No passkeys yet")).toBeVisible();
  expect(await authenticator.credentials()).toEqual([]);
});

test("the warning counts only enabled passkeys", async ({ page, authenticator, query }) => {
  const email = await register(page);
  await addOnAnotherDevice(page, authenticator.forgetAll);
  expect(
    await query(
      `UPDATE "Passkey" p SET "disabledAt" = now() FROM "User" u WHERE u."sub" = p."sub"
         AND u."email" = $1 AND p."id" = (SELECT min("id") FROM "Passkey" WHERE "sub" = u."sub")`,
      [email],
    ),
  ).toBe(1);
  await page.reload();
  await expect(rows(page).filter({ hasText: "disabled" })).toHaveCount(1);
  await remove(page, rows(page).filter({ hasNotText: "disabled" }));
  await expect(dialog(page)).toContainText("This is your last passkey");
});

test("tidying removes only dead passkeys from the device", async ({
  page,
  authenticator,
  backend,
}) => {
  await register(page);
  const [old] = await authenticator.credentials();
  await addOnAnotherDevice(page, authenticator.forgetAll);
  const [current] = await authenticator.credentials();
  // Back on the first device, whose passkey was deleted meanwhile.
  const { records } = (await backend("GET", `passkeys?userId=${await ourId(page)}`)) as {
    records: { id: string; credential: { id: string } }[];
  };
  const gone = records.find(({ credential }) =>
    Buffer.from(credential.id, "base64url").equals(Buffer.from(old?.credentialId ?? "", "base64")),
  );
  await backend("DELETE", `passkeys/${gone?.id}`);
  await authenticator.forgetAll();
  if (old !== undefined) await authenticator.keep(old);
  await page.getByRole("button", { name: "Remove deleted passkeys from this device" }).click();
  await expect(notice(page, "Device updated")).toContainText("no longer work");
  expect(await authenticator.credentials()).toEqual([]);
  if (current !== undefined) await authenticator.keep(current);
  await page.getByRole("button", { name: "Remove deleted passkeys from this device" }).click();
  await expect(notice(page, "Device updated")).toBeVisible();
  expect((await authenticator.credentials()).map(({ credentialId }) => credentialId)).toEqual([
    current?.credentialId,
  ]);
});

const ourId = async (page: Page) =>
  (await page
    .locator("dl > div")
    .filter({ has: page.getByText("Driftwood’s user id", { exact: true }) })
    .getByRole("definition")
    .textContent()) ?? "";

test("an old session requires a passkey again before it adds or removes one", async ({
  page,
  authenticator,
  query,
}) => {
  const email = await register(page);
  expect(await query(ageSession, [email])).toBe(1);
  await authenticator.setVerified(false);
  await page.getByRole("button", { name: "Add another passkey" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: /No passkey was used|could not be verified/ }),
  ).toBeVisible();
  await authenticator.setVerified(true);
  await page.getByRole("button", { name: "Add another passkey" }).click();
  await expect(page.getByText("This device already has your passkey")).toBeVisible();
  await expect(rows(page)).toContainText("Last used");
  expect(await query(ageSession, [email])).toBe(1);
  await remove(page, rows(page));
  await dialog(page).getByRole("textbox").fill(email);
  await dialog(page).getByRole("button", { name: "Remove passkey" }).click();
  await expect(notice(page, "Passkey removed")).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "The page signs in again to confirm" }),
  ).toBeVisible();
});

test("another account's passkey doesn't refresh a session", async ({
  page,
  authenticator,
  query,
}) => {
  const mine = await register(page);
  const [own] = await authenticator.credentials();
  await authenticator.setPresent(false);
  await signOut(page);
  await authenticator.setPresent(true);
  await authenticator.forgetAll();
  const other = await register(page, newEmail());
  expect(mine).not.toBe(other);
  await authenticator.forgetAll();
  if (own !== undefined) await authenticator.keep(own);
  expect(await query(ageSession, [other])).toBe(1);
  await page.getByRole("button", { name: "Add another passkey" }).click();
  await expect(
    page.getByText("That passkey belongs to another account.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(other, { exact: true }).first()).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test("another account's passkey can't be removed by its id", async ({
  page,
  authenticator,
  backend,
}) => {
  await register(page);
  const { records } = (await backend("GET", `passkeys?userId=${await ourId(page)}`)) as {
    records: { id: string }[];
  };
  await authenticator.setPresent(false);
  await signOut(page);
  await authenticator.setPresent(true);
  await authenticator.forgetAll();
  await register(page);
  const refused = await page.evaluate(
    (passkeyId) =>
      fetch("/demo/api/remove-passkey", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ passkeyId }),
      }).then((reply) => reply.json() as Promise<object>),
    records[0]?.id,
  );
  expect(refused).toMatchObject({ ok: false, tag: "@error/NotFound" });
  expect((await backend("GET", `passkeys/${records[0]?.id}`))["enabled"]).toBe(true);
});

test("a sign-in with a dead passkey says so, and offers to remove it from the device", async ({
  page,
  authenticator,
  query,
}) => {
  const email = await register(page);
  await authenticator.setTakesOffers(false);
  await signOut(page);
  expect(await query('DELETE FROM "User" WHERE "email" = $1', [email])).toBe(1);
  await waitForOffer(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey no longer exists")).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);
  await page.getByRole("button", { name: "Remove it from this device" }).click();
  await expect(page.getByText("asked your passkey manager to remove it")).toBeVisible();
  expect(await authenticator.credentials()).toEqual([]);
});

test("without the Signal API, the page explains the manual steps", async ({
  page,
  authenticator,
}) => {
  await page.addInitScript(() => {
    for (const name of [
      "signalCurrentUserDetails",
      "signalUnknownCredential",
      "signalAllAcceptedCredentials",
    ])
      Reflect.deleteProperty(PublicKeyCredential, name);
  });
  const email = await register(page);
  await page.getByLabel("Name on your devices").fill("Grace");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(notice(page, "Passkeys renamed")).toContainText("there yourself");
  await expect(rows(page)).toContainText("Grace");
  expect((await authenticator.credentials())[0]?.userName).toBe(email);
});

test("the account's passkeys are accessible", async ({ page, authenticator, query }, info) => {
  const look = (name: string) =>
    expectNoBarrier({ page, info, fullPage: name === "passkeys" }, name);
  const email = await register(page);
  expect(await query(setAaguid, [email, "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"])).toBe(1);
  await addOnAnotherDevice(page, authenticator.forgetAll);
  await look("passkeys");
  await remove(page, rows(page).first());
  await look("remove");
  await dialog(page).getByRole("button", { name: "Remove passkey" }).click();
  await expect(rows(page)).toHaveCount(1);
  await remove(page, rows(page));
  await look("remove-last");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await authenticator.setPresent(false);
  await signOut(page);
  expect(await query('DELETE FROM "User" WHERE "email" = $1', [email])).toBe(1);
});
