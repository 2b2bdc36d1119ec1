import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { newEmail, open, register, valueOf } from "./customer-page";
import { expect, test as base } from "./fixtures";

interface Site {
  origin: string;
  /** Headers of the page. */
  headers: Record<string, string>;
  version: string;
  integrity: string;
  /** An attribute of the page's scripts, such as a nonce. */
  scriptAttribute: string;
}

interface Fixtures {
  /** A customer's site that serves the guide's page, with what the test sets. */
  site: Site;
}

const folder = "lib/client/released";
const versions = readdirSync(folder).map((file) => file.replace(/^v|\.js$/g, ""));
const { version: current } = JSON.parse(readFileSync("lib/client/package.json", "utf8")) as {
  version: string;
};

const integrityOf = (version: string) => {
  const script = readFileSync(`${folder}/v${version}.js`);
  return `sha384-${createHash("sha384").update(script).digest("base64")}`;
};

const read = (name: string) => readFile(`docs/snippets/strict-policy/${name}`, "utf8");

const types = { "page.html": "text/html", "sign-in.js": "text/javascript" };

const test = base.extend<Fixtures>({
  site: async ({ demo, backend }, provide) => {
    const site: Site = {
      ...{ origin: "", headers: {}, scriptAttribute: "" },
      ...{ version: current, integrity: integrityOf(current) },
    };
    const filled = (text: string) =>
      text
        .replaceAll("https://keystead.example", demo.endpoint)
        .replaceAll("LIBRARY_VERSION", site.version)
        .replaceAll("LIBRARY_INTEGRITY", site.integrity)
        .replace("YOUR_TENANCY_ID", demo.tenancyId)
        .replace("YOUR_CLIENT_ID", demo.clientId);
    let signedIn = "";
    const server = createServer((request, response) => {
      const serve = async () => {
        if (request.method === "POST") {
          const code = Buffer.concat(await request.toArray()).toString();
          const { user } = (await backend("GET", `principal/${code}`)) as {
            user: { email: string };
          };
          signedIn = user.email;
          return void response.writeHead(204).end();
        }
        const name = request.url === "/sign-in.js" ? "sign-in.js" : "page.html";
        const headers = Object.entries(site.headers).map(([header, value]) => [
          header,
          filled(value).replace(/\s+/g, " "),
        ]);
        response
          .writeHead(200, { "Content-Type": types[name], ...Object.fromEntries(headers) })
          .end(
            filled(await read(name))
              .replace("</p>", `${signedIn}</p>`)
              .replaceAll("<script", `<script ${site.scriptAttribute}`),
          );
      };
      serve().catch(() => response.writeHead(500).end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    site.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    await provide(site);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in" });

/** Registers a passkey on a page without a policy. */
async function registerOn(page: Page, customer: string): Promise<string> {
  await open(page, customer);
  const email = newEmail();
  valueOf(await register(page, email));
  return email;
}

for (const version of versions)
  test(`the guide's page signs in under its policy, with version ${version} pinned`, async ({
    page,
    authenticator: _,
    customer,
    site,
  }) => {
    const email = await registerOn(page, customer);
    Object.assign(site, { version, integrity: integrityOf(version) });
    site.headers = {
      "Content-Security-Policy": await read("policy.txt"),
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    };
    await page.goto(site.origin);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await signInButton(page).click();
    await expect(page.getByRole("status")).toHaveText(email);
  });

test("a file with another hash doesn't run, nor one that the policy doesn't name", async ({
  page,
  site,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
  const isIdle = () => page.evaluate(() => document.querySelector("button")?.onclick === null);
  site.integrity = integrityOf("2.4.0");
  await page.goto(site.origin);
  await expect.poll(() => errors.join()).toContain("integrity");
  expect(await isIdle()).toBe(true);

  errors.length = 0;
  site.integrity = integrityOf(site.version);
  site.headers = { "Content-Security-Policy": "script-src 'self'" };
  await page.goto(site.origin);
  await expect.poll(() => errors.join()).toContain("script-src");
  expect(await isIdle()).toBe(true);
});

for (const [policy, directive] of [
  ["connect-src 'self'", "connect-src"],
  ["default-src 'self'; script-src 'self' https://keystead.example/client/", "connect-src"],
] as const)
  test(`the library says what the policy “${policy}” blocks`, async ({ page, site, demo }) => {
    site.headers = { "Content-Security-Policy": policy };
    await page.goto(site.origin);
    await signInButton(page).click();
    await expect(page.getByRole("status")).toHaveText(
      `This page's Content-Security-Policy blocks requests to ${demo.endpoint}. ` +
        `Add it to ${directive}.`,
    );
  });

test("a policy that only reports, and one that blocks another address, explain nothing", async ({
  page,
  authenticator: _,
  customer,
  site,
  demo,
}) => {
  const email = await registerOn(page, customer);
  site.headers = { "Content-Security-Policy-Report-Only": "connect-src 'self'" };
  await page.goto(site.origin);
  await signInButton(page).click();
  await expect(page.getByRole("status")).toHaveText(email);

  site.headers = { "Content-Security-Policy": `connect-src 'self' ${demo.endpoint}` };
  await page.goto(site.origin);
  await page.route(`${demo.endpoint}/v2/**`, (route) => route.abort());
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = async (...given) => {
      await fetch("http://localhost:1").catch(() => undefined);
      return fetch(...given);
    };
  });
  await signInButton(page).click();
  await expect(page.getByRole("status")).toHaveText(
    "The service is unreachable or does not allow this page's origin.",
  );
});

test("a nonce covers the library, also with strict-dynamic", async ({
  page,
  authenticator: _,
  customer,
  site,
}) => {
  const email = await registerOn(page, customer);
  site.scriptAttribute = 'nonce="once"';
  site.headers = {
    "Content-Security-Policy":
      "default-src 'none'; script-src 'nonce-once' 'strict-dynamic'; " +
      "connect-src 'self' https://keystead.example/v2/",
  };
  await page.goto(site.origin);
  await signInButton(page).click();
  await expect(page.getByRole("status")).toHaveText(email);
});

test("a permissions policy that forbids passkeys is named", async ({
  page,
  authenticator: _,
  site,
}) => {
  site.headers = { "Permissions-Policy": "publickey-credentials-get=()" };
  await page.goto(site.origin);
  await signInButton(page).click();
  await expect(page.getByRole("status")).toContainText("publickey-credentials-get");
});
