import { monotonicFactory } from "ulid";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";

// Ids of one millisecond are in the order of their events, too.
const nextId = monotonicFactory();
const newId = () => nextId().toLowerCase();

test("how prompts end: on the overview, in the activity and on the user's page", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  const sub = newId();
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVerified","selfService",
       "createdAt","updatedAt") VALUES ($1,$2,$3,$3,true,false,now(),now())`,
    [tenancy.id, sub, "ada@example.com"],
  );
  for (const [kind, reason, afterMs] of [
    ["sign-in.by-code", null, null],
    ["sign-in.reported", "cancelled", 12_300],
  ])
    await database.query(
      `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","reason","sub","afterMs","createdAt")
       VALUES ($1,$2,$3,$4,$5,$6,now())`,
      [tenancy.id, newId(), kind, reason, sub, afterMs],
    );
  for (const [stage, count] of Object.entries({
    started: 200,
    cancelled: 30,
    "timed-out": 6,
    "no-passkey": 4,
    failed: 3,
    unsupported: 1,
    succeeded: 140,
  }))
    await database.query(
      `INSERT INTO "ActivityCount" VALUES ($1, date_trunc('hour', now()), $2, $3)`,
      [tenancy.id, `prompt.sign-in.${stage}`, count],
    );

  await test.step("the overview has a funnel, and the share of users with a passkey", async () => {
    await page.goto(`/console/${tenancy.id}`);
    const funnel = page.getByRole("table", { name: "Sign-in prompts" });
    await expect(funnel.getByRole("row", { name: "Cancelled" })).toContainText("15%");
    await expect(funnel.getByRole("row", { name: "Signed in" })).toContainText("140");
    await expect(funnel.getByRole("row", { name: "Refused, or not reported" })).toContainText("16");
    await expect(page.getByText("The only active user has no passkey.")).toBeVisible();
  });

  const words = "Cancelled the prompt after 12 s, reported by the browser";
  await test.step("the activity lists the reports that name a user", async () => {
    await page.getByRole("link", { name: "reported it" }).click();
    await expect(page).toHaveURL(/kind=sign-in.reported/);
    await expect(page.getByRole("row").filter({ hasText: words })).toHaveCount(1);
  });

  await test.step("the user's page says it at the top and in the timeline", async () => {
    await page.getByRole("main").getByRole("link", { name: "ada@example.com" }).click();
    await expect(page.getByText(`${words},`)).toBeVisible();
    await expect(page.getByText(`${words}.`)).toBeVisible();
  });
});

test("Settings → Hosted pages has the file for devices once the tenancy has the page", async ({
  page,
  operator,
  tenancy,
  database,
}, info) => {
  await operator({ tenancyId: tenancy.id, role: "owner" });
  await page.goto(`/console/${tenancy.id}/settings/hosted-pages`);
  await expect(page.getByText("This tenancy has no account page.")).toBeVisible();
  await database.query(
    `UPDATE "Tenancy" SET "hostedPages" = true, "accountPage" = true, "environment" = 'production'
     WHERE "id" = $1`,
    [tenancy.id],
  );
  await page.reload();
  await expect(page.getByText("Not working", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /sign-in page URL/ })).toHaveCount(0);
  await expect(page.getByText("because the hosted pages don’t")).toBeVisible();
  await expectNoBarrier({ page, info }, "hosted-pages-not-working");
  await page.getByRole("link", { name: "Open Settings: Tenancy" }).click();
  await expect(page.getByLabel("Environment")).toBeVisible();
  await page.goBack();
  await database.query(
    `UPDATE "Tenancy" SET "hostedPages" = true, "accountPage" = true, "environment" = 'development', "rpId" = 'localhost'
     WHERE "id" = $1`,
    [tenancy.id],
  );
  await page.reload();
  const file = page
    .getByRole("figure")
    .filter({ hasText: "https://localhost/.well-known/passkey-endpoints" });
  await expect(file).toContainText(`/auth/${tenancy.id}/account`);
  await expect(file.getByRole("button", { name: "Copy" })).toBeVisible();
  await expectNoBarrier({ page, info }, "passkey-endpoints");
});
