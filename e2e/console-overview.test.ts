import { encodeTime, ulid } from "ulid";
import { expect, test } from "./console-fixtures";
import { insertSampleData } from "./pictures/sample-data";

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
  await page
    .getByRole("link", { name: "Passkey: no fingerprint, face or PIN", exact: true })
    .click();
  await expect(page).toHaveURL(/\/activity\?kind=refused&reason=/);
  const people = page.getByRole("main").getByRole("link", { name: "ada@example.com" });
  await expect(people).toHaveCount(refusals);
  await people.first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("ada@example.com");

  await test.step("the alarm and each number of the chart link to the same list", async () => {
    await page.goto(`/console/${tenancy.id}?period=24h`);
    await alarm.getByRole("link", { name: `face or PIN: ${refusals}` }).click();
    await expect(people).toHaveCount(refusals);
    await page.goBack();
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
  // The sidebar names the environment.
  const badge = (word: string) => page.getByRole("complementary").getByText(word, { exact: true });
  await expect(badge("Development").first()).toBeVisible();
  await expect(page.getByText("No alarms. No recent activity.")).toBeVisible();
  await expect(page.getByText("No activity in this period")).toBeVisible();
  await expect(page.getByText("2 of 6 done")).toBeVisible();
  // Done steps can be opened, too.
  await page.getByText("Create the tenancy").click();
  await expect(page.getByText("separate from those of other tenancies")).toBeVisible();
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
  await page.reload();
  await expect(badge("Production").first()).toBeVisible();
  await expect(page.getByRole("main").getByText("Production", { exact: true })).toHaveCount(0);
});

test("failures are compared by their rate, and a finished checklist is gone", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await insertSampleData(database, tenancy.id);
  await database.query(`DELETE FROM "ActivityCount" WHERE "tenancyId" = $1`, [tenancy.id]);
  await database.query(
    `INSERT INTO "ActivityCount" SELECT $1, date_trunc('hour', now()) - ago, metric, count
     FROM (VALUES ('1 day'::interval, 'passkey.authenticated', 490), ('1 day', 'failure.Internal', 10),
       ('0', 'passkey.authenticated', 980), ('0', 'failure.Internal', 20),
       ('1 day', 'challenge.created', 1), ('1 day', 'mail.sent', 1), ('1 day', 'code.exchanged', 1)) c(ago, metric, count)`,
    [tenancy.id],
  );
  await page.goto(`/console/${tenancy.id}?period=24h`);
  const tile = page.locator("dl > div").filter({ hasText: "Failed requests" });
  await expect(tile).toContainText(/202% of attempts\s*Unchanged$/);
  await expect(page.getByText("Create an API key")).toBeVisible();
  await database.query(
    `INSERT INTO "ApiKey" ("tenancyId","id","name","publicId","hash","scopes","createdAt")
     VALUES ($1,$2,'Backend',$2,'','{*}',now())`,
    [tenancy.id, ulid().toLowerCase()],
  );
  await page.reload();
  await expect(tile).toBeVisible();
  await expect(page.getByText("Create an API key")).toHaveCount(0);
  await expect(page.getByText(/onboarding/i)).toHaveCount(0);
  await page.goto(`/console/${tenancy.id}?checklist=show`);
  await expect(page.getByText("6 of 6 done")).toBeVisible();
});

test("failed requests and emails below the alarm’s threshold are named and linked", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `INSERT INTO "ActivityCount" VALUES ($1, date_trunc('hour', now()), 'failure.InvalidToken', 3)`,
    [tenancy.id],
  );
  await page.goto(`/console/${tenancy.id}`);
  const line = page.getByText("No alarms.");
  await expect(line).toContainText(/3 requests failed since \d+:\d\d/);
  await expect(line).toContainText("An alarm starts at 20 in one clock hour.");
  await line.getByRole("link", { name: "3 requests failed" }).click();
  await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Event")).toHaveValue("refused");
});

test("what a policy in monitor mode would refuse: one click to the users", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `INSERT INTO "ActivityCount"
       VALUES ($1, date_trunc('hour', now()), 'monitored.policy-storage', 2),
         ($1, date_trunc('hour', now()), 'failure.VerificationFailed.policy-storage', 1)`,
    [tenancy.id],
  );
  await database.query(
    `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","reason","email","createdAt")
     SELECT $1, $2 || i, kind, 'VerificationFailed.policy-storage', kind || '@example.com', now()
     FROM unnest($3::text[]) WITH ORDINALITY AS k(kind, i)`,
    [
      tenancy.id,
      ulid().toLowerCase().slice(0, -1),
      ["registration.monitored", "sign-in.monitored", "sign-in.refused"],
    ],
  );
  await page.goto(`/console/${tenancy.id}`);
  const panel = page.getByRole("table", { name: "Passkey policy in monitor mode" });
  await expect(panel.getByRole("row", { name: /not accepted/ })).toContainText("2");
  await panel.getByRole("link", { name: /storage not accepted/ }).click();
  await expect(page.getByRole("heading", { name: "Activity", level: 1 })).toBeVisible();
  await expect(page.getByText("sign-in.monitored@example.com")).toBeVisible();
  await expect(page.getByText("registration.monitored@example.com")).toBeVisible();
  await expect(page.getByText("sign-in.refused@example.com")).toHaveCount(0);
});

test("codes that are pending, expired and out of attempts are apart", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await database.query(
    `INSERT INTO "Challenge" ("tenancyId","id","purpose","email","emailNormalized","secretHash",
       "codeMac","codeDigits","attempts","attemptsLeft","isGuarded","createdAt","expiresAt")
     SELECT $1, $2 || i, 'login', state || '@example.com', state || '@example.com', '\\x00', '\\x00',
       6, 5, CASE state WHEN 'exhausted' THEN 0 ELSE 5 END, false, now(),
       now() + CASE state WHEN 'expired' THEN interval '-1 second' ELSE interval '5 minutes' END
     FROM unnest($3::text[]) WITH ORDINALITY AS s(state, i)`,
    [tenancy.id, ulid().toLowerCase().slice(0, -1), ["pending", "expired", "exhausted"]],
  );
  await database.query(
    `INSERT INTO "ActivityCount" VALUES ($1, date_trunc('hour', now()), 'challenge.created', 3),
       ($1, date_trunc('hour', now()), 'challenge.exhausted', 1)`,
    [tenancy.id],
  );
  const panel = page.getByRole("table", { name: "Emailed codes" });
  for (const [name, state] of [
    ["Pending", "pending"],
    ["Expired", "expired"],
    ["Out of attempts", "exhausted"],
  ] as const) {
    await page.goto(`/console/${tenancy.id}`);
    await expect(panel.getByRole("row", { name })).toContainText("33%");
    await panel.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { name: "Email log" })).toBeVisible();
    await expect(page.getByLabel("Code", { exact: true })).toHaveValue(state);
    const rows = page.getByRole("row").filter({ hasText: "@example.com" });
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`${state}@example.com`);
    await expect(rows).toContainText(name);
  }
});
