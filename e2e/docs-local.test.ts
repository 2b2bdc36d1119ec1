import { expect, test } from "./fixtures";

const address = "/docs/guides/five-minutes";

test("in local mode, the five-minute start shows the demo tenancy's four variables", async ({
  page,
  context,
  baseURL,
  demo,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(address);
  await expect(page.getByText(`Keystead already runs here, at ${baseURL}`)).toBeVisible();
  await expect(page.getByText(/ask its operator|your own tenancy id/i)).toBeHidden();
  await page.getByRole("button", { name: "Copy: .env" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(
      `KEYSTEAD_URL=${demo.endpoint}\nKEYSTEAD_TENANCY_ID=${demo.tenancyId}\n` +
        `KEYSTEAD_CLIENT_ID=${demo.clientId}\nKEYSTEAD_API_KEY=${demo.apiKey}`,
    );
});

test("in local mode, “Try it” and the examples have the demo tenancy", async ({ page, demo }) => {
  await page.goto("/docs/api/vault");
  const section = page.locator("section", { has: page.locator("#listPasskeys") });
  await expect(section.locator("[data-shown=true] code").first()).toContainText(demo.tenancyId);
  await expect(page.getByLabel("Examples show the ids of")).toHaveText("Demo");
  await section.locator("summary", { hasText: "Try it" }).click();
  await expect(section.getByLabel("API key")).toHaveValue(demo.apiKey);
  await section.getByRole("button", { name: "Send GET" }).click();
  const answer = section.getByRole("group", { name: "Response" });
  await expect(answer.getByRole("status").first()).toContainText("200");
  // The form is as wide as text and example together, so that neither has a hole beside it.
  const [form, whole] = await Promise.all([
    section.locator("form").boundingBox(),
    section.boundingBox(),
  ]);
  expect((form?.width ?? 0) / (whole?.width ?? 1)).toBeGreaterThan(0.95);
});

test("no other host name gets the demo tenancy's key", async ({ page, baseURL, demo }) => {
  const { port } = new URL(baseURL ?? "");
  for (const path of [address, "/docs/api/vault"])
    for (const host of [`rebound.example:${port}`, `evil.localhost:${port}`, `127.0.0.1:${port}`]) {
      const reply = await page.request.get(path, { headers: { Host: host } });
      expect([path, host, (await reply.text()).includes(demo.apiKey)]).toEqual([path, host, false]);
    }
  for (const [name, value] of Object.entries({
    "X-Forwarded-For": "203.0.113.7",
    Forwarded: "for=203.0.113.7",
  })) {
    const reply = await page.request.get(address, { headers: { [name]: value } });
    expect([name, (await reply.text()).includes(demo.apiKey)]).toEqual([name, false]);
  }
  const text = await (await page.request.get("/llms-full.txt")).text();
  expect(text).toContain("Keystead already runs here");
  expect(text).not.toContain(demo.apiKey);
  expect(text).not.toContain("<!--");
});
