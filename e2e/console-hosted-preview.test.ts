import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./console-fixtures";
import { newEmail } from "./demo-page";

test("a sample link opens a hosted page, and its verifier exchanges the code", async ({
  page,
  operator,
  demo,
  query,
  codeTo,
}, info) => {
  const application = createServer((_request, response) =>
    response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><h1>Back</h1>"),
  );
  await new Promise<void>((resolve) => application.listen(0, "localhost", resolve));
  const { port } = application.address() as AddressInfo;
  const redirectUri = `http://localhost:${port}/callback?from=preview`;
  await query(
    'UPDATE "Tenancy" SET "redirectUris" = array_append("redirectUris", $2) WHERE "id" = $1',
    [demo.tenancyId, redirectUri],
  );
  await operator();
  await page.goto(`/console/${demo.tenancyId}/settings/hosted-pages`);
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByLabel("Page").selectOption("Sign in with an emailed code");
  await preview.getByLabel("Redirect URI").selectOption(redirectUri);
  await preview.getByRole("button", { name: "Create sample link" }).click();
  const link = preview.getByRole("link", { name: "Open page" });
  await expectNoBarrier({ page, info }, "preview");

  const opening = page.waitForEvent("popup");
  await link.click();
  const hosted = await opening;
  const email = newEmail();
  await hosted.getByLabel("Email").fill(email);
  await hosted.getByRole("button", { name: "Email me a code" }).click();
  await hosted.getByLabel("Code", { exact: true }).fill(await codeTo(email));
  await hosted.getByRole("button", { name: "Create account without a passkey" }).click();
  await expect(hosted.getByRole("heading", { name: "Back" })).toBeVisible();
  const { searchParams } = new URL(hosted.url());
  expect(searchParams.get("from")).toBe("preview");
  await expect(
    preview.getByRole("button", { name: `Copy state: ${searchParams.get("state")}` }),
  ).toBeVisible();

  const command = await preview.getByText("curl ").innerText();
  const [, path = ""] = /"http:\/\/[^/]+(\/\S+)\$CODE"/.exec(command) ?? [];
  const [, body = ""] = /-d '(.*)'/.exec(command) ?? [];
  const exchange = (data: object) =>
    page.request.post(`${path}${searchParams.get("code")}`, {
      headers: { Authorization: `Bearer ${demo.apiKey}` },
      data,
    });
  expect((await exchange({})).status()).toBe(404);
  const exchanged = await exchange(JSON.parse(body) as object);
  expect(await exchanged.json()).toMatchObject({ user: { email, emailVerified: true } });
  application.close();
});
