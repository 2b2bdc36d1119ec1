import type { Page } from "@playwright/test";
import type pg from "pg";
import { expect, test } from "./console-fixtures";
import { insertSampleData } from "./pictures/sample-data";

/** Names of labels of the chart that touch another label or leave the chart. */
const findTouching = (page: Page) =>
  page.locator(".recharts-wrapper svg.recharts-surface").evaluate((chart) => {
    const frame = chart.getBoundingClientRect();
    const labels = [...chart.querySelectorAll("text")].map((label) => ({
      name: label.textContent,
      box: label.getBoundingClientRect(),
    }));
    const touches = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return labels
      .filter(
        ({ box }, index) =>
          box.left < frame.left ||
          box.right > frame.right ||
          labels.some((other, place) => place !== index && touches(box, other.box)),
      )
      .map(({ name }) => name);
  });

// English everywhere; other readers get British formats.
const days = { "en-US": /^[A-Z][a-z]{2} \d{1,2}$/, "de-DE": /^\d{1,2} [A-Z][a-z]{2,3}$/ };

for (const [locale, day] of Object.entries(days))
  test.describe(locale, () => {
    test.use({ locale, timezoneId: "Asia/Kolkata" });

    test("on a phone, no label of the chart touches another", async ({
      page,
      operator,
      tenancy,
      database,
    }) => {
      await operator({ tenancyId: tenancy.id, role: "support" });
      await insertSampleData(database, tenancy.id);
      for (const period of ["24h", "7d", "30d"])
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto(`/console/${tenancy.id}?period=${period}`);
          const labels = page.locator(".recharts-xAxis-tick-labels text");
          await expect(labels.first()).toBeVisible();
          if (period === "30d") await expect(labels.first()).toHaveText(day);
          expect(await findTouching(page), `${period} at ${width} px`).toEqual([]);
        }
    });
  });

test("cards follow each other without holes, and no row is 0 %", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await insertSampleData(database, tenancy.id);
  await page.goto(`/console/${tenancy.id}`);
  await expect(page.getByRole("heading", { name: "Passkey providers" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "0%", exact: true })).toHaveCount(0);
  const gaps = await page.locator("[data-cards] > *").evaluateAll((cards) => {
    const boxes = cards.map((card) => card.getBoundingClientRect());
    return boxes.flatMap((box, index) => {
      const next = boxes[index + 1];
      return next?.left === box.left ? [Math.round(next.top - box.bottom)] : [];
    });
  });
  expect(gaps.length).toBeGreaterThan(1);
  expect(new Set(gaps)).toEqual(new Set([24]));
});

test("the chart names a point’s numbers in the legend’s order, from the reader’s midnight", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await insertSampleData(database, tenancy.id);
  await page.goto(`/console/${tenancy.id}?period=7d`);
  await page.locator(".recharts-wrapper").hover();
  const names = page.locator(".recharts-tooltip-wrapper dt");
  await expect(names).toHaveText([
    "Sign-ins",
    "Registrations",
    "Codes verified",
    "Failed requests",
  ]);
  await page.getByText("Show as a table").click();
  const table = page.getByRole("region", { name: "Activity over time" });
  await expect(table).toBeVisible();
  const starts = await table
    .locator("time")
    .evaluateAll((times) =>
      times.map((time) => new Date((time as HTMLTimeElement).dateTime).getHours() % 6),
    );
  expect(starts.length).toBeGreaterThan(27);
  expect(new Set(starts)).toEqual(new Set([0]));
});

const countIn = (database: pg.Client, tenancyId: string, age: string) =>
  database.query(
    `INSERT INTO "ActivityCount"
       VALUES ($1, date_trunc('hour', now() - $2::interval), 'passkey.authenticated', 3)`,
    [tenancyId, age],
  );

test("the overview begins with the range that has data", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  const current = page.getByRole("navigation", { name: "Period" }).locator("[aria-current]");
  await page.goto(`/console/${tenancy.id}`);
  await expect(current).toHaveText("7 days");
  await countIn(database, tenancy.id, "14 days");
  await page.reload();
  await expect(current).toHaveText("30 days");
  await expect(page.getByRole("heading", { name: "Over time" })).toBeVisible();
});

test("a new owner with one passkey is asked for a second until they dismiss it", async ({
  page,
  operator,
  tenancy,
}) => {
  await operator({ tenancyId: tenancy.id, role: "owner" });
  await page.goto(`/console/${tenancy.id}`);
  const suggestion = page.getByText("You have one passkey.");
  await expect(suggestion).toBeVisible();
  await page.goto(`/console/${tenancy.id}/users`);
  await expect(page.getByRole("heading", { name: "Users", exact: true })).toBeVisible();
  await expect(suggestion).toHaveCount(0);
  await page.goto("/console/tenancies");
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  await expect(suggestion).toHaveCount(0);
  await page.goto(`/console/${tenancy.id}`);
  await expect(page.getByRole("heading", { name: tenancy.name })).toBeVisible();
  await expect(suggestion).toHaveCount(0);
});

test("the overview says how many users and passkeys there are, and links to them", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  await insertSampleData(database, tenancy.id);
  await page.goto(`/console/${tenancy.id}`);
  await page.getByRole("link", { name: "8 users" }).click();
  await expect(page.getByRole("heading", { name: "Users", exact: true })).toBeVisible();
  // The newest first, in the order of the column.
  const ages = page.getByRole("row").locator("td:last-child time");
  await expect(ages).toHaveCount(8);
  const created = await ages.evaluateAll((times) =>
    times.map((time) => (time as HTMLTimeElement).dateTime),
  );
  expect(created).toEqual(created.toSorted().reverse());
  await page.goBack();
  await page.getByRole("link", { name: "2 passkeys" }).click();
  await expect(page.getByRole("heading", { name: "Passkeys", exact: true })).toBeVisible();
});
