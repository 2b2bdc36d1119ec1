import type pg from "pg";
import { systemClock } from "@/lib/platform/clock";
import { populate } from "@/lib/testing/population";
import { expect, test } from "./console-fixtures";

const runOn = (database: pg.Client) => async (statement: { text: string; values: unknown[] }) =>
  (await database.query<Record<string, unknown>>(statement.text, statement.values)).rows;

const fill = (database: pg.Client, tenancyId: string, users: number) =>
  populate(runOn(database), {
    tenancyId,
    nowMs: systemClock.now(),
    rareEvery: 2,
    users,
    passkeys: users,
  });

test("a dialog that a table row opens is aligned like every other", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  const { subs } = await fill(database, tenancy.id, 1);
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/users/${subs[0]}`);
  const row = page.getByRole("region", { name: "Passkeys of this user" });
  await row.getByRole("button", { name: "Disable" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading")).toHaveCSS("text-align", "start");
  await expect(dialog.getByRole("heading")).toHaveCSS("white-space", "normal");
});
