import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, expect, test as base } from "@playwright/test";
import pg from "pg";
import { waitForListening } from "./listening";
import { addAuthenticator, type VirtualAuthenticator } from "./virtual-authenticator";

interface Demo {
  endpoint: string;
  tenancyId: string;
  clientId: string;
  apiKey: string;
}

function read(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by e2e/serve.ts`);
  return value;
}

const customerPage = ({ endpoint, tenancyId, clientId }: Demo) => `<!doctype html>
<html lang="en"><title>A customer's page</title>
<label>Email <input autocomplete="username webauthn"></label>
<script type="module">
  import { isKeysteadError, Keystead, KeysteadUnsafe } from "${endpoint}/client/v2.js";
  const events = [];
  const options = { tenancyId: "${tenancyId}", clientId: "${clientId}", onEvent: (event) => events.push(event) };
  Object.assign(window, {
    Keystead, KeysteadUnsafe, isKeysteadError, options, events,
    keystead: new Keystead(options), unsafe: new KeysteadUnsafe(options),
  });
</script></html>`;

/** The fixtures of every end-to-end test. */
interface Fixtures {
  demo: Demo;
  authenticator: VirtualAuthenticator;
  /** Origin of a customer's page that loads the browser library from the service. */
  customer: string;
  /** Calls the API as the customer's backend. Paths are relative to the tenancy. */
  backend: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
  /** Reads the emails to a mailbox, the newest first. */
  textsTo: (email: string) => Promise<{ id: string; text: string }[]>;
  /** Waits for an emailed code that it hasn't returned before, and returns it. */
  codeTo: (email: string) => Promise<string>;
  /** Waits for an emailed link whose path ends with `path`, and returns the newest. */
  linkTo: (email: string, path: string) => Promise<string>;
  /** Runs SQL on the service's database, to simulate elapsed time or an operator. */
  query: (sql: string, values?: unknown[]) => Promise<number>;
}

export const test = base.extend<Fixtures, { browser: Browser }>({
  browser: [
    async ({ browser }, provide) => {
      waitForListening(browser);
      await provide(browser);
    },
    { scope: "worker" },
  ],
  baseURL: async ({}, provide) => provide(read("E2E_URL")),
  demo: async ({}, provide) => provide(JSON.parse(read("E2E_DEMO")) as Demo),
  authenticator: async ({ page }, provide) => provide(await addAuthenticator(page)),
  customer: async ({ demo }, provide) => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end(customerPage(demo)),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await provide(`http://localhost:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
  backend: async ({ demo }, provide) =>
    provide(async (method, path, body) => {
      const headers = {
        "Content-Type": "application/json",
        Authorization: `Bearer ${demo.apiKey}`,
      };
      const reply = await fetch(`${demo.endpoint}/v2/${demo.tenancyId}/${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as Record<string, unknown>;
    }),
  textsTo: async ({}, provide) => {
    const client = new pg.Client({ connectionString: read("E2E_DATABASE") });
    await client.connect();
    await provide(async (email) => {
      const { rows } = await client.query<{ id: string; text: string }>(
        `SELECT "id", "text" FROM "InboxMail" WHERE "recipient" = $1 ORDER BY "receivedAt" DESC`,
        [email],
      );
      return rows;
    });
    await client.end();
  },
  codeTo: async ({ textsTo }, provide) => {
    const readIds = new Set<string>();
    await provide(async (email) => {
      let code: string | undefined;
      await expect(async () => {
        for (const { id, text } of await textsTo(email)) {
          code = readIds.has(id) ? undefined : /^\d{6,10}$/m.exec(text)?.[0];
          if (code === undefined) continue;
          readIds.add(id);
          return;
        }
        expect(code).toBeDefined();
      }).toPass();
      return code ?? "";
    });
  },
  linkTo: async ({ textsTo }, provide) =>
    provide(async (email, path) => {
      let link: string | undefined;
      await expect(async () => {
        const links = (await textsTo(email)).flatMap(({ text }) => text.match(/https?:\S+/g) ?? []);
        link = links.find((url) => new URL(url).pathname.endsWith(path));
        expect(link).toBeDefined();
      }).toPass();
      return link ?? "";
    }),
  query: async ({}, provide) => {
    const client = new pg.Client({ connectionString: read("E2E_DATABASE") });
    await client.connect();
    await provide(async (sql, values = []) => (await client.query(sql, values)).rowCount ?? 0);
    await client.end();
  },
});

export { expect } from "@playwright/test";
