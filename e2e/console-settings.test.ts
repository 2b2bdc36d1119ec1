import { expectNoBarrier } from "./barriers";
import { countClicks } from "./clicks";
import { expect, test } from "./console-fixtures";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("an owner creates a tenancy and its key in at most six clicks", async ({ page, operator }) => {
  await operator();
  const { click, count } = countClicks();
  await page.goto("/console/tenancies");
  const main = page.getByRole("main");
  await click(main.getByRole("link", { name: "Create a tenancy" }).first());
  await page.getByLabel("Name", { exact: true }).fill("Lighthouse");
  await click(page.getByRole("button", { name: "Create tenancy" }));
  await page.waitForURL(/\/console\/[0-9a-z]{26}$/);
  await click(page.getByRole("link", { name: "API keys", exact: true }));
  await click(main.getByRole("link", { name: "Create key" }).first());
  await page.getByLabel("Name", { exact: true }).fill("Backend");
  await expect(page.getByLabel("Expires")).toHaveValue("90");
  await click(page.getByRole("button", { name: "Create key" }));
  await expect(main.getByText(/ks_[\w-]{60}/).first()).toBeVisible();
  expect(count()).toBeLessThanOrEqual(6);
});

test("an admin sees unsaved branding in two languages, saves it, and sends a test", async ({
  page,
  operator,
  tenancy,
  codeTo,
  query,
}) => {
  const { email } = await operator({ tenancyId: tenancy.id, role: "admin" });
  // The page of an earlier release.
  await page.goto(`/console/${tenancy.id}/mails`);
  await expect(page).toHaveURL(/\/settings\/branding$/);
  const shown = page.frameLocator('iframe[title="Email, English"]');
  const signIn = page.frameLocator('iframe[title="Sign-in page, English"]');
  await expect(
    page.frameLocator('iframe[title="Email, German"]').getByText("Guten Tag Ada"),
  ).toBeVisible();
  await expect(shown.getByText("Hello Ada")).toBeVisible();
  await page.getByLabel("Brand name").fill("Lighthouse <b>");
  await expect(shown.getByText("Lighthouse <b>", { exact: true })).toBeVisible();
  await expect(signIn.getByText("Sign in to Lighthouse <b>", { exact: true })).toBeVisible();
  await page.getByLabel("Color", { exact: true }).fill("#123456");
  await page
    .getByLabel("Logo file")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: png });
  await expect(shown.locator('img[src^="data:image/png"]')).toHaveCount(1);
  await expect(signIn.locator('img[src^="data:image/png"]')).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Send a test" })).toBeDisabled();
  await page.getByRole("button", { name: "Save Brand" }).click();
  await expect(page.getByText("Brand saved", { exact: true })).toBeVisible();
  await expect(shown.locator(`img[src*="/logo/${tenancy.id}/"]`)).toHaveCount(1);
  await page.getByLabel("Email", { exact: true }).selectOption("Recovery");
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText(`Test sent to ${email}`, { exact: true })).toBeVisible();
  await codeTo(email);
  expect(
    await query(
      `SELECT 1 FROM "InboxMail" WHERE "recipient" = $1 AND "subject" LIKE '[Test] %Lighthouse%'`,
      [email],
    ),
  ).toBe(1);
});

test("a key that expires soon is marked, and rotated while both keys work", async ({
  page,
  operator,
  tenancy,
  database,
  baseURL,
}) => {
  const { email } = await operator({ tenancyId: tenancy.id });
  const keyIn = (text: string) => /ks_[\w-]{60}/.exec(text)?.[0] ?? "";
  const callWith = async (key: string) =>
    (
      await fetch(`${baseURL}/v2/${tenancy.id}/user/x`, {
        headers: { Authorization: `Bearer ${key}` },
      })
    ).status;
  await page.goto(`/console/${tenancy.id}/api-keys/new`);
  await page.getByLabel("Name", { exact: true }).fill("Backend");
  await page.getByLabel("Expires").selectOption("Never");
  await expect(page.getByText("This key never expires")).toBeVisible();
  await page.getByLabel("Expires").selectOption("In 90 days");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("heading", { name: "“Backend” is ready" })).toBeVisible();
  const old = keyIn(await page.getByRole("main").innerText());
  await database.query(
    `UPDATE "ApiKey" SET "expiresAt" = now() + interval '9 days 1 hour' WHERE "tenancyId" = $1`,
    [tenancy.id],
  );
  expect(await callWith(old)).toBe(404);
  await expect
    .poll(async () => {
      await page.goto(`/console/${tenancy.id}/api-keys`);
      return page
        .getByRole("row")
        .filter({ hasText: old.slice(0, 13) })
        .innerText();
    })
    .toContain("1 today");
  const row = page.getByRole("row").filter({ hasText: old.slice(0, 13) });
  await expect(row.getByText("in 9 days")).toBeVisible();
  await expect(row.getByText(email)).toBeVisible();
  await row.getByRole("button", { name: "Actions for Backend" }).click();
  await page.getByRole("menuitem", { name: "Rotate" }).click();
  await page.getByLabel(/still works for/).selectOption("3 days");
  await page.getByRole("button", { name: "Rotate key" }).click();
  const dialog = page.getByRole("dialog", { name: "New key for “Backend”" });
  await expect(dialog).toBeVisible();
  const successor = keyIn(await dialog.innerText());
  await dialog.getByRole("button", { name: "I’ve stored the key" }).click();
  expect([await callWith(old), await callWith(successor)]).toEqual([404, 404]);
  // The new key's row comes first, and names the old one.
  await expect(row.last().getByText("in 3 days")).toBeVisible();
  // Both have one name, so the dialog tells which it is, and that the other one works.
  const starts = [successor, old].map((text) => text.slice(0, text.indexOf("_", 3)));
  for (const [index, words] of [
    `It replaced ${starts[1]}_…, which still works until`,
    `Its replacement ${starts[0]}_… keeps working`,
  ].entries()) {
    await row.nth(index).getByRole("button", { name: "Actions for Backend" }).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    const revoking = page.getByRole("dialog", { name: "Revoke “Backend”?" });
    await expect(revoking).toContainText(`${starts[index]}_…, created`);
    await expect(revoking).toContainText(words);
    await revoking.getByRole("button", { name: "Cancel" }).click();
  }
});

test("pasted URLs become an rpId and origins, and empty fields say what to enter", async ({
  page,
  operator,
  tenancy,
  database,
}) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  await page.goto(`/console/${tenancy.id}/settings/sites`);
  const rpId = page.getByLabel("Relying party id", { exact: true });
  await rpId.fill("");
  await rpId.blur();
  await expect(rpId).toHaveAccessibleDescription(/Enter your site’s domain, such as example.com/);
  await rpId.fill("https://www.Lighthouse.example/login");
  await rpId.blur();
  await expect(rpId).toHaveValue("www.lighthouse.example");
  await expect(page.getByText(/kept only the host/)).toBeVisible();
  await rpId.fill("lighthouse.example");
  await page.getByRole("button", { name: "Add origin" }).click();
  const origin = page.getByLabel("Allowed origins: origin 1");
  await origin.blur();
  await expect(origin).toHaveAccessibleDescription(/such as https:\/\/app.example.com/);
  await origin.fill("app.lighthouse.example/login");
  await page.getByRole("button", { name: "Save Domain and origins" }).click();
  await page.getByRole("button", { name: "Remove and save" }).click();
  await expect(page.getByText("Domain and origins saved")).toBeVisible();
  await expect(origin).toHaveValue("https://app.lighthouse.example");
  const { rows } = await database.query(
    'SELECT "rpId", "allowedOrigins" FROM "Tenancy" WHERE "id" = $1',
    [tenancy.id],
  );
  expect(rows).toEqual([
    { rpId: "lighthouse.example", allowedOrigins: ["https://app.lighthouse.example"] },
  ]);
});

test("a long tab has an index, and examples don’t look like values", async ({
  page,
  operator,
  tenancy,
}) => {
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/settings/sign-in`);
  const index = page.getByRole("navigation", { name: "On this tab" });
  await index.getByRole("link", { name: "Older clients" }).click();
  await expect(page.getByRole("heading", { name: "Older clients" })).toBeInViewport();
  await page.goto(`/console/${tenancy.id}/settings/branding`);
  await expect(index).toHaveCount(0);
  for (const field of await page.locator("main input[placeholder]").all())
    expect(await field.getAttribute("placeholder")).toMatch(/^Such as /);
  await page.goto(`/console/${tenancy.id}/settings/limits`);
  await page.getByLabel("In an hour (codes)").fill("250000");
  await expect(page.getByLabel("In an hour (codes)")).toHaveAccessibleDescription(/^250,000 codes/);
  await page.getByRole("button", { name: "Discard" }).click();
});

test("unsaved settings and a key without expiry are accessible", async ({
  page,
  operator,
  tenancy,
}, info) => {
  await operator({ tenancyId: tenancy.id });
  await page.goto(`/console/${tenancy.id}/settings/branding`);
  await expect(page.getByText("Each card is saved on its own.")).toBeVisible();
  await page.getByLabel("Brand name").fill("Lighthouse");
  await page.getByLabel("Color", { exact: true }).fill("#12");
  await test.step("one click on Save marks the field and scrolls to it", async () => {
    await page.setViewportSize({ width: 390, height: 500 });
    const save = page.getByRole("button", { name: "Save Brand" });
    await save.evaluate((button) => button.scrollIntoView({ block: "start" }));
    await expect(page.getByLabel("Color", { exact: true })).not.toBeInViewport();
    await save.click();
    await expect(page.getByText("Enter a color such as #0e6a4e")).toBeInViewport();
    await expect(page.getByLabel("Color", { exact: true })).toBeInViewport();
    await expect(page.getByLabel("Color", { exact: true })).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await page.getByLabel("Color", { exact: true }).fill("#ffd400");
  await expect(
    page.getByText(/links use the darker #[0-9a-f]{6}\. Buttons keep your color/),
  ).toBeVisible();
  await expectNoBarrier({ page, info }, "branding-unsaved");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.goto(`/console/${tenancy.id}/api-keys/new`);
  await page.getByLabel("Expires").selectOption("Never");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Enter a name of 1 to 100 characters")).toBeVisible();
  await expectNoBarrier({ page, info }, "new-key-never");
});
