import type { Locator, Page } from "@playwright/test";
import type pg from "pg";
import { ulid } from "ulid";
import { systemClock } from "@/lib/platform/clock";
import { addChallenges, populate } from "@/testing/population";
import { findClipped } from "./barriers";
import { expect, test } from "./console-fixtures";
import { openSearch } from "./keyboard";

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

const newId = () => ulid().toLowerCase();

const runOn = (database: pg.Client) => async (statement: { text: string; values: unknown[] }) =>
  (await database.query<Record<string, unknown>>(statement.text, statement.values)).rows;

const fill = (database: pg.Client, tenancyId: string, users: number) =>
  populate(runOn(database), {
    tenancyId,
    nowMs: systemClock.now(),
    rareEvery: 2,
    users,
    passkeys: users,
  });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error("the element is not visible");
  return { ...box, bottom: box.y + box.height };
}

const backgroundOf = (element: Locator) =>
  element.evaluate((shown) => getComputedStyle(shown).backgroundColor);

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);

/** Emails that have more than one line, or that are cut and don't show the rest on hover. */
const findUnreadableEmails = (elements: (HTMLElement | SVGElement)[]) =>
  elements.flatMap((element) => {
    const text = element.textContent;
    if (!/^\S+@\S+$/.test(text) || element.children.length > 0) return [];
    const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
    const isOneLine = element.getBoundingClientRect().height < 1.5 * lineHeight;
    // Of a box that is a part of a pixel wider, clientWidth is rounded down, and scrollWidth up.
    const isCut = element.scrollWidth > element.clientWidth + 1;
    const title = element.closest("[title]")?.getAttribute("title") ?? "";
    return isOneLine && (!isCut || title.includes(text)) ? [] : [text];
  });

/** The lists of the console that many rows have. */
const longLists = ["activity", "users", "passkeys", "challenges", "audit"];

const longEmails = [
  "barbara.liskov@fabrikan.example",
  "pneumonoultramicroscopicsilicovolcanoconiosisresearchdepartment@very-long-subdomain.example",
];

/** Every kind of event, with the longest words, of users and of mailboxes without a user. */
async function addEvents(database: pg.Client, tenancyId: string, sub: string, passkeyId: string) {
  const kinds = [
    ["registration.succeeded", null],
    ["registration.monitored", "VerificationFailed.policy-user-verification"],
    ["sign-in.refused", "VerificationFailed.user-verification"],
    ["sign-in.by-code", null],
    ["sign-in.monitored", "VerificationFailed.policy-storage"],
    ["code.accepted", null],
    ["code.failed", "refused"],
    ["code.refused", "TooManyChallenges"],
  ];
  for (const [kind, reason] of kinds)
    for (const email of longEmails)
      await database.query(
        `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","reason","sub","email","passkeyId",
           "requestId","addressPrefix","userAgent","createdAt")
         VALUES ($1,$2,$3,$4,$5,$6,$7,$8,'2001:db8:1234::/48',$9,now())`,
        [
          tenancyId,
          newId(),
          kind,
          reason,
          ...(kind?.startsWith("code.") === true ? [null, email, null] : [sub, null, passkeyId]),
          newId(),
          "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
        ],
      );
}

test("at 1280 px, no list is clipped and every email has one line, in full on hover", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  test.slow();
  await page.setViewportSize(desktop);
  const { subs, passkeyIds } = await fill(database, tenancy.id, 6);
  const challengeIds = await addChallenges(runOn(database), {
    tenancyId: tenancy.id,
    nowMs: systemClock.now(),
    count: 4,
  });
  for (const [index, email] of longEmails.entries()) {
    await database.query(
      `UPDATE "User" SET "email" = $3, "emailNormalized" = $3
       WHERE "tenancyId" = $1 AND "sub" = $2`,
      [tenancy.id, subs[index], email],
    );
    await database.query(
      `UPDATE "Challenge" SET "email" = $3, "emailNormalized" = $3, "purpose" = 'add-passkey'
       WHERE "tenancyId" = $1 AND "id" = $2`,
      [tenancy.id, challengeIds[index], email],
    );
    await database.query(
      `UPDATE "Passkey" SET "username" = $3, "quarantinedUntil" = now() + interval '1 day'
       WHERE "tenancyId" = $1 AND "id" = $2`,
      [tenancy.id, passkeyIds[index], `work-${email}`],
    );
  }
  await database.query(
    `UPDATE "OutboxMail" SET "state" = 'dead', "endedBy" = 'refused',
       "lastError" = '550 5.1.1 ' || repeat('x', 60) || ' <nobody@fabrikan.example>: unknown mailbox'
     WHERE "tenancyId" = $1 AND "id" = $2`,
    [tenancy.id, challengeIds[1]],
  );
  await addEvents(database, tenancy.id, subs[1] ?? "", passkeyIds[1] ?? "");
  const { sub } = await operator();
  await database.query(
    `INSERT INTO "AuditEvent" ("tenancyId","id","action","actorKind","actorId","targetKind",
       "targetId","reason","createdAt")
     VALUES ($1,$2,'user.disabled','operator',$3,'user',$4,repeat('x', 200),now())`,
    [tenancy.id, newId(), sub, subs[1]],
  );
  await database.query(
    `INSERT INTO "ApiKey" ("tenancyId","id","name","publicId","hash","scopes","createdBy","createdAt")
     VALUES ($1,$2,'Shop, production',$2,'','{*}',$3,now())`,
    [tenancy.id, newId(), sub],
  );
  await database.query(
    `INSERT INTO "OperatorInvitation" ("tenancyId","id","email","emailNormalized","role",
       "invitedBy","createdAt","expiresAt")
     VALUES ($1,$2,$3,$3,'support',$4,now(),now() + interval '7 days')`,
    [tenancy.id, newId(), longEmails[1], sub],
  );
  for (const list of [
    "activity",
    "users",
    "passkeys",
    "challenges",
    "audit",
    "members",
    "api-keys",
    `users/${subs[1]}`,
    "../tenancies",
  ]) {
    await page.goto(`/console/${tenancy.id}/${list}`);
    const tables = page.getByRole("main").getByRole("table");
    await expect(tables.first()).toBeVisible();
    // Until the page's script runs, times are in UTC and longer.
    await expect.poll(() => tables.evaluateAll(findClipped), list).toEqual([]);
    if (!longLists.includes(list)) continue;
    const cells = tables.locator("*");
    await expect.poll(() => cells.evaluateAll(findUnreadableEmails), list).toEqual([]);
  }
});

test("a dialog that a table row opens is aligned like every other", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { subs } = await fill(database, tenancy.id, 1);
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/users/${subs[0]}`);
  const row = page.getByRole("region", { name: "Passkeys of this user" });
  await row.getByRole("button", { name: "Disable" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading")).toHaveCSS("text-align", "start");
  await expect(dialog.getByRole("heading")).toHaveCSS("white-space", "normal");
});

test("at 1280 × 800, an owner sees all pages of the navigation above the account menu", async ({
  page,
  operator,
  tenancy,
}) => {
  await page.setViewportSize(desktop);
  await operator();
  await page.goto(`/console/${tenancy.id}`);
  const account = page.getByRole("button", { name: "Your account" });
  expect((await boxOf(account)).bottom).toBeLessThanOrEqual(desktop.height);
  // The navigation scrolls behind the menu, and nothing shows below it.
  const atBottom = () => document.elementFromPoint(60, window.innerHeight - 4)?.closest("a");
  expect(await page.evaluate(atBottom)).toBeFalsy();
  const last = page.getByRole("link", { name: "System owners" });
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(account)).y);
  await account.click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeInViewport();
});

test("a phone’s menu and cards show no shortcut and no label without a value", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await page.setViewportSize(phone);
  // A backend has no browser.
  await database.query(
    `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","email","createdAt")
     VALUES ($1,$2,'code.requested','ada@example.com',now())`,
    [tenancy.id, newId()],
  );
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/activity`);
  await expect(page.getByRole("row").filter({ hasText: "ada@example.com" })).toBeVisible();
  await expect(page.locator("td[data-label=User]")).toBeVisible();
  await expect(page.locator("td[data-label=Device]")).toBeHidden();
  await page.getByRole("button", { name: "Open the menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByRole("button", { name: "Search" })).toBeVisible();
  await expect(menu.getByText("Ctrl K")).toBeHidden();
});

test("an email has the room that it needs in the lists of users and passkeys", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await fill(database, tenancy.id, 4);
  const email = "barbara.liskov@fabrikan.example";
  await database.query(`UPDATE "User" SET "email" = $2 WHERE "tenancyId" = $1`, [
    tenancy.id,
    email,
  ]);
  await operator({ tenancyId: tenancy.id });
  for (const width of [1280, 1024])
    for (const list of ["users", "passkeys"]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/console/${tenancy.id}/${list}`);
      const emails = page.getByRole("main").getByTitle(email);
      await expect(emails).toHaveCount(4);
      const cut = await emails.evaluateAll(
        (shown) =>
          shown.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
      );
      expect(cut, `${list} at ${width} px`).toBe(0);
    }
});

test("in the search, badges and names stand out and stay in place", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await page.setViewportSize(phone);
  await fill(database, tenancy.id, 4);
  await database.query(
    `UPDATE "User" SET "emailVouched" = false,
       "familyName" = repeat('x', length("email") % 3 * 9) || "familyName"
     WHERE "tenancyId" = $1`,
    [tenancy.id],
  );
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}`);
  await (await openSearch(page)).fill("person-");
  const options = page.getByRole("option", { name: /^person-/ });
  await expect(options).toHaveCount(4);
  for (const option of await options.all()) {
    await option.hover();
    await expect(option).toHaveAttribute("aria-selected", "true");
    const badge = option.getByText("Email not verified");
    expect(await backgroundOf(badge)).not.toBe(await backgroundOf(option));
    const [email, name] = await Promise.all([
      boxOf(option.getByText(/^person-/)),
      boxOf(option.getByText(/^Given/)),
    ]);
    expect([name.x, name.y >= email.bottom]).toEqual([email.x, true]);
  }
});

test("on a phone, a page opens at its top, below the header", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await page.setViewportSize(phone);
  await fill(database, tenancy.id, 30);
  const place = { tenancyId: tenancy.id, nowMs: systemClock.now() };
  await addChallenges(runOn(database), { ...place, count: 12 });
  await operator({ tenancyId: tenancy.id });
  for (const scrolled of [15, 60, 400]) {
    await page.goto(`/console/${tenancy.id}/challenges`);
    await expect(page.getByText("12 codes", { exact: true })).toBeVisible();
    await page.evaluate((top) => window.scrollTo(0, top), scrolled);
    // A click by the mouse may scroll first.
    await page
      .getByRole("row")
      .nth(1)
      .getByRole("link")
      .evaluate((link: HTMLElement) => link.click());
    await page.waitForURL(/\/challenges\/./);
    await expect(page.getByRole("heading", { name: "Mailbox" })).toBeVisible();
    await expect.poll(() => scrollTop(page)).toBe(0);
  }
  await page.goto(`/console/${tenancy.id}/users`);
  await (await openSearch(page)).fill("person-7@");
  await page.getByRole("option", { name: /^person-7@/ }).click();
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  expect(await scrollTop(page)).toBe(0);
});

test("on a phone, the answer about a user comes before the actions", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { subs } = await fill(database, tenancy.id, 1);
  await operator({ tenancyId: tenancy.id });
  await page.setViewportSize(phone);
  await page.goto(`/console/${tenancy.id}/users/${subs[0]}`);
  const answer = page.getByRole("heading", { name: /^Can(’t)? sign in/ });
  const erase = page.getByRole("button", { name: "Erase" });
  expect((await boxOf(erase)).y).toBeGreaterThan((await boxOf(answer)).bottom);
  await erase.click();
  await expect(page.getByRole("dialog")).toHaveAccessibleName(/^Erase/);
  await page.keyboard.press("Escape");
  await page.setViewportSize(desktop);
  expect((await boxOf(erase)).bottom).toBeLessThan((await boxOf(answer)).y);
});

/** How many rows of the page's table are on the screen without scrolling. */
const visibleRows = (page: Page) =>
  page
    .getByRole("main")
    .locator("tbody tr")
    .evaluateAll(
      (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
    );

test("at 1280 × 800, a screen has twelve events, ten users and ten passkeys", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await page.setViewportSize(desktop);
  const { subs, passkeyIds } = await fill(database, tenancy.id, 20);
  for (const index of [1, 2])
    await addEvents(database, tenancy.id, subs[index] ?? "", passkeyIds[index] ?? "");
  // The summary above the list has as many reasons as it shows.
  for (const reason of ["Forbidden", "InvalidChallengeCode", "PasskeyNotFound", "InvalidCode"]) {
    await database.query(
      `INSERT INTO "ActivityCount" ("tenancyId","hour","metric","count")
       VALUES ($1,date_trunc('hour', now()),$2,7)`,
      [tenancy.id, `failure.${reason}`],
    );
    await database.query(
      `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","reason","count","createdAt")
       VALUES ($1,$2,'request.refused',$3,7,now())`,
      [tenancy.id, newId(), reason],
    );
  }
  await operator({ tenancyId: tenancy.id });
  for (const [list, rows] of [
    ["activity", 12],
    ["users", 10],
    ["passkeys", 10],
  ] as const) {
    await page.goto(`/console/${tenancy.id}/${list}`);
    await expect(page.getByRole("main").getByRole("table")).toBeVisible();
    await expect.poll(() => visibleRows(page), list).toBeGreaterThanOrEqual(rows);
    // One line of controls: everything in the toolbar is beside the search.
    const search = await boxOf(page.getByRole("searchbox"));
    for (const control of await page.getByRole("search").locator("select:visible").all())
      expect((await boxOf(control)).y, list).toBe(search.y);
  }
});

test("an empty list offers its action once, beside what it is for", async ({
  page,
  operator,
  tenancy,
}) => {
  await operator();
  for (const [list, empty, action] of [
    ["members", "No members yet", page.getByRole("button", { name: "Invite member" })],
    ["api-keys", "No active keys", page.getByRole("link", { name: "Create key" })],
  ] as const) {
    await page.goto(`/console/${tenancy.id}/${list}`);
    await expect(page.getByText(empty)).toBeVisible();
    await expect(action).toHaveCount(1);
    expect((await boxOf(action)).y).toBeGreaterThan((await boxOf(page.getByText(empty))).bottom);
  }
});

test("a disabled passkey says so once, beside its title, and folds look like folds", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { passkeyIds } = await fill(database, tenancy.id, 3);
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/passkeys/${passkeyIds[0]}`);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("lost");
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("This passkey is disabled and can’t sign in")).toBeVisible();
  await expect(main.getByText("Disabled", { exact: true })).toHaveCount(1);
  await expect(main.getByText("Checked when it was created")).toBeVisible();
  await main.getByText("For developers").click();
  for (const fold of ["Public key (COSE)", "JSON, as the API returns it"])
    await expect(main.getByText(fold).locator("svg")).toBeVisible();
});

test("the passkey of this session is in use, and not called unused", async ({ page, operator }) => {
  await operator();
  await page.goto("/console/account");
  await expect(page.getByText("In use")).toBeVisible();
  await expect(page.getByText("never used")).toHaveCount(0);
});
