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

test("no other host name gets the demo tenancy's key", async ({ page, baseURL, demo }) => {
  const { port } = new URL(baseURL ?? "");
  for (const host of [`rebound.example:${port}`, `evil.localhost:${port}`, `127.0.0.1:${port}`]) {
    const reply = await page.request.get(address, { headers: { Host: host } });
    expect([host, (await reply.text()).includes(demo.apiKey)]).toEqual([host, false]);
  }
  const text = await (await page.request.get("/llms-full.txt")).text();
  expect(text).toContain("Keystead already runs here");
  expect(text).not.toContain(demo.apiKey);
  expect(text).not.toContain("<!--");
});
