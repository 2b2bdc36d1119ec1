import { expect, test } from "./console-fixtures";

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
