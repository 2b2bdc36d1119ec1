import type { Page } from "@playwright/test";
import type pg from "pg";
import { systemClock } from "@/lib/platform/clock";
import { populate } from "@/lib/testing/population";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";

const fill = (database: pg.Client, tenancyId: string, users: number) =>
  populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    { tenancyId, nowMs: systemClock.now(), rareEvery: 10, users, passkeys: users },
  );

const firstUser = (page: Page) => page.getByRole("row").nth(1);

test("the users list shows its total and sorts by email and by creation time", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await fill(database, tenancy.id, 60);
  await operator({ tenancyId: tenancy.id, role: "auditor" });
  await page.goto(`/console/${tenancy.id}/users`);
  await expect(page.getByText("60 users", { exact: true })).toBeVisible();
  await expect(firstUser(page)).toContainText("person-59@");
  await page.getByRole("link", { name: "User", exact: true }).click();
  await expect(firstUser(page)).toContainText("person-0@");
  const heading = page.getByRole("columnheader", { name: "User", exact: true });
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("row")).toHaveCount(11);
  await expect(page).toHaveURL(/order=email/);
  await page.getByRole("link", { name: "Created", exact: true }).click();
  await expect(firstUser(page)).toContainText("person-59@");
});

test("on a phone, an operator finds a user, opens a passkey and reads its audit event", async ({
  page,
  operator,
  tenancy,
  database,
}, info) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await fill(database, tenancy.id, 12);
  await operator({ tenancyId: tenancy.id, role: "support" });
  await page.goto(`/console/${tenancy.id}/users`);
  await page.getByLabel("Find a user").fill("son-11@exam");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("1 user", { exact: true })).toBeVisible();
  // A card labels its values; the table keeps its rows and headings for screen readers.
  const card = firstUser(page);
  await expect(card.getByRole("cell")).toHaveCount(7);
  await expectNoBarrier({ page, info }, "users-on-a-phone");
  await card.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("person-11@example.com");
  await page
    .getByRole("region", { name: "Passkeys of this user" })
    .getByRole("link", { name: "person-11@example.com" })
    .click();
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("lost phone");
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("1 passkey disabled.")).toBeVisible();
  await page.goto(`/console/${tenancy.id}/audit`);
  await expect(page.getByRole("row").filter({ hasText: "Disabled a passkey" })).toContainText(
    "lost phone",
  );
  await page.getByRole("link", { name: "Disabled a passkey" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disabled a passkey");
  await expect(page.getByText("lost phone", { exact: true })).toBeVisible();
  await expectNoBarrier({ page, info }, "event-on-a-phone");
});
