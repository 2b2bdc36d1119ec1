import type { Locator, Page } from "@playwright/test";
import type pg from "pg";
import { ulid } from "ulid";
import { expect, test } from "./console-fixtures";
import { insertEvent, type TimelineEvent } from "./insert-event";
import { insertUser } from "./insert-user";

const newId = () => ulid().toLowerCase();

const dialog = (page: Page) => page.getByRole("dialog");

const refusals = [
  ["VerificationFailed.signature", "Passkey: wrong signature"],
  ["PasskeyDisabled", "Passkey is disabled"],
  ["PasskeyNotFound", "Unknown passkey"],
  ["VerificationFailed.user-verification", "Passkey: no fingerprint, face or PIN"],
  ["InvalidToken", "Session expired or already used"],
] as const;

/** Inserts one user for each reason, with a refused sign-in. */
async function insertRefused(database: pg.Client, tenancyId: string) {
  const people = [];
  for (const [reason, words] of refusals) {
    const { sub, passkeyId, email } = await insertUser(
      database,
      tenancyId,
      `${newId()}@example.com`,
    );
    await insertEvent(database, tenancyId, {
      kind: "sign-in.refused",
      reason,
      sub,
      ...(reason === "PasskeyNotFound" ? {} : { passkeyId }),
    });
    people.push({ email, words });
  }
  return people;
}

const visits = [
  ["two clicks", { viewport: { width: 1280, height: 800 } }],
  ["two taps on a phone", { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

for (const [effort, use] of visits)
  test.describe(effort, () => {
    test.use(use);

    test("“I can’t sign in”: from the overview to the user and the reason", async ({
      page,
      operator,
      tenancy,
      database,
      hasTouch,
    }) => {
      await operator({ tenancyId: tenancy.id, role: "support" });
      const press = (link: Locator) => (hasTouch ? link.tap() : link.click());
      for (const { email, words } of await insertRefused(database, tenancy.id)) {
        await page.goto(`/console/${tenancy.id}`);
        await press(page.getByRole("link", { name: words }));
        await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
        await expect(page.getByRole("row").filter({ hasText: "Sign-in failed" })).toHaveCount(1);
        await press(page.getByRole("link", { name: email }));
        const entry = page.getByRole("listitem").filter({ hasText: "Sign-in failed" });
        await expect(entry).toContainText(words);
        await expect(entry).toContainText("Safari on iPhone from 203.0.113.0/24");
      }
    });
  });

test("a refused origin is named, with a link to the sites for those who may open it", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await insertEvent(database, tenancy.id, {
    kind: "request.refused",
    reason: "Forbidden",
    origin: "https://shop.exmaple.com",
  });
  const row = page.getByRole("row").filter({ hasText: "Origin not allowed" });
  const link = dialog(page).getByRole("link", { name: "Settings → Sites" });
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}/activity`);
  await expect(row).toContainText("https://shop.exmaple.com");
  await row.click();
  await expect(dialog(page)).toContainText("ask an admin to add it in Settings → Sites");
  await expect(link).toHaveCount(0);
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/activity`);
  await row.click();
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/console/${tenancy.id}/settings/sites$`));
});

test("activity sums up why requests failed, opens each row, and follows new events when it is live", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { sub } = await insertUser(database, tenancy.id, "ada@example.com");
  const refused = (event: Partial<TimelineEvent>) =>
    insertEvent(database, tenancy.id, { kind: "request.refused", reason: "Forbidden", ...event });
  await refused({ origin: "https://shop.exmaple.com" });
  await refused({ origin: "https://shop.exmaple.com" });
  await insertEvent(database, tenancy.id, {
    kind: "code.refused",
    reason: "InvalidChallengeCode",
    email: "grace@example.com",
  });
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}/activity`);
  const rows = page.getByRole("table").locator("tbody tr");
  await expect(rows).toHaveCount(3);

  await test.step("a reason leads to its events and to what to do", async () => {
    const summary = page.getByRole("region", { name: "Why requests failed" });
    await expect(summary).toContainText("Failed since");
    await summary.getByRole("link", { name: /not allowed 2$/ }).click();
    await expect(rows).toHaveCount(2);
    await expect(page.getByText("2 events", { exact: true })).toBeVisible();
    const chips = page.getByRole("list", { name: "Active filters" }).getByRole("link");
    await expect(chips).toHaveText([/^Remove filterFrom/]);
    await expect(summary).toContainText("Otherwise ask an admin to check the allowed origins");
  });

  await test.step("a row opens the event's facts, and closes to the same list", async () => {
    await rows.first().getByRole("link", { name: "Origin not allowed" }).press("Enter");
    await expect(page).toHaveURL(/&event=[0-9a-z]{26}$/);
    await expect(dialog(page).getByRole("definition")).toContainText([
      /20\d\d/,
      "https://shop.exmaple.com",
      "Unknown",
      "Safari on iPhone",
      "203.0.113.0/24",
      /[0-9a-z]{26}/,
      /[0-9a-z]{26}/,
    ]);
    await expect(
      dialog(page).getByRole("button", { name: /^Copy request id: [0-9a-z]{26}$/ }),
    ).toBeVisible();
    await page.reload();
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).not.toHaveURL(/event=/);
    await expect(rows).toHaveCount(2);
    await rows.first().click();
    await dialog(page).getByRole("link", { name: "All events of this request" }).click();
    await expect(page).toHaveURL(/activity\?request=/);
    await expect(rows).toHaveCount(1);
  });

  await test.step("an event of a mailbox opens its emails", async () => {
    await page.goto(`/console/${tenancy.id}/activity`);
    await rows.getByRole("link", { name: "grace@example.com" }).click();
    await expect(page).toHaveURL(/challenges\?mailbox=grace%40example.com$/);
  });

  await test.step("a live list shows a new event by itself", async () => {
    await page.goto(`/console/${tenancy.id}/activity`);
    const live = page.getByRole("switch", { name: "Live" });
    await live.click();
    await expect(live).toBeChecked();
    await insertEvent(database, tenancy.id, { kind: "sign-in.succeeded", sub });
    await expect(rows).toHaveCount(4);
    await rows.getByRole("link", { name: "Signed in with a passkey" }).click();
    await dialog(page).getByRole("link", { name: "ada@example.com" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("ada@example.com");
  });
});

test("a disabled passkey and user name who, when and why, in the timeline and the audit log", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const owner = await operator();
  const { sub, passkeyId, email } = await insertUser(database, tenancy.id, `${newId()}@a.example`);
  await page.goto(`/console/${tenancy.id}/users/${sub}`);
  await page.getByRole("button", { name: "Disable the passkey" }).click();
  await dialog(page).getByLabel("Reason").fill("Lost phone");
  await dialog(page).getByRole("button", { name: "Disable" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const summary = page.getByRole("region", { name: /can’t sign in/i });
  await expect(summary).toContainText("Can’t sign in with a passkey: the only passkey is disabled");
  await expect(summary).toContainText(`disabled by ${owner.email}`);
  await expect(summary).toContainText("Reason: “Lost phone”");
  await page.goto(`/console/${tenancy.id}/passkeys/${passkeyId}`);
  await expect(
    page.getByRole("status").filter({ hasText: "This passkey is disabled" }),
  ).toContainText("Reason: “Lost phone”");

  await page.goto(`/console/${tenancy.id}/users/${sub}`);
  await page.getByRole("button", { name: "Disable user" }).click();
  await dialog(page).getByLabel("Reason").fill("Asked by phone");
  await dialog(page).getByRole("button", { name: "Disable" }).click();
  const notice = page.getByRole("heading", { name: "This user is disabled and can’t sign in" });
  await expect(notice).toBeVisible();
  await expect(summary).toContainText("Reason: “Asked by phone”");
  const items = page
    .getByRole("list")
    .filter({ hasText: "disabled this user" })
    .getByRole("listitem");
  await expect(items.nth(0)).toContainText(`${owner.email} disabled this user`);
  await expect(items.nth(1)).toContainText("Reason: “Lost phone”");

  await items.nth(1).getByRole("link", { name: "Audit event" }).click();
  await expect(page.getByRole("definition").filter({ hasText: "Lost phone" })).toBeVisible();
  await page.getByRole("link", { name: "Audit log" }).first().click();
  const row = page.getByRole("row").filter({ hasText: "disabled a passkey" });
  await expect(row).toContainText(owner.email);
  await expect(row).toContainText("“Lost phone”");
  await expect(row.locator("time").first()).toBeVisible();

  await page.goto(`/console/${tenancy.id}/users/${sub}`);
  await page.getByRole("button", { name: "Enable user" }).click();
  const asked = page.getByRole("dialog");
  await expect(asked).toContainText("“Asked by phone”");
  await expect(asked).toContainText("Can’t sign in with a passkey: the only passkey is disabled");
  await asked.getByRole("button", { name: "Enable user" }).click();
  await expect(page.getByText(`${email} is enabled.`)).toBeVisible();
  await expect(notice).toHaveCount(0);
});
