import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./fixtures";

const email = "owner@example.com";

/** Runs the command line while the server runs. */
async function recover(): Promise<string> {
  const args = ["scripts/keystead.mjs", "operator", "recover", "--email", email, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: {
      ...process.env,
      PORT: new URL(process.env["E2E_URL"] ?? "").port,
      KEYSTEAD_DATA: process.env["E2E_DATA"],
      KEYSTEAD_MODE: "local",
      DATABASE_URL: process.env["E2E_DATABASE"],
    },
  });
  return (JSON.parse(stdout) as { link: string }).link;
}

/** Makes the command line's email an owner, even if another test has created the first one. */
const makeOwner = `
  WITH system AS (SELECT "id" FROM "Tenancy" WHERE "isSystem"), made AS (
    INSERT INTO "User" ("tenancyId","sub","email","emailNormalized","emailVouched","selfService",
        "createdAt","updatedAt")
    SELECT "id", '01ka000000000000000000000e', $1, $1, true, false, now(), now() FROM system
        ON CONFLICT DO NOTHING RETURNING "tenancyId", "sub")
  INSERT INTO "Operator" ("tenancyId","sub","role","createdAt") SELECT "tenancyId", "sub", 'owner', now() FROM made`;

test.describe.configure({ mode: "serial" });

test("an owner without a passkey creates one with the command line's link, once, and is signed in", async ({
  page,
  authenticator,
  query,
}) => {
  await query(makeOwner, [email]);
  const link = await recover();
  await page.goto(link);
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(page.getByRole("button", { name: "Your account" })).toBeVisible();
  expect(page.url()).not.toContain("#");
  expect((await authenticator.credentials()).map(({ userName }) => userName)).toEqual([email]);
  expect(
    await query(
      `SELECT 1 FROM "Operator" o JOIN "Passkey" p ON p."sub" = o."sub"
         JOIN "OperatorPasskey" w ON w."passkeyId" = p."id" WHERE p."username" = $1`,
      [email],
    ),
  ).toBe(1);
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "This link no longer works" }),
  ).toBeVisible();
});

test("a link without its secret says so, and the page is accessible", async ({ page }, info) => {
  await page.goto("/console/recover");
  await expect(page.getByText("This link is incomplete")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create a passkey" })).toHaveCount(0);
  await expectNoBarrier({ page, info }, "recover");
  await page.goto("/console/set-up");
  await expect(page.getByText("This link is incomplete")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create my passkey" })).toHaveCount(0);
});
