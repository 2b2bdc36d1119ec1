import { encodeTime, ulid } from "ulid";
import { expect, test } from "./console-fixtures";

const reason = "VerificationFailed.user-verification";
const refusals = 24;

test("from a spike of failed requests to a person: two clicks", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  const sub = ulid().toLowerCase();
  await database.query(
    `INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
       "createdAt","updatedAt") VALUES ($1,$2,$3,$3,true,false,now(),now())`,
    [tenancy.id, sub, "ada@example.com"],
  );
  // A minute ago, but in this hour.
  const { rows } = await database.query<{ at: number }>(
    `SELECT floor(extract(epoch FROM
       greatest(date_trunc('hour', now()), now() - interval '1 minute')) * 1000)::float8 AS "at"`,
  );
  const at = rows[0]?.at ?? 0;
  await database.query(
    `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","reason","sub","createdAt")
     SELECT $1, $2 || lpad(i::text, 16, '0'), 'sign-in.refused', $3, $4, to_timestamp($5 / 1000.0)
     FROM generate_series(1, $6::int) i`,
    [tenancy.id, encodeTime(at, 10).toLowerCase(), reason, sub, at, refusals],
  );
  await database.query(
    `INSERT INTO "ActivityCount" VALUES ($1, date_trunc('hour', now()), $2, $3)`,
    [tenancy.id, `failure.${reason}`, refusals],
  );
  await page.goto(`/console/${tenancy.id}`);
  const alarm = page.getByRole("status").filter({ hasText: "More requests fail than usual" });
  await expect(alarm).toContainText(`${refusals} requests failed within an hour`);
  await page.getByRole("link", { name: "Passkey: no fingerprint, face or PIN" }).click();
  await expect(page).toHaveURL(/\/activity\?reason=/);
  const people = page.getByRole("main").getByRole("link", { name: "ada@example.com" });
  await expect(people).toHaveCount(refusals);
  await people.first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("ada@example.com");

  await test.step("the alarm and each number of the chart link to the same list", async () => {
    await page.goto(`/console/${tenancy.id}?period=24h`);
    await alarm.getByRole("link", { name: "Failed requests" }).click();
    await expect(people).toHaveCount(refusals);
    await page.goBack();
    await page.getByText("Show as a table").focus();
    await page.keyboard.press("Enter");
    const current = page.getByRole("row").filter({ hasText: "so far" });
    await expect(current.getByRole("cell").first()).toHaveText(/\d.*–.*, so far$/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(current.getByRole("link", { name: `${refusals}` })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(people).toHaveCount(refusals);
  });
});

test("the overview shows activity and limits; the onboarding checklist can be dismissed and shown again", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}`);
  await expect(page.getByRole("main").getByText("Development")).toBeVisible();
  await expect(page.getByText("No alarms")).toBeVisible();
  await expect(page.getByText("No activity in this period")).toBeVisible();
  await expect(page.getByText("2 of 6 done")).toBeVisible();
  await page.getByText("Register the first passkey").click();
  await expect(
    page.getByText(`/v2/${tenancy.id}/passkey/registration/authorize`).first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Dismiss checklist" }).click();
  await expect(page.getByText("2 of 6 done")).toHaveCount(0);
  await page.getByRole("link", { name: "Show the onboarding checklist" }).click();
  await expect(page.getByText("2 of 6 done")).toBeVisible();

  await database.query(`UPDATE "Tenancy" SET "environment" = 'production' WHERE "id" = $1`, [
    tenancy.id,
  ]);
  await database.query(
    `INSERT INTO "ActivityCount"
       VALUES ($1, date_trunc('hour', now()), 'passkey.authenticated', 1234),
         ($1, date_trunc('hour', now()), 'challenge.ceiling-reached', 1)`,
    [tenancy.id],
  );
  await page.getByRole("link", { name: "24 hours" }).click();
  await expect(page.getByText("1,234").first()).toBeVisible();
  await expect(page.getByText("The hourly limit was reached in one hour.")).toBeVisible();
  await expect(page.getByRole("main").getByText("Production")).toBeVisible();
});
