import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";

test("a system owner confirms and withdraws a sender's domain, with a fresh passkey", async ({
  page,
  operator,
  tenancy,
  context,
}) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  const branding = `/console/${tenancy.id}/settings/branding`;
  await page.goto(branding);
  await page.getByLabel("From", { exact: true }).fill("codes@shop.example");
  await page.getByRole("button", { name: "Save Sender" }).click();
  await expect(
    page.getByText(
      /Waiting for a system owner to confirm shop\.example\. Until then, email comes from no-reply@/,
    ),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirm shop.example" })).toHaveCount(0);
  await page.goto("/console/tenancies");
  await expect(page.getByText("Sender domains to confirm")).toHaveCount(0);

  await context.clearCookies();
  await operator({ isSteppedUp: false });
  await page.goto("/console/tenancies");
  const row = page
    .getByRole("listitem")
    .filter({ hasText: tenancy.name })
    .filter({ hasText: "codes@shop.example" });
  await row.getByRole("button", { name: "Confirm shop.example" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm domain" }).click();
  await page.getByRole("button", { name: /passkey/i }).click();
  await expect(row).toHaveCount(0);

  await page.goto(branding);
  await expect(
    page.getByText(
      /Email comes from codes@shop\.example\. A system owner confirmed shop\.example on/,
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: "Withdraw shop.example" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw domain" }).click();
  await expect(page.getByText(/Waiting for a system owner to confirm shop\.example/)).toBeVisible();
});

test("the pages are accessible", async ({ page, operator, tenancy, database }, info) => {
  await operator();
  const states = {
    pending: "NULL, NULL",
    grace: "NULL, now() + interval '12 days'",
    confirmed: "now(), NULL",
  };
  await database.query(
    `UPDATE "Tenancy" SET "mailSender" = 'codes@harbour-lights.example',
         "mailReplyTo" = 'help@harbour-lights.example' WHERE "id" = $1`,
    [tenancy.id],
  );
  for (const [state, columns] of Object.entries(states)) {
    await database.query('DELETE FROM "SenderDomain" WHERE "tenancyId" = $1', [tenancy.id]);
    await database.query(
      `INSERT INTO "SenderDomain" ("tenancyId", "domain", "requestedAt", "confirmedAt",
           "graceUntil") VALUES ($1, 'harbour-lights.example', now(), ${columns})`,
      [tenancy.id],
    );
    await page.goto(`/console/${tenancy.id}/settings/branding`);
    await expect(page.getByRole("heading", { name: "Sender domain" })).toBeVisible();
    await expectNoBarrier({ page, info }, `sender-${state}`);
    if (state !== "grace") continue;
    await page.goto("/console/tenancies");
    await expect(page.getByText("Sender domains to confirm")).toBeVisible();
    await expectNoBarrier({ page, info }, "tenancies");
    await page
      .getByRole("listitem")
      .filter({ hasText: tenancy.name })
      .filter({ hasText: "harbour-lights" })
      .getByRole("button", { name: /Confirm/ })
      .click();
    await expectNoBarrier({ page, info, fullPage: false }, "confirm-sender");
  }
});
