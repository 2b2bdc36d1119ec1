import type { Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { newEmail, register, signOut } from "./demo-page";
import { expect, test } from "./fixtures";
import { waitForOffer } from "./virtual-authenticator";

const fact = (page: Page, name: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole("definition");

test("a visitor registers from the landing page, signs out, and signs in by button and by autofill", async ({
  page,
  authenticator,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Try the demo" }).click();
  await expect(page).toHaveURL(/\/demo\/register$/);
  const email = await register(page);
  await expect(page.locator("main > header").getByText(email, { exact: true })).toBeVisible();
  const ours = await fact(page, "Driftwood’s user id").textContent();
  const sub = await fact(page, "Keystead’s sub").textContent();
  expect(ours).toMatch(/^user-/);
  await expect(fact(page, "userId in tokens")).toHaveText(ours ?? "");
  await expect(fact(page, "Operation")).toHaveText("registered a passkey");

  // By button: the autofill offer stays unanswered.
  await authenticator.setTakesOffers(false);
  await signOut(page);
  await page.goto("/demo/account");
  await expect(page).toHaveURL(/\/demo\/login$/);
  await waitForOffer(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  await expect(fact(page, "Driftwood’s user id")).toHaveText(ours ?? "");
  await expect(fact(page, "Keystead’s sub")).toHaveText(sub ?? "");
  await expect(fact(page, "Operation")).toHaveText("signed in with a passkey");

  // By autofill: the offer is answered.
  await authenticator.setTakesOffers(true);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  await expect(fact(page, "Driftwood’s user id")).toHaveText(ours ?? "");
  await expect(
    page.getByRole("heading", { name: "The page offers passkeys in the email field" }),
  ).toBeVisible();
});

test("the call log lists every call with its purpose and bodies, without secrets", async ({
  page,
  authenticator,
  demo,
}) => {
  const replies: string[] = [];
  page.on("response", (response) => {
    if (/\/(options|verification)$/.test(response.url()))
      void response.text().then(
        (text) => replies.push(text),
        () => undefined,
      );
  });
  await register(page);
  const panel = page.getByRole("complementary", { name: "API calls" });
  await expect(panel.getByText("4 calls")).toBeVisible();
  const rows = panel.getByRole("list", { name: /^Calls/ }).getByRole("listitem");
  const shown = await rows.evaluateAll((items) =>
    items.map((item) => [...item.querySelectorAll(":scope > p")].map((part) => part.textContent)),
  );
  const base = `POST/v2/${demo.tenancyId}`;
  const elapsed = expect.stringMatching(/^(Page|Backend) → (backend|Keystead)\d+ ms$/);
  expect(shown).toEqual([
    [elapsed, `${base}/passkey/registration/options200`, "Gets the options for a new passkey."],
    [
      elapsed,
      `${base}/passkey/registration/verification200`,
      "Verifies the new passkey and returns a one-time code.",
    ],
    [elapsed, "POST/demo/api/register200", "Sends the one-time code to the backend."],
    [elapsed, `${base}/principal/••••••200`, "Exchanges the one-time code for the signed-in user."],
  ]);
  const bodies = rows.filter({ hasText: "Verifies the new passkey" });
  await expect(bodies.getByText("RegistrationSuccess")).toBeHidden();
  await bodies.getByText("Request and response", { exact: true }).click();
  await expect(bodies.getByLabel("Response body")).toContainText(/"code": "••••••"/);
  await expect(bodies.getByLabel("Request body")).toContainText(/"sessionToken": "••••••"/);
  await panel.getByText("Code", { exact: true }).first().click();
  await expect(
    panel.getByText("await keystead.registerPasskey({ email, givenName, familyName })"),
  ).toBeVisible();
  const everything =
    (await page.content()) +
    JSON.stringify(await page.evaluate(() => ({ ...sessionStorage, ...localStorage })));
  const secrets = replies.flatMap((text) => {
    const { sessionToken, code, id_token } = JSON.parse(text) as Record<string, string>;
    return [sessionToken, code, id_token].filter((value) => value !== undefined);
  });
  expect(secrets).toHaveLength(3);
  for (const secret of [...secrets, demo.apiKey]) expect(everything).not.toContain(secret);
  expect(await authenticator.credentials()).toHaveLength(1);
});

test("the call log keeps earlier calls after a reload and a sign-out, until it is cleared", async ({
  page,
  authenticator,
}) => {
  await register(page);
  const panel = page.getByRole("complementary", { name: "API calls" });
  await expect(panel.getByText("4 calls", { exact: true })).toBeVisible();
  await page.reload();
  await expect(panel.getByText("4 calls", { exact: true })).toBeVisible();
  await expect(panel.getByText("app/demo/register/register-form.tsx")).toBeVisible();
  const exchange = panel.getByRole("listitem").filter({ hasText: "principal/••••••" }).last();
  await expect(exchange.getByRole("link", { name: "Reference" })).toHaveAttribute(
    "href",
    "/docs/api/principal#exchangePrincipal",
  );
  await authenticator.setTakesOffers(false);
  await signOut(page);
  await waitForOffer(page);
  await expect(panel.getByText("Earlier: 4 calls")).toBeVisible();
  await page.reload();
  await waitForOffer(page);
  await panel.getByText("Earlier: 5 calls").click();
  await expect(panel.getByText("app/demo/register/register-form.tsx")).toBeVisible();
  await panel.getByRole("button", { name: "Clear the log" }).click();
  await expect(panel.getByText("No calls in this tab yet.")).toBeVisible();
  await expect(panel.getByText("0 calls")).toHaveCount(0);
});

test("after a closed prompt the page says what to do, and the field still offers passkeys", async ({
  page,
  authenticator,
}) => {
  await register(page);
  await authenticator.setTakesOffers(false);
  await signOut(page);
  await waitForOffer(page);
  await page.evaluate(() => {
    const real = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      if (options?.mediation === "conditional") return real(options);
      navigator.credentials.get = real;
      return Promise.reject(new DOMException("", "NotAllowedError"));
    };
  });
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No passkey was used" })).toContainText(
    "Try again",
  );
  await waitForOffer(page, 2);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
});

test("another passkey is rejected on a device that has one, and created on another", async ({
  page,
  authenticator,
}) => {
  await register(page);
  await page.getByRole("button", { name: "Add another passkey" }).click();
  await expect(page.getByText("This device already has your passkey")).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);
  // An action of another section ends the message, too.
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  await expect(page.getByText("This device already has your passkey")).toHaveCount(0);
  await authenticator.forgetAll();
  await page.getByRole("button", { name: "Add another passkey" }).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);
});

test("the form shows each field's error without a passkey prompt", async ({
  page,
  authenticator,
}) => {
  await page.goto("/demo/register");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("no address");
  await page.getByRole("button", { name: "Create account with a passkey" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/such as ada@example.com/);
  await expect(page.getByLabel("First name")).toHaveAccessibleDescription(/first name/);
  await expect(page.getByLabel("Email")).toBeFocused();
  expect(await authenticator.credentials()).toEqual([]);
});

test("everything works by keyboard only", async ({ page, authenticator }) => {
  await page.goto("/demo/register");
  const email = page.getByLabel("Email");
  for (
    let tabs = 0;
    tabs < 10 && !(await email.evaluate((field) => field === document.activeElement));
    tabs++
  )
    await page.keyboard.press("Tab");
  await page.keyboard.type(newEmail());
  await page.keyboard.press("Tab");
  await page.keyboard.type("Grace");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Hopper");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Hello Grace" })).toBeVisible();
  const fold = page.locator("summary", { hasText: "Request and response" }).first();
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Response body").first()).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);
});

test("the demo's backend rejects requests from other origins", async ({ request, page }) => {
  const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "cross-site" };
  for (const path of [
    "register",
    "login",
    "confirm",
    "add-passkey",
    "rename-passkeys",
    "remove-passkey",
    "tidy-device",
    "passkey-added",
    "send-code",
    "check-code",
    "sign-out",
  ]) {
    expect(
      (await request.post(`/demo/api/${path}`, { headers, data: { code: "x" } })).status(),
      path,
    ).toBe(403);
    expect(
      (
        await request.post(`/demo/api/${path}`, {
          headers: { "Content-Type": "text/plain" },
          data: "{}",
        })
      ).status(),
      path,
    ).toBe(403);
  }
  const forged = await request.post("/demo/api/login", { data: { code: "made up" } });
  expect(forged.status()).toBe(400);
  expect(await forged.json()).toMatchObject({ ok: false, tag: "@error/InvalidCode" });
  expect(forged.headers()["set-cookie"]).toBeUndefined();
  const bodies = {
    "add-passkey": {},
    confirm: { code: "x" },
    "rename-passkeys": { username: "x" },
    "remove-passkey": { passkeyId: "x" },
    "tidy-device": {},
    "passkey-added": { code: "x" },
    "send-code": { purpose: "verify-email" },
  };
  for (const [path, data] of Object.entries(bodies))
    expect((await page.request.post(`/demo/api/${path}`, { data })).status(), path).toBe(401);
});

test("pages are accessible and don't scroll horizontally", async ({
  page,
  authenticator,
}, info) => {
  const look = (name: string) => expectNoBarrier({ page, info, alsoFits: [768] }, name);
  for (const [name, path] of [
    ["nothing", "/nowhere"],
    ["register", "/demo/register"],
  ] as const) {
    await page.goto(path);
    await look(name);
  }
  await page.getByRole("button", { name: "Create account with a passkey" }).click();
  await look("register-faults");
  await register(page);
  await page.getByText("As JSON").click();
  await page.getByText("Request and response", { exact: true }).first().click();
  await page.getByText("Code", { exact: true }).first().click();
  await look("account");
  await page.getByRole("button", { name: "Add another passkey" }).click();
  await expect(page.getByText("This device already has your passkey")).toBeVisible();
  await look("account-refused");
  await authenticator.setPresent(false);
  await signOut(page);
  await look("login");
});

test("on a host where its passkeys can't work, the demo names the one where they do", async ({
  page,
  baseURL,
}) => {
  const { port } = new URL(baseURL ?? "");
  await page.goto(`http://127.0.0.1:${port}/demo/login`);
  await expect(page.getByRole("status")).toContainText(
    `You opened it as 127.0.0.1:${port}. On the computer that runs Keystead, open http://localhost:${port}/demo.`,
  );
  await page.goto("/demo/login");
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  await expect(page.getByText("work only on localhost")).toHaveCount(0);
});
