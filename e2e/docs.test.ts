import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoBarrier } from "./barriers";
import { expect, test } from "./fixtures";
import { holdScripts } from "./listening";

/** Returns a page's links and anchors. */
async function readPage(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  const html = await response.text();
  const values = (name: string) =>
    [...html.matchAll(new RegExp(`<[a-z][^>]*? ${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
      value.replaceAll("&amp;", "&"),
    );
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  return {
    status: response.status(),
    title: /<title>([^<]*)/.exec(html)?.[1] ?? "",
    links,
    ids: new Set(values("id")),
  };
}

/** Returns every page below /docs that links reach. */
async function crawl(request: APIRequestContext) {
  const pages = new Map<string, Awaited<ReturnType<typeof readPage>>>();
  for (const queue = ["/docs"]; queue.length > 0;) {
    const path = queue.pop() ?? "";
    if (pages.has(path)) continue;
    const read = await readPage(request, path);
    pages.set(path, read);
    queue.push(
      ...read.links
        .map((href) => href.split("#")[0] ?? "")
        .filter((href) => /^\/docs(\/|$)/.test(href)),
    );
  }
  return pages;
}

const specifications = /^https:\/\/(www\.w3\.org|www\.rfc-editor\.org)\//;

test("every internal link of the documentation works, and external ones go to specifications", async ({
  request,
}) => {
  const pages = await crawl(request);
  expect(pages.size).toBeGreaterThan(20);
  expect([...pages].filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual([]);
  expect(new Set([...pages.values()].map(({ title }) => title)).size).toBe(pages.size);
  const broken: string[] = [];
  const otherPages = new Set<string>();
  for (const [path, { links }] of pages)
    for (const href of links) {
      const [target = "", anchor] = (href.startsWith("#") ? path + href : href).split("#");
      const inside = pages.get(target);
      if (inside === undefined && target.startsWith("/")) otherPages.add(target);
      else if (
        inside === undefined
          ? !specifications.test(href)
          : anchor !== undefined && !inside.ids.has(anchor)
      )
        broken.push(`${path} → ${href}`);
    }
  for (const target of otherPages)
    if ((await request.get(target)).status() !== 200) broken.push(target);
  expect(broken).toEqual([]);
});

test("llms.txt names every guide and endpoint family, and all its links work", async ({
  request,
  baseURL,
}) => {
  const response = await request.get("/llms.txt");
  expect(response.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const links = [...(await response.text()).matchAll(/\]\((\S+?)\)/g)].map(([, href = ""]) => href);
  for (const href of links) expect((await request.get(href)).status(), href).toBe(200);
  const pages = [...(await crawl(request)).keys()].filter((path) => path !== "/docs");
  expect(pages.filter((path) => !links.includes(`${baseURL}${path}`))).toEqual([]);
  const full = await (await request.get("/llms-full.txt")).text();
  expect(full).toContain("POST /v2/{tenancyId}/challenges/verify");
  expect(full).not.toContain("keystead.example");
  expect(full).not.toContain("{{configuration}}");
});

test("without JavaScript everything is readable, and controls that need it are hidden", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/docs/guides/exchange-codes`);
  await expect(page.getByRole("heading", { name: "Exchange the code" })).toBeVisible();
  await expect(page.getByText("def exchange_code(code: str")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Copy/ }).first()).toBeHidden();
  await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link", { name: "Vault" })
    .click();
  await expect(page.getByRole("heading", { name: "Get a passkey" })).toBeVisible();
  await expect(page.locator("summary", { hasText: "Try it" })).not.toHaveCount(0);
  await expect(page.locator("summary", { hasText: "Try it" }).first()).toBeHidden();
  const endpoint = page.locator("section", { has: page.locator("#getPasskey") });
  await expect(
    endpoint.getByText("Resources of other tenancies return the same error."),
  ).toBeVisible();
  // Every language of an example is shown, below each other.
  await expect(endpoint.getByText("urllib.request.Request(")).toBeVisible();
  await expect(endpoint.getByText("http.NewRequest(")).toBeVisible();
  await expect(endpoint.getByRole("tab")).toHaveCount(0);
  await context.close();
});

test("on a phone, the search has a button that closes it, and no hints for keys", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/docs/guides/five-minutes");
  const dialog = page.getByRole("dialog", { name: "Search the documentation" });
  await page.getByRole("button", { name: "Search the docs" }).click();
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await expect(dialog.getByText("Esc closes")).toBeHidden();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Search the docs" })).toBeFocused();
});

test("the search works by keyboard, and its index loads when it opens", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto("/docs/guides/five-minutes");
  const dialog = page.getByRole("dialog", { name: "Search the documentation" });
  const field = dialog.getByRole("combobox");
  const results = dialog.getByRole("option");
  // The first letters are typed while the search still loads.
  await expect(page.getByRole("button", { name: "Search the docs" })).toBeVisible();
  const release = await holdScripts(page);
  await page.keyboard.press("/");
  await expect(dialog.getByText("Loading the search…")).toBeVisible();
  await page.keyboard.type("audit");
  await release();
  await expect(field).toBeFocused();
  await page.keyboard.type(" log");
  await expect(field).toHaveValue("audit log");
  await expect(results.first()).toContainText("Audit log");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Search the docs" }).focus();
  expect(loaded.filter((path) => path === "/docs/search-index.json")).toHaveLength(1);
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.type("xyzzyplugh");
  await expect(dialog.getByText(/^No results for “xyzzyplugh”/)).toBeVisible();
  await field.fill("pasksey");
  await expect(results.first()).toContainText("Register and sign in");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Search the docs" })).toBeFocused();

  await page.keyboard.press("/");
  await page.keyboard.type("invlid code");
  await expect(results.first()).toContainText("InvalidCode · Errors");
  await expect(results.first()).toContainText("Error");
  await expect(results.first().locator("mark").first()).toHaveText("Code");
  await expect(results.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(results.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/api\/errors#InvalidCode$/);
  await expect(dialog).toBeHidden();
  const heading = page.getByRole("heading", { name: /InvalidCode$/ });
  await expect(page.locator("#InvalidCode")).toBeFocused();
  await expect(heading).toBeInViewport();

  await page.keyboard.press("/");
  await page.keyboard.type("code-digits");
  await expect(results.first()).toContainText("Length of codes: 6 to 10 digits");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/guides\/configuration#code-digits$/);
  await expect(page.locator("#code-digits")).toBeInViewport();
  const current = page.getByRole("navigation", { name: "Pages", exact: true });
  await expect(current.getByRole("link", { name: "Configuration", exact: true })).toBeInViewport();
  expect(loaded.filter((path) => path === "/docs/search-index.json")).toHaveLength(1);
});

test("on a narrow page the navigation closes after a click on a link", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/docs");
  const links = page.getByRole("navigation", { name: "All pages" });
  await page.locator("summary", { hasText: "All pages" }).click();
  await expect(links).toBeVisible();
  await expect(links.getByRole("link", { name: "Console" }).first()).toHaveAttribute(
    "href",
    "/console",
  );
  await expect(links.getByRole("link", { name: "Demo", exact: true })).toBeVisible();
  await links.getByRole("link", { name: "Step-up" }).click();
  await expect(page.getByRole("heading", { name: "Step-up", level: 1 })).toBeVisible();
  await expect(links).toBeHidden();
});

test("on a phone, no table hides a column", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const pages = ["command-line", "configuration", "register-and-sign-in", "console"];
  for (const path of [...pages.map((slug) => `/docs/guides/${slug}`), "/docs/api/errors", "/"]) {
    await page.goto(path);
    const cells = page.locator("main table td");
    expect(await cells.count(), path).toBeGreaterThan(5);
    const hidden = await cells.evaluateAll((all) =>
      all.flatMap((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        const isCut = left < 0 || right > innerWidth || cell.scrollWidth > cell.clientWidth;
        return isCut ? [cell.textContent] : [];
      }),
    );
    expect(hidden, path).toEqual([]);
  }
  await page.goto("/docs/guides/configuration#user-verification");
  await expect(page.getByText("verification: required, preferred or discouraged")).toBeVisible();
});

test("the names of fields break between words", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/docs/api/registration");
  const name = page
    .locator("th span", { hasText: /^optionsJSON\.excludeCredentials\[\]\.transports$/ })
    .first();
  expect(await name.innerHTML()).toContain("exclude<wbr>Credentials[].<wbr>");
});

test("the errors start with a table of their tags by status", async ({ page }) => {
  await page.goto("/docs/api/errors");
  const statuses = await page
    .getByRole("table", { name: "Tags by status" })
    .getByRole("rowheader")
    .allInnerTexts();
  expect(statuses).toEqual([...statuses].sort());
  expect(statuses).toContain("429");
  const tags = page.getByRole("table").first().getByRole("link");
  expect(await tags.count()).toBe(await page.locator("main h2[id]").count());
});

test("code is copied exactly as shown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/guides/exchange-codes");
  const curl = page.getByRole("tablist", { name: "Language: exchange" }).getByText("curl");
  await curl.click();
  await expect(curl).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Copy: exchange" }).click();
  await expect(page.getByRole("button", { name: "Copy: exchange" })).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '-H "Authorization: Bearer $KEYSTEAD_API_KEY"',
  );
});

const refusals = {
  "the browser refuses": () => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
  },
  "the page has no clipboard": () => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  },
};

for (const [name, refuse] of Object.entries(refusals))
  test(`code is selected where ${name}`, async ({ page }) => {
    const thrown: Error[] = [];
    page.on("pageerror", (error) => thrown.push(error));
    await page.addInitScript(refuse);
    const selected = () => page.evaluate(() => getSelection()?.toString());
    await page.goto("/docs/guides/exchange-codes");
    await page.getByRole("tablist", { name: "Language: exchange" }).getByText("curl").click();
    const button = page.getByRole("button", { name: "Copy: exchange" });
    await button.click();
    await expect(button).toHaveText("Selected. Copy it by hand");
    expect(await selected()).toContain('-H "Authorization: Bearer $KEYSTEAD_API_KEY"');
    await page.goto("/docs/api/installation");
    await page.getByRole("button", { name: "Copy the path of GET /healthz" }).click();
    await expect.poll(selected).toBe("/healthz");
    expect(thrown).toEqual([]);
  });

test("no heading of an endpoint is empty", async ({ page }) => {
  for (const family of ["installation", "api-keys-and-settings", "vault"]) {
    await page.goto(`/docs/api/${family}`);
    await expect(page.getByRole("heading", { name: "Response 200" }).first()).toBeVisible();
    const empty = await page.locator("section h3").evaluateAll((headings) =>
      headings
        .filter((heading) => {
          const fields = heading.parentElement?.parentElement?.lastElementChild;
          return fields?.childElementCount === 0;
        })
        .map((heading) => [
          heading.closest("section")?.getAttribute("aria-labelledby"),
          heading.textContent,
        ]),
    );
    expect([family, empty]).toEqual([family, []]);
  }
});

/** Opens an endpoint of the reference and its "try it" form. */
async function openTryIt(page: Page, family: string, id: string, origin = "") {
  await page.goto(`${origin}/docs/api/${family}`);
  const section = page.locator("section", { has: page.locator(`#${id}`) });
  await section.locator("summary", { hasText: "Try it" }).click();
  await expect(section.getByRole("button", { name: /^Send/ })).toBeVisible();
  return section;
}

test("a call can be tried with a key that is never stored", async ({
  page,
  demo,
  context,
  baseURL,
}) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  // Not localhost, where the demo's key is filled in.
  const elsewhere = `http://127.0.0.1:${new URL(baseURL ?? "").port}`;
  const section = await openTryIt(page, "vault", "listPasskeys", elsewhere);
  await section.getByRole("button", { name: "Send GET" }).click();
  await expect(section.getByLabel("Tenancy id")).toBeFocused();
  await expect(section.getByLabel("API key")).toHaveAccessibleDescription(/needs an API key/);
  await section.getByLabel("Tenancy id").fill(demo.tenancyId);
  await section.getByLabel("API key").fill(demo.apiKey);
  await section.getByRole("textbox", { name: "limit (optional)" }).fill("1");
  await page.keyboard.press("Enter");
  const answer = section.getByRole("group", { name: "Response" });
  await expect(answer.getByRole("status").first()).toContainText("200");
  await expect(answer.getByText('"_tag": "FindAllPasskeys"')).toBeVisible();
  await answer.getByText(/^Headers/).click();
  await expect(answer.getByText("x-request-id")).toBeVisible();
  await expect(section.getByRole("textbox", { name: "enabled (optional)" })).toHaveAttribute(
    "placeholder",
    "true or false",
  );
  await section.getByLabel("Tenancy id").fill("");
  await page.keyboard.press("Enter");
  await expect(section.getByText("Enter a tenancy id.")).toBeVisible();
  await expect(answer).toHaveCount(0);
  await section.getByLabel("Tenancy id").fill(demo.tenancyId);

  // Other endpoints and linked pages of the reference share the key.
  await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link", { name: "Users", exact: true })
    .click();
  const other = page.locator("section", { has: page.locator("#getUser") });
  await other.locator("summary", { hasText: "Try it" }).click();
  await expect(other.getByLabel("API key")).toHaveValue(demo.apiKey);
  await other.getByRole("textbox", { name: "sub" }).fill("nobody");
  await other.getByRole("button", { name: "Send GET" }).click();
  await expect(other.getByRole("group", { name: "Response" })).toContainText("@error/NotFound");

  const kept = await page.evaluate(() =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
    ]),
  );
  for (const text of [kept, JSON.stringify(await context.cookies()), ...addresses])
    expect(text).not.toContain(demo.apiKey);
  await page.reload();
  await other.locator("summary", { hasText: "Try it" }).click();
  await expect(other.getByLabel("API key")).toHaveValue("");
  await expect(other.getByLabel("API key")).toHaveAttribute("autocomplete", "off");
});

for (const width of [1280, 390])
  test(`a long response is readable as a whole at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const section = await openTryIt(page, "installation", "getOpenApi");
    await section.getByRole("button", { name: "Send GET" }).click();
    const code = section.getByRole("group", { name: "Response" }).locator("pre");
    await expect(code).toBeInViewport({ ratio: 0.99 });
    await expect(section.getByText("Response body: the first 256 kB")).toBeVisible();
    const clipped = await code.evaluate((element) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      const outer: string[] = [];
      for (
        let part = element.parentElement;
        part && part !== document.body;
        part = part.parentElement
      )
        if (getComputedStyle(part).overflowY !== "visible" && part.scrollHeight > part.clientHeight)
          outer.push(part.className);
      return { isWide: scrollWidth > clientWidth, isHigh: scrollHeight > clientHeight, outer };
    });
    expect(clipped).toEqual({ isWide: false, isHigh: true, outer: [] });
    await code.evaluate((element) => void (element.scrollTop = element.scrollHeight));
    await expect(code).toBeInViewport({ ratio: 0.99 });
  });

test("a destructive call requires a typed confirmation", async ({ page, demo, backend }) => {
  const { challenge } = (await backend("POST", "challenges", {
    purpose: "login",
    email: "docs@example.com",
    sendEmail: false,
  })) as { challenge: { challengeId: string } };
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "DELETE" && sent.push(request.url())));
  const section = await openTryIt(page, "mailbox-codes", "deleteChallenge");
  await section.getByLabel("Tenancy id").fill(demo.tenancyId);
  await section.getByLabel("API key").fill(demo.apiKey);
  await section.getByRole("textbox", { name: "challengeId" }).fill(challenge.challengeId);
  await section.getByRole("button", { name: "Send DELETE" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(
    `DELETE /v2/${demo.tenancyId}/challenges/${challenge.challengeId}`,
  );
  await expect(dialog).toContainText("cancels the challenge");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([]);
  await section.getByRole("button", { name: "Send DELETE" }).click();
  await dialog.getByRole("button", { name: "Send DELETE" }).click();
  await expect(section.getByRole("group", { name: "Response" })).toContainText("ChallengeDeleted");
  expect(sent).toHaveLength(1);
});

const looked = [
  "/docs",
  "/docs/guides/five-minutes",
  "/docs/guides/production",
  "/docs/guides/configuration",
  "/docs/api",
  "/docs/api/mailbox-codes",
  "/docs/api/errors",
];

test("pages are accessible, don't scroll horizontally and name no other company", async ({
  page,
  baseURL,
}, info) => {
  const refused: string[] = [];
  page.on(
    "console",
    (message) =>
      void (/Content.Security.Policy/i.test(message.text()) && refused.push(message.text())),
  );
  page.on(
    "request",
    (request) =>
      void (
        !request.url().startsWith(`${baseURL}/`) &&
        !request.url().startsWith("data:") &&
        refused.push(request.url())
      ),
  );
  for (const path of looked) {
    await page.goto(path);
    const tryIt = page.locator("summary", { hasText: "Try it" }).first();
    if ((await tryIt.count()) > 0) await tryIt.click();
    await expectNoBarrier(
      { page, info, fullPage: false, alsoFits: [768] },
      path.replaceAll("/", "_"),
    );
  }
  const field = page.getByRole("dialog").getByRole("combobox");
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await field.fill("rotate key");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectNoBarrier({ page, info, fullPage: false }, "search");
  expect(refused).toEqual([]);
});
