import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { newEmail } from "./demo-page";
import { expect, test } from "./hosted-page";
import { type VirtualAuthenticator, waitForOffer } from "./virtual-authenticator";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const principalOn = async (page: Page) =>
  JSON.parse(await page.locator("pre, body").first().innerText()) as Record<string, unknown> & {
    user?: Record<string, unknown>;
  };
const fillCode = (page: Page, code: string) => page.getByLabel("Code", { exact: true }).fill(code);

interface Journey {
  customer: string;
  authenticator: VirtualAuthenticator;
  codeTo: (email: string) => Promise<string>;
}

async function register(page: Page, { customer, authenticator, codeTo }: Journey, email: string) {
  await authenticator.setPresent(true);
  await page.goto(`${customer}/register`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("First name").fill("Grace");
  await button(page, "Continue").click();
  await fillCode(page, await codeTo(email));
  await expect(page.getByRole("heading", { name: "One last step" })).toBeVisible();
  await button(page, "Create account with a passkey").click();
  await expect(page).toHaveURL(/\/callback\?code=/);
  return principalOn(page);
}

test("a backend of thirty lines registers a user, and signs them in with the passkey", async ({
  page,
  authenticator,
  customer,
  codeTo,
}) => {
  const email = newEmail();
  const registered = await register(page, { customer, authenticator, codeTo }, email);
  expect(registered).toMatchObject({
    operation: "registration",
    authenticatorType: "passkey",
    passkey: { userVerified: true },
    user: { email, givenName: "Grace", emailVerified: true },
  });
  expect((await authenticator.credentials()).map(({ userName }) => userName)).toEqual([email]);
  await authenticator.setTakesOffers(false);
  await page.goto(`${customer}/sign-in`);
  await waitForOffer(page);
  await button(page, "Sign in with a passkey").click();
  await expect(page).toHaveURL(/\/callback\?code=/);
  expect(await principalOn(page)).toMatchObject({
    operation: "authentication",
    sub: registered["sub"],
    authenticatorId: registered["authenticatorId"],
  });
  // The request is finished: neither the same code nor the browser's request works again.
  await page.reload();
  expect(await principalOn(page)).toEqual({ error: "this browser did not start the flow" });
});

test("passkeys are offered in the address field", async ({
  page,
  authenticator,
  customer,
  codeTo,
}) => {
  const { sub } = await register(page, { customer, authenticator, codeTo }, newEmail());
  await page.goto(`${customer}/sign-in`);
  // The device answers the offer automatically.
  await expect(page).toHaveURL(/\/callback\?code=/);
  expect(await principalOn(page)).toMatchObject({ operation: "authentication", sub });
  expect(await authenticator.credentials()).toHaveLength(1);
});

test("prompt=passkey prompts without a click; prompt=code and prompt=create start on other steps", async ({
  page,
  authenticator,
  customer,
  codeTo,
  depart,
  demo,
}) => {
  await register(page, { customer, authenticator, codeTo }, newEmail());
  const { returned, state } = await depart(page, "sign-in", { prompt: "passkey" });
  expect(await returned).toEqual({ code: expect.any(String), state });
  // The customer gets the request before its page has loaded.
  await page.waitForURL(/\/callback\?/);
  await authenticator.setPresent(false);
  await depart(page, "sign-in", { prompt: "code", login_hint: "ada@example.com" });
  await expect(page).toHaveURL(new RegExp(`/auth/${demo.tenancyId}/code\\?`));
  await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
  await depart(page, "sign-in", { prompt: "create" });
  await expect(page.getByRole("heading", { name: "Create your Driftwood account" })).toBeVisible();
});

test("an emailed code signs in; the passkey offer can be skipped and isn't repeated", async ({
  page,
  authenticator,
  customer,
  codeTo,
}) => {
  const email = newEmail();
  const { sub } = await register(page, { customer, authenticator, codeTo }, email);
  await authenticator.forgetAll();
  await authenticator.setPresent(false);
  const byCode = async () => {
    await page.goto(`${customer}/sign-in`);
    await page.getByLabel("Email").fill(email);
    await button(page, "Email me a code").click();
    const code = await codeTo(email);
    await fillCode(page, `Shop24: ${code.slice(0, 3)} ${code.slice(3)}, valid for 10 minutes`);
  };
  await byCode();
  await expect(page.getByRole("heading", { name: "Sign in faster next time" })).toBeVisible();
  await expect(page.getByText(`You’re signed in as ${email}`)).toBeVisible();
  await button(page, "Not now").click();
  await expect(page).toHaveURL(/\/callback\?code=/);
  const principal = await principalOn(page);
  expect(principal).toMatchObject({
    operation: "authentication",
    authenticatorType: "email",
    sub,
    user: { email },
  });
  expect(principal).not.toHaveProperty("passkey");
  const cookies = (await page.context().cookies()).filter(({ name }) =>
    name.startsWith("keystead-later-"),
  );
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Lax" }]);
  await byCode();
  await expect(page).toHaveURL(/\/callback\?code=/);
  expect(await principalOn(page)).toMatchObject({ authenticatorType: "email", sub });
});

test("after a code, the user creates a passkey that signs in from then on", async ({
  page,
  authenticator,
  customer,
  codeTo,
}) => {
  const email = newEmail();
  const { sub } = await register(page, { customer, authenticator, codeTo }, email);
  await authenticator.forgetAll();
  await page.goto(`${customer}/code`);
  await page.getByLabel("Email").fill(email);
  await button(page, "Email me a code").click();
  await fillCode(page, await codeTo(email));
  await expect(page.getByRole("heading", { name: "Sign in faster next time" })).toBeVisible();
  await authenticator.setVerified(true);
  await button(page, "Create a passkey").click();
  await expect(page).toHaveURL(/\/callback\?code=/);
  expect(await principalOn(page)).toMatchObject({
    operation: "registration",
    authenticatorType: "passkey",
    sub,
  });
  expect(await authenticator.credentials()).toHaveLength(1);
});

test("a visitor without an account learns so only after proving the address, and can register", async ({
  page,
  customer,
  codeTo,
  authenticator,
}) => {
  const email = newEmail();
  await authenticator.setPresent(false);
  await page.goto(`${customer}/code`);
  await page.getByLabel("Email").fill(email);
  await button(page, "Email me a code").click();
  await expect(page.getByText(`We sent a code to ${email}`)).toBeVisible();
  await fillCode(page, await codeTo(email));
  await expect(page.getByRole("heading", { name: "You don’t have an account yet" })).toBeVisible();
  await button(page, "Create account without a passkey").click();
  await expect(page).toHaveURL(/\/callback\?code=/);
  expect(await principalOn(page)).toMatchObject({
    operation: "registration",
    authenticatorType: "email",
    user: { email, emailVerified: true },
  });
});

test("the register page signs in a user who already has an account", async ({
  page,
  authenticator,
  customer,
  codeTo,
}) => {
  const email = newEmail();
  const { sub } = await register(page, { customer, authenticator, codeTo }, email);
  await page.goto(`${customer}/register`);
  await page.getByLabel("Email").fill(email);
  await button(page, "Continue").click();
  await fillCode(page, await codeTo(email));
  await expect(
    page.getByRole("heading", { name: "You already have an account, and you’re signed in" }),
  ).toBeVisible();
  await button(page, "Not now").click();
  await expect(page).toHaveURL(/\/callback\?code=/);
  expect(await principalOn(page)).toMatchObject({ sub, operation: "authentication" });
});

test("a wrong state, a wrong or missing verifier and a replay are refused", async ({
  page,
  authenticator,
  customer,
  depart,
  demo,
  codeTo,
  browser,
}) => {
  const email = newEmail();
  await register(page, { customer, authenticator, codeTo }, email);
  const { verifier, state, returned } = await depart(page, "sign-in", { prompt: "passkey" });
  const { code = "", ...rest } = await returned;
  expect(rest).toEqual({ state });

  // An attacker puts their own code into a victim's browser.
  const victim = await browser.newPage();
  await victim.goto(`${customer}/callback?code=${code}&state=${state}`);
  expect(await principalOn(victim)).toEqual({ error: "this browser did not start the flow" });
  await victim.goto(`${customer}/sign-in`);
  await victim.goto(`${customer}/callback?code=${code}&state=${state}`);
  expect(await principalOn(victim)).toEqual({ error: "this browser did not start the flow" });
  // Even with the victim's state, the verifier doesn't match.
  await victim.goto(`${customer}/sign-in`);
  const theirs = new URL(victim.url()).searchParams.get("state");
  await victim.goto(`${customer}/callback?code=${code}&state=${theirs}`);
  expect(await principalOn(victim)).toEqual({ error: "Sign in again." });
  await victim.close();

  const { endpoint, tenancyId, apiKey } = demo;
  const call = async (method: string, path: string, body?: object) => {
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    const reply = await fetch(`${endpoint}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return [reply.status, ((await reply.json()) as { _tag?: string })._tag];
  };
  const invalid = [404, "@error/InvalidCode"];
  for (const mount of ["/v2", ""]) {
    expect(await call("GET", `${mount}/${tenancyId}/principal/${code}`)).toEqual(invalid);
    expect(await call("POST", `${mount}/${tenancyId}/principal/${code}`)).toEqual(invalid);
    expect(await call("POST", `${mount}/${tenancyId}/principal/${code}/`, {})).toEqual(invalid);
    expect(
      await call("POST", `${mount}/${tenancyId}/principal/${code}`, { userId: "mallory" }),
    ).toEqual(invalid);
    expect(
      await call("POST", `${mount}/${tenancyId}/principal/${code}`, {
        code_verifier: "w".repeat(43),
      }),
    ).toEqual(invalid);
  }
  expect(await call("GET", `/${tenancyId}/token/${code}`)).toEqual(invalid);
  const right = () =>
    call("POST", `/v2/${tenancyId}/principal/${code}`, { code_verifier: verifier });
  expect(await right()).toEqual([200, "ExtendedPrincipal"]);
  expect(await right()).toEqual(invalid);
});

test("cancelling returns access_denied, and an incomplete request returns invalid_request", async ({
  page,
  depart,
}) => {
  const { state, returned } = await depart(page, "sign-in");
  await page.getByRole("link", { name: /^Cancel and return to localhost/ }).click();
  expect(await returned).toEqual({
    error: "access_denied",
    error_description: expect.any(String),
    state,
  });
  const refused = await depart(page, "register", { code_challenge: "short" });
  expect(await refused.returned).toMatchObject({ error: "invalid_request", state: refused.state });
});

test("errors appear beside their field, and no input is lost", async ({
  page,
  depart,
  authenticator,
  codeTo,
}) => {
  const email = newEmail();
  // A device without passkeys.
  await authenticator.setPresent(true);
  await depart(page, "sign-in");
  await button(page, "Email me a code").click();
  await expect(page.getByText("Enter your email address first.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("ada");
  await button(page, "Email me a code").click();
  await expect(page.getByText("Enter a valid email address.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByText("No passkey was used.")).toBeVisible();
  await button(page, "Email me a code").click();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  const right = await codeTo(email);
  await fillCode(page, String((Number(right) + 1) % 1_000_000).padStart(6, "0"));
  await expect(page.getByText("Wrong code. 4 attempts left.")).toBeVisible();
  await button(page, "Use another address").click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.route("**/steps/send-code", (route) => route.abort());
  await button(page, "Email me a code").click();
  await expect(page.getByText("The service can’t be reached.")).toBeVisible();
  expect(
    await page.getByRole("link", { name: /^Cancel and return/ }).getAttribute("href"),
  ).toContain("error=temporarily_unavailable");
});

test("everything works by keyboard", async ({ page, depart, codeTo, authenticator }) => {
  await authenticator.setPresent(false);
  const email = newEmail();
  await depart(page, "code");
  await page.getByLabel("Email").focus();
  await page.keyboard.type(email);
  // Its script enables the button when it runs.
  await expect(button(page, "Email me a code")).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await page.keyboard.type(await codeTo(email));
  await expect(page.getByRole("heading", { name: "You don’t have an account yet" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button(page, "Create account with a passkey")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Back at the application" })).toBeVisible();
});

test("a page loads at most 120 KB of gzipped script, all from our origin", async ({
  page,
  depart,
  baseURL,
}) => {
  const scripts: Promise<number>[] = [];
  const foreign: string[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).origin !== baseURL) foreign.push(response.url());
    if (response.request().resourceType() === "script")
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await depart(page, "sign-in");
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(scripts);
  expect(sizes).toHaveLength(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120 * 1_024);
  expect(foreign).toEqual([]);
});

test("the server sends the headers of the policy", async ({ request, demo, baseURL }) => {
  const reply = await request.get(`${baseURL}/auth/${demo.tenancyId}/sign-in?redirect_uri=x`);
  expect(reply.status()).toBe(400);
  expect(reply.headers()).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  expect(reply.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect((await request.get(`${baseURL}/auth/${demo.clientId}/sign-in`)).status()).toBe(404);
  expect(
    (
      await request.post(`${baseURL}/auth/${demo.tenancyId}/steps/send-code`, {
        data: { page: "sign-in", email: "ada@example.com", ticket: "x" },
      })
    ).status(),
  ).toBe(403);
  const asset = /href="(\/auth\/assets\/page-\w+\.css)"/.exec(await reply.text())?.[1] ?? "";
  expect((await request.get(`${baseURL}${asset}`)).headers()["cache-control"]).toContain(
    "immutable",
  );
});

test("pages with a brand's color and logo, the offer and errors are accessible", async ({
  page,
  authenticator,
  depart,
  codeTo,
  query,
}, info) => {
  await page.setViewportSize({ width: 390, height: 860 });
  await authenticator.setPresent(true);
  const look = (name: string) => expectNoBarrier({ page, info }, name);
  // A tenancy with a logo and a color that is hard to read in both themes.
  const id = `0${[...randomBytes(25)].map((byte) => "0123456789abcdefghjkmnpqrstvwxyz"[byte % 32]).join("")}`;
  const logo = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await query(
    `INSERT INTO "Tenancy" ("id", "name", "environment", "rpId", "rpName", "clientId",
       "selfServiceRegistration", "hostedPages", "brandName", "brandColor", "brandLogo",
       "brandLogoType", "brandLogoHash", "createdAt", "updatedAt")
     VALUES ($1, 'Lemon', 'development', 'localhost', 'Lemon', $1, true, true, 'Lemon & Söhne',
         '#f2c500', $2, 'image/png', 'abc', now(), now())`,
    [id, logo],
  );
  await depart(page, "sign-in", {}, id);
  await expect(page.getByRole("heading", { name: "Sign in to Lemon & Söhne" })).toBeVisible();
  await expect
    .poll(() =>
      page.locator("header img").evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1);
  await look("brand");
  await button(page, "Sign in with a passkey").click();
  await expect(page.getByText("No passkey was used.")).toBeVisible();
  await look("notice");

  const email = newEmail();
  for (const count of [1, 2]) {
    await depart(page, "code", {}, id);
    await page.getByLabel("Email").fill(email);
    await button(page, "Email me a code").click();
    await fillCode(page, await codeTo(email));
    if (count === 1) await button(page, "Create account without a passkey").click();
    if (count === 1)
      await expect(page.getByRole("heading", { name: "Back at the application" })).toBeVisible();
  }
  await expect(page.getByRole("heading", { name: "Sign in faster next time" })).toBeVisible();
  await look("offer");
  await query('UPDATE "User" SET "disabledAt" = now() WHERE "tenancyId" = $1', [id]);
  await depart(page, "code", {}, id);
  await page.getByLabel("Email").fill(email);
  await button(page, "Email me a code").click();
  await fillCode(page, await codeTo(email));
  await expect(page.getByRole("heading", { name: "This account is disabled" })).toBeVisible();
  await look("disabled");
  await query('UPDATE "Tenancy" SET "selfServiceRegistration" = false WHERE "id" = $1', [id]);
  await depart(page, "register", {}, id);
  await look("closed");
  await query('DELETE FROM "Tenancy" WHERE "id" = $1', [id]);
});

const titles = {
  en: "Sign in to Driftwood",
  de: "Bei Driftwood anmelden",
  fr: "Se connecter à Driftwood",
  es: "Iniciar sesión en Driftwood",
};

for (const [locale, title] of Object.entries(titles))
  test(`pages are accessible, and fit in each language: ${locale}`, async ({
    page,
    authenticator,
    depart,
    codeTo,
    demo,
  }, info) => {
    await authenticator.setPresent(false);
    const look = async (name: string) => {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectNoBarrier({ page, info, locale }, `${name}-${locale}`);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    };
    await depart(page, "sign-in", { locale });
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await look("sign-in");
    await depart(page, "code", { locale });
    await look("code");
    await depart(page, "register", { locale });
    await look("register");
    const email = newEmail();
    await page.locator("input[name=email]").fill(email);
    await page.locator("[data-view=start] button[type=submit]").click();
    await expect(page.locator("input[name=code]")).toBeFocused();
    const code = await codeTo(email);
    await page.locator("[data-view=code] button[type=submit]").click();
    await expect(page.locator("#code-error")).toContainText("6");
    await page
      .locator("input[name=code]")
      .fill(String((Number(code) + 1) % 1_000_000).padStart(6, "0"));
    await expect(page.locator("#code-error")).toContainText("4");
    await look("enter-code");
    await page.locator("input[name=code]").fill(code);
    await expect(page.locator("[data-view=new]")).toBeVisible();
    await look("new");
    await page.goto(`/auth/${demo.tenancyId}/sign-in?redirect_uri=x&locale=${locale}`);
    await page.locator("summary").click();
    await look("untrusted");
    await page.goto(`/auth/${demo.tenancyId}?locale=${locale}`);
    await page.locator("summary").press("Enter");
    await expect(page.getByText("redirect_uri, state, code_challenge")).toBeVisible();
    await look("incomplete");
    await page.goto(`/auth/${demo.clientId}/sign-in?locale=${locale}`);
    await look("missing");
  });
