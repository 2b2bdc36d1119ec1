import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";

/** Creates a key in the console and returns its text. */
async function createKey(page: Page, tenancyId: string, name: string): Promise<string> {
  await page.goto(`/console/${tenancyId}/api-keys/new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Own choice").check();
  await page.getByLabel(/Manage API keys/).check();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("heading", { name: `“${name}” is ready` })).toBeVisible();
  return /ks_[\w-]{60}/.exec(await page.getByRole("main").innerText())?.[0] ?? "";
}

async function createByKey(
  request: APIRequestContext,
  tenancyId: string,
  { key, name }: { key: string; name: string },
): Promise<string> {
  const reply = await request.post(`/v2/${tenancyId}/api-keys`, {
    headers: { Authorization: `Bearer ${key}` },
    data: { name, scopes: ["api-keys:write"] },
  });
  expect(reply.status()).toBe(201);
  return ((await reply.json()) as { key: string }).key;
}

test("revoking or locking a key asks about the keys that it created", async ({
  page,
  request,
  operator,
  tenancy,
}, info) => {
  await operator({ tenancyId: tenancy.id, role: "admin" });
  const list = `/console/${tenancy.id}/api-keys`;
  const key = await createKey(page, tenancy.id, "Deployment");
  const child = await createByKey(request, tenancy.id, { key, name: "Nightly build" });
  const grandchild = await createByKey(request, tenancy.id, { key: child, name: "Preview" });
  const statusOf = async (text: string) =>
    (
      await request.get(`/v2/${tenancy.id}/api-keys`, {
        headers: { Authorization: `Bearer ${text}` },
      })
    ).status();
  expect(await statusOf(grandchild)).toBe(200);

  await page.getByRole("button", { name: "I’ve stored the key" }).click();
  await page.waitForURL(/\/api-keys$/);
  await expect(page.getByText("API key “Deployment”")).toBeVisible();
  await page.getByRole("link", { name: "Nightly build", exact: true }).click();
  await expect(page.getByRole("link", { name: "API key “Deployment”" })).toBeVisible();
  await page.getByRole("link", { name: "API key “Deployment”" }).click();
  await expect(page.getByText("Created keys in use")).toBeVisible();

  await page.goto(list);
  await page.getByRole("button", { name: "Actions for Nightly build" }).click();
  await page.getByRole("menuitem", { name: "Lock…" }).click();
  const one = page.getByRole("checkbox", { name: "Also lock the key that it created" });
  await expect(one).not.toBeChecked();
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Actions for Deployment" }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  const two = page.getByRole("checkbox", { name: "Also lock the 2 keys that it created" });
  await expect(two).not.toBeChecked();
  await two.check();
  await page.getByLabel("Reason").fill("Found in a log");
  await expectNoBarrier({ page, info, fullPage: false }, "created-keys-revoke");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(
    page.getByText("“Deployment” is revoked, and the 2 keys that it created are locked", {
      exact: true,
    }),
  ).toBeVisible();
  expect([await statusOf(key), await statusOf(child), await statusOf(grandchild)]).toEqual([
    403, 403, 403,
  ]);
});
