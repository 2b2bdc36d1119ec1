import type { Page, Route } from "@playwright/test";
import type { CeremonyEvent } from "@/lib/client/v2";
import { errorOf, offered, open, register, signIn, valueOf } from "./customer-page";
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
