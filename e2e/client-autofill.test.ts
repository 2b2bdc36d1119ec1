import type { Page, Route } from "@playwright/test";
import type { CeremonyEvent } from "@/lib/client/v2";
import { errorOf, offered, open, register, signIn, valueOf } from "./customer-page";
import { expect, test } from "./fixtures";
import { waitForOffer } from "./virtual-authenticator";

/** Starts an autofill offer that the user doesn't answer yet, and waits until it is pending. */
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

/** Delays every browser prompt until `pick()`, as if the user hadn't reacted yet. */
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
const expireOffers = `UPDATE "OneTimeToken" SET "expiresAt" = "createdAt"
    WHERE "kind" = 'authenticationSession' AND "payload"->>'mediation' = 'conditional'`;
const countOf = (page: Page, type: CeremonyEvent["type"]) =>
  page.evaluate((name) => window.events.filter((event) => event.type === name).length, type);

test("an autofill offer stays pending until a passkey is picked", async ({
  page,
  customer,
  authenticator,
}) => {
  await open(page, customer);
  const registered = valueOf(await register(page));
  await waitForPick(page);
  await standOffer(page);
  await pick(page);
  expect(valueOf(await offered(page)).principal.sub).toBe(registered.principal.sub);
  expect(await authenticator.credentials()).toHaveLength(1);
});

test.describe("with a fast clock", () => {
  test.describe.configure({ mode: "serial" });

  test("an offer is renewed silently when its options expire, and signs in", async ({
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

  test("an offer survives a service that is down at renewal", async ({
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

  test("a passkey picked during a renewal signs in, and the renewal is not retried", async ({
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
    // Counted in the page, because a pending request would not have arrived yet.
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

  test("a passkey picked after a long sleep opens a new prompt", async ({
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

test("a button's prompt ends a pending offer, which resolves to Aborted", async ({
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

test("a new offer doesn't close an open prompt", async ({ page, customer, authenticator }) => {
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

test("of fifty offers started by re-rendering, one stays pending, and a button still works", async ({
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
  test(`an aborted offer is Aborted, whatever the browser rejects with: ${thrown}`, async ({
    page,
    customer,
  }) => {
    await open(page, customer);
    await page.evaluate((text) => {
      navigator.credentials.get = (options) =>
        new Promise((_resolve, reject) => {
          // Safari rejects with its own error instead of the signal's reason.
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the page plays another browser
          options?.signal?.addEventListener("abort", () => reject(window.eval(`(${text})`)));
        });
    }, thrown);
    await standOffer(page);
    await page.evaluate(() => window.leaving.abort());
    expect(errorOf(await offered(page))).toMatchObject({ _tag: "@error/Aborted" });
  });

test("an offer that is aborted before it reaches the browser never becomes pending", async ({
  page,
  customer,
  authenticator,
}) => {
  await open(page, customer);
  valueOf(await register(page));
  await authenticator.setPresent(false);
  // The library reads the options right before it calls the browser. An abort at that moment finds
  // nothing to abort.
  await page.evaluate(() => {
    const parse = PublicKeyCredential.parseRequestOptionsFromJSON.bind(PublicKeyCredential);
    PublicKeyCredential.parseRequestOptionsFromJSON = (options) => {
      window.leaving.abort();
      return parse(options);
    };
  });
  await standOffer(page);
  expect(errorOf(await offered(page))).toMatchObject({ _tag: "@error/Aborted" });
});
