import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type pg from "pg";
import { ulid } from "ulid";
import { systemClock } from "@/lib/platform/clock";
import { populate } from "@/testing/population";
import { expect, test } from "./console-fixtures";
import { actWithoutScripts } from "./listening";

const fill = (database: pg.Client, tenancyId: string, users: number) =>
  populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    { tenancyId, nowMs: systemClock.now(), rareEvery: 10, users, passkeys: users },
  );

const firstUser = (page: Page) => page.getByRole("row").nth(1);

/** In CSS px. */
const heightOf = (row: Locator) => row.evaluate((element) => element.clientHeight);

test("the users list shows its total and sorts by email and by creation time", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await fill(database, tenancy.id, 60);
  await operator({ tenancyId: tenancy.id, role: "auditor" });
  await page.goto(`/console/${tenancy.id}/users`);
  await expect(page.getByText("60 users", { exact: true })).toBeVisible();
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages).toContainText("1–50 of 60");
  await expect(firstUser(page)).toContainText("person-59@");
  await page.getByRole("link", { name: "User", exact: true }).click();
  await expect(firstUser(page)).toContainText("person-0@");
  const heading = page.getByRole("columnheader", { name: "User", exact: true });
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("row")).toHaveCount(11);
  await expect(pages).toContainText("51–60 of 60");
  await expect(page).toHaveURL(/order=email/);
  await page.getByRole("link", { name: "Created", exact: true }).click();
  await expect(firstUser(page)).toContainText("person-59@");
  // A click anywhere in the row opens its link. The last cell holds a time.
  await firstUser(page).getByRole("cell").nth(1).click({ force: true });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("person-59@example.com");
  await page.goBack();
  await firstUser(page).getByRole("time").last().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("person-59@example.com");
});

test("the users list filters, sorts a search, and sorts by last sign-in", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { subs } = await fill(database, tenancy.id, 60);
  await database.query(
    `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","sub","createdAt")
     VALUES ($1,$2,'sign-in.succeeded',$3,now())`,
    [tenancy.id, ulid().toLowerCase(), subs[7]],
  );
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}/users`);
  await page.getByLabel("State").selectOption({ label: "Disabled" });
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  // The population's users 1, 11, … are disabled.
  await expect(page.getByText("6 users", { exact: true })).toBeVisible();
  await expect(firstUser(page)).toContainText("person-51@");
  await page.getByRole("link", { name: "User", exact: true }).click();
  await expect(firstUser(page)).toContainText("person-11@");
  await page.getByLabel("Find a user").fill("son-");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/q=son-/);
  await expect(page.getByText("6 users", { exact: true })).toBeVisible();
  await expect(firstUser(page)).toContainText("person-11@");
  await page.getByRole("link", { name: "Created", exact: true }).click();
  await expect(firstUser(page)).toContainText("person-51@");
  await expect(page.getByLabel("State")).toHaveValue("disabled");
  // The field shows the filter. On a phone it is folded, and a chip does.
  const chip = page.getByRole("link", { name: "Remove filter State: Disabled" });
  await expect(chip).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await chip.click();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page).toHaveURL(/q=son-&order=newest$/);
  await expect(page.getByText("These are the first 50 matches").first()).toBeVisible();
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page.getByText("60 users", { exact: true })).toBeVisible();
  await page.getByLabel("Passkeys").selectOption({ label: "A disabled passkey" });
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  // The population's passkeys 2, 12, … are disabled.
  await expect(page.getByText("6 users", { exact: true })).toBeVisible();
  await expect(firstUser(page)).toContainText("person-52@");
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page.getByText("60 users", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Last sign-in", exact: true }).click();
  await expect(page.getByText("Users without a recent sign-in are last")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(51);
  await expect(firstUser(page)).toContainText("person-7@");
  await expect(page.getByRole("row").nth(2)).toContainText("person-59@");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("row")).toHaveCount(11);
});

test("on a phone, an operator finds a user, opens a passkey and reads its audit event", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await fill(database, tenancy.id, 12);
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}/users`);
  await page.getByLabel("Find a user").fill("son-11@exam");
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("1 user", { exact: true })).toBeVisible();
  // A card labels its values; the table keeps its rows and headings for screen readers.
  const card = firstUser(page);
  await expect(card.getByRole("cell")).toHaveCount(5);
  expect(await heightOf(card)).toBeLessThanOrEqual(150);
  await card.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("person-11@example.com");
  await page.getByRole("region", { name: "Passkeys of this user" }).getByRole("link").click();
  // The page of the user has a button "Disable", too.
  await page.waitForURL(/\/passkeys\//);
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("lost phone");
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("1 passkey disabled.")).toBeVisible();
  await page.goto(`/console/${tenancy.id}/audit`);
  const disabled = page.getByRole("row").filter({ hasText: "Disabled a passkey" });
  await expect(disabled).toContainText("lost phone");
  expect(await heightOf(disabled)).toBeLessThanOrEqual(150);
  await page.getByRole("link", { name: "Disabled a passkey" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disabled a passkey");
  await expect(page.getByText("lost phone", { exact: true })).toBeVisible();
});

/** Waits until the search's script runs. A choice before that changes the page's own history entry. */
const waitForSearchScript = (page: Page) =>
  page.waitForFunction(() => {
    const form = document.querySelector("form[role=search]");
    return form !== null && Object.keys(form).some((name) => name.startsWith("__reactProps"));
  });

test("filters apply on change, without a reload, and what the reader typed is marked", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await fill(database, tenancy.id, 60);
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}/users`);
  await waitForSearchScript(page);
  const loads: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
  const state = page.getByLabel("State");
  await state.focus();
  await state.selectOption({ label: "Disabled" });
  await expect(page).toHaveURL(/users\?state=disabled$/);
  await expect(page.getByText("6 users", { exact: true })).toBeVisible();
  await expect(state).toBeFocused();
  const search = page.getByRole("searchbox", { name: "Find a user" });
  await search.click();
  await page.keyboard.type("son-11");
  await expect(page).toHaveURL(/users\?q=son-11&state=disabled$/);
  await expect(page.getByText("1 user", { exact: true })).toBeVisible();
  await expect(search).toBeFocused();
  await expect(firstUser(page).locator("mark")).toHaveText("son-11");
  // One step back leaves the text, and the fields follow the address.
  await page.goBack();
  await expect(page).toHaveURL(/users$/);
  await expect(search).toHaveValue("");
  await expect(state).toHaveValue("");
  await expect(page.getByText("60 users", { exact: true })).toBeVisible();
  expect(loads).toEqual([]);
});

test("what the reader chose before the page’s script ran filters the list", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await fill(database, tenancy.id, 60);
  await operator({ tenancyId: tenancy.id, role: "support" });
  const held: (() => void)[] = [];
  let isHeld = true;
  await actWithoutScripts(page);
  await page.route("**/_next/static/**/*.js", async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(`/console/${tenancy.id}/users`, { waitUntil: "commit" });
  await page.getByLabel("State").selectOption({ label: "Disabled" });
  isHeld = false;
  for (const release of held) release();
  await expect(page).toHaveURL(/users\?state=disabled$/);
  await expect(page.getByText("6 users", { exact: true })).toBeVisible();
  await expect(page.getByLabel("State")).toHaveValue("disabled");
});

test("before the page’s script runs, a list filters by its form, and its pages are links", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await fill(database, tenancy.id, 60);
  await operator({ tenancyId: tenancy.id, role: "support" });
  await actWithoutScripts(page);
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await page.goto(`/console/${tenancy.id}/users`);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("51–60 of 60");
  await page.getByLabel("State").selectOption({ label: "Disabled" });
  await page.getByRole("search").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/state=disabled/);
  await expect(page.getByText("6 users", { exact: true })).toBeVisible();
});

test("on a phone, further filters appear once the filters are open", async ({
  page,
  operator,
  tenancy,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await operator({ tenancyId: tenancy.id, role: "auditor" });
  await page.goto(`/console/${tenancy.id}/audit`);
  await expect(page.getByText("More filters")).toBeHidden();
  await page.getByText("Filters", { exact: true }).click();
  await page.getByText("More filters").click();
  await expect(page.getByLabel("From (UTC)")).toBeVisible();
});

const select = (page: Page) => page.getByRole("table").getByRole("checkbox");

test("the passkeys list filters by a provider's name, and its checkboxes are in one line", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { passkeyIds } = await fill(database, tenancy.id, 4);
  // Two models of one name, and one that no list has.
  const aaguids = [
    "2fc0579f-8113-47ea-b116-bb5a8db9202a",
    "d7781e5d-e353-46aa-afe2-3ca49f13332a",
    "d0f1c0de-0000-4000-8000-0123456789ab",
  ];
  for (const [number, aaguid] of aaguids.entries())
    await database.query(
      'UPDATE "Passkey" SET "aaguid" = $3 WHERE "tenancyId" = $1 AND "id" = $2',
      [tenancy.id, passkeyIds[number], aaguid],
    );
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/passkeys`);
  await expect(page.getByText("4 passkeys", { exact: true })).toBeVisible();
  const provider = page.getByLabel("Provider");
  const names = await provider.locator("option").allTextContents();
  expect(new Set(names).size).toBe(names.length);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const lefts = await select(page).evaluateAll((boxes) =>
      boxes.map((box) => Math.round(box.getBoundingClientRect().left)),
    );
    expect(lefts).toHaveLength(5);
    expect(new Set(lefts).size, `at ${width} px`).toBe(1);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await provider.selectOption({ label: "YubiKey 5 NFC (2)" });
  await expect(page.getByText("2 passkeys", { exact: true })).toBeVisible();
  await provider.selectOption({ label: "Unknown provider (2)" });
  await expect(page.getByRole("link", { name: "Unknown provider (d0f1…)" })).toBeVisible();
  await expect(page.getByText("YubiKey 5 NFC").and(page.locator("a"))).toHaveCount(0);
});

test("on a phone, nothing shines through the header, and the search shows no keys", async ({
  page,
  operator,
  tenancy,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.setViewportSize({ width: 390, height: 800 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`/console/${tenancy.id}/users`);
    const color = await page
      .locator("header")
      .first()
      .evaluate((header) => getComputedStyle(header).backgroundColor);
    expect(color).not.toMatch(/\/|rgba/);
  }
  await page.getByRole("button", { name: "Search the console" }).click();
  const search = page.getByRole("dialog", { name: "Search" });
  await search.getByRole("combobox").fill("code never arrived");
  await expect(search.getByRole("option").first()).toContainText("Email log");
  await expect(search.getByText("All shortcuts")).toBeHidden();
});

test("the users list downloads the users who match its filters", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await fill(database, tenancy.id, 60);
  await operator({ tenancyId: tenancy.id, role: "auditor" });
  await page.goto(`/console/${tenancy.id}/users?q=person-1`);
  await expect(page.getByText("11 users", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^CSV/ }).click();
  const lines = (await readFile(await (await downloading).path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(12);
  expect(lines[0]).toMatch(/^sub,userId,email,/);
  expect(lines.slice(1).filter((line) => !line.includes("person-1"))).toEqual([]);
  await page.goto(`/console/${tenancy.id}/users?q=person`);
  await expect(page.getByRole("button", { name: "Export" })).toBeHidden();
});

test("the passkeys list sorts by creation and by last use, and has only its providers", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { passkeyIds, subs } = await fill(database, tenancy.id, 60);
  await database.query(
    `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","sub","passkeyId","createdAt")
     VALUES ($1,$2,'sign-in.succeeded',$3,$4,now())`,
    [tenancy.id, ulid().toLowerCase(), subs[7], passkeyIds[7]],
  );
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/passkeys`);
  const created = page.getByRole("columnheader", { name: "Created" });
  await expect(created).toHaveAttribute("aria-sort", "descending");
  await expect(firstUser(page)).toContainText("person-59@");
  await created.getByRole("link").click();
  await expect(created).toHaveAttribute("aria-sort", "ascending");
  await expect(firstUser(page)).toContainText("person-0@");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(firstUser(page)).toContainText("person-50@");
  await page.getByRole("link", { name: "Last used" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(firstUser(page)).toContainText("person-7@");
  await expect(page.getByText("Passkeys without a recent sign-in are hidden")).toBeVisible();
  const provider = page.getByLabel("Provider");
  await expect(provider.getByRole("option")).toHaveText([
    "Provider: any",
    "Unknown provider (30)",
    "Apple Passwords (24)",
    "Google Password Manager (6)",
  ]);
  await provider.selectOption({ label: "Google Password Manager (6)" });
  await expect(page.getByText("6 passkeys", { exact: true })).toBeVisible();
  // On a phone, where the field is folded, a chip names it.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole("list", { name: "Active filters" })).toContainText(
    /Provider: Google Password Manager$/,
  );
  await page.setViewportSize({ width: 1280, height: 720 });
  // A search has its own order.
  await page.goto(`/console/${tenancy.id}/passkeys?q=person-5&order=oldest`);
  await expect(page.getByRole("link", { name: "Created" })).toBeHidden();
});
