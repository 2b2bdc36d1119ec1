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
