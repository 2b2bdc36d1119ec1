import { ulid } from "ulid";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";
import { openSearch } from "./keyboard";

const sub = "01hzzzzzzzzzzzzzzzzzzzzzz1";
const email = "augusta.ada@analytical-engine.example";

test("half an email or half a domain finds a user, in the list and in the palette", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","givenName",
       "familyName","selfService","createdAt","updatedAt")
     VALUES ($1,$2,$3,$3,true,'Ada','Lovelace',false,now(),now())`,
    [tenancy.id, sub, email],
  );
  // More newer users than a search reads before it uses the index.
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
       "createdAt","updatedAt")
     SELECT $1, '01j' || lpad(n::text, 23, '0'), e, e, true, false, now(), now()
     FROM generate_series(1, 1200) n, LATERAL (SELECT 'guest-' || n || '@example.com' AS e) m`,
    [tenancy.id],
  );
  const profile = new RegExp(`/console/${tenancy.id}/users/${sub}$`);
  const search = page.getByRole("searchbox", { name: "Find a user" });
  const rows = page.getByRole("row").filter({ hasText: "@" });

  await page.goto(`/console/${tenancy.id}/users`);
  for (const text of ["sta.ada@ana", "TICAL-ENG", "velace ada", sub.slice(0, 20)]) {
    await search.fill(text);
    await search.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("q") === text);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(email);
  }
  await search.fill("uest-7");
  await search.press("Enter");
  await expect(page.getByText("These are the first 50 matches").first()).toBeVisible();
  await (await openSearch(page)).fill("uest-12");
  // 12, 120 to 129 and 1200.
  await page.getByRole("option", { name: "Show all 12 matches in Users" }).click();
  await page.waitForURL((url) => url.searchParams.get("q") === "uest-12");
  await expect(page.getByText("12 users", { exact: true })).toBeVisible();
  await search.fill("ada%lovelace");
  await search.press("Enter");
  await expect(page.getByText("No users match “ada%lovelace”")).toBeVisible();
  await search.fill("ngine.exa");
  await search.press("Enter");
  await page.getByRole("link", { name: email }).click();
  await expect(page).toHaveURL(profile);

  for (const text of ["sta.ada@", "l-engine.ex"]) {
    await page.goto(`/console/${tenancy.id}/users`);
    await search.waitFor();
    await (await openSearch(page)).fill(text);
    await expect(page.getByRole("option", { name: email }).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(profile);
  }

  // An address that no user has leads to its emails and events.
  const stranger = "agusta@analytical.example";
  await database.query(
    `INSERT INTO "Challenge" ("tenancyId","id","purpose","email","emailNormalized","secretHash",
       "codeMac","codeDigits","attempts","attemptsLeft","isGuarded","createdAt","expiresAt")
     VALUES ($1,$2,'login',$3,$3,'\\x00','\\x00',6,5,5,false,now(),now() + interval '1 hour')`,
    [tenancy.id, ulid().toLowerCase(), stranger],
  );
  await database.query(
    `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","email","createdAt")
     VALUES ($1,$2,'code.requested',$3,now())`,
    [tenancy.id, ulid().toLowerCase(), stranger],
  );
  for (const [label, path] of [
    ["Email log", "challenges"],
    ["Activity", "activity"],
  ] as const) {
    await (await openSearch(page)).fill(stranger);
    await page.getByRole("option", { name: `${label}: ${stranger}` }).click();
    await expect(page).toHaveURL(new RegExp(`/${path}\\?mailbox=agusta%40analytical.example`));
  }
});

test("a mistyped address leads to the user, and an erased one to the audit log", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
       "createdAt","updatedAt")
     VALUES ($1,$2,$3,$3,true,false,now(),now())`,
    [tenancy.id, sub, email],
  );
  await page.goto(`/console/${tenancy.id}/users?q=agusta.ada%40analytical-engine.example`);
  await expect(page.getByText("Did you mean")).toBeVisible();
  await page.getByRole("link", { name: email }).click();
  await expect(page).toHaveURL(/q=augusta/);
  await expect(page.getByText("1 user", { exact: true })).toBeVisible();
  await (await openSearch(page)).fill("agusta.ada@analytical-engine.example");
  await page.getByRole("group", { name: "Did you mean" }).getByRole("option").click();
  await expect(page).toHaveURL(/q=augusta/);
  await expect(page.getByText("1 user", { exact: true })).toBeVisible();
  const gone = `/console/${tenancy.id}/users?q=gone%40example.com`;
  await page.goto(gone);
  await expect(page.getByText("No user has this address")).toBeVisible();
  await expect(page.getByText("If the user was erased")).toBeHidden();
  await database.query(
    `INSERT INTO "AuditEvent" ("tenancyId","id","action","actorKind","targetKind","targetId","createdAt")
     VALUES ($1,'01kb3m9p7qr5s8t2v4w6x1y3zb','user.erased','system','user',$2,now())`,
    [tenancy.id, sub],
  );
  await (await openSearch(page)).fill("gone@example.com");
  await page.getByRole("group", { name: "No user has this address" }).getByRole("option").click();
  await expect(page).toHaveURL(/about=user.erased/);
  await page.goto(gone);
  await page.getByRole("main").getByRole("link", { name: "audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await expect(page.getByLabel("Event", { exact: true })).toHaveValue("user.erased");
  await page.goto(`/console/${tenancy.id}/challenges?mailbox=gone%40example.com`);
  await expect(page.getByText("If the user was erased")).toBeVisible();
});

test("the palette finds a mailbox by a part, and offers the search in another tenancy, unselected", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const other = "01hzzzzzzzzzzzzzzzzzzzzzz2";
  const made = await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `INSERT INTO "Tenancy" ("id","name","environment","rpId","rpName","clientId",
       "selfServiceRegistration","createdAt","updatedAt")
     VALUES ($1,'Lighthouse','development','localhost','Lighthouse',$1,true,now(),now())`,
    [other],
  );
  await database.query(
    `INSERT INTO "Operator" ("tenancyId","sub","role","createdAt")
     VALUES ($1,$2,'support'::"OperatorRole",now())`,
    [other, made.sub],
  );
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
       "createdAt","updatedAt")
     VALUES ($1,$2,$3,$3,true,false,now(),now())`,
    [other, sub, email],
  );
  await database.query(
    `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","email","createdAt")
     VALUES ($1,$2,'code.requested','nobody@mill.example',now())`,
    [tenancy.id, ulid().toLowerCase()],
  );
  await page.goto(`/console/${tenancy.id}/users`);
  await page.getByRole("searchbox", { name: "Find a user" }).waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("body@mi");
  // No code is in the email log.
  await expect(page.getByRole("option", { name: /nobody@mill.example/ })).toHaveCount(1);
  await page.getByRole("option", { name: "Activity: nobody@mill.example" }).click();
  await expect(page).toHaveURL(/\/activity\?mailbox=nobody%40mill.example/);
  await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await field.fill("sta.ada");
  await expect(page.getByText(`No results for “sta.ada” in ${tenancy.name}`)).toBeVisible();
  // Nothing that leaves the tenancy or ends the session is picked by Enter alone.
  const elsewhere = page.getByRole("option", { name: "Search “sta.ada” in Lighthouse" });
  await page.keyboard.press("Enter");
  await expect(elsewhere).toBeVisible();
  await expect(elsewhere).toHaveAttribute("aria-selected", "false");
  await field.fill("logo");
  await expect(page.getByRole("option", { name: "Sign out" })).toHaveCount(0);
  await field.fill("log out");
  await expect(page.getByRole("option", { name: "Sign out" })).toBeVisible();
  await page.keyboard.press("Enter");
  await field.fill("sta.ada");
  await expect(elsewhere).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(elsewhere).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/console/${other}/users\\?q=sta.ada$`));
  await expect(page.getByRole("link", { name: email })).toBeVisible();
});

test("the palette says when nothing is selected, opens guides beside the page, and finds with the focus", async ({
  page,
  context,
  operator,
  tenancy,
}, info) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}/challenges`);
  const field = await openSearch(page);
  await expect(page.getByText("EnterOpen")).toBeVisible();
  await field.fill("log out");
  await expect(page.getByText("Nothing is selected: choose a result")).toBeVisible();
  await expect(page.getByText("EnterOpen")).toBeHidden();
  await expectNoBarrier({ page, info, fullPage: false }, "palette-nothing-selected");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("EnterOpen")).toBeVisible();

  await field.fill("guide lost");
  const opening = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  const guide = await opening;
  await expect(guide).toHaveURL(/\/docs\/guides\/console#the-user-lost-their-passkey$/);
  await guide.close();
  await expect(page).toHaveURL(/\/challenges$/);

  for (const [typed, name] of [
    ["find user disable", "Find a user"],
    ["find passkey disable", "Find a passkey"],
  ] as const) {
    await (await openSearch(page)).fill(typed);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("searchbox", { name })).toBeFocused();
  }
});

test("on a phone, the search finds a setting and opens its card", async ({
  page,
  operator,
  tenancy,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}`);
  await page.getByRole("button", { name: "Search the console" }).click();
  await page.getByRole("combobox", { name: "Search" }).fill("reply-to");
  await page.getByRole("option", { name: "Sender Branding" }).click();
  await expect(page).toHaveURL(/\/settings\/branding#settings-sender$/);
  await expect(page.getByRole("heading", { name: "Sender", exact: true })).toBeInViewport();
});
