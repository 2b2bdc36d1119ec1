import { encodeTime, ulid } from "ulid";
import { systemClock } from "@/lib/platform/clock";
import { expect, test } from "./console-fixtures";
import { insertSampleData } from "./pictures/sample-data";

test("passkeys are above the timeline, in which a code and its email are one entry", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "support" });
  const { sub } = await insertSampleData(database, tenancy.id);
  const challengeId = ulid().toLowerCase();
  const at = systemClock.now() - 60_000;
  for (const [kind, afterMs] of [
    ["code.requested", 0],
    ["code.accepted", 4_000],
  ] as const)
    await database.query(
      `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","email","challengeId","createdAt")
       SELECT $1, $2, $3, "emailNormalized", $4, to_timestamp($5 / 1000.0)
       FROM "User" WHERE "tenancyId" = $1 AND "sub" = $6`,
      [
        tenancy.id,
        `${encodeTime(at + afterMs, 10)}${ulid().slice(10)}`.toLowerCase(),
        kind,
        challengeId,
        at + afterMs,
        sub,
      ],
    );
  await page.goto(`/console/${tenancy.id}/users/${sub}`);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    "Can sign in with 2 passkeys",
    "Passkeys",
    "Timeline",
    "Profile",
  ]);
  const timeline = page.locator("#timeline");
  await expect(timeline.getByText("Code requested")).toContainText(
    "email accepted by the provider after 4 s",
  );
  const email = timeline.getByText("Email accepted by the provider", { exact: true });
  await expect(email).toHaveCount(0);
  await expect(timeline.getByRole("listitem")).toHaveCount(6);

  await test.step("values of the answer are aligned", async () => {
    const values = page.getByRole("region", { name: "Can sign in" }).locator("dd");
    expect(await values.count()).toBeGreaterThan(2);
    const starts = await values.evaluateAll((all) =>
      all.map((value) => Math.round(value.getBoundingClientRect().left)),
    );
    expect(new Set(starts).size).toBe(1);
  });

  await test.step("the timeline shows only codes", async () => {
    await timeline.getByRole("link", { name: "Codes", exact: true }).click();
    await expect(timeline.getByRole("listitem")).toHaveText([/^Code requested/, /^Code /]);
    await expect(timeline.getByText("Code requested")).toBeVisible();
  });

  await test.step("dialogs name the person and the passkey", async () => {
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Disable the passkey 1Password" }).click();
    await expect(dialog).toHaveAccessibleName(
      "Disable the 1Password passkey of grace.hopper@example.com?",
    );
    await expect(dialog.getByText("(required)")).toBeVisible();
    await expect(dialog.getByLabel("Reason")).toHaveAttribute("aria-required", "true");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Disable user" }).click();
    await expect(dialog).toHaveAccessibleName("Disable grace.hopper@example.com?");
  });
});
