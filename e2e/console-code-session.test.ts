import { systemClock } from "@/lib/platform/clock";
import { populate } from "@/testing/population";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";
import { waitForOffer } from "./virtual-authenticator";

test("a code session can only read and restrict access, says so, and is accessible", async ({
  page,
  operator,
  authenticator,
  tenancy,
  database,
}, info) => {
  test.slow();
  const fill = {
    tenancyId: tenancy.id,
    nowMs: systemClock.now(),
    rareEvery: 1_000,
    users: 3,
    passkeys: 3,
  };
  const { subs, passkeyIds } = await populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    fill,
  );
  await database.query(
    `INSERT INTO "ApiKey" ("tenancyId","id","name","publicId","hash","scopes","createdAt")
         VALUES ($1,'key','Backend','abcdefghij',sha256('x'),'{*}',now())`,
    [tenancy.id],
  );
  await operator({ tenancyId: tenancy.id, signIn: "code", isSteppedUp: false });
  const path = `/console/${tenancy.id}`;
  const main = page.getByRole("main");
  for (const [name, url, offers] of [
    ["code-overview", path, []],
    ["code-user", `${path}/users/${subs[0]}`, ["Disable user"]],
    ["code-passkeys", `${path}/passkeys`, []],
    ["code-passkey", `${path}/passkeys/${passkeyIds[0]}`, ["Disable"]],
    ["code-keys", `${path}/api-keys`, ["Actions for Backend"]],
    ["code-members", `${path}/members`, []],
    ["code-settings", `${path}/settings`, []],
    ["code-audit", `${path}/audit`, []],
    ["code-account", "/console/account", []],
  ] as const) {
    await page.goto(url);
    await expect(
      page.getByText("You signed in with an emailed code", { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    for (const offered of offers)
      await expect(main.getByRole("button", { name: offered })).toBeVisible();
    for (const refused of [
      "Export",
      "Erase",
      "Delete",
      "Rename",
      "Edit",
      "Change email",
      "Invite",
      "Create key",
      /^Save/,
      "CSV",
      "Sign out all others",
      /^Remove/,
    ])
      await expect(main.getByRole("button", { name: refused })).toHaveCount(0);
    if (["code-user", "code-settings"].includes(name)) await expectNoBarrier({ page, info }, name);
  }

  await page.goto(`${path}/passkeys/${passkeyIds[0]}`);
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Lost phone");
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByText("1 passkey disabled.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(main.getByRole("button", { name: "Enable" })).toHaveCount(0);
  await page.goto(`${path}/api-keys`);
  await page.getByRole("button", { name: "Actions for Backend" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Audit events", "Lock…"]);
  await page.getByRole("menuitem", { name: "Lock…" }).click();
  await page.getByRole("button", { name: "Lock key" }).click();
  await expect(page.getByText("is locked", { exact: false })).toBeVisible();

  // Otherwise autofill may sign in before the click.
  await authenticator.setTakesOffers(false);
  await page.goto(`${path}/api-keys/new`);
  await expect(page).toHaveURL(/\/console\/sign-in/);
  await expect(page.getByText("This page needs a passkey", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the console" })).toBeVisible();
  await expectNoBarrier({ page, info }, "code-needs-passkey");
  await waitForOffer(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(`**${path}/api-keys/new`);
  await expect(
    page.getByRole("button", { name: "Create key" }).or(page.getByLabel("Name")),
  ).not.toHaveCount(0);
});

test("turning off a security setting requires the passkey; renaming does not", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "admin", isSteppedUp: false });
  await page.goto(`/console/${tenancy.id}/settings`);
  await page.getByLabel("Name", { exact: true }).fill("Harbour Two");
  await page.getByRole("button", { name: "Save Tenancy" }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await page.getByLabel("Environment").selectOption("production");
  await page.getByRole("button", { name: "Save Tenancy" }).click();
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  const { rows } = await database.query<{ name: string; environment: string }>(
    'SELECT "name", "environment" FROM "Tenancy" WHERE "id" = $1',
    [tenancy.id],
  );
  expect(rows).toEqual([{ name: "Harbour Two", environment: "production" }]);
});
