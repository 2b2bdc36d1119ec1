import { execFile } from "node:child_process";
import { promisify } from "node:util";
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures";

const email = "owner@example.com";

/** The command line, beside the running server. */
async function recover(): Promise<string> {
  const args = ["scripts/keystead.mjs", "operator", "recover", "--email", email, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, PORT: new URL(process.env["E2E_URL"] ?? "").port, KEYSTEAD_DATA: process.env["E2E_DATA"] } });
  return (JSON.parse(stdout) as { link: string }).link;
}

test.describe.configure({ mode: "serial" });

test("an owner without a passkey makes one by the link of the command line, once", async ({ page, authenticator, query }) => {
  const link = await recover();
  await page.goto(link);
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByText("Your passkey is registered")).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  expect(page.url()).not.toContain("token=");
  expect((await authenticator.credentials()).map(({ userName }) => userName)).toEqual([email]);
  expect(await query('SELECT 1 FROM "Operator" o JOIN "Passkey" p ON p."tenancyId" = o."tenancyId" AND p."sub" = o."sub" WHERE p."username" = $1', [email])).toBe(1);
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This link is not good any more" })).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [390, 1280])
    test(`the page has no barrier: ${colorScheme}, ${width} px`, async ({ page }, info) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/console/recover");
      await page.getByRole("button", { name: "Make a passkey" }).click();
      await expect(page.getByText("This link is not good any more")).toBeVisible();
      await page.screenshot({ path: info.outputPath(`recover-${colorScheme}-${width}.png`), fullPage: true });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    });
