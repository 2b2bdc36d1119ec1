import { expectNoBarrier } from "./barriers";
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
