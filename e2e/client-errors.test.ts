import { errorOf, newEmail, offered, open, register, signIn, valueOf } from "./customer-page";
import { expect, test } from "./fixtures";

test("reports a device that already has the account's passkey", async ({
  page,
  customer,
  authenticator,
  demo,
}) => {
  await open(page, customer);
  const registered = valueOf(await register(page));
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${demo.apiKey}` };
  const body = JSON.stringify({ username: "ada", userId: registered.principal.sub });
  const reply = await fetch(
    `${demo.endpoint}/v2/${demo.tenancyId}/passkey/registration/authorize`,
    { method: "POST", headers, body },
  );
  const { registrationToken } = (await reply.json()) as { registrationToken: string };
  const result = await page.evaluate(
    (token) => window.keystead.registerPasskey({ registrationToken: token }),
    registrationToken,
  );
  expect(errorOf(result)).toMatchObject({ _tag: "@error/PasskeyAlreadyOnDevice" });
  expect(await authenticator.credentials()).toHaveLength(1);
});

test("a failed required user verification doesn't sign in", async ({
  page,
  customer,
  authenticator,
}) => {
  await open(page, customer);
  valueOf(await register(page));
  await authenticator.setVerified(false);
  const refused = await page.evaluate(() =>
    window.keystead.authenticatePasskey({ userVerification: "required", timeout: 10_000 }),
  );
  expect(errorOf(refused)._tag).toMatch(/@error\/(Cancelled|TimedOut)/);
  const unverified = await page.evaluate(
    (email) =>
      window.keystead.registerPasskey({ email, userVerification: "required", timeout: 10_000 }),
    newEmail(),
  );
  expect(errorOf(unverified)._tag).toMatch(/@error\/(Cancelled|TimedOut)/);
  expect(await authenticator.credentials()).toHaveLength(1);
  await authenticator.setVerified(true);
  expect(valueOf(await signIn(page)).principal.userVerified).toBe(true);
});

test("a refused prompt is Cancelled, and an unanswered one TimedOut", async ({
  page,
  customer,
}) => {
  await page.clock.install();
  await open(page, customer);
  await page.evaluate(() => {
    navigator.credentials.get = () =>
      Promise.reject(
        new DOMException("The operation either timed out or was not allowed.", "NotAllowedError"),
      );
  });
  expect(errorOf(await signIn(page))).toMatchObject({ _tag: "@error/Cancelled" });
  await page.evaluate(() => {
    navigator.credentials.get = () =>
      new Promise((_resolve, reject) =>
        setTimeout(() => reject(new DOMException("", "NotAllowedError")), 300_000),
      );
    window.events.length = 0;
    window.offer = window.keystead.authenticatePasskey();
  });
  await page.waitForFunction(() => window.events.some(({ type }) => type === "prompt"));
  await page.clock.fastForward("05:01");
  expect(errorOf(await offered(page))).toMatchObject({ _tag: "@error/TimedOut" });
});

for (const [name, tag] of [
  ["SecurityError", "PasskeyUnsupported"],
  ["NotSupportedError", "PasskeyUnsupported"],
  ["ConstraintError", "PasskeyUnsupported"],
  ["UnknownError", "AuthenticatorFailed"],
  ["TypeError", "AuthenticatorFailed"],
] as const)
  test(`${name} of the browser is ${tag}`, async ({ page, customer }) => {
    await open(page, customer);
    await page.evaluate((kind) => {
      navigator.credentials.create = () =>
        Promise.reject(Object.assign(new Error("as the browser says"), { name: kind }));
    }, name);
    expect(errorOf(await register(page))).toMatchObject({
      _tag: `@error/${tag}`,
      message: expect.stringMatching(/\S/),
    });
  });

test("reports a browser without passkeys or autofill immediately", async ({ page, customer }) => {
  await open(page, customer);
  await page.evaluate(
    () => void (PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)),
  );
  const autofill = await page.evaluate(
    async () =>
      [
        await window.keystead.isAutofillSupported(),
        await window.keystead.authenticatePasskey({ autofill: true }),
      ] as const,
  );
  expect(autofill).toMatchObject([false, { _tag: "@error/PasskeyUnsupported" }]);
  await page.evaluate(() => void Object.assign(window, { PublicKeyCredential: undefined }));
  expect(await page.evaluate(() => window.keystead.isPasskeySupported())).toBe(false);
  expect(errorOf(await register(page))).toMatchObject({ _tag: "@error/PasskeyUnsupported" });
  expect(errorOf(await signIn(page))).toMatchObject({ _tag: "@error/PasskeyUnsupported" });
});

test("a missing or foreign response is Network; the error of an unknown tenancy is readable", async ({
  page,
  customer,
  query,
  demo,
}) => {
  await open(page, customer);
  await page.context().setOffline(true);
  expect(errorOf(await signIn(page))).toMatchObject({ _tag: "@error/Network" });
  await page.context().setOffline(false);
  await page.route("**/authentication/options", (route) =>
    route.fulfill({
      status: 502,
      contentType: "text/html",
      body: "<h1>Bad gateway</h1>",
      headers: { "Access-Control-Allow-Origin": "*" },
    }),
  );
  expect(errorOf(await signIn(page))).toMatchObject({ _tag: "@error/Network", status: 502 });
  await page.unroute("**/authentication/options");
  const other = await page.evaluate(
    (endpoint) =>
      new window.Keystead({
        ...window.options,
        tenancyId: "0".repeat(26),
        endpoint,
      }).authenticatePasskey(),
    demo.endpoint,
  );
  expect(errorOf(other)).toMatchObject({ _tag: "@error/InvalidTenancy" });
  expect(await query('SELECT 1 FROM "Tenancy" WHERE "id" = $1', ["0".repeat(26)])).toBe(0);
});

test("another client id is Forbidden, with a readable message", async ({
  page,
  customer,
  demo,
}) => {
  await open(page, customer);
  const result = await page.evaluate(
    (endpoint) =>
      new window.Keystead({
        ...window.options,
        clientId: "another",
        endpoint,
      }).authenticatePasskey(),
    demo.endpoint,
  );
  expect(errorOf(result)).toMatchObject({
    _tag: "@error/Forbidden",
    message: expect.stringMatching(/client id/),
  });
});
