import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./fixtures";

interface Customer {
  origin: string;
  /** Resolves to what the backend's lines read. */
  signedIn: Promise<{ sub: string; user: { email: string } }>;
  close(): void;
}

const codeOf = (page: Page, title: string) => page.getByLabel(`Code: ${title}`).innerText();

/** Runs the landing page's lines in an application of their own. */
async function runLines(
  inPage: string,
  inBackend: string,
  demo: { endpoint: string; tenancyId: string; clientId: string; apiKey: string },
): Promise<Customer> {
  const names = ["KEYSTEAD_URL", "KEYSTEAD_TENANCY_ID", "KEYSTEAD_API_KEY", "code"];
  const body = `return (async () => { ${inBackend}\nreturn { sub, user }; })();`;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- Our own page's example.
  const exchange = new Function(...names, body) as (...values: string[]) => Customer["signedIn"];
  const page = inPage.replace("TENANCY_ID", demo.tenancyId).replace("CLIENT_ID", demo.clientId);
  let resolve: (principal: Customer["signedIn"]) => void;
  const signedIn: Customer["signedIn"] = new Promise((done) => (resolve = done));
  const server = createServer((request, response) => {
    if (request.method !== "POST")
      return void response.writeHead(200, { "Content-Type": "text/html" }).end(
        `<!doctype html><title>App</title><button id="sign-in">Sign in</button>
           <script type="module">${page}\nwindow.keystead = keystead;</script>`,
      );
    return void request.toArray().then((chunks) => {
      const code = Buffer.concat(chunks as Buffer[]).toString();
      const exchanged = exchange(demo.endpoint, demo.tenancyId, demo.apiKey, code);
      exchanged.then(
        () => response.writeHead(204).end(),
        () => response.writeHead(500).end(),
      );
      resolve(exchanged);
    });
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    signedIn,
    close: () => void server.close(),
  };
}

test("the twelve lines of the landing page sign a user in", async ({
  page,
  authenticator,
  demo,
}) => {
  await authenticator.setPresent(true);
  await page.goto("/");
  const inPage = await codeOf(page, "In your page");
  const inBackend = await codeOf(page, "In your backend");
  expect(`${inPage}\n${inBackend}`.split("\n").filter((line) => line.trim() !== "")).toHaveLength(
    12,
  );
  const customer = await runLines(inPage, inBackend, demo);
  const email = `landing-${process.pid}@example.com`;
  await page.goto(customer.origin);
  await page.waitForFunction(() => "keystead" in window);
  await page.evaluate(async (address) => {
    const { keystead } = window as unknown as {
      keystead: { registerPasskey: (user: { email: string }) => Promise<{ success: boolean }> };
    };
    await keystead.registerPasskey({ email: address });
  }, email);
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(await customer.signedIn).toMatchObject({ sub: expect.any(String), user: { email } });
  await reloaded;
  customer.close();

  // A wrong API key: the backend's error has the server's text, and the page shows a message.
  const broken = await runLines(inPage, inBackend, { ...demo, apiKey: "ks_wrong" });
  await page.goto(broken.origin);
  await page.waitForFunction(() => "keystead" in window);
  const shown = page.waitForEvent("dialog");
  const refused = expect(broken.signedIn).rejects.toThrow("@error/Forbidden");
  await page.getByRole("button", { name: "Sign in" }).click({ noWaitAfter: true });
  const dialog = await shown;
  expect(dialog.message()).toBe("Sign-in failed. Try again.");
  await dialog.accept();
  await refused;
  broken.close();
});

test("the landing page says what Keystead is; each link works; no barriers", async ({
  page,
}, info) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Passkey sign-in for your applications, on your own servers",
  );
  await expect(page.getByRole("table").getByRole("columnheader")).toHaveText([
    "Keystead",
    "Hosted service",
    "General identity server",
    "WebAuthn library",
  ]);
  await expect(page.getByText("No passwords, social sign-in")).toBeInViewport();
  const frames = page.getByRole("list", { name: "A sign-in in three pictures" });
  const widthsOfFrames = () =>
    frames
      .getByRole("img")
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(widthsOfFrames).toEqual([780, 780, 780]);
  const picture = page.getByRole("img", { name: "Overview of a tenancy" });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(1_000);
  const links = await page
    .getByRole("link")
    .evaluateAll((all) => [...new Set(all.map((link) => (link as HTMLAnchorElement).href))]);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links)
    expect([link, (await page.request.get(link)).status()]).toEqual([link, 200]);
  const evidence = page.getByRole("link", { name: "sign-ins a second on one core" });
  await expect(evidence).toHaveAttribute("href", "/docs/guides/production#what-to-expect");
  await expect(page.getByRole("link", { name: "Keystead’s source" })).toHaveAttribute(
    "href",
    "/docs/guides/about#source-code",
  );
  const header = page.getByRole("navigation", { name: "Main" });
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await header.scrollIntoViewIfNeeded();
    await expect(header.getByRole("link", { name: "Demo" })).toBeInViewport({ ratio: 1 });
    const code = await page
      .getByLabel("Code: In your backend")
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect([width, code]).toEqual([width, width < 768]);
  }
  await expectNoBarrier({ page, info, alsoFits: [320, 768] }, "landing");
});

for (const [theme, device] of [
  ["dark", "light"],
  ["light", "dark"],
] as const)
  test(`pictures follow the chosen theme, not the device: ${theme}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "keystead-theme", value: theme, url: baseURL ?? "" }]);
    const pictures: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(".webp")) pictures.push(request.url());
    });
    await page.emulateMedia({ colorScheme: device });
    for (const address of ["/", "/docs/guides/console"]) {
      await page.goto(address);
      const all = page.locator("main picture img");
      expect(await all.count()).toBeGreaterThan(0);
      for (const picture of await all.all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((image) => (image as HTMLImageElement).currentSrc))
          .toMatch(theme === "dark" ? /-dark\b/ : /^(?!.*-dark\b)/);
      }
      expect(
        await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme),
      ).toBe(theme);
    }
    // The other theme's pictures aren't loaded.
    expect(pictures.filter((url) => url.includes("-dark") !== (theme === "dark"))).toEqual([]);
  });
