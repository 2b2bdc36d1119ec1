import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { dismissedCookie } from "@/app/console/second-passkey-cookie";
import { expect, test } from "@/e2e/console-fixtures";
import { register } from "@/e2e/demo-page";
import { systemClock } from "@/lib/platform/clock";
import { populate } from "@/testing/population";
import { insertSampleData } from "./sample-data";

const folder = path.resolve(import.meta.dirname, "../../docs/pictures");
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 640 };

test.use({
  viewport: desktop,
  deviceScaleFactor: 2,
  locale: "en-US",
  timezoneId: "UTC",
  reducedMotion: "reduce",
});

/** The frames of the start page, which show the same part of three phones. */
const frame = { width: 390, height: 600 };
const visitor = "grace.hopper@example.com";

const clipFrom = (y: number) => ({ x: 0, y, ...frame, scale: 2 });

/** Saves the visible part of the page in both themes. Playwright itself writes no WebP. */
async function take(page: Page, name: string, clip?: ReturnType<typeof clipFrom>): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready);
    // Colors fade to those of the theme.
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map(({ finished }) => finished)),
    );
    const { data } = await cdp.send("Page.captureScreenshot", {
      format: "webp",
      quality: 86,
      ...(clip === undefined ? {} : { clip }),
    });
    const file = `${name}${colorScheme === "dark" ? "-dark" : ""}.webp`;
    await writeFile(path.join(folder, file), Buffer.from(data, "base64"));
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Names the operator and the tenancy of a picture. */
async function nameTenancy(
  database: pg.Client,
  tenancyId: string,
  operator: { sub: string; email: string },
): Promise<void> {
  await database.query(`UPDATE "User" SET "email" = $2, "emailNormalized" = $2 WHERE "sub" = $1`, [
    operator.sub,
    operator.email,
  ]);
  await database.query(
    `UPDATE "Tenancy" SET "name" = 'Driftwood', "environment" = 'production',
       "checklistDismissedAt" = now() WHERE "id" = $1`,
    [tenancyId],
  );
}

/** Fills a tenancy with users who have names and passkeys, but no history. */
const fill = (database: pg.Client, tenancyId: string, size: { users: number; passkeys: number }) =>
  populate(
    async ({ text, values }) => (await database.query<Record<string, unknown>>(text, values)).rows,
    { tenancyId, nowMs: systemClock.now(), rareEvery: 10, ...size },
  );

test("console", async ({ page, operator, tenancy, database, baseURL }) => {
  const { sub: operatorSub } = await operator();
  await page
    .context()
    .addCookies([{ name: dismissedCookie, value: operatorSub, url: `${baseURL}/console` }]);
  await nameTenancy(database, tenancy.id, { sub: operatorSub, email: "ada@example.com" });
  await fill(database, tenancy.id, { users: 8_240, passkeys: 9_310 });
  const { sub } = await insertSampleData(database, tenancy.id);

  await page.goto(`/console/${tenancy.id}?period=7d`);
  await expect(page.locator(".recharts-line-curve").first()).toBeVisible();
  await take(page, "console-overview");
  await page.setViewportSize(phone);
  await take(page, "console-overview-phone");

  await page.setViewportSize(desktop);
  await page.goto(`/console/${tenancy.id}/users/${sub}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("grace.hopper");
  await take(page, "console-user");
});

test("passkey policy", async ({ page, operator, tenancy, database }) => {
  const { sub: sub } = await operator();
  await nameTenancy(database, tenancy.id, { sub, email: "alan@example.com" });
  await fill(database, tenancy.id, { users: 273, passkeys: 273 });
  await database.query(
    `UPDATE "Passkey" SET "backupEligible" = false, "backedUp" = false
     WHERE "tenancyId" = $1 AND abs(hashtext("id")) % 3 = 0`,
    [tenancy.id],
  );
  await page.goto(`/console/${tenancy.id}/settings/passkey-policy`);
  await page.getByRole("button", { name: "Show the rules" }).click();
  await page.getByLabel("Storage").selectOption("device-bound");
  await page.getByRole("button", { name: "Test rules" }).click();
  const result = page
    .locator("section", { has: page.getByRole("heading", { name: "Test result" }) })
    .last();
  await expect(result).toContainText("users would be refused");
  await result.evaluate((region) => region.scrollIntoView({ block: "center" }));
  await take(page, "console-policy");
});

test("demo", async ({ page, authenticator }) => {
  await authenticator.setPresent(true);
  await register(page, visitor);
  await take(page, "demo-account");
  await page.setViewportSize({ width: frame.width, height: 1200 });
  await take(page, "flow-signed-in", clipFrom(0));
});

test("hosted page", async ({ page, authenticator, demo, database }) => {
  await authenticator.setPresent(false);
  const redirectUri = "https://driftwood.example/callback";
  await database.query(
    `UPDATE "Tenancy" SET "redirectUris" = array_append("redirectUris", $2) WHERE "id" = $1`,
    [demo.tenancyId, redirectUri],
  );
  const query = new URLSearchParams({
    redirect_uri: redirectUri,
    state: "picture",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  });
  await page.goto(`/auth/${demo.tenancyId}/sign-in?${query}`);
  await take(page, "hosted-sign-in");
  await page.setViewportSize({ width: frame.width, height: 800 });
  await page.getByLabel(/^Email/).fill(visitor);
  await take(page, "flow-page", clipFrom(56));
  await page.getByRole("button", { name: "Email me a code" }).click();
  const readEmail = async () => {
    const inbox = await page.request.get(`/inbox.json?email=${visitor}`);
    const { emails } = (await inbox.json()) as { emails: { html: string }[] };
    return emails[0]?.html ?? "";
  };
  await expect.poll(readEmail).not.toBe("");
  await page.goto("about:blank");
  await page.setContent(await readEmail());
  await take(page, "flow-email", clipFrom(0));
});
