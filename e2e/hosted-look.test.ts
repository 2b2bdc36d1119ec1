import { newEmail } from "./demo-page";
import { expect, test } from "./hosted-page";

test("the card keeps its place from step to step, and shows the brand's color", async ({
  page,
  authenticator,
  depart,
  codeTo,
}) => {
  await authenticator.setPresent(false);
  const card = page.getByRole("main");
  const placeOf = async () => {
    const { x, y } = (await card.boundingBox()) ?? {};
    return { x, y };
  };
  for (const viewport of [
    { width: 390, height: 700 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await depart(page, "sign-in");
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeEnabled();
    const place = await placeOf();
    const colors = await card.evaluate((element) => [
      getComputedStyle(element).borderTopColor,
      getComputedStyle(element.querySelector("button[data-act=passkey]") ?? element)
        .backgroundColor,
    ]);
    expect(colors[0]).toBe(colors[1]);

    const email = newEmail();
    await page.getByRole("button", { name: "Email me a code" }).click();
    await expect(page.getByText("Enter your email address first.")).toBeVisible();
    expect(await placeOf()).toEqual(place);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Email me a code" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    expect(await placeOf()).toEqual(place);
    await page.getByLabel("Code", { exact: true }).fill(await codeTo(email));
    await expect(
      page.getByRole("heading", { name: "You don’t have an account yet" }),
    ).toBeVisible();
    expect(await placeOf()).toEqual(place);
  }
});

test("a code without all digits says so, and the last digit submits it", async ({
  page,
  authenticator,
  depart,
  codeTo,
}) => {
  await authenticator.setPresent(false);
  const email = newEmail();
  await depart(page, "code");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  const field = page.getByLabel("Code", { exact: true });
  const code = await codeTo(email);
  await field.pressSequentially(code.slice(0, 5));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter all 6 digits.")).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(code.slice(0, 5));
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText("Enter all 6 digits.")).toBeVisible();
  await field.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(code.slice(5));
  await expect(page.getByRole("heading", { name: "You don’t have an account yet" })).toBeVisible();
});

test("why a code was wrong stays until the visitor types", async ({
  page,
  authenticator,
  depart,
  codeTo,
}) => {
  await authenticator.setPresent(false);
  const email = newEmail();
  await depart(page, "code");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  const field = page.getByLabel("Code", { exact: true });
  const code = await codeTo(email);
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, "0"));
  const reason = page.getByText("Wrong code. 4 attempts left.");
  await expect(reason).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  for (const press of [
    () => page.getByRole("button", { name: "Continue", exact: true }).click(),
    () => field.press("Enter"),
  ]) {
    await press();
    await expect(reason).toBeVisible();
    await expect(field).toBeFocused();
    await expect(page.getByText("Enter all 6 digits.")).toHaveCount(0);
  }
  await page.keyboard.type(code.slice(0, 1));
  await expect(reason).toHaveCount(0);
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
  await page.keyboard.type(code.slice(1));
  await expect(page.getByRole("heading", { name: "You don’t have an account yet" })).toBeVisible();
});

test("a code stays in its field if the service can't be reached", async ({
  page,
  authenticator,
  depart,
  codeTo,
}) => {
  await authenticator.setPresent(false);
  const email = newEmail();
  await depart(page, "code");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  const field = page.getByLabel("Code", { exact: true });
  const code = await codeTo(email);
  await page.route("**/steps/check-code", (route) => route.abort());
  await field.fill(code);
  await expect(page.getByText("The service can’t be reached.")).toBeVisible();
  await expect(field).toHaveValue(code);
  await page.unroute("**/steps/check-code");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("heading", { name: "You don’t have an account yet" })).toBeVisible();
});

test("waiting times are in the page's language", async ({ page, authenticator, depart }) => {
  await authenticator.setPresent(false);
  await page.route("**/steps/send-code", (route) =>
    route.fulfill({
      status: 429,
      json: { _tag: "@error/ChallengeRateLimited", message: "", retryAfterSeconds: 7_000 },
    }),
  );
  await depart(page, "code", { locale: "de" });
  await page.getByLabel("E-Mail-Adresse").fill(newEmail());
  await page.getByRole("button", { name: "Code per E-Mail senden" }).click();
  await expect(page.getByText("Versuchen Sie es in 2 Stunden noch einmal.")).toBeVisible();
});

test("an offer that ends late doesn't clear the error of an emailed code", async ({
  page,
  authenticator,
  depart,
}) => {
  await authenticator.setPresent(false);
  await page.addInitScript(() => {
    navigator.credentials.get = () =>
      new Promise((_, reject) =>
        window.addEventListener("end-offer", () => reject(new DOMException("", "AbortError"))),
      );
  });
  await page.route("**/steps/send-code", (route) =>
    route.fulfill({
      status: 429,
      json: { _tag: "@error/ChallengeRateLimited", message: "", retryAfterSeconds: 600 },
    }),
  );
  const offered = page.waitForResponse("**/steps/passkey-options");
  await depart(page, "sign-in");
  await (await offered).finished();
  await page.getByLabel("Email").fill(newEmail());
  await page.getByRole("button", { name: "Email me a code" }).click();
  const notice = page.getByText("Try again in 10 minutes");
  await expect(notice).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("end-offer")));
  await expect(notice).toBeVisible();
});

test("a browser that can't offer passkeys shows an error only after a click", async ({
  page,
  authenticator,
  depart,
}) => {
  await authenticator.setPresent(false);
  await page.addInitScript(() => {
    navigator.credentials.get = () => {
      document.title = "refused";
      return Promise.reject(new DOMException("", "NotSupportedError"));
    };
  });
  await depart(page, "sign-in");
  await expect(page).toHaveTitle("refused");
  const notice = page.getByText("This browser or device doesn’t support passkeys here.");
  await expect(notice).toBeHidden();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(notice).toBeVisible();
});
