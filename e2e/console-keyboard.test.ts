import { ulid } from "ulid";
import { systemClock } from "@/lib/platform/clock";
import { addChallenges, populate } from "@/testing/population";
import { expect, test } from "./console-fixtures";
import { fillTenancy } from "./console-pages";
import { openSearch, pick, tabTo } from "./keyboard";

const reason = "VerificationFailed.user-verification";

test("support questions are answered by keyboard alone: no code, no sign-in, who disabled it", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  test.slow();
  const run = async ({ text, values }: { text: string; values: unknown[] }) =>
    (await database.query<Record<string, unknown>>(text, values)).rows;
  const place = { tenancyId: tenancy.id, nowMs: systemClock.now() };
  const { subs } = await populate(run, { ...place, rareEvery: 1_000, users: 3, passkeys: 3 });
  await addChallenges(run, { ...place, count: 3 });
  const { email } = await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","reason","sub","createdAt")
     VALUES ($1,$2,'sign-in.refused',$3,$4,now())`,
    [tenancy.id, ulid().toLowerCase(), reason, subs[2]],
  );
  await database.query(
    `INSERT INTO "ActivityCount" VALUES ($1, date_trunc('hour', now()), $2, 1)`,
    [tenancy.id, `failure.${reason}`],
  );
  await page.goto(`/console/${tenancy.id}`);
  await page.getByRole("button", { name: "Search", exact: true }).waitFor();
  const main = page.getByRole("main");
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });

  await test.step("a reason on the overview leads to the user and the advice", async () => {
    await tabTo(main.getByRole("link", { name: "Passkey: no fingerprint, face or PIN" }));
    await page.keyboard.press("Enter");
    await expect(heading("Activity")).toBeVisible();
    await tabTo(main.getByRole("link", { name: "person-2@example.com" }));
    await page.keyboard.press("Enter");
    await expect(heading("person-2@example.com")).toBeVisible();
    await expect(main.getByText("set up a screen lock or PIN").first()).toBeVisible();
  });

  await test.step("a mailbox leads to its email and what to do", async () => {
    await pick(page, "email log", /^Email log/);
    await expect(heading("Email log")).toBeVisible();
    await tabTo(main.getByLabel("Find a mailbox"));
    await page.keyboard.type("person-1@example.com");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/mailbox=person-1/);
    await tabTo(main.getByRole("link", { name: "person-1@example.com" }).first());
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/challenges\/[0-9a-z]{26}$/);
    await expect(heading("person-1@example.com")).toBeVisible();
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: /code|email/i })
        .first(),
    ).toBeVisible();
  });

  await test.step("a user is disabled with a reason, which the audit log shows", async () => {
    await pick(page, "person-0", /^person-0/);
    await expect(heading("person-0@example.com")).toBeVisible();
    await tabTo(main.getByRole("button", { name: "Disable user" }));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await tabTo(dialog.getByLabel("Reason"));
    await page.keyboard.type("Asked by phone");
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await pick(page, "audit", "Audit log");
    await expect(heading("Audit log")).toBeVisible();
    await tabTo(main.getByRole("link", { name: "Disabled a user" }));
    await page.keyboard.press("Enter");
    await expect(heading("Disabled a user")).toBeVisible();
    await expect(main.getByText("Asked by phone")).toBeVisible();
    await expect(main.getByText(email)).toBeVisible();
  });
});

test("support finds a user, disables one of their passkeys, and gets back, by keyboard alone", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  test.slow();
  const { sub } = await operator({ tenancyId: tenancy.id, role: "support" });
  await fillTenancy(database, tenancy.id, sub);
  await page.goto(`/console/${tenancy.id}`);
  await page.getByRole("button", { name: "Search", exact: true }).waitFor();
  const { keyboard } = page;
  const main = page.getByRole("main");

  await test.step("from a key to the user", async () => {
    await openSearch(page);
    await keyboard.press("Escape");
    for (const key of ["g", "u"]) await keyboard.press(key);
    await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
    await main.getByRole("searchbox").waitFor();
    await keyboard.press("/");
    await keyboard.type("person-2");
    await keyboard.press("Enter");
    await expect(page).toHaveURL(/q=person-2/);
    await expect(main.locator("tbody > tr")).toHaveCount(1);
    await expect(main.getByRole("searchbox")).toBeFocused();
    for (const key of ["ArrowDown", "Enter"]) await keyboard.press(key);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("person-2@example.com");
  });

  await test.step("one of the user’s passkeys", async () => {
    const passkeys = page.getByRole("region", { name: "Passkeys of this user" });
    await expect(passkeys.getByText("Disabled")).toHaveCount(0);
    await (await openSearch(page)).fill("disable passkey");
    await keyboard.press("ArrowDown");
    await expect(
      page.getByRole("option", { name: /^Disable passkey: /, selected: true }),
    ).toBeVisible();
    await keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await tabTo(dialog.getByLabel("Reason"));
    await keyboard.type("Lost phone");
    await keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(passkeys.getByText("Disabled")).toBeVisible();
  });

  await test.step("and back to the search", async () => {
    await keyboard.press("u");
    await expect(page).toHaveURL(/\/users\?q=person-2$/);
    await main.locator("tbody > tr").waitFor();
    await keyboard.press("j");
    await expect(main.locator("tbody > tr").locator(":focus")).toHaveText("person-2@example.com");
  });
});

test("an owner creates a tenancy, brands it and erases a user by keyboard alone", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  test.slow();
  await populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    { tenancyId: tenancy.id, nowMs: systemClock.now(), rareEvery: 1_000, users: 1, passkeys: 1 },
  );
  await operator();
  await page.goto(`/console/${tenancy.id}`);
  await page.getByRole("button", { name: "Search", exact: true }).waitFor();
  const main = page.getByRole("main");

  await test.step("export and erase", async () => {
    await pick(page, "person-0", /^person-0/);
    await expect(page).toHaveURL(/\/users\/[0-9a-z]{26}$/);
    await tabTo(main.getByRole("button", { name: "Export" }));
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    await download;
    await tabTo(main.getByRole("button", { name: "Erase" }));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await tabTo(dialog.getByLabel("Type erase to confirm"));
    await page.keyboard.type("erase");
    await tabTo(dialog.getByRole("button", { name: "Erase user" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("No users yet")).toBeVisible();
  });

  await test.step("branding in two languages", async () => {
    await pick(page, "branding", "Settings: Branding");
    await tabTo(main.getByLabel("Brand name"));
    await page.keyboard.type("Lighthouse");
    const emailIn = (language: string) => page.frameLocator(`iframe[title="Email, ${language}"]`);
    await expect(emailIn("English").getByText("Lighthouse", { exact: true })).toBeVisible();
    await tabTo(main.getByLabel("Second language"));
    await page.keyboard.press("f");
    await expect(emailIn("French").getByText("Bonjour Ada")).toBeVisible();
    await tabTo(main.getByRole("button", { name: "Save Brand" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Brand saved", { exact: true })).toBeVisible();
  });

  await test.step("a tenancy", async () => {
    const name = `Lighthouse ${tenancy.id.slice(-5)}`;
    await pick(page, "create tenancy", "Create tenancy");
    await expect(page).toHaveURL(/\/tenancies\/new$/);
    await tabTo(main.getByLabel("Name", { exact: true }));
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });
});
