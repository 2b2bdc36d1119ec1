import { describe, expect, test } from "vitest";
import { createHostedTenancy, returnTo, visit } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

const nonceOf = (response: Response) =>
  /script-src 'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1] ??
  "";

describe("a page", () => {
  test("runs only its own script by nonce, forbids framing and is never cached", async () => {
    const tenancy = await createHostedTenancy(run.current, { brandColor: "#8800ff" });
    const one = await visit(run.current, tenancy).page("sign-in");
    const other = await visit(run.current, tenancy).page("sign-in");
    expect(one.status).toBe(200);
    expect(one.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(one.headers.get("cache-control")).toBe("no-store");
    const policy = one.headers.get("content-security-policy") ?? "";
    for (const directive of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(directive);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(nonceOf(one)).not.toBe(nonceOf(other));
    const text = await one.text();
    const elements = [...text.matchAll(/<(script|style|link)\b[^>]*>/g)]
      .map(([all]) => all)
      .filter((all) => !all.includes("application/json"));
    expect(elements).toHaveLength(3);
    for (const element of elements) expect(element).toContain(`nonce="${nonceOf(one)}"`);
    expect(text).not.toMatch(/ on[a-z]+=|style="|javascript:/);
    expect(
      [...text.matchAll(/(?:src|href)="([^"]+)"/g)]
        .map(([, url = ""]) => url)
        .filter((url) => !url.startsWith("/") && !url.startsWith("https://app.example.com/")),
    ).toEqual([]);
  });

  test("escapes all values", async () => {
    const tenancy = await createHostedTenancy(run.current, {
      brandName: '</title><script>alert(1)</script>"',
    });
    const text = await (
      await visit(run.current, tenancy).page("register", {
        login_hint: '"><script>alert(2)</script>@example.com',
        locale: '"><script>',
      })
    ).text();
    expect(text).not.toContain("<script>alert");
    expect(text).toContain("&lt;script&gt;alert(1)");
    const island = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? "";
    expect(JSON.parse(island)).toMatchObject({ page: "register" });
  });

  test("uses the requested language, then the browser's, then the tenancy's", async () => {
    const tenancy = await createHostedTenancy(run.current, { locale: "es" });
    const { page } = visit(run.current, tenancy);
    const langOf = async (response: Promise<Response>) =>
      /<html lang="(\w+)"/.exec(await (await response).text())?.[1];
    expect(await langOf(page("sign-in", { locale: "de-AT" }, { "accept-language": "fr" }))).toBe(
      "de",
    );
    expect(
      await langOf(page("sign-in", {}, { "accept-language": "pt, fr-CA;q=0.9, en;q=0.8" })),
    ).toBe("fr");
    expect(await langOf(page("sign-in", { locale: "tlh" }, { "accept-language": "tlh" }))).toBe(
      "es",
    );
  });

  test("prefills login_hint if it is an email", async () => {
    const { page } = visit(run.current, await createHostedTenancy(run.current));
    expect(await (await page("code", { login_hint: "ada@example.com" })).text()).toContain(
      'value="ada@example.com"',
    );
    expect(await (await page("code", { login_hint: "ada" })).text()).not.toContain('value="ada"');
  });

  test("follows the prompt parameter and ignores unknown values", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const { page, state } = visit(run.current, tenancy);
    for (const [prompt, to] of [
      ["create", "register"],
      ["code", "code"],
      ["login create", "register"],
    ] as const) {
      const response = await page("sign-in", { prompt, login_hint: "ada@example.com" });
      expect(response.status).toBe(303);
      const location = new URL(response.headers.get("location") ?? "", run.current.baseUrl);
      expect(location.pathname).toBe(`/auth/${tenancy.id}/${to}`);
      expect(Object.fromEntries(location.searchParams)).toMatchObject({
        redirect_uri: returnTo,
        state,
        login_hint: "ada@example.com",
      });
    }
    expect(await (await page("sign-in", { prompt: "passkey" })).text()).toContain('"prompt":true');
    for (const prompt of ["none", "select_account", ""])
      expect(await (await page("sign-in", { prompt })).text()).toContain('"prompt":false');
  });

  test("offers no registration where it is disabled", async () => {
    const { page } = visit(
      run.current,
      await createHostedTenancy(run.current, { selfServiceRegistration: false }),
    );
    expect(await (await page("sign-in")).text()).not.toContain("/register?");
    const closed = await (await page("register")).text();
    expect(closed).toContain("You can’t sign up here");
    expect(closed).not.toContain('name="givenName"');
    expect(closed).toMatch(/\/sign-in\?redirect_uri=/);
  });

  test("links back with access_denied and the state", async () => {
    const { page, state } = visit(run.current, await createHostedTenancy(run.current));
    const href =
      /data-back\s+href="([^"]+)"/
        .exec(await (await page("sign-in")).text())?.[1]
        ?.replaceAll("&amp;", "&") ?? "";
    expect(Object.fromEntries(new URL(href).searchParams)).toMatchObject({
      from: "keystead",
      error: "access_denied",
      state,
    });
    expect(href.startsWith("https://app.example.com/cb?")).toBe(true);
  });
});

describe("an address that is not exactly one of the tenancy's", () => {
  test.each([
    ["https://app.example.com/cb"],
    ["https://app.example.com/cb?from=keystead&x=1"],
    ["https://app.example.com/cb?from=keystead#"],
    ["https://app.example.com:443/cb?from=keystead"],
    ["https://APP.example.com/cb?from=keystead"],
    ["https://app.example.com/cb/?from=keystead"],
    ["https://app.example.com.evil.example/cb?from=keystead"],
    ["https://evil.example/?https://app.example.com/cb?from=keystead"],
    ["javascript:alert(1)"],
  ])("%s: said on the page, sent nowhere", async (redirect_uri) => {
    const { page } = visit(run.current, await createHostedTenancy(run.current));
    // Not even to tell of the other faults.
    for (const more of [{}, { code_challenge: undefined }, { prompt: "create" }]) {
      const response = await page("sign-in", { redirect_uri, ...more });
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
      const text = await response.text();
      expect(text).toContain("This link doesn’t work");
      expect(text).not.toContain("evil.example");
      expect(text).not.toMatch(/<script(?! type="application\/json")/);
    }
  });

  test.each([
    [{ redirect_uri: undefined }, "redirect_uri"],
    [{ redirect_uri: "" }, "redirect_uri"],
    [
      { redirect_uri: undefined, state: undefined, code_challenge: "" },
      "redirect_uri, state, code_challenge",
    ],
  ])("without one, the page names what is missing: %j", async (query, missing) => {
    const { page } = visit(run.current, await createHostedTenancy(run.current));
    for (const [locale, title, lead] of [
      ["en", "This link is incomplete", `Missing from the link: ${missing}.`],
      ["de", "Dieser Link ist unvollständig", `Im Link fehlt: ${missing}.`],
      ["fr", "Ce lien est incomplet", `Il manque dans le lien : ${missing}.`],
      ["es", "Este enlace está incompleto", `Falta en el enlace: ${missing}.`],
    ] as const) {
      const response = await page("sign-in", { ...query, locale });
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
      const text = await response.text();
      for (const part of [title, lead, 'href="/docs/guides/hosted-pages"'])
        expect(text).toContain(part);
      expect(text).not.toMatch(/<script(?! type="application\/json")/);
    }
  });

  test("the page links to the application if it has exactly one site", async () => {
    const linksOf = async (...redirectUris: string[]) => {
      const { page } = visit(run.current, await createHostedTenancy(run.current, { redirectUris }));
      const text = await (await page("sign-in", { redirect_uri: undefined })).text();
      return [...text.matchAll(/<a\s+href="([^"]+)"[^>]*>([^<]*)/g)]
        .map(([, ...link]) => link)
        .filter(([href]) => href !== "/docs/guides/hosted-pages");
    };
    const back = ["https://app.example.com", expect.stringMatching(/^Back to \w/)];
    expect(await linksOf(returnTo, "https://app.example.com/other", "com.example.app:/cb")).toEqual(
      [back],
    );
    expect(await linksOf(returnTo, "https://other.example.com/cb")).toEqual([]);
    expect(await linksOf("com.example.app:/cb")).toEqual([]);
    expect(await linksOf()).toEqual([]);
  });

  test("is rejected when given twice", async () => {
    const { page } = visit(run.current, await createHostedTenancy(run.current));
    expect((await page("sign-in", {})).status).toBe(200);
    expect((await page("sign-in", { redirect_uri: [returnTo, returnTo] })).status).toBe(400);
  });

  test("never runs a script, even if registered", async () => {
    const { page } = visit(
      run.current,
      await createHostedTenancy(run.current, {
        redirectUris: ["javascript:alert(1)", "http://app.example.com/cb"],
      }),
    );
    for (const redirect_uri of ["javascript:alert(1)", "http://app.example.com/cb"])
      expect((await page("sign-in", { redirect_uri })).status).toBe(400);
  });
});

describe("an incomplete request returns invalid_request", () => {
  test.each([
    ["no state", { state: undefined }],
    ["an empty state", { state: "" }],
    ["a state too long", { state: "x".repeat(1_025) }],
    ["a state that is no ASCII", { state: "ä" }],
    ["no challenge", { code_challenge: undefined }],
    ["a challenge too short", { code_challenge: "a".repeat(42) }],
    ["a challenge too long", { code_challenge: "a".repeat(44) }],
    ["a challenge with padding", { code_challenge: `${"a".repeat(42)}=` }],
    ["a challenge given twice", { code_challenge: ["a".repeat(43), "b".repeat(43)] }],
    ["the method plain", { code_challenge_method: "plain" }],
  ])("%s", async (_name, query) => {
    const { page, state } = visit(run.current, await createHostedTenancy(run.current));
    const response = await page("sign-in", query);
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get("location") ?? "");
    expect(`${location.origin}${location.pathname}`).toBe("https://app.example.com/cb");
    const told = Object.fromEntries(location.searchParams);
    expect(told).toMatchObject({ from: "keystead", error: "invalid_request" });
    expect(told["error_description"]).toBeTruthy();
    expect(told["state"]).toBe("state" in query ? undefined : state);
  });
});

test("returns the same 404 for every reason that pages are unavailable", async () => {
  const off = await createHostedTenancy(run.current, { hostedPages: false });
  const suspended = await createHostedTenancy(run.current, {
    suspendedAt: new Date(run.current.clock.now()),
  });
  // Switched on while it fitted; the base URL has changed since.
  const moved = await createTestTenancy(
    run.current,
    {},
    { hostedPages: true, redirectUris: [returnTo] },
  );
  const pages = [];
  for (const tenancy of [
    off,
    suspended,
    moved,
    { ...off, id: run.current.createId() },
    { ...off, id: "x" },
  ]) {
    const { page, step } = visit(run.current, tenancy);
    const response = await page("sign-in");
    expect(response.status).toBe(404);
    pages.push((await response.text()).replaceAll(/nonce="[^"]+"/g, ""));
    expect(await step("passkey-options", { mediation: "required", ticket: "x" })).toMatchObject({
      status: 404,
      body: { _tag: "@error/InvalidTenancy" },
    });
  }
  expect(new Set(pages).size).toBe(1);
  // A link would tell which tenancies exist.
  expect(pages[0]).toContain("Go back to the application");
});
