import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { findFreePort } from "@/testing/server-process";
import { test as base } from "./fixtures";

/** A violation of a page's content security policy, as the browser reports it. */
type Violation = string;

interface Hosted {
  /** Origin of the running examples/hosted-customer.mjs. */
  customer: string;
  /** Violations of the pages' policy. The fixture fails the test if there are any. */
  violations: Violation[];
  /** Opens a hosted page of the demo, or of another tenancy, that returns to the test's listener. */
  depart: (
    page: Page,
    name: "sign-in" | "code" | "register",
    query?: Record<string, string>,
    tenancyId?: string,
  ) => Promise<Departure>;
}

/** A hosted request and its result. */
interface Departure {
  verifier: string;
  state: string;
  /** Resolves with the query that the application receives. */
  returned: Promise<Record<string, string>>;
}

const redirects =
  'UPDATE "Tenancy" SET "redirectUris" = array_append("redirectUris", $2) WHERE "id" = $1';

async function listen(
  handle: (query: URLSearchParams) => void,
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/callback") handle(url.searchParams);
    response
      .writeHead(200, { "Content-Type": "text/html" })
      .end(
        '<!doctype html><html lang="en"><title>Back</title><h1>Back at the application</h1></html>',
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

export const test = base.extend<Hosted>({
  customer: async ({ demo, query }, provide) => {
    const port = await findFreePort();
    const variables = join(process.env["E2E_DATA"] ?? "", "demo.env");
    const child = spawn(
      process.execPath,
      [`--env-file=${variables}`, "examples/hosted-customer.mjs"],
      { env: { ...process.env, PORT: String(port) }, stdio: ["ignore", "pipe", "inherit"] },
    );
    await new Promise((resolve) => child.stdout.once("data", resolve));
    await query(redirects, [demo.tenancyId, `http://localhost:${port}/callback`]);
    await provide(`http://localhost:${port}`);
    child.kill();
  },
  violations: [
    async ({ page }, provide) => {
      const violations: Violation[] = [];
      await page.exposeFunction("reportViolation", (text: string) => void violations.push(text));
      await page.addInitScript(() =>
        document.addEventListener(
          "securitypolicyviolation",
          ({ effectiveDirective, blockedURI, sample }) =>
            (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
              `${effectiveDirective} ${blockedURI} ${sample}`,
            ),
        ),
      );
      page.on("console", (message) => {
        if (/Content.Security.Policy|TrustedHTML|Refused to/i.test(message.text()))
          violations.push(message.text());
      });
      await provide(violations);
      base.expect(violations).toEqual([]);
    },
    { auto: true },
  ],
  depart: async ({ demo, query, baseURL }, provide) => {
    let arrive: (query: Record<string, string>) => void = () => undefined;
    const { server, origin } = await listen((answer) => arrive(Object.fromEntries(answer)));
    await query(redirects, [demo.tenancyId, `${origin}/callback`]);
    await provide(async (page, name, more = {}, tenancyId = demo.tenancyId) => {
      if (tenancyId !== demo.tenancyId) await query(redirects, [tenancyId, `${origin}/callback`]);
      const verifier = randomBytes(32).toString("base64url");
      const state = randomBytes(8).toString("hex");
      const returned = new Promise<Record<string, string>>((resolve) => (arrive = resolve));
      const request = {
        redirect_uri: `${origin}/callback`,
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        ...more,
      };
      // Doesn't wait for the load event: a page that prompts by itself may be left before it.
      await page.goto(`${baseURL}/auth/${tenancyId}/${name}?${new URLSearchParams(request)}`, {
        waitUntil: "commit",
      });
      return { verifier, state, returned };
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

export { expect } from "@playwright/test";
