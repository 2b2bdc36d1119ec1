import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { chromium } from "playwright";
import { register, signOut } from "@/e2e/demo-page";
import { addAuthenticator, waitForOffer } from "@/e2e/virtual-authenticator";
import { revokeApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { findChromium } from "@/scripts/chromium.mjs";
import type { TestService } from "@/testing/test-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { exporter, multiplyPasskey } from "@/testing/vault-files";
import { registerUser, throughServer } from "@/tests/servers/server-fixture";
import type { ComparedServer } from "@/tests/servers/servers";

export interface Checked {
  /** Keystead itself, without the proxy. */
  server: ComparedServer;
  service: TestService;
  /** Port of the proxy. */
  port: number;
  certificate: { pem: string; keyHash: string };
}

/** The visitor's address. The proxy connects to Keystead from 127.0.0.1. */
const visitor = "127.0.0.2";
const forged = "203.0.113.9";
/** More than all buffers on the way hold, inserted in parts. */
const parts = 4;
const passkeysPerPart = 40_000;

/** Sends a request through the proxy, and verifies the proxy's certificate. */
export function open(
  { port, certificate }: Pick<Checked, "port" | "certificate">,
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<IncomingMessage> {
  const to = { host: "127.0.0.1", servername: "localhost", port, ca: certificate.pem };
  return new Promise((resolve, reject) => {
    request(
      {
        ...to,
        method,
        path,
        agent: false,
        localAddress: visitor,
        headers: { host: `localhost:${port}`, ...headers },
      },
      resolve,
    )
      .on("error", reject)
      .end();
  });
}

async function registered({ server, service }: Checked) {
  const tenancy = throughServer(server, await createTestTenancy(service));
  await registerUser({ tenancy });
  return tenancy;
}

async function readsOverTls(checked: Checked): Promise<void> {
  const reply = await open(checked, "/readyz");
  reply.resume();
  assert.equal(reply.statusCode, 200);
}

async function recordsAddress(checked: Checked, headers: Record<string, string>): Promise<void> {
  const tenancy = await registered(checked);
  const { db } = checked.service;
  const where = { tenancyId: tenancy.id };
  const { id } = await db.passkey.findFirstOrThrow({ where });
  const reply = await open(checked, `/v2/${tenancy.id}/passkeys/${id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${tenancy.apiKey}`, ...headers },
  });
  reply.resume();
  const rows = await db.auditEvent.findMany({ where: { ...where, targetId: id } });
  assert.deepEqual(
    rows.flatMap(({ action, address }) => (address === null ? [] : [`${action} ${address}`])),
    [`passkey.deleted ${visitor}`],
    `status ${reply.statusCode}`,
  );
}

/**
 * The export starts, and its client stops reading. A proxy that buffers would load all of it
 * meanwhile. Otherwise Keystead still has the rest, and breaks off when the key is revoked.
 */
async function streamsExport(checked: Checked): Promise<void> {
  const tenancy = await registered(checked);
  for (let part = 0; part < parts; part++)
    await multiplyPasskey(checked.service, tenancy, passkeysPerPart);
  const { id, headers } = await exporter(tenancy);
  const incoming = await open(checked, `/v2/${tenancy.id}/passkeys/export`, { headers });
  assert.equal(incoming.statusCode, 200);
  await new Promise((resolve) => incoming.once("readable", resolve));
  await revokeApiKey(tenancy.ctx, id);
  let text = "";
  incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  // Some proxies break the connection off too, others end the response early.
  await new Promise<void>((resolve) => void incoming.once("end", resolve).once("error", resolve));
  assert.match(text, /^\{"_tag":"VaultPasskey"/);
  assert.doesNotMatch(text, /VaultExportEnd/);
}

async function signsInWithPasskey({ port, certificate }: Checked): Promise<void> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    // WebAuthn needs a certificate that the browser accepts.
    args: ["--no-sandbox", `--ignore-certificate-errors-spki-list=${certificate.keyHash}`],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const page = await browser.newPage({ baseURL: `https://localhost:${port}` });
    // esbuild adds calls of this function to functions that the page runs.
    await page.addInitScript("globalThis.__name = (value) => value");
    const authenticator = await addAuthenticator(page);
    await register(page);
    await authenticator.setTakesOffers(false);
    await signOut(page);
    await waitForOffer(page);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("heading", { name: "Hello Grace" }).waitFor();
  } finally {
    await browser.close();
  }
}

export const checks: readonly (readonly [string, (checked: Checked) => Promise<void>])[] = [
  ["TLS with the configured certificate", readsOverTls],
  ["the audit log has the visitor's address", (checked) => recordsAddress(checked, {})],
  [
    "a forged X-Forwarded-For doesn't count",
    (checked) => recordsAddress(checked, { "x-forwarded-for": forged }),
  ],
  ["an export isn't buffered", streamsExport],
  ["sign-in with a passkey in Chromium", signsInWithPasskey],
];
