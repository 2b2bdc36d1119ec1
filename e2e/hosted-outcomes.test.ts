import { expectNoBarrier } from "./barriers";
import { newEmail } from "./demo-page";
import { expect, test } from "./hosted-page";

test("a closed prompt leaves a note, and the focus on the button", async ({
  page,
  depart,
}, info) => {
  await depart(page, "sign-in");
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  const button = page.getByRole("button", { name: "Sign in with a passkey", exact: true });
  // It is disabled until the page's script runs.
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press("Enter");
  const note = page.getByText("No passkey was used.");
  await expect(note).toHaveAttribute("data-tone", "note");
  await expect(button).toBeFocused();
  await expectNoBarrier({ page, info }, "closed-prompt");
});

test("a closed prompt is reported to the service, without cookies", async ({ page, depart }) => {
  await depart(page, "sign-in");
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  const [response] = await Promise.all([
    page.waitForResponse("**/steps/outcome"),
    page.getByRole("button", { name: "Sign in with a passkey", exact: true }).click(),
  ]);
  expect(response.status()).toBe(204);
  expect(response.request().postDataJSON()).toMatchObject({
    outcome: "cancelled",
    errorName: "NotAllowedError",
  });
  expect(await response.request().headerValue("cookie")).toBeNull();
});

test("an unregistered address never gets a redirect", async ({ page, depart }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await depart(page, "sign-in", { redirect_uri: "http://evil.localhost:4000/callback" });
  await expect(page.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
  await expect(page.locator('a[href*="evil"]')).toHaveCount(0);
  expect(requests.filter((url) => new URL(url).hostname !== "localhost")).toEqual([]);
});

test("Enter in the email field of a sign-in sends the code, and a passkey needs no email", async ({
  page,
  depart,
  codeTo,
  authenticator,
}) => {
  await authenticator.setPresent(false);
  const email = newEmail();
  await depart(page, "sign-in");
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeEnabled();
  let prompts = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/passkey-options") && request.postData()?.includes('"required"'))
      prompts += 1;
  });
  await page.getByLabel("Email").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter your email address first.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  expect(await codeTo(email)).toMatch(/^\d{6}$/);
  expect(prompts).toBe(0);
});
