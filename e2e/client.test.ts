import type { Page, Route } from "@playwright/test";
import type { CeremonyEvent, KeysteadError } from "@/lib/client/v2";
import { errorOf, newEmail, open, register, signIn, valueOf } from "./customer-page";
import { expect, test } from "./fixtures";
import { waitForOffer } from "./virtual-authenticator";

/** Begins an autofill offer that nobody answers yet, and waits until it stands. */
async function standOffer(page: Page) {
  await page.evaluate(() => {
    window.events.length = 0;
    window.leaving = new AbortController();
    window.offer = window.keystead.authenticatePasskey({
      autofill: true,
      signal: window.leaving.signal,
    });
  });
  await page.waitForFunction(() => window.events.some(({ type }) => type === "offer"));
}
const offered = (page: Page) => page.evaluate(() => window.offer);

test("a page of another origin registers and signs in, and its backend exchanges the code", async ({
  page,
  customer,
  authenticator,
  demo,
}) => {
  await open(page, customer);
  const registered = valueOf(await register(page));
  expect(registered).toMatchObject({
    _tag: "RegistrationSuccess",
    token: registered.code,
    principal: { token: registered.code, givenName: "Ada", userVerified: true },
  });
  expect(await authenticator.credentials()).toHaveLength(1);
  const result = await signIn(page);
  const value = valueOf(result);
  expect(value).toMatchObject({
    _tag: "AuthenticationSuccess",
    token: value.code,
    principal: { sub: registered.principal.sub },
  });
  expect(result).toMatchObject({
    success: true,
    code: value.code,
    id_token: value.id_token,
    principal: value.principal,
  });
  const exchanged = await fetch(`${demo.endpoint}/v2/${demo.tenancyId}/principal/${value.code}`, {
    headers: { Authorization: `Bearer ${demo.apiKey}` },
  });
  expect(await exchanged.json()).toMatchObject({
    _tag: "ExtendedPrincipal",
    sub: registered.principal.sub,
    operation: "authentication",
  });
  const calls = await page.evaluate(() => window.events.filter(({ type }) => type === "request"));
  expect(calls).toMatchObject(
    [
      "registration/options",
      "registration/verification",
      "authentication/options",
      "authentication/verification",
    ].map((name) => ({
      method: "POST",
      path: `/v2/${demo.tenancyId}/passkey/${name}`,
      status: 200,
    })),
  );
});

test("tokens of a backend decide whose passkey it is and who signs in", async ({
  page,
  customer,
  authenticator,
  demo,
}) => {
  const authorize = async (path: string, body: object) => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${demo.apiKey}` };
    const reply = await fetch(`${demo.endpoint}/v2/${demo.tenancyId}/passkey/${path}/authorize`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await reply.json()) as { registrationToken: string; authenticationToken: string };
  };
  await open(page, customer);
  const userId = `user-${newEmail()}`;
  const { registrationToken } = await authorize("registration", { username: "Grace", userId });
  const registered = valueOf(
    await page.evaluate(
      (token) => window.keystead.registerPasskey({ registrationToken: token }),
      registrationToken,
    ),
  );
  expect(registered.principal.userId).toBe(userId);
  expect((await authenticator.credentials())[0]?.userName).toBe("Grace");
  const { authenticationToken } = await authorize("authentication", {
    userId,
    userVerification: "required",
  });
  const signedIn = valueOf(
    await page.evaluate(
      (token) => window.keystead.authenticatePasskey({ authenticationToken: token }),
      authenticationToken,
    ),
  );
  expect(signedIn.principal).toMatchObject({ userId, userVerified: true });
  const again = await page.evaluate(
    (token) => window.keystead.authenticatePasskey({ authenticationToken: token }),
    authenticationToken,
  );
  expect(errorOf(again)).toMatchObject({ _tag: "@error/InvalidToken" });
});

test("the rejecting twin resolves to values and rejects with the same tags", async ({
  page,
  customer,
  authenticator,
}) => {
  await open(page, customer);
  const { code, principal } = await page.evaluate(
    (email) => window.unsafe.registerPasskey({ email }),
    newEmail(),
  );
  expect(principal.token).toBe(code);
  expect(await authenticator.credentials()).toHaveLength(1);
  const caught = await page.evaluate(async () => {
    try {
      await window.unsafe.registerPasskey({ email: "no address" });
      return undefined;
    } catch (error) {
      const { _tag, message } = error as KeysteadError;
      return {
        _tag,
        message,
        isError: error instanceof Error,
        isOurs: window.isKeysteadError(error),
        supported: window.unsafe.isPasskeySupported(),
      };
    }
  });
  expect(caught).toEqual({
    _tag: "@error/InvalidEmail",
    message: expect.stringMatching(/email/),
    isError: true,
    isOurs: true,
    supported: true,
  });
});

/** Keeps whatever is asked of the browser from it until `pick()`: the person has not looked yet. */
const waitForPick = (page: Page) =>
  page.evaluate(() => {
    const real = navigator.credentials.get.bind(navigator.credentials);
    const picked = new Promise<void>((resolve) => Object.assign(window, { pick: resolve }));
    navigator.credentials.get = async (options) => {
      await Promise.race([
        picked,
        new Promise((_resolve, reject) =>
          options?.signal?.addEventListener("abort", () => reject(options.signal?.reason as Error)),
        ),
      ]);
      return real(options);
    };
  });
const pick = (page: Page) =>
  page.evaluate(() => (window as unknown as { pick: () => void }).pick());
const expireOffers = `UPDATE "OneTimeToken" SET "expiresAt" = "createdAt" WHERE "kind" = 'authenticationSession' AND "payload"->>'mediation' = 'conditional'`;
const countOf = (page: Page, type: CeremonyEvent["type"]) =>
  page.evaluate((name) => window.events.filter((event) => event.type === name).length, type);

test("autofill stands until a passkey is picked", async ({ page, customer, authenticator }) => {
  await open(page, customer);
  const registered = valueOf(await register(page));
  await waitForPick(page);
  await standOffer(page);
  await pick(page);
  expect(valueOf(await offered(page)).principal.sub).toBe(registered.principal.sub);
  expect(await authenticator.credentials()).toHaveLength(1);
});

test.describe("in minutes that pass quickly", () => {
  test.describe.configure({ mode: "serial" });

  test("an offer that stands past its options' expiry is renewed unseen, and signs in", async ({
    page,
    customer,
    authenticator,
    query,
  }) => {
    await page.clock.install();
    await open(page, customer);
    const registered = valueOf(await register(page));
    await authenticator.setPresent(false);
    await standOffer(page);
    await waitForOffer(page);
    await page.clock.fastForward("04:40");
    await expect.poll(() => countOf(page, "renewal")).toBe(1);
    await waitForOffer(page, 2);
    await authenticator.setPresent(true);
    expect(await query(expireOffers)).toBeGreaterThan(1);
    await page.clock.fastForward("04:40");
    expect(valueOf(await offered(page)).principal.sub).toBe(registered.principal.sub);
    expect(await countOf(page, "renewal")).toBe(2);
  });

  test("an offer survives a service that is away when it should be renewed", async ({
    page,
    customer,
    authenticator,
  }) => {
    await page.clock.install();
    await open(page, customer);
    valueOf(await register(page));
    await authenticator.setPresent(false);
    await standOffer(page);
    await waitForOffer(page);
    await page.context().setOffline(true);
    await page.clock.fastForward("04:40");
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            window.events.filter((event) => event.type === "request" && event.status === 0).length,
        ),
      )
      .toBe(1);
    await page.context().setOffline(false);
    await authenticator.setPresent(true);
    await page.clock.fastForward("00:20");
    expect((await offered(page)).success).toBe(true);
    expect(await countOf(page, "renewal")).toBe(1);
  });

  test("a passkey picked while a renewal is under way signs in, and the renewal is not tried again", async ({
    page,
    customer,
    authenticator,
  }) => {
    await page.clock.install();
    await open(page, customer);
    valueOf(await register(page));
    await waitForPick(page);
    await standOffer(page);
    const asked: Route[] = [];
    await page.route("**/authentication/options", (route) => void asked.push(route));
    await page.clock.fastForward("04:40");
    await expect.poll(() => asked.length).toBe(1);
    await pick(page);
    expect((await offered(page)).success).toBe(true);
    const before = await countOf(page, "request");
    await asked[0]?.abort();
    await expect.poll(() => countOf(page, "request")).toBe(before + 1);
    // Counted where it is called: a request that is on its way would not have arrived yet.
    await page.evaluate(() => {
      const real = window.fetch;
      window.fetch = (...call) => {
        document.body.dataset["called"] = "yes";
        return real(...call);
      };
    });
    await page.clock.runFor("02:00");
    await expect(page.locator("body[data-called]")).toHaveCount(0);
    expect(await authenticator.credentials()).toHaveLength(1);
  });

  test("a passkey picked after a long sleep is asked for once more, openly", async ({
    page,
    customer,
    authenticator,
    query,
  }) => {
    await open(page, customer);
    const registered = valueOf(await register(page));
    await waitForPick(page);
    await standOffer(page);
    await query(expireOffers);
    await pick(page);
    expect(valueOf(await offered(page)).principal.sub).toBe(registered.principal.sub);
    expect(
      await page.evaluate(() =>
        window.events.map(({ type }) => type).filter((type) => type !== "request"),
      ),
    ).toEqual(["offer", "prompt"]);
    expect(await authenticator.credentials()).toHaveLength(1);
  });
});

test("a button's prompt ends a standing offer, which resolves to Aborted", async ({
  page,
  customer,
  authenticator,
}) => {
  await open(page, customer);
  const registered = valueOf(await register(page));
  await authenticator.setPresent(false);
  await standOffer(page);
  await waitForOffer(page);
  await authenticator.setPresent(true);
  expect(valueOf(await signIn(page)).principal.sub).toBe(registered.principal.sub);
  expect(errorOf(await offered(page))).toMatchObject({ _tag: "@error/Aborted" });
});

test("an offer does not take a prompt away from the person who reads it", async ({
  page,
  customer,
  authenticator,
}) => {
  await open(page, customer);
  valueOf(await register(page));
  await authenticator.setPresent(false);
  await page.evaluate(() => {
    window.events.length = 0;
    window.leaving = new AbortController();
    window.offer = window.keystead.authenticatePasskey({ signal: window.leaving.signal });
  });
  await page.waitForFunction(() => window.events.some(({ type }) => type === "prompt"));
  const offer = await page.evaluate(() => window.keystead.authenticatePasskey({ autofill: true }));
  expect(errorOf(offer)).toMatchObject({ _tag: "@error/Aborted" });
  expect(
    await page.evaluate(() =>
      Promise.race([window.offer.then(() => "ended"), Promise.resolve("stands")]),
    ),
  ).toBe("stands");
  await page.evaluate(() => window.leaving.abort());
  expect(errorOf(await offered(page))).toMatchObject({ _tag: "@error/Aborted" });
});

test("fifty offers at once, as a page that renders anew begins them: one stands, and a button still works", async ({
  page,
  customer,
  authenticator,
}) => {
  await open(page, customer);
  valueOf(await register(page));
  await authenticator.setPresent(false);
  await page.evaluate(() => {
    window.events.length = 0;
    Object.assign(window, {
      offers: Array.from({ length: 50 }, () =>
        window.keystead.authenticatePasskey({ autofill: true }),
      ),
    });
  });
  await expect.poll(() => countOf(page, "offer")).toBe(1);
  await waitForOffer(page);
  await authenticator.setPresent(true);
  expect((await signIn(page)).success).toBe(true);
  const tags = await page.evaluate(async () =>
    (await Promise.all((window as unknown as { offers: Window["offer"][] }).offers)).map(
      ({ _tag }) => _tag,
    ),
  );
  expect(tags).toEqual(Array.from({ length: 50 }, () => "@error/Aborted"));
});

for (const thrown of [
  "undefined",
  "new DOMException('', 'AbortError')",
  "new DOMException('The operation was aborted.', 'NotAllowedError')",
  "{}",
])
  test(`however a browser rejects an aborted offer, it is Aborted: ${thrown}`, async ({
    page,
    customer,
  }) => {
    await open(page, customer);
    await page.evaluate((text) => {
      navigator.credentials.get = (options) =>
        new Promise((_resolve, reject) => {
          // As Safari does: whatever the reason of the signal was, something else arrives.
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the page plays another browser
          options?.signal?.addEventListener("abort", () => reject(window.eval(`(${text})`)));
        });
    }, thrown);
    await standOffer(page);
    await page.evaluate(() => window.leaving.abort());
    expect(errorOf(await offered(page))).toMatchObject({ _tag: "@error/Aborted" });
  });

test("an offer that is aborted before the browser has it does not come to stand", async ({
  page,
  customer,
  authenticator,
}) => {
  await open(page, customer);
  valueOf(await register(page));
  await authenticator.setPresent(false);
  // The library asks for support once more on the way to the browser; this is where an abort finds
  // nothing to abort.
  await page.evaluate(() => {
    const available = PublicKeyCredential.isConditionalMediationAvailable.bind(PublicKeyCredential);
    let asked = 0;
    PublicKeyCredential.isConditionalMediationAvailable = () => {
      if (++asked === 2) window.leaving.abort();
      return available();
    };
  });
  await standOffer(page);
  expect(errorOf(await offered(page))).toMatchObject({ _tag: "@error/Aborted" });
});

test("a device that has the account's passkey says so", async ({
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

test("user verification that is required and refused signs nobody in", async ({
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

test("a prompt that is refused is Cancelled, and one that nobody answers TimedOut", async ({
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

test("a browser without passkeys, and one without autofill, is told at once", async ({
  page,
  customer,
}) => {
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

test("no response and a response that is not ours are Network; an unknown tenancy can be read", async ({
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

test("another client id is Forbidden, and its message can be read", async ({
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
