import { expect, test } from "./account-page";
import { expectNoBarrier } from "./barriers";
import { newEmail } from "./demo-page";

const names = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };
const titles = {
  en: "Check your email",
  de: "Prüfen Sie Ihre E-Mails",
  fr: "Consultez vos e-mails",
  es: "Revise su correo",
};

test("a change of language keeps the pending code, and nothing secret leaves the page's memory", async ({
  page,
  authenticator,
  depart,
  codeTo,
}, info) => {
  await authenticator.setPresent(false);
  const email = newEmail();
  await depart(page, "register");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("First name").fill("Grace");
  await page.getByRole("button", { name: "Continue" }).click();
  const code = await codeTo(email);
  // The email can arrive before the reply, which empties the field.
  await expect(page.getByRole("heading", { name: titles.en })).toBeVisible();
  await page.locator("input[name=code]").pressSequentially(code.slice(0, 2));
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${request.url()}`));
  for (const locale of ["de", "fr", "es"] as const) {
    await page.getByRole("link", { name: names[locale] }).click();
    await expect(page.getByRole("heading", { name: titles[locale] })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    await expect(page).toHaveURL(new RegExp(`locale=${locale}`));
    await expect(page.locator("[data-view=code]").getByText(email)).toBeVisible();
    await expect(page.locator("#code-hint")).toHaveText(/^6 .*9:\d\d/);
    await expect(page.locator("input[name=code]")).toHaveValue(code.slice(0, 2));
    await expect(page.locator("input[name=code]")).toBeFocused();
    await expect(page.locator("footer").getByText(names[locale])).toHaveAttribute(
      "aria-current",
      "true",
    );
  }
  // One page for each language; no address, token or code in its URL, and nothing is stored.
  expect(sent).toHaveLength(3);
  expect(sent.join()).not.toContain(encodeURIComponent(email));
  expect(sent.join()).not.toContain("pending");
  expect(await page.evaluate(() => ({ ...sessionStorage, ...localStorage }))).toEqual({});

  await page.locator("input[name=code]").fill(code);
  const created = page.locator("[data-view=new]");
  await expect(created).toBeVisible();
  // The proof of the mailbox stays, too.
  await page.getByRole("link", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "One last step" })).toBeVisible();
  await expect(created.getByText(email)).toBeVisible();
  await expectNoBarrier({ page, info }, "language-changed");
  await page.getByRole("button", { name: "Create account without a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Back at the application" })).toBeVisible();
});

test("after a change of language, a new code is sent in it, and the former one is void", async ({
  page,
  authenticator,
  depart,
  codeTo,
  textsTo,
}) => {
  await authenticator.setPresent(false);
  const email = newEmail();
  await depart(page, "code");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  const former = await codeTo(email);
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.getByRole("button", { name: "Neuen Code senden" }).click();
  await expect(page.getByText("Neuer Code gesendet.")).toBeVisible();
  const code = await codeTo(email);
  expect((await textsTo(email))[0]?.text).toContain("Minuten");
  if (code !== former) {
    await page.locator("input[name=code]").fill(former);
    await expect(page.locator("#code-error")).toContainText("4");
  }
  await page.locator("input[name=code]").fill(code);
  await expect(page.locator("[data-view=new]")).toBeVisible();
});

test("the account page keeps its pending code, too, and sends a new one in the language shown", async ({
  page,
  account,
  email,
  codeTo,
  textsTo,
}) => {
  await page.goto(account);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await codeTo(email);
  await page.getByRole("link", { name: "Español" }).click();
  await expect(page.getByRole("heading", { name: titles.es })).toBeVisible();
  await page.locator("button[data-act=resend]").click();
  await expect(page.locator("#code-sent")).not.toBeEmpty();
  const code = await codeTo(email);
  expect((await textsTo(email))[0]?.text).toContain("minutos");
  await page.locator("input[name=code]").fill(code);
  await expect(page.locator("button[data-act=confirm]")).toBeVisible();
  // Signed in, the page has dates, which follow the language.
  await page.getByRole("link", { name: "English" }).click();
  await expect(page.getByText("You signed in with an emailed code")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  await page.getByRole("button", { name: "Confirm with a passkey" }).click();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
});

test("the language can change while the account page's code is sent", async ({
  page,
  account,
  email,
  codeTo,
}) => {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/steps/send-code", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(account);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  release();
  await expect(page.getByRole("heading", { name: titles.de })).toBeVisible();
  await page.locator("input[name=code]").fill(await codeTo(email));
  await expect(page.locator("button[data-act=confirm]")).toBeVisible();
});

test("the passkey prompt works after a change of language", async ({
  page,
  authenticator,
  email,
  depart,
}) => {
  expect(email).toContain("@");
  await authenticator.setPresent(true);
  const { returned } = await depart(page, "sign-in");
  await page.getByRole("link", { name: "Français" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.locator("[data-view=start] button[data-act=passkey]").click();
  expect(await returned).toHaveProperty("code");
});

test("a language opens as a page if it can't be loaded into this one", async ({
  page,
  authenticator,
  depart,
}) => {
  await authenticator.setPresent(false);
  await depart(page, "sign-in");
  await page.route("**/auth/**", (route) =>
    route.request().resourceType() === "xhr" ? route.abort() : route.continue(),
  );
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { name: "Bei Driftwood anmelden" })).toBeVisible();
});
