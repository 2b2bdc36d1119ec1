import type { Page, Request } from "@playwright/test";
import { errorOf, newEmail, offered, open, register, signIn, valueOf } from "./customer-page";
import { expect, test } from "./fixtures";
import { waitForOffer } from "./virtual-authenticator";

const refuse = (page: Page, name: string) =>
  page.evaluate((kind) => {
    navigator.credentials.get = () => Promise.reject(new DOMException("closed", kind));
    navigator.credentials.create = navigator.credentials.get;
  }, name);

/** The reports that the page sends from now on. */
function reportsOf(page: Page): Request[] {
  const reports: Request[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/passkey/outcome") && request.method() === "POST")
      reports.push(request);
  });
  return reports;
}

const report = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith("/passkey/outcome") && response.request().method() === "POST",
  );

test("a cancelled prompt is reported with its session, without cookies", async ({
  page,
  customer,
}) => {
  await open(page, customer);
  const options = page.waitForResponse("**/passkey/authentication/options");
  await refuse(page, "NotAllowedError");
  const [response, result] = await Promise.all([report(page), signIn(page)]);
  expect(errorOf(result)).toMatchObject({ _tag: "@error/Cancelled" });
  expect(response.status()).toBe(204);
  const { sessionToken } = (await (await options).json()) as { sessionToken: string };
  expect(response.request().postDataJSON()).toEqual({
    sessionToken,
    outcome: "cancelled",
    errorName: "NotAllowedError",
    afterMs: expect.any(Number),
  });
  expect(await response.request().headerValue("cookie")).toBeNull();
});

for (const [name, outcome] of [
  ["NotReadableError", "failed"],
  ["SecurityError", "unsupported"],
] as const)
  test(`${name} of a registration is reported as ${outcome}`, async ({ page, customer }) => {
    await open(page, customer);
    await refuse(page, name);
    const [response] = await Promise.all([report(page), register(page)]);
    expect(response.request().postDataJSON()).toMatchObject({ outcome, errorName: name });
  });

test("neither an autofill offer that a prompt replaces nor a sign-in is reported", async ({
  page,
  customer,
  authenticator,
}) => {
  await open(page, customer);
  valueOf(await register(page, newEmail()));
  const reports = reportsOf(page);
  await authenticator.setTakesOffers(false);
  await page.evaluate(
    () => void (window.offer = window.keystead.authenticatePasskey({ autofill: true })),
  );
  await waitForOffer(page);
  valueOf(await signIn(page));
  expect(errorOf(await offered(page))).toMatchObject({ _tag: "@error/Aborted" });
  expect(reports).toEqual([]);
});

test("a report that the service refuses changes nothing for the page", async ({
  page,
  customer,
}) => {
  await open(page, customer);
  await page.route("**/passkey/outcome", (route) => route.abort());
  await refuse(page, "NotAllowedError");
  expect(errorOf(await signIn(page))).toMatchObject({ _tag: "@error/Cancelled" });
});
