import { expectNoBarrier } from "./barriers";
import { expect, test } from "./smtp-fixtures";

test("a mail outage raises an alarm on the overview, and ends once the provider accepts email", async ({
  page,
  operator,
  backend,
  database,
  demo: { tenancyId },
  smtp,
}, info) => {
  await operator({ tenancyId, role: "support" });
  await page.goto(`/console/${tenancyId}`);
  await expect(page.getByText("No alarms")).toBeVisible();

  smtp.behaviour = "defer";
  for (const name of ["ada", "grace", "edsger"])
    await backend("POST", "challenges", { purpose: "login", email: `${name}@outage.example` });
  const alarm = page.getByRole("alert").filter({ hasText: "Email isn’t being delivered" });
  await expect(async () => {
    await page.reload();
    await expect(alarm).toContainText("The provider didn’t accept 3 of the last 3 emails.", {
      timeout: 1_000,
    });
  }).toPass();
  await expectNoBarrier({ page, info }, "outage");
  await alarm.getByRole("link", { name: "3 retrying" }).click();
  await page.getByRole("link", { name: "grace@outage.example" }).click();
  await expect(page).toHaveURL(/challenges\/[0-9a-z]{26}$/);
  await expect(page.getByText("451 4.3.0 Try again later").first()).toBeVisible();

  // As after many failures: the next attempts are a minute away.
  await database.query(
    `UPDATE "OutboxMail" SET "dueAt" = now() + interval '1 minute'
     WHERE "tenancyId" = $1 AND "state" = 'queued'`,
    [tenancyId],
  );
  smtp.behaviour = "accept";
  await page.getByRole("button", { name: "Retry now" }).click();
  await expect.poll(() => smtp.mails.length).toBe(1);
  await database.query(
    `UPDATE "OutboxMail" SET "dueAt" = now() WHERE "tenancyId" = $1 AND "state" = 'queued'`,
    [tenancyId],
  );
  await expect.poll(() => smtp.mails.length).toBe(3);
  await page.goto(`/console/${tenancyId}`);
  await expect(page.getByText("No alarms")).toBeVisible();
});
