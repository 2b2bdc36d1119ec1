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
  await expect(page.getByRole("button", { name: "Retry now" })).toHaveCount(0);
  await database.query(
    `UPDATE "OutboxMail" SET "dueAt" = now() WHERE "tenancyId" = $1 AND "state" = 'queued'`,
    [tenancyId],
  );
  await expect.poll(() => smtp.mails.length).toBe(3);
  await page.goto(`/console/${tenancyId}`);
  await expect(page.getByText("No alarms")).toBeVisible();
});

test("all pages agree on an outage that follows accepted emails", async ({
  page,
  operator,
  backend,
  demo: { tenancyId },
  smtp,
}) => {
  await operator();
  const acceptedBefore = smtp.mails.length;
  const send = (name: string) =>
    backend("POST", "challenges", { purpose: "login", email: `${name}@agree.example` });
  for (let index = 0; index < 8; index++) await send(`accepted-${index}`);
  await expect.poll(() => smtp.mails.length).toBe(acceptedBefore + 8);
  smtp.behaviour = "defer";
  for (const name of ["ada", "grace", "edsger"]) await send(name);
  const title = "Email isn’t being delivered";
  await expect(async () => {
    await page.goto(`/console/${tenancyId}`);
    await expect(page.getByRole("alert").filter({ hasText: title })).toContainText(
      "The provider didn’t accept 3 of the last 3 emails.",
      { timeout: 1_000 },
    );
  }).toPass();
  const started = page.getByRole("alert").locator("time").first();
  const since = await started.getAttribute("datetime");
  await page.goto("/console/tenancies");
  const listed = page.getByRole("alert").filter({ hasText: title });
  await expect(listed.locator("time").first()).toHaveAttribute("datetime", since ?? "");
  await page.goto("/console/status");
  const check = page.getByRole("listitem").filter({ hasText: "Email delivery" });
  await expect(check).toContainText(`${title} in 1 tenancy.`);
  await expect(check).toContainText("Act now");
  smtp.behaviour = "accept";
});
